// The page in a webview, with files in it as `rez view` puts them there: it asks for nothing, from anywhere.

import * as vscode from "vscode";

/** Larger files take more memory than a webview has. */
const MOST = 128 << 20;

/** The place in the page where files go. */
const MARK = "<!--given-->";

export class Page {
  readonly #html: Thenable<string>;

  constructor(folder: vscode.Uri) {
    this.#html = vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, "dist", "rezkit.html")).then((bytes) => Buffer.from(bytes).toString());
  }

  /** Shows a file, compared with an older one if that is given, or at an address of the page. */
  async show({ webview }: vscode.WebviewPanel, uri: vscode.Uri, old?: vscode.Uri, address = ""): Promise<void> {
    // The policy of the page itself allows its own scripts and nothing else.
    webview.options = { enableScripts: true, localResourceRoots: [] };
    try {
      const given = [await element("given", uri, address), ...(old ? [await element("given-old", old)] : [])];
      webview.html = (await this.#html).replace('<html lang="en">', `<html lang="en" data-theme="${theme()}">`).replace(MARK, () => given.join(""));
    } catch (error) {
      webview.html = `<p>${escaped(error instanceof Error ? error.message : String(error))}</p>`;
    }
  }
}

async function element(id: string, uri: vscode.Uri, address = ""): Promise<string> {
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > MOST) throw new Error(`${uri.path} is too large to be shown here: it has ${size} bytes, and the most is ${MOST}. rez info has no such limit.`);
  const bytes = await vscode.workspace.fs.readFile(uri);
  const name = id === "given" ? uri.path.split("/").pop()! : named(uri);
  return `<script type="text/plain" id="${id}" data-name="${escaped(name)}" data-address="${escaped(address)}">${Buffer.from(bytes).toString("base64")}</script>`;
}

/** A file, with its revision if it is of git: `hut.rbxm (index)`. */
export function named(uri: vscode.Uri): string {
  return `${uri.path.split("/").pop()}${uri.scheme === "git" ? ` (${revision(uri)})` : ""}`;
}

/** What git calls a revision: of a commit the beginning of its hash. */
function revision(uri: vscode.Uri): string {
  const { ref } = JSON.parse(uri.query) as { ref: string };
  return /^[0-9a-f]{40}$/.test(ref) ? ref.slice(0, 8) : ref.replace(/^~?$/, "index");
}

function theme(): string {
  const { Light, HighContrastLight } = vscode.ColorThemeKind;
  return [Light, HighContrastLight].includes(vscode.window.activeColorTheme.kind) ? "light" : "dark";
}

/** Letters that mean something in HTML. */
function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
