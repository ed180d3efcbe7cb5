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

export class Problems implements vscode.Disposable {
  readonly #list = vscode.languages.createDiagnosticCollection("rezkit");
  readonly #running = new Map<string, ChildProcess>();
  readonly #watcher: vscode.FileSystemWatcher;

  constructor(extensions: string[]) {
    this.#watcher = vscode.workspace.createFileSystemWatcher(`**/*.{${extensions.join(",")}}`, true, false, false);
    this.#watcher.onDidChange((uri) => this.#list.has(uri) && this.check(uri));
    this.#watcher.onDidDelete((uri) => this.#list.delete(uri));
  }

  /** Checks a file, if `rez` is there. */
  check(uri: vscode.Uri): void {
    if (uri.scheme !== "file") return;
    void this.#run(uri.fsPath, PATIENCE);
  }

  /** Checks all files of the workspace. */
  async checkFolders(): Promise<void> {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
    const options = { location: vscode.ProgressLocation.Notification, title: "rez check", cancellable: true };
    await vscode.window.withProgress(options, async (_, stop) => {
      for (const { uri } of folders) {
        if (stop.isCancellationRequested) return;
        const ends = stop.onCancellationRequested(() => this.#running.get(uri.fsPath)?.kill());
        const why = await this.#run(uri.fsPath, 0);
        ends.dispose();
        if (why && !stop.isCancellationRequested) void vscode.window.showErrorMessage(why);
      }
    });
  }

  /** Why nothing was checked, if nothing was. What still runs for the same path ends. */
  #run(path: string, timeout: number): Promise<string | undefined> {
    const program = vscode.workspace.getConfiguration("rezkit").get("rez", "");
    if (!program || !vscode.workspace.isTrusted) return Promise.resolve("rez is not to be run here");
    this.#running.get(path)?.kill();
    return new Promise((resolve) => {
      const child = execFile(program, ["check", "--json", path], { timeout, maxBuffer: MOST }, (error, out) => {
        if (this.#running.get(path) !== child) return resolve(undefined);
        this.#running.delete(path);
        // With findings, `rez` ends with a number of its own.
        if (error && typeof error.code !== "number") return resolve(`${program} cannot be run: ${error.message}`);
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
    this.#list.set(uri, findings.map((finding) => problem(finding, place(finding))));
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

function problem({ rule, severity, broken, path, found, help, part, line, column, n_more }: Finding, place: vscode.Range): vscode.Diagnostic {
  const more = n_more ? ` (and ${n_more} more)` : "";
  // The lines of a script are not those of the file that it is in.
  const where = line ? `${path}:${line}:${column}` : [part, path].filter(Boolean).join(": ");
  const text = `${where}: ${broken}${found && ` (${found})`}.${more} ${help}`;
  const made = new vscode.Diagnostic(place, text.trim(), SEVERITIES[severity]);
  [made.source, made.code] = ["rez", rule];
  return made;
}
