// Files that are made of a file.

import { zipSync } from "fflate";
import type { Client } from "./client.ts";
import { save, stem } from "./dom.ts";
import type { Report, Wish } from "./protocol.ts";

export interface Made {
  report: Report;
  bytes: Uint8Array<ArrayBuffer>;
}

export async function convert(file: { client: Client }, wish: Wish, isQuiet = false): Promise<Made> {
  const { result: report, bytes } = await file.client.askBytes("convert", wish, isQuiet);
  return { report, bytes };
}

/** Saves a file; with those beside it in a ZIP archive. */
export function saveMade({ report, bytes }: Made): void {
  if (report.beside.length === 0) {
    save(report.name, bytes);
    return;
  }
  const files: Record<string, Uint8Array> = { [report.name]: bytes.subarray(0, report.n_bytes) };
  let at = report.n_bytes;
  for (const [name, n] of report.beside) {
    files[name] = bytes.subarray(at, at + n);
    at += n;
  }
  const zip = zipSync(files, { level: 6, mtime: new Date(1980, 0, 1) });
  save(`${stem(report.name)}.zip`, zip as Uint8Array<ArrayBuffer>, "application/zip");
}
