// What is dropped, pasted or chosen: files, and folders with their files.

import type { Edited } from "./protocol.ts";

/** A file as some changes left it. */
export interface Version {
  blob: Blob;
  /** The changes that made it, in words. */
  said: string[];
  result: Edited;
}

/** A file to be opened. */
export interface Source {
  blob: Blob;
  name: string;
  /** The older version that it is compared with. */
  old?: Source;
  /** What a person made of it, one change after the other, and how many of these count. */
  versions?: Version[];
  at?: number;
}

/** Files of folders that are listed at most. */
const MOST = 10_000;

interface Taken {
  sources: Source[];
  /** A folder whose files the browser does not give. */
  closed: string | null;
}

/** The files of a drop or a paste. What belongs to the event is read before the first pause, since it ends with it. */
export async function taken(data: DataTransfer): Promise<Taken> {
  const items = [...data.items].filter(({ kind }) => kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry?.() ?? null);
  const handles = items.map((item) => handleOf(item));
  const files = [...data.files];
  const sources: Source[] = [];
  let closed: string | null = null;
  for (const [i, file] of files.entries()) {
    const entry = entries[i];
    if (!entry?.isDirectory) {
      sources.push({ blob: file, name: file.name });
      continue;
    }
    const handle = await handles[i];
    const inside = handle?.kind === "directory" ? await filesBelow(handle as Folder) : await filesIn(entry as FileSystemDirectoryEntry);
    if (inside.length === 0) closed = file.name;
    sources.push(...inside);
  }
  return { sources, closed };
}

/** The files of a choice, those of a folder with the names of the folders that they are in. */
export function chosen(list: FileList | null): Source[] {
  const sources = [...(list ?? [])].map((file) => ({ blob: file, name: file.webkitRelativePath || file.name }));
  return sources.some(({ name }) => name.includes("/")) ? sources.sort(byName) : sources;
}

/** What Chromium has beside entries: it gives files also to a page that lies on the disk. */
type Folder = FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> };

function handleOf(item: DataTransferItem): Promise<FileSystemHandle | null> {
  const { getAsFileSystemHandle: ask } = item as { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> };
  return ask ? ask.call(item).catch(() => null) : Promise.resolve(null);
}

async function filesBelow(folder: Folder): Promise<Source[]> {
  const pending: [FileSystemHandle, string][] = [[folder, folder.name]];
  const sources: Source[] = [];
  for (let next = pending.pop(); next && sources.length < MOST; next = pending.pop()) {
    const [handle, path] = next;
    if (handle.kind === "file") {
      const blob = await (handle as FileSystemFileHandle).getFile().catch(() => null);
      if (blob) sources.push({ blob, name: path });
      continue;
    }
    for await (const inside of (handle as Folder).values()) if (!inside.name.startsWith(".")) pending.push([inside, `${path}/${inside.name}`]);
  }
  return sources.sort(byName);
}

/** The same by entries, which browsers refuse to a page that lies on the disk. */
async function filesIn(folder: FileSystemDirectoryEntry): Promise<Source[]> {
  const [pending, sources]: [FileSystemEntry[], Source[]] = [[folder], []];
  for (let entry = pending.pop(); entry && sources.length < MOST; entry = pending.pop()) {
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory) {
      pending.push(...(await entriesOf(entry as FileSystemDirectoryEntry)));
    } else {
      const blob = await fileOf(entry as FileSystemFileEntry);
      if (blob) sources.push({ blob, name: entry.fullPath.replace(/^\//, "") });
    }
  }
  return sources.sort(byName);
}

function byName(a: Source, b: Source): number {
  return a.name.localeCompare(b.name, "en", { numeric: true });
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // A browser gives some at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0 || all.length > MOST) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File | null> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(null)));
}
