// The package, installed in an empty folder, and the examples of its README.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const npm = (cwd: string, ...args: string[]): string => execFileSync(process.platform === "win32" ? "npm.cmd" : "npm", args, { cwd, encoding: "utf8", shell: process.platform === "win32" });

/** A new folder with the package as npm packs and installs it, and the files of the examples. */
export function installed(): { folder: string; tarball: string; nBytes: number } {
  const folder = mkdtempSync(join(tmpdir(), "rezkit-npm-"));
  const [{ filename, size }] = JSON.parse(npm("dist/npm", "pack", "--json", "--pack-destination", folder)) as [{ filename: string; size: number }];
  const tarball = join(folder, filename);
  writeFileSync(join(folder, "package.json"), "{}");
  npm(folder, "install", "--offline", "--no-audit", "--no-fund", "--omit=peer", tarball);
  for (const file of ["rbxmesh/samples/vase.mesh", "rbxxml/samples/hut.rbxlx", "m3d/samples/figure.m3d"]) cpSync(join("../fixtures", file), join(folder, file.split("/").pop()!));
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(join(process.cwd(), "node_modules/three"), join(folder, "node_modules/three"), "junction");
  return { folder, tarball, nBytes: size };
}

export interface Example {
  code: string;
  /** What it prints. */
  expected: string;
  kind: string;
}

/** The examples of the README, as they stand there. */
export function examples(): Example[] {
  const blocks = readFileSync("npm/README.md", "utf8").matchAll(/```js ?(\S*)\n(.*?)```\n(?:\n```text\n(.*?)```)?/gs);
  return [...blocks].map(([, kind, code, expected]) => ({ kind: kind!, code: code!, expected: expected ?? "" }));
}
