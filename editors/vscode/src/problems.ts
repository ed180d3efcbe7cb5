// What `rez check` finds, as problems.

import { type ChildProcess, execFile } from "node:child_process";
import * as vscode from "vscode";

/** How long a file may take, in milliseconds; a folder has a button to stop it. */
const PATIENCE = 30_000;
/** What `rez` may say of all files. */
const MOST = 64 << 20;

/** A line of `rez check --json`: the schema rezkit.check. */
interface Checked {
  file: string;
  findings?: Finding[];
}

interface Finding {
  rule: string;
  severity: "error" | "warning" | "note";
  broken: string;
  path: string;
  found: string;
  help: string;
  part?: string;
  /** The line and column of a script, from 1. */
  line?: number;
  column?: number;
  /** Bytes of the file, or of the unpacked data of a packed part. */
  range?: { start: number; end: number; packed_at?: number };
  n_more?: number;
}

const SEVERITIES = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  note: vscode.DiagnosticSeverity.Information,
};

/** The program `rez`; empty, if it is not to be run here. */
export function program(): string {
  return vscode.workspace.isTrusted ? vscode.workspace.getConfiguration("rezkit").get("rez", "") : "";
}

/** Says that `rez` cannot be run, with a button to its setting, which in a remote window is one of that machine. */
export async function sayUnrun({ message }: Error): Promise<void> {
  const button = "Open the Setting";
  const chosen = await vscode.window.showWarningMessage(`${program()} cannot be run: ${message}`, button);
  const settings = vscode.env.remoteName ? "workbench.action.openRemoteSettings" : "workbench.action.openSettings";
  if (chosen) void vscode.commands.executeCommand(settings, { query: "rezkit.rez" });
}

export class Problems implements vscode.Disposable {
  readonly #list = vscode.languages.createDiagnosticCollection("rezkit");
  readonly #running = new Map<string, ChildProcess>();
  readonly #watcher: vscode.FileSystemWatcher;
  #isSaid = false;

  constructor(extensions: string[]) {
    this.#watcher = vscode.workspace.createFileSystemWatcher(`**/*.{${extensions.join(",")}}`);
    for (const changes of [this.#watcher.onDidCreate, this.#watcher.onDidChange]) changes((uri) => this.#list.has(uri) && this.check(uri));
    this.#watcher.onDidDelete((uri) => this.#list.delete(uri));
  }

  /** Checks a file, if `rez` is there; if not, that is said once. */
  async check(uri: vscode.Uri): Promise<void> {
    if (uri.scheme !== "file" || !program()) return;
    const error = await this.#run(uri.fsPath, PATIENCE);
    if (error && !this.#isSaid) void sayUnrun(error);
    this.#isSaid ||= error !== undefined;
  }

  /** Checks all files of the workspace. */
  async checkFolders(): Promise<void> {
    if (!program()) return void vscode.window.showInformationMessage("rez is not to be run here.");
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
    const options = { location: vscode.ProgressLocation.Notification, title: "rez check", cancellable: true };
    await vscode.window.withProgress(options, async (_, stop) => {
      for (const { uri } of folders) {
        if (stop.isCancellationRequested) return;
        const ends = stop.onCancellationRequested(() => this.#running.get(uri.fsPath)?.kill());
        const error = await this.#run(uri.fsPath, 0);
        ends.dispose();
        if (error) void sayUnrun(error);
      }
    });
  }

  /** Why `rez` cannot be run, if it cannot. What still runs for the same path ends. */
  #run(path: string, timeout: number): Promise<Error | undefined> {
    this.#running.get(path)?.kill();
    return new Promise((resolve) => {
      const child = execFile(program(), ["check", "--json", path], { timeout, maxBuffer: MOST }, (error, out) => {
        if (this.#running.get(path) !== child) return resolve(undefined);
        this.#running.delete(path);
        // With findings, `rez` ends with a number of its own.
        if (error && typeof error.code !== "number") return resolve(error.killed ? undefined : error);
        const checked = out.split("\n").filter(Boolean).map((line) => JSON.parse(line) as Checked);
        void Promise.all(checked.map((one) => this.#take(one))).finally(() => resolve(undefined));
      });
      this.#running.set(path, child);
    });
  }

  async #take({ file, findings = [] }: Checked): Promise<void> {
    const uri = vscode.Uri.file(file);
    const bytes = findings.some(({ line, range }) => line ?? range) ? await vscode.workspace.fs.readFile(uri).then((bytes) => bytes, () => null) : null;
    const place = bytes && !bytes.includes(0) ? placesIn(bytes) : placeInBytes;
    this.#list.set(uri, findings.map((finding) => problem(file, finding, place(finding))));
  }

  dispose(): void {
    for (const child of this.#running.values()) child.kill();
    this.#watcher.dispose();
    this.#list.dispose();
  }
}

/** A file of bytes has no lines: there, a line is that of a script, and a column the number of a byte. */
function placeInBytes({ line = 1, column, range }: Finding): vscode.Range {
  const byte = column ? column - 1 : (range?.packed_at ?? range?.start ?? 0);
  return new vscode.Range(line - 1, byte, line - 1, byte);
}

/** Finds the places of findings in a text. */
function placesIn(bytes: Uint8Array): (finding: Finding) => vscode.Range {
  const starts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  const position = (byte: number): vscode.Position => {
    const line = starts.findLastIndex((start) => start <= byte);
    return new vscode.Position(line, Buffer.from(bytes.subarray(starts[line], byte)).toString().length);
  };
  return ({ line, column, range }) => {
    if (!range || range.packed_at !== undefined) return new vscode.Range(0, 0, 0, 0);
    const start = position(range.start);
    if (!line || !column) return new vscode.Range(start, position(range.end));
    // The range is that of the script, in which lines are counted.
    const at = new vscode.Position(start.line + line - 1, column - 1 + (line === 1 ? start.character : 0));
    return new vscode.Range(at, at);
  };
}

/** Where the page shows it: in a script, as an instance, or as bytes. */
function addressOf({ path, part, line, range }: Finding): (string | number)[] {
  if (line) return ["scripts", path, line];
  if (part) return ["tree", part];
  if (!range) return ["overview"];
  const { start, end, packed_at } = range;
  return ["bytes", "file", packed_at === undefined ? `0x${start.toString(16)}-0x${end.toString(16)}` : `0x${packed_at.toString(16)}`];
}

function problem(file: string, finding: Finding, place: vscode.Range): vscode.Diagnostic {
  const { rule, severity, broken, path, found, help, part, line, column, n_more } = finding;
  const more = n_more ? ` (and ${n_more} more)` : "";
  // The lines of a script are not those of the file that it is in.
  const where = line ? `${path}:${line}:${column}` : [part, path].filter(Boolean).join(": ");
  const text = `${where}: ${broken}${found && ` (${found})`}.${more} ${help}`;
  const made = new vscode.Diagnostic(place, text.trim(), SEVERITIES[severity]);
  // VS Code gives no place to an editor that is not of texts: the rule is a link to it.
  const query = encodeURIComponent(JSON.stringify([file, ...addressOf(finding)]));
  made.source = "rez";
  made.code = { value: rule, target: vscode.Uri.from({ scheme: "command", path: "rezkit.open", query }) };
  return made;
}
