// Shows files in the page of rezkit, which has all that is known of formats.

import * as vscode from "vscode";
import { Problems } from "./problems";
import { type Git, picked } from "./revisions";
import { named, Page } from "./page";
import { searchScripts } from "./search";

/** Milliseconds until the tab of an editor is known. */
const PATIENCE = 2000;

export function activate(context: vscode.ExtensionContext): void {
  const page = new Page(context.extensionUri);
  const types = viewers(context);
  const extensions = Object.values(types).flat();
  const problems = new Problems(extensions);
  const viewer = new Viewer(page, problems, types);
  const options = { supportsMultipleEditorsPerDocument: true, webviewOptions: { retainContextWhenHidden: true } };
  const commands: Record<string, (...args: never[]) => unknown> = {
    "rezkit.compareChange": (change: Change) => compareChange(page, change),
    "rezkit.compareRevision": (uri?: vscode.Uri) => compareRevision(page, uri ?? shown()),
    "rezkit.compareFiles": (_: vscode.Uri, [old, now]: vscode.Uri[]) => old && now && compare(page, old, now),
    "rezkit.check": () => problems.checkFolders(),
    "rezkit.searchScripts": () => searchScripts((...place) => viewer.open(...place)),
    "rezkit.open": (...place: Parameters<Viewer["open"]>) => viewer.open(...place),
  };
  void vscode.commands.executeCommand("setContext", "rezkit.extensions", extensions.map((extension) => `.${extension}`));
  context.subscriptions.push(
    problems,
    ...Object.keys(types).map((type) => vscode.window.registerCustomEditorProvider(type, viewer, options)),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
  );
}

/** The viewers of the manifest, with the extensions of their files. */
function viewers({ extension }: vscode.ExtensionContext): Record<string, string[]> {
  const { customEditors } = extension.packageJSON.contributes as { customEditors: { viewType: string; selector: { filenamePattern: string }[] }[] };
  return Object.fromEntries(customEditors.map(({ viewType, selector }) => [viewType, selector.flatMap(({ filenamePattern }) => filenamePattern.replace(/^\*\.\{|\}$/g, "").split(","))]));
}

/** A file in an editor of its own, which is shown anew when it changes. */
class Viewer implements vscode.CustomReadonlyEditorProvider {
  /** The side of a change that was resolved first. */
  #side: { label: string; uri: vscode.Uri } | undefined;
  /** The label of a diff editor that is about to go. */
  #closing: string | undefined;
  /** Editors that are open, and the addresses of those that are not yet, by their files. */
  readonly #panels = new Map<string, vscode.WebviewPanel[]>();
  readonly #addresses = new Map<string, string>();

  constructor(
    readonly page: Page,
    readonly problems: Problems,
    readonly types: Record<string, string[]>,
  ) {}

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose() {} };
  }

  async resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel): Promise<void> {
    const key = String(uri);
    const tab = await this.#comparison(uri);
    if (tab) return this.#compare(tab, uri);
    this.#panels.set(key, [...(this.#panels.get(key) ?? []), panel]);
    panel.onDidDispose(() => this.#panels.set(key, this.#panels.get(key)!.filter((other) => other !== panel)));
    const address = this.#addresses.get(key);
    this.#addresses.delete(key);
    await this.page.show(panel, uri, undefined, address);
    void this.problems.check(uri);
    watch(panel, uri, () => {
      void this.page.show(panel, uri);
      void this.problems.check(uri);
    });
  }

  /** Opens a file at an address of the page. */
  async open(file: string, ...parts: (string | number)[]): Promise<void> {
    const uri = vscode.Uri.file(file);
    const address = parts.map(encodeURIComponent).join(":");
    const panel = this.#panels.get(String(uri))?.at(-1);
    if (panel) return panel.reveal(), this.page.show(panel, uri, undefined, address);
    const type = Object.keys(this.types).find((type) => this.types[type]!.includes(file.split(".").pop()!.toLowerCase()));
    this.#addresses.set(String(uri), address);
    await vscode.commands.executeCommand("vscode.openWith", uri, type);
  }

  /** The diff editor that has a new editor of a file as one of its sides. Its input is none of those that extensions know. */
  async #comparison(uri: vscode.Uri): Promise<vscode.Tab | undefined> {
    // What is in a tab may be asked for before the tab is known.
    for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
      const { all, activeTabGroup: { activeTab } } = vscode.window.tabGroups;
      const own = all.flatMap(({ tabs }) => tabs).filter(({ input }) => input instanceof vscode.TabInputCustom && String(input.uri) === String(uri));
      if (own.length > (this.#panels.get(String(uri))?.length ?? 0)) return undefined;
      if (activeTab && !activeTab.input && activeTab.label !== this.#closing && activeTab.label.includes(uri.path.split("/").pop()!)) return activeTab;
    }
    return undefined;
  }

  /** Once both sides of a change are known, one comparison takes their place. Tabs are others after an update, but have the same label. */
  #compare(tab: vscode.Tab, uri: vscode.Uri): void {
    const first = this.#side?.label === tab.label ? this.#side.uri : undefined;
    this.#side = first ? undefined : { label: tab.label, uri };
    if (!first) return;
    this.#closing = tab.label;
    const known = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      if (!closed.some(({ label }) => label === tab.label)) return;
      this.#closing = undefined;
      known.dispose();
    });
    const [old, now] = isOld(uri) && !isOld(first) ? [uri, first] : [first, uri];
    void vscode.window.tabGroups.close(tab).then(() => compare(this.page, old, now));
  }
}

/** Calls a function when a file changes, until its editor is closed. */
function watch(panel: vscode.WebviewPanel, uri: vscode.Uri, changed: () => void): void {
  if (uri.scheme === "git") return;
  const name = uri.path.split("/").pop()!.replace(/[[\]{}*?]/g, "?");
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.joinPath(uri, ".."), name), false, false, true);
  // A file that replaces another is a new one.
  watcher.onDidCreate(changed);
  watcher.onDidChange(changed);
  panel.onDidDispose(() => watcher.dispose());
}

/** Whether git has it, and not only its index. */
function isOld({ scheme, query }: vscode.Uri): boolean {
  return scheme === "git" && (JSON.parse(query) as { ref: string }).ref !== "";
}

/** A line of the view of changes, as git makes it. */
interface Change extends vscode.SourceControlResourceState {
  leftUri?: vscode.Uri;
  rightUri?: vscode.Uri;
}

async function git(): Promise<Git | undefined> {
  const extension = vscode.extensions.getExtension<{ getAPI(version: 1): Git }>("vscode.git");
  return (await extension?.activate())?.getAPI(1);
}

/** Compares both sides of a change. */
async function compareChange(page: Page, { resourceUri, leftUri, rightUri }: Change): Promise<void> {
  const old = leftUri ?? (await git())?.toGitUri(resourceUri, "HEAD");
  if (old) await compare(page, old, rightUri ?? resourceUri);
}

/** Compares a file with a revision that a person chooses. */
async function compareRevision(page: Page, uri: vscode.Uri | undefined): Promise<void> {
  const api = await git();
  if (!uri || !api) return void vscode.window.showInformationMessage("There is no file in a repository of git to compare.");
  const ref = await picked(api, uri);
  if (ref) await compare(page, api.toGitUri(uri, ref), uri);
}

/** The file in the active editor. */
function shown(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

/** Comparisons that are open, by their files. */
const comparisons = new Map<string, vscode.WebviewPanel>();

async function compare(page: Page, old: vscode.Uri, now: vscode.Uri): Promise<void> {
  // Of a file that was added or removed, one side is empty or missing.
  for (const [one, other] of [[old, now], [now, old]] as const) {
    const size = await vscode.workspace.fs.stat(one).then(({ size }) => size, () => 0);
    if (size === 0) return void vscode.commands.executeCommand("vscode.open", other, undefined, named(other));
  }
  const key = `${old} ${now}`;
  const panel = comparisons.get(key) ?? vscode.window.createWebviewPanel("rezkit.changes", `${named(old)} ↔ ${named(now)}`, vscode.ViewColumn.Active, { retainContextWhenHidden: true });
  if (comparisons.has(key)) panel.reveal();
  else {
    comparisons.set(key, panel);
    panel.onDidDispose(() => comparisons.delete(key));
    for (const side of [old, now]) watch(panel, side, () => void page.show(panel, now, old));
  }
  await page.show(panel, now, old);
}
