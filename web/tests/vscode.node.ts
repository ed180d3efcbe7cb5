// The extension of VS Code with an editor that is made up: where problems stand, and what a click on a change shows.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";

const uri = (path: string, scheme = "file", query = ""): object => ({ scheme, path, fsPath: path, query, toString: () => `${scheme}:${path}?${query}` });
const ended = { dispose() {} };

class Position {
  constructor(readonly line: number, readonly character: number) {}
}

class Range {
  readonly start: Position;
  constructor(start: Position | number, character: Position | number) {
    this.start = start instanceof Position ? start : new Position(start, character as number);
  }
}

interface Tab {
  label: string;
  input?: object;
}

class TabInputCustom {
  constructor(readonly uri: object) {}
}

/** An editor: the viewer that the extension registers, the problems, and the panels that it opens. */
async function editor(rez: string) {
  const problems = new Map<string, { code: { value: string; target: { query: string } }; range: Range }[]>();
  const panels: { title: string; html: string; nShown: number }[] = [];
  const group = { activeTab: undefined as Tab | undefined, get tabs() { return group.activeTab ? [group.activeTab] : []; } };
  // What is known of tabs is a little old.
  const told = new Set<(change: { closed: Tab[] }) => void>();
  const know = (tab: Tab | undefined): unknown => setTimeout(() => {
    const closed = group.tabs;
    group.activeTab = tab;
    for (const tell of told) tell({ closed });
  }, 80);
  const onDidChangeTabs = (tell: (change: { closed: Tab[] }) => void): object => (told.add(tell), { dispose: () => told.delete(tell) });
  const tabGroups = { activeTabGroup: group, onDidChangeTabs, all: [group], know, nClosed: 0, close: async () => (know(undefined), void tabGroups.nClosed++) };
  const ran: unknown[][] = [];
  let viewer: { resolveCustomEditor(document: object, panel: object): Promise<void>; problems: { check(uri: object): void } } | undefined;
  const vscode = {
    Uri: { file: uri, from: (parts: object) => parts, joinPath: (base: { path: string }, ...more: string[]) => uri(join(base.path, ...more)) },
    Position,
    Range,
    TabInputCustom,
    Diagnostic: class {
      constructor(readonly range: Range, readonly message: string) {}
    },
    DiagnosticSeverity: {},
    ColorThemeKind: { Light: 1, HighContrastLight: 4 },
    ViewColumn: { Active: -1 },
    RelativePattern: class {},
    languages: { createDiagnosticCollection: () => ({ ...ended, set: ({ path }: { path: string }, list: []) => problems.set(path, list) }) },
    workspace: {
      isTrusted: true,
      getConfiguration: () => ({ get: () => rez }),
      createFileSystemWatcher: () => ({ ...ended, onDidCreate() {}, onDidChange() {}, onDidDelete() {} }),
      fs: { stat: async ({ query }: { query: string }) => ({ size: query.includes("empty") ? 0 : 1 }), readFile: async ({ path }: { path: string }) => (path.endsWith("rezkit.html") ? Buffer.from('<html lang="en"><!--given-->') : readFileSync(path)) },
    },
    commands: { registerCommand: () => ended, executeCommand: (...command: unknown[]) => ran.push(command) },
    window: {
      tabGroups,
      activeColorTheme: { kind: 1 },
      registerCustomEditorProvider: (_: string, given: NonNullable<typeof viewer>) => ((viewer = given), ended),
      createWebviewPanel(_: string, title: string) {
        const panel = { title, html: "", nShown: 0 };
        panels.push(panel);
        return { webview: { set html(html: string) { Object.assign(panel, { html, nShown: panel.nShown + 1 }); } }, reveal() {}, onDidDispose() {} };
      },
    },
  };
  const { outputFiles } = await build({ entryPoints: ["../editors/vscode/src/extension.ts"], bundle: true, write: false, format: "cjs", platform: "node", external: ["vscode"] });
  const module = { exports: {} as { activate(context: object): void } };
  const own = createRequire(import.meta.url);
  new Function("module", "exports", "require", outputFiles[0]!.text)(module, module.exports, (name: string) => (name === "vscode" ? vscode : own(name)));
  module.exports.activate({ extensionUri: uri("/extension"), subscriptions: [], extension: { packageJSON: { contributes: { customEditors: [{ viewType: "rezkit.binary", selector: [] }] } } } });
  return { viewer: viewer!, problems, panels, tabGroups, ran };
}

test("a problem stands at the line of a script or at the byte of a part", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rezkit-vscode-"));
  try {
    const [text, bytes, rez] = ["a.rbxlx", "b.rbxl", "rez"].map((name) => join(folder, name)) as [string, string, string];
    writeFileSync(text, "<roblox>\n<Source>x\ny = =</Source>\n<Item/></roblox>");
    writeFileSync(bytes, "\0");
    const finding = { severity: "error", broken: "", path: "", found: "", help: "" };
    const findings = [{ ...finding, rule: "SCR001", line: 2, column: 5, range: { start: 17, end: 24 } }, { ...finding, rule: "RXX001", range: { start: 34, end: 41 } }];
    const binary = [{ ...finding, rule: "SCR001", path: "Code/Beta", line: 2, column: 5 }, { ...finding, rule: "RBX001", part: "Floor", range: { start: 34, end: 41 } }, { ...finding, rule: "RBX002", range: { start: 3, end: 4, packed_at: 900 } }];
    const lines = [{ file: text, findings }, { file: bytes, findings: binary }].map((line) => JSON.stringify(line)).join("\n");
    writeFileSync(rez, `#!/bin/sh\ncat <<'END'\n${lines}\nEND\n`, { mode: 0o755 });
    const { viewer, problems } = await editor(rez);
    viewer.problems.check(uri(text));
    while (problems.size < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    const places = (path: string): unknown[] => problems.get(path)!.map(({ code, range: { start } }) => [code.value, start.line + 1, start.character + 1]);
    assert.deepEqual(places(text), [["SCR001", 3, 5], ["RXX001", 4, 1]]);
    assert.deepEqual(places(bytes), [["SCR001", 2, 5], ["RBX001", 1, 35], ["RBX002", 1, 901]]);
    const addresses = problems.get(bytes)!.map(({ code }) => JSON.parse(decodeURIComponent(code.target.query)).slice(1));
    assert.deepEqual(addresses, [["scripts", "Code/Beta", 2], ["tree", "Floor"], ["bytes", "file", "0x384"]]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("of both sides of a change one comparison is made, and another file is shown by itself", async () => {
  const { viewer, panels, tabGroups, ran } = await editor("");
  const own = join(import.meta.dirname ?? ".", "vscode.node.mjs");
  const panel = { webview: { html: "" }, onDidDispose() {} };
  const [old, index, now] = [uri(own, "git", '{"ref":"HEAD"}'), uri(own, "git", '{"ref":""}'), uri(own)];
  const resolved = async (tab: Tab, ...sides: object[]): Promise<void> => {
    tabGroups.know(tab);
    await Promise.all(sides.map((side) => viewer.resolveCustomEditor({ uri: side }, panel)));
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const diff = { label: "vscode.node.mjs ↔ vscode.node.mjs" };
  for (const sides of [[old, now], [old, now], [index, old]]) {
    await resolved(diff, ...sides);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.equal(panel.webview.html, "");
  assert.equal(tabGroups.nClosed, 3);
  assert.deepEqual(panels.map(({ title, nShown }) => [title, nShown]), [["vscode.node.mjs (HEAD) ↔ vscode.node.mjs", 2], ["vscode.node.mjs (HEAD) ↔ vscode.node.mjs (index)", 1]]);
  for (const { html } of panels) assert.match(html, /id="given-old" data-name="vscode.node.mjs \(HEAD\)"/);
  // The side that is there is opened while the other tab still seems to be active.
  await resolved(diff, uri(own, "git", '{"ref":"empty"}'), old);
  assert.deepEqual(ran.at(-1), ["vscode.open", old, undefined, "vscode.node.mjs (HEAD)"]);
  assert.equal(panels.length, 2);
  assert.equal(tabGroups.activeTabGroup.activeTab, diff);
  await resolved({ label: "vscode.node.mjs (HEAD)", input: new TabInputCustom(old) }, old);
  assert.match(panel.webview.html, /id="given"/);
  assert.doesNotMatch(panel.webview.html, /given-old/);
});
