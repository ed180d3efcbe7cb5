// The page's side of a worker, which has one file.

import workerText from "worker:./worker.ts";
import { byId } from "./dom.ts";
import type { Failure, Reply, Request, Summary, Verb, Verbs } from "./protocol.ts";

const SCRIPT = URL.createObjectURL(new Blob([workerText], { type: "text/javascript" }));

/** The module: packed in the page, until the first worker has compiled it. */
let core: string | WebAssembly.Module = byId("core").textContent ?? "";

/** Pixels of a side of a picture: two for each of a card. */
const SIDE = 256;

/** Thrown when the worker has no answer. */
export class Failed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

// Nobody misses the answer of a file that was left.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Failed && event.reason.failure.isStopped) event.preventDefault();
});

interface Waiting {
  resolve: (answer: { result: unknown; bytes: Uint8Array }) => void;
  reject: (error: Failed) => void;
  progress: ((done: number) => void) | undefined;
  isQuiet: boolean;
}

export class Client {
  #worker = this.#started();
  readonly #waiting = new Map<number, Waiting>();
  readonly #onBusy: (isBusy: boolean) => void;
  #isBusy = false;
  /** Called when the module has ended by itself. */
  onTrap: (failure: Failure) => void = () => {};
  #next = 0;
  /** What is answered before the next question is asked: nothing, or that the file was opened again. */
  #isOpen: Promise<unknown> = Promise.resolve();
  /** The last check, to which later questions refer. */
  #checked: Verbs["check"][0] | null = null;

  constructor(onBusy: (isBusy: boolean) => void) {
    this.#onBusy = onBusy;
  }

  #started(): Worker {
    const worker = new Worker(SCRIPT);
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#take(data);
    worker.onerror = (event) => this.#trapped({ message: event.message || "the worker ended", isTrap: true });
    worker.postMessage({ core } satisfies Request);
    return worker;
  }

  async open(file: Blob, name: string, progress: (done: number) => void): Promise<Summary> {
    const { result } = await this.#send((id) => ({ id, open: file, name }), progress);
    return result as Summary;
  }

  async ask<V extends Verb>(verb: V, args: Verbs[V][0]): Promise<Verbs[V][1]> {
    return (await this.askBytes(verb, args)).result;
  }

  async askBytes<V extends Verb>(
    verb: V,
    args: Verbs[V][0],
    isQuiet = false,
  ): Promise<{ result: Verbs[V][1]; bytes: Uint8Array<ArrayBuffer> }> {
    await this.#isOpen;
    const answer = await this.#send((id) => ({ id, question: { [verb]: args } }), undefined, isQuiet);
    if (verb === "check") this.#checked = args as Verbs["check"][0];
    return answer as { result: Verbs[V][1]; bytes: Uint8Array<ArrayBuffer> };
  }

  /**
   * A small picture of the model, as `rez thumb` draws it, as an address that needs not be given back. The worker draws it
   * and makes the address, so that the page has nothing to do for it.
   */
  async picture(): Promise<string> {
    await this.#isOpen;
    return (await this.#send((id) => ({ id, picture: SIDE }))).result as string;
  }

  /** Gives the open file another one: to be compared with, or that its model names. */
  async give(file: Blob, name: string): Promise<void> {
    await this.#isOpen;
    await this.#send((id) => ({ id, beside: file, name }));
  }

  /** Ends the worker, whatever it does, and frees its memory. */
  end(message = "stopped"): void {
    this.#worker.terminate();
    this.#fail({ message, isStopped: true });
  }

  /** Ends what the worker does, and gives the file to another. */
  restart(file: Blob, name: string): void {
    this.end();
    this.#worker = this.#started();
    const [opened, checked] = [this.open(file, name, () => {}), this.#checked];
    this.#isOpen = opened.then(() => checked && this.#send((id) => ({ id, question: { check: checked } })));
    // Those that ask hear of a failure.
    this.#isOpen.catch(() => {});
  }

  #send(
    request: (id: number) => Request,
    progress?: (done: number) => void,
    isQuiet = false,
  ): Promise<{ result: unknown; bytes: Uint8Array }> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress, isQuiet });
      this.#tellBusy();
      this.#worker.postMessage(request(id));
    });
  }

  /** Nobody waits for what is quiet. */
  #tellBusy(): void {
    const isBusy = [...this.#waiting.values()].some(({ isQuiet }) => !isQuiet);
    if (isBusy !== this.#isBusy) this.#onBusy((this.#isBusy = isBusy));
  }

  #take(reply: Reply): void {
    if ("compiled" in reply) {
      core = reply.compiled;
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return;
    if ("progress" in reply) {
      waiting.progress?.(reply.progress);
      return;
    }
    if ("error" in reply && reply.error.isTrap) return this.#trapped(reply.error);
    this.#waiting.delete(reply.id);
    if ("error" in reply) waiting.reject(new Failed(reply.error));
    else waiting.resolve({ result: reply.result, bytes: reply.bytes ?? new Uint8Array() });
    this.#tellBusy();
  }

  /** What a module would answer after a trap is worth nothing. */
  #trapped(failure: Failure): void {
    this.#worker.terminate();
    this.#fail(failure);
    this.onTrap(failure);
  }

  #fail(failure: Failure): void {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of all) reject(new Failed(failure));
    this.#tellBusy();
  }
}
