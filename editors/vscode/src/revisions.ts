// The revisions of a file that git knows.

import * as vscode from "vscode";

/** Of what the extension of git offers, what is used here. */
export interface Git {
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
  getRepository(uri: vscode.Uri): { log(options: { maxEntries: number; path: string }): Promise<Commit[]> } | null;
}

interface Commit {
  hash: string;
  message: string;
  authorName?: string;
  authorDate?: Date;
}

/** The revision of a file that a person chooses. */
export async function picked(git: Git, uri: vscode.Uri): Promise<string | undefined> {
  const commits = (await git.getRepository(uri)?.log({ maxEntries: 200, path: uri.fsPath })) ?? [];
  const items = commits.map(({ hash, message, authorName, authorDate }, i) => ({
    label: message.split("\n")[0]!,
    description: `${hash.slice(0, 8)}${i === 0 ? ", the last one" : ""}`,
    detail: [authorName, authorDate?.toLocaleString()].filter(Boolean).join(", "),
    hash,
  }));
  if (items.length === 0) return void vscode.window.showInformationMessage("git knows no revision of this file.");
  const item = await vscode.window.showQuickPick(items, { placeHolder: `Compare ${uri.path.split("/").pop()} with`, matchOnDescription: true, matchOnDetail: true });
  return item?.hash;
}
