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
    open(file, "scripts", path, line);
    pick.hide();
  });
  pick.onDidHide(() => {
    end();
    pick.dispose();
  });
  pick.show();
}
