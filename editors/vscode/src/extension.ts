// Shows files in the page of rezkit, which has all that is known of formats.

import * as vscode from "vscode";
import { Problems } from "./problems";
import { type Git, picked } from "./revisions";
import { Page } from "./page";
import { searchScripts } from "./search";

/** Those of the manifest. */
const VIEWERS = ["rezkit.binary", "rezkit.other"];

export function activate(context: vscode.ExtensionContext): void {
  const page = new Page(context.extensionUri);
  const problems = new Problems(extensions(context));
  const viewer = new Viewer(page, problems);
  const options = { supportsMultipleEditorsPerDocument: true, webviewOptions: { retainContextWhenHidden: true } };
  const commands: Record<string, (...args: never[]) => unknown> = {
    "rezkit.compareChange": (change: Change) => compareChange(page, change),
    "rezkit.compareRevision": (uri?: vscode.Uri) => compareRevision(page, uri ?? shown()),
    "rezkit.compareFiles": (_: vscode.Uri, [old, now]: vscode.Uri[]) => old && now && compare(page, old, now),
    "rezkit.check": () => problems.checkFolders(),
    "rezkit.searchScripts": () => searchScripts(),
  };
  void vscode.commands.executeCommand("setContext", "rezkit.extensions", extensions(context).map((extension) => `.${extension}`));
  context.subscriptions.push(
    problems,
    ...VIEWERS.map((type) => vscode.window.registerCustomEditorProvider(type, viewer, options)),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
  );
}

/** The extensions that the manifest names. */
function extensions({ extension }: vscode.ExtensionContext): string[] {
  const { customEditors } = extension.packageJSON.contributes as { customEditors: { selector: { filenamePattern: string }[] }[] };
  return customEditors.flatMap(({ selector }) => selector.flatMap(({ filenamePattern }) => filenamePattern.replace(/^\*\.\{|\}$/g, "").split(",")));
}

/** A file in an editor of its own, which is shown anew when it changes. */
class Viewer implements vscode.CustomReadonlyEditorProvider {
  /** The side of a change that was resolved first. */
  #side: { tab: vscode.Tab; uri: vscode.Uri } | undefined;

  constructor(
    readonly page: Page,
    readonly problems: Problems,
  ) {}

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose() {} };
  }

  async resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel): Promise<void> {
    // The diff editor has an editor for each side, and an input that is none of those that extensions know.
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    if (tab && !tab.input) return this.#compare(tab, uri);
    await this.page.show(panel, uri);
    this.problems.check(uri);
    if (uri.scheme === "git") return;
    const name = uri.path.split("/").pop()!.replace(/[[\]{}*?]/g, "?");
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.joinPath(uri, ".."), name), true, false, true);
    watcher.onDidChange(() => {
      void this.page.show(panel, uri);
      this.problems.check(uri);
    });
    panel.onDidDispose(() => watcher.dispose());
  }

  /** Once both sides of a change are known, one comparison takes their place. */
  #compare(tab: vscode.Tab, uri: vscode.Uri): void {
    const first = this.#side?.tab === tab ? this.#side.uri : undefined;
    this.#side = first ? undefined : { tab, uri };
    if (!first) return;
    const [old, now] = isOld(uri) && !isOld(first) ? [uri, first] : [first, uri];
    void vscode.window.tabGroups.close(tab).then(() => compare(this.page, old, now));
  }
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
  const title = `${now.path.split("/").pop()}: changes`;
  const key = `${old} ${now}`;
  const panel = comparisons.get(key) ?? vscode.window.createWebviewPanel("rezkit.changes", title, vscode.ViewColumn.Active, { retainContextWhenHidden: true });
  if (comparisons.has(key)) panel.reveal();
  else comparisons.set(key, panel), panel.onDidDispose(() => comparisons.delete(key));
  await page.show(panel, now, old);
}
