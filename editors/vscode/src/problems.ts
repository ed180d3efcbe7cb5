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
        for (const line of out.split("\n").filter(Boolean)) this.#take(JSON.parse(line) as Checked);
        resolve(undefined);
      });
      this.#running.set(path, child);
    });
  }

  #take({ file, findings = [] }: Checked): void {
    this.#list.set(vscode.Uri.file(file), findings.map(problem));
  }

  dispose(): void {
    for (const child of this.#running.values()) child.kill();
    this.#watcher.dispose();
    this.#list.dispose();
  }
}

function problem({ rule, severity, broken, path, found, help, part, line, column, n_more }: Finding): vscode.Diagnostic {
  const more = n_more ? ` (and ${n_more} more)` : "";
  // The lines of a script are not those of the file that it is in.
  const place = line ? `${path}:${line}:${column}` : [part, path].filter(Boolean).join(": ");
  const text = `${place}: ${broken}${found && ` (${found})`}.${more} ${help}`;
  // A file of bytes has no lines.
  const made = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 0), text.trim(), SEVERITIES[severity]);
  [made.source, made.code] = ["rez", rule];
  return made;
}
