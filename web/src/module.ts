// The WebAssembly module: one for each file. Works in a worker and under node.

import type { Failure, Verb, Verbs } from "./protocol.ts";

interface Exports {
  memory: WebAssembly.Memory;
  rezkit_input(len: number): number;
  rezkit_room(): void;
  rezkit_open(nameLen: number): void;
  rezkit_beside(nameLen: number): void;
  rezkit_ask(): void;
  rezkit_json(): number;
  rezkit_json_len(): number;
  rezkit_bytes(): number;
  rezkit_bytes_len(): number;
  rezkit_panic(): number;
  rezkit_panic_len(): number;
}

/** Thrown instead of an answer. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export class Module {
  readonly #exports: Exports;

  constructor(instance: WebAssembly.Instance) {
    this.#exports = instance.exports as unknown as Exports;
  }

  /** What a file is by its first bytes, and how large such a file may be. */
  room(head: Uint8Array): { title: string; most: number } {
    this.#input(head.length).set(head);
    this.#call(() => this.#exports.rezkit_room());
    return JSON.parse(this.#json());
  }

  /** Room for a file; what is written into it is opened by `open`. */
  reserve(len: number, name: string): { file: Uint8Array; open: () => void } {
    const title = new TextEncoder().encode(name);
    const room = this.#input(len + title.length);
    room.set(title, len);
    return { file: room.subarray(0, len), open: () => this.#call(() => this.#exports.rezkit_open(title.length)) };
  }

  open(file: Uint8Array, name: string): void {
    const room = this.reserve(file.length, name);
    room.file.set(file);
    room.open();
  }

  /** Gives the open file another one: to be compared with, or that its model names. */
  beside(file: Uint8Array, name: string): void {
    const title = new TextEncoder().encode(name);
    const room = this.#input(file.length + title.length);
    room.set(file);
    room.set(title, file.length);
    this.#call(() => this.#exports.rezkit_beside(title.length));
  }

  ask<V extends Verb>(verb: V, args: Verbs[V][0]): { result: Verbs[V][1]; bytes: Uint8Array<ArrayBuffer> } {
    return this.askAny({ [verb]: args }) as { result: Verbs[V][1]; bytes: Uint8Array<ArrayBuffer> };
  }

  /** An answer. Its bytes are a view on the memory of the module, which is empty after the next call. */
  askAny(question: object): { result: unknown; bytes: Uint8Array<ArrayBuffer> } {
    const text = new TextEncoder().encode(JSON.stringify(question));
    this.#input(text.length).set(text);
    this.#call(() => this.#exports.rezkit_ask());
    const answer = JSON.parse(this.#json()) as { result?: unknown; error?: Failure };
    if (answer.error) throw new Refused(answer.error);
    const at = this.#exports.rezkit_bytes();
    return { result: answer.result, bytes: this.#view(at, this.#exports.rezkit_bytes_len()) };
  }

  /** Ends the views that were given out: growing the memory, even by nothing, gives it another buffer. */
  release(): void {
    this.#exports.memory.grow(0);
  }

  /** How many bytes of memory the module has. */
  get memory(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  #input(len: number): Uint8Array<ArrayBuffer> {
    this.release();
    const at = this.#call(() => this.#exports.rezkit_input(len));
    if (at === 0) throw new Refused({ message: "the browser gives no more memory", isTrap: true, isFull: true });
    return this.#view(at, len);
  }

  #json(): string {
    return new TextDecoder().decode(this.#view(this.#exports.rezkit_json(), this.#exports.rezkit_json_len()));
  }

  // Each growth of the memory detaches earlier views; addresses above 2 GiB arrive negative.
  #view(at: number, len: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#exports.memory.buffer as ArrayBuffer, at >>> 0, len >>> 0);
  }

  // After a trap the memory can still be read, which has what the panic said.
  #call<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      const said = new TextDecoder().decode(
        this.#view(this.#exports.rezkit_panic(), this.#exports.rezkit_panic_len()),
      );
      // A failed allocation ends the module without a word.
      throw new Refused({ message: said || String(error), isTrap: true, isFull: !said && String(error).includes("unreachable") });
    }
  }
}
