// Runs the module apart from the page. A worker has one file; ending it frees everything.

import { decoded } from "./letters.ts";
import { unpacked } from "./lzma.ts";
import { Module, Refused } from "./module.ts";
import type { Failure, Reply, Request } from "./protocol.ts";

/** Enough to see what a file is. */
const HEAD = 1 << 20;
/** What is copied between two reports of progress. */
const PIECE = 8 << 20;

let start: (core: string | WebAssembly.Module) => void;
const module: Promise<Module> = new Promise<string | WebAssembly.Module>((resolve) => (start = resolve)).then(load);

/** The first worker compiles the module for all. */
async function load(core: string | WebAssembly.Module): Promise<Module> {
  if (typeof core === "string") {
    const bytes = decoded(core);
    // A quick build has the module as it is, since unpacking takes most of the time until a page of tests is there.
    core = await WebAssembly.compile(bytes[0] === 0 ? bytes : unpacked(bytes));
    send({ compiled: core });
  }
  return new Module(await WebAssembly.instantiate(core));
}

async function open(id: number, file: Blob, name: string): Promise<unknown> {
  const rezkit = await module;
  const head = await bytesOf(file.slice(0, HEAD));
  const room = rezkit.room(head);
  if (file.size > room.most) {
    throw new Refused({ message: "the file is too large for a page", room });
  }
  const { file: place, open } = rezkit.reserve(file.size, name);
  place.set(head);
  for (let at = head.length; at < file.size; at += PIECE) {
    place.set(await bytesOf(file.slice(at, at + PIECE)), at);
    send({ id, progress: Math.min(1, (at + PIECE) / file.size) });
  }
  open();
  return rezkit.ask("summary", {}).result;
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch {
    // A folder, a file that was moved since, or one that may not be read.
    throw new Refused({ message: "the browser cannot read it", isUnread: true });
  }
}

function send(reply: Reply, transfer: Transferable[] = []): void {
  (self as unknown as Worker).postMessage(reply, transfer);
}

self.onmessage = async ({ data: request }: MessageEvent<Request>) => {
  if ("core" in request) return start(request.core);
  const { id } = request;
  try {
    if ("open" in request) {
      send({ id, result: await open(id, request.open, request.name) });
      return;
    }
    if ("beside" in request) {
      (await module).beside(await bytesOf(request.beside), request.name);
      send({ id, result: null });
      return;
    }
    if ("picture" in request) {
      const { bytes } = (await module).ask("picture", { size: [request.picture, request.picture] });
      send({ id, result: new FileReaderSync().readAsDataURL(new Blob([bytes], { type: "image/png" })) });
      return;
    }
    const { result, bytes: lent } = (await module).askAny(request.question);
    const bytes = lent.slice();
    send({ id, result, bytes }, [bytes.buffer]);
  } catch (error) {
    const failure: Failure = error instanceof Refused ? error.failure : { message: String(error), isTrap: true };
    send({ id, error: failure });
  }
};
