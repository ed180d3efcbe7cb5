// A Firefox as browsers come, driven by WebDriver BiDi: Playwright drives one of its own alone.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What is used of a WebSocket, which node has from version 22 on. */
interface Socket {
  on(event: "open" | "message" | "error", call: (data: unknown) => void): void;
  send(text: string): void;
  close(): void;
}

const { ws: WebSocket } = createRequire(import.meta.url)("playwright-core/lib/utilsBundle") as { ws: new (url: string) => Socket };

/** Without a graphics card, Firefox draws by the library of the system if it is asked to; files are saved to a folder. */
const PREFERENCES = (folder: string) => [["browser.download.folderList", 2], ["browser.download.dir", `"${folder}"`], ["webgl.force-enabled", true], ["gfx.webrender.software", true], ["security.sandbox.content.level", 0], ["ui.prefersReducedMotion", 1], ["datareporting.policy.dataSubmissionEnabled", false]];

/** Where there is no screen, there is no WebGL without a graphics card, either: `xvfb-run` gives both. */
const HEADLESS = process.env["DISPLAY"] ? [] : ["--headless"];

/** Keys with names, as WebDriver writes them. */
const KEYS: Record<string, string> = { Control: "\uE009", Shift: "\uE008", Enter: "\uE007", Tab: "\uE004", Escape: "\uE00C", Delete: "\uE017", ArrowDown: "\uE015", ArrowLeft: "\uE012", F2: "\uE032", F6: "\uE036" };

interface Reply {
  id?: number;
  type?: string;
  result?: unknown;
  message?: string;
}

export class Firefox {
  readonly #process: ChildProcess;
  readonly #socket: Socket;
  readonly #profile: string;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  #next = 1;
  #context = "";

  private constructor(process: ChildProcess, socket: Socket, profile: string) {
    this.#process = process;
    this.#socket = socket;
    this.#profile = profile;
    socket.on("message", (data) => this.#take(JSON.parse(String(data)) as Reply));
  }

  static async launch(program: string, url: string): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), "rezkit-firefox-"));
    writeFileSync(join(profile, "user.js"), PREFERENCES(profile).map(([name, value]) => `user_pref("${name}", ${value});\n`).join(""));
    const process = spawn(program, [...HEADLESS, "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"], { stdio: ["ignore", "ignore", "pipe"], env: { ...globalThis.process.env, LIBGL_ALWAYS_SOFTWARE: "1" } });
    const address = await new Promise<string>((resolve, reject) => {
      let said = "";
      process.stderr!.on("data", (data) => {
        said += String(data);
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said);
        if (found) resolve(found[1]!);
      });
      process.on("exit", () => reject(new Error(`Firefox ended: ${said}`)));
    });
    const socket = new WebSocket(`${address}/session`);
    await new Promise<void>((resolve, reject) => {
      socket.on("open", () => resolve());
      socket.on("error", (error) => reject(error as Error));
    });
    const firefox = new Firefox(process, socket, profile);
    await firefox.#send("session.new", { capabilities: {} });
    const tree = (await firefox.#send("browsingContext.getTree", {})) as { contexts: { context: string }[] };
    firefox.#context = tree.contexts[0]!.context;
    await firefox.#send("browsingContext.navigate", { context: firefox.#context, url, wait: "complete" });
    return firefox;
  }

  #take({ id, type, result, message }: Reply): void {
    const waiting = this.#waiting.get(id ?? 0);
    this.#waiting.delete(id ?? 0);
    if (type === "error") waiting?.reject(new Error(message));
    else waiting?.resolve(result);
  }

  #send(method: string, params: object): Promise<unknown> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** The value of an expression in the page, which is text, a number or a truth value. */
  async value(expression: string): Promise<unknown> {
    const answer = (await this.#send("script.evaluate", { expression, target: { context: this.#context }, awaitPromise: true })) as { type: string; result?: { value?: unknown }; exceptionDetails?: { text: string } };
    if (answer.type !== "success") throw new Error(answer.exceptionDetails?.text ?? "an expression failed");
    return answer.result?.value;
  }

  /** Presses keys one after the other, each with those that are held: `Control+z`. */
  async press(...keys: string[]): Promise<void> {
    const actions = keys.flatMap((key) => {
      const held = key.split("+").map((name) => KEYS[name] ?? name);
      return [...held.map((value) => ({ type: "keyDown", value })), ...held.reverse().map((value) => ({ type: "keyUp", value }))];
    });
    await this.#send("input.performActions", { context: this.#context, actions: [{ type: "key", id: "keyboard", actions }] });
  }

  /** Gives the window a size in points. */
  async resize(width: number, height: number): Promise<void> {
    await this.#send("browsingContext.setViewport", { context: this.#context, viewport: { width, height } });
  }

  /** Chooses files, as their dialog does. */
  async choose(selector: string, ...files: string[]): Promise<void> {
    const found = (await this.#send("browsingContext.locateNodes", { context: this.#context, locator: { type: "css", value: selector } })) as { nodes: { sharedId: string }[] };
    await this.#send("input.setFiles", { context: this.#context, element: { sharedId: found.nodes[0]!.sharedId }, files });
  }

  /** The text of a saved file; nothing until it is there. */
  saved(name: string): string {
    const path = join(this.#profile, name);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  }

  end(): void {
    this.#socket.close();
    this.#process.kill();
    this.#process.on("exit", () => rmSync(this.#profile, { recursive: true, force: true, maxRetries: 3 }));
  }
}
