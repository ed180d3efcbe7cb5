// A search in the scripts of all models and places of the workspace, by `rez grep`. The stable API of VS Code lets no
// extension take part in its own search: a list that is filled while somebody types stands in its place.

import { type ChildProcess, execFile } from "node:child_process";
import * as vscode from "vscode";
import { program, sayUnrun } from "./problems";

/** Milliseconds after a letter before a search begins, and bytes that `rez` may say. */
const PAUSE = 250;
const MOST = 64 << 20;
/** Lines that are listed. */
const MOST_LINES = 1000;
/** Bytes of a text from which on VS Code gives extensions none of it. */
const MOST_TEXT = 50 << 20;

/** A line of `rez grep --json`: the schema rezkit.grep. Files that cannot be read have another. */
interface Found {
  schema: string;
  file: string;
  path: string;
  line: number;
  text: string;
}

interface Item extends vscode.QuickPickItem {
  found: Found;
}

/** Shows the list, from which a line is opened. */
export function searchScripts(open: (file: string, ...address: (string | number)[]) => unknown): void {
  const pick = vscode.window.createQuickPick<Item>();
  pick.placeholder = "A text in the scripts of all models and places";
  let running: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  const search = (text: string): void => {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file").map(({ uri }) => uri.fsPath);
    if (!text || folders.length === 0 || !program()) return void (pick.items = []);
    pick.busy = true;
    const child = execFile(program(), ["grep", "--json", "--ignore-case", "--fixed-strings", "--", text, ...folders], { maxBuffer: MOST }, (error, out) => {
      // It may have been ended for another.
      if (running !== child) return;
      pick.busy = false;
      // Where nothing is found, `rez` ends with a number of its own.
      if (error && typeof error.code !== "number") return void sayUnrun(error);
      const found = out.split("\n").filter(Boolean).map((line) => JSON.parse(line) as Found).filter(({ schema }) => schema.startsWith("rezkit.grep/"));
      pick.items = found.slice(0, MOST_LINES).map((found) => ({ label: found.text.trim(), description: `${found.path}:${found.line}`, detail: vscode.workspace.asRelativePath(found.file), found }));
    });
    running = child;
  };
  const end = (): void => {
    clearTimeout(timer);
    running?.kill();
    running = undefined;
  };
  pick.onDidChangeValue((text) => {
    end();
    timer = setTimeout(() => search(text), PAUSE);
  });
  pick.onDidAccept(() => {
    const [item] = pick.selectedItems;
    if (!item) return;
    const { file, path, line } = item.found;
    const all = pick.items.map(({ found }) => found);
    const before = all.slice(0, all.indexOf(item.found) + 1).filter((other) => other.file === file);
    pick.hide();
    void lineIn(file, before).then((at) => {
      if (at === undefined) return open(file, "scripts", path, line);
      return vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, 0, at, 0) });
    });
  });
  pick.onDidHide(() => {
    end();
    pick.dispose();
  });
  pick.show();
}

/** The line of a text file that has the last of some found lines, which it has in the same order. */
async function lineIn(file: string, found: Found[]): Promise<number | undefined> {
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.file(file));
  if (bytes.length > MOST_TEXT || bytes.includes(0)) return undefined;
  const letters: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  const lines = Buffer.from(bytes).toString().replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => letters[name]!).split("\n");
  let at = -1;
  for (const { text } of found) {
    at = lines.findIndex((line, i) => i > at && line.includes(text.trim()));
    if (at < 0) return undefined;
  }
  return at;
}
