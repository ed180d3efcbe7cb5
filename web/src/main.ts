// The page: opens files, and shows one of them in views.

import samples from "samples:";
import { assetsView } from "./assets.ts";
import { decoded } from "./base64.ts";
import { BytesView } from "./bytes.ts";
import { Client, Failed } from "./client.ts";
import { contentsOf, insideView, ScriptsView } from "./contents.ts";
import { convertView } from "./convert.ts";
import * as dialogs from "./dialogs.ts";
import { byId, grouped, h, sentence, size } from "./dom.ts";
import { ModelView } from "./model.ts";
import { overview, refused } from "./overview.ts";
import { markdown } from "./report.ts";
import { sizesView } from "./sizes.ts";
import { TreeView } from "./tree.ts";
import type { Failure, Hit, Info, Place, Summary } from "./protocol.ts";
import type { Opened, View } from "./view.ts";

const main = byId("main");
const tabBar = byId("tabs");
const status = byId("status");
const pick = byId<HTMLInputElement>("pick");

/** How long a question may take before the page offers to stop it. */
const PATIENCE = 400;

/** Files that were opened, for the back button: a browser keeps their bytes on the disk. */
const files: { blob: Blob; name: string }[] = [];

interface Tab {
  id: string;
  title: string;
  make: () => View;
  view?: View;
}

/** The file in the page. */
let current: Session | null = null;
/** A worker that is ready for the next file; the module is compiled before it is needed. */
let ready: Client | null = spare();

/** When the next worker starts: after what the file in the page asks for first. */
const LATER = 1500;

function spare(): Client {
  return new Client((isBusy) => busy(isBusy));
}

let timer: ReturnType<typeof setTimeout> | undefined;

function busy(isBusy: boolean): void {
  clearTimeout(timer);
  if (isBusy) timer = setTimeout(() => (byId("work").hidden = false), PATIENCE);
  else byId("work").hidden = true;
}

function progress(done: number): void {
  byId("meter").style.transform = `scaleX(${Math.max(0.05, done)})`;
}

function say(text: string): void {
  status.textContent = text;
}

class Session implements Opened {
  readonly name: string;
  readonly client: Client;
  readonly summary: Summary;
  readonly info: Promise<Info>;
  readonly index: number;
  readonly #blob: Blob;
  readonly tabs: Tab[] = [];
  #tab = "";

  constructor(index: number, client: Client, summary: Summary) {
    const { blob, name } = files[index]!;
    this.index = index;
    this.#blob = blob;
    this.name = name;
    this.client = client;
    this.summary = summary;
    this.info = summary.problem ? Promise.reject(new Failed({ message: summary.problem.message, problem: summary.problem })) : client.ask("info", {});
    this.info.catch(() => {});
    this.#addTabs();
  }

  #addTabs(): void {
    const { problem, is_model, is_place } = this.summary;
    const add = (id: string, title: string, make: () => View): void => void this.tabs.push({ id, title, make });
    add("overview", "Overview", () => (problem ? foreign(this) : overview(this)));
    if (is_model) add("model", "Model", () => new ModelView(this));
    if (!problem) add("tree", "Tree", () => new TreeView(this));
    add("bytes", "Bytes", () => new BytesView(this));
    if (!problem) add("sizes", "Sizes", () => sizesView(this));
    if (!problem && is_place) add("assets", "Assets", () => assetsView(this, () => {}));
    // What else there is turns out while the first view is looked at.
    void this.#more();
  }

  async #more(): Promise<void> {
    if (!this.summary.problem) {
      const isRead = await this.info.then(() => true, () => false);
      if (!isRead) return this.#limit();
      const contents = await contentsOf(this).catch(() => []);
      const nScripts = contents.filter(({ kind }) => kind === "script").length;
      if (nScripts > 0) this.#insert("bytes", { id: "scripts", title: `Scripts`, make: () => new ScriptsView(this, contents) });
      if (contents.length > nScripts) this.#insert("bytes", { id: "inside", title: "Inside", make: () => insideView(this, contents) });
    }
    const targets = await this.client.ask("targets", {}).catch(() => []);
    if (targets.length > 0) this.tabs.push({ id: "convert", title: "Convert", make: () => convertView(this, targets) });
    if (current === this) this.drawTabs();
  }

  /** What cannot be read has its bytes, and the reason. */
  #limit(): void {
    const left = this.tabs.filter(({ id }) => id === "overview" || id === "bytes");
    this.tabs.splice(0, this.tabs.length, ...left);
    if (current !== this) return;
    byId("save-glb").hidden = true;
    this.restore(this.#tab);
  }

  #insert(before: string, tab: Tab): void {
    this.tabs.splice(this.tabs.findIndex(({ id }) => id === before), 0, tab);
  }

  get tab(): string {
    return this.#tab;
  }

  drawTabs(): void {
    const buttons = this.tabs.map(({ id, title }) =>
      h("button", { role: "tab", id: `tab-${id}`, "aria-selected": String(id === this.#tab), "aria-controls": "panel", tabIndex: id === this.#tab ? 0 : -1, onclick: () => this.show(id) }, title),
    );
    const hadFocus = tabBar.contains(document.activeElement);
    tabBar.replaceChildren(...buttons);
    tabBar.hidden = false;
    const chosen = byId(`tab-${this.#tab}`);
    if (hadFocus) chosen.focus();
    chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  show(tab: string): void {
    this.#reveal(tab);
    remember({ file: this.index, tab: this.#tab });
  }

  /** Without a step for the back button. */
  restore(tab: string): void {
    this.#reveal(tab);
  }

  #reveal(id: string): View | undefined {
    const tab = this.tabs.find((tab) => tab.id === id) ?? this.tabs[0];
    if (!tab) return undefined;
    this.#tab = tab.id;
    tab.view ??= tab.make();
    const { element } = tab.view;
    element.id = "panel";
    element.setAttribute("role", "tabpanel");
    element.setAttribute("aria-labelledby", `tab-${tab.id}`);
    // What scrolls is reached with the keyboard.
    if (!element.classList.contains("fixed")) element.tabIndex = 0;
    main.replaceChildren(element);
    this.drawTabs();
    tab.view.shown?.();
    return tab.view;
  }

  showBytes(place: Place): void {
    this.restoreBytes(place);
    remember({ file: this.index, tab: "bytes", place });
  }

  restoreBytes(place: Place): void {
    const view = this.#reveal("bytes");
    if (view instanceof BytesView) void view.show(place);
  }

  showNode(node: Hit): void {
    this.restoreNode(node);
    remember({ file: this.index, tab: "tree", node });
  }

  restoreNode(node: Hit): void {
    const view = this.#reveal("tree");
    if (view instanceof TreeView) void view.goTo(node);
  }

  async offerGlb(): Promise<void> {
    const tab = this.tabs.find(({ id }) => id === "model");
    if (!tab) return;
    tab.view ??= tab.make();
    try {
      dialogs.offer(await (tab.view as ModelView).made());
    } catch (error) {
      dialogs.failed("It cannot be saved as GLB", String((error as Error).message));
    }
  }

  async report(): Promise<void> {
    const digest = await crypto.subtle.digest("SHA-256", await this.#blob.arrayBuffer());
    const sha256 = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const info = await this.info.catch(() => null);
    const problem = info ? null : await this.info.then(() => null, (error: Error) => error.message);
    const broken = info ? await this.client.ask("check", { profiles: [] }).catch(() => []) : [];
    const rules = [];
    for (const rule of broken) rules.push({ rule, first: (await this.client.ask("findings", { rule: rule.id, first: 0, n: 1 }))[0] });
    dialogs.report(markdown({ name: this.name, sha256, summary: this.summary, info, problem, rules }), this.name);
  }

  say(text: string): void {
    say(text);
  }

  end(): void {
    for (const { view } of this.tabs) view?.ended?.();
    this.client.end();
  }
}

/** A file that none of the six families has: what it is, and its first lines. */
function foreign(file: Session): View {
  const { summary } = file;
  const { identity, problem, text } = summary;
  const sheet = h("section", { class: "sheet" }, ...refused(problem, problem?.message ?? ""));
  const facts = h("dl", { class: "facts" }, h("dt", null, "Format"), h("dd", null, sentence(identity.title)), h("dt", null, "Size"), h("dd", null, size(summary.n_bytes)));
  if (identity.wrappers.length > 0) facts.append(h("dt", null, "Packed in"), h("dd", null, identity.wrappers.join(" in ")));
  if (identity.disagreement) facts.append(h("dt", null, "Name"), h("dd", null, `${sentence(identity.disagreement)}.`));
  if (identity.damage) facts.append(h("dt", null, "Damage"), h("dd", null, `${sentence(identity.damage)}.`));
  if (summary.is_model) sheet.querySelector("h2")!.textContent = "A model of another format";
  const page = h("div", { class: "page stack" }, sheet, h("section", { class: "sheet" }, h("h2", null, "Facts"), facts));
  if (text) page.append(h("section", { class: "sheet" }, h("h2", null, "How it begins"), h("div", { class: "refusal" }, h("pre", { tabIndex: 0, "aria-label": "How it begins" }, text))));
  return { element: h("div", { class: "panel" }, page) };
}

interface Step {
  file: number;
  tab?: string;
  place?: Place;
  node?: Hit;
}

function remember(step: Step): void {
  const hash = step.tab ? `#${step.tab}` : "#";
  const now = history.state as Step | null;
  if (now && now.file === step.file && now.tab === step.tab && !step.place && !step.node) return;
  history.pushState(step, "", hash);
}

/** The view that the fragment of the address names, for the next file. */
function wantedTab(): string {
  return location.hash.slice(1);
}

async function open(blob: Blob, name: string): Promise<void> {
  files.push({ blob, name });
  const index = files.length - 1;
  const tab = current?.tab ?? wantedTab();
  if (await load(index, tab)) remember({ file: index, tab: current!.tab });
}

/** Opens a file that the page knows; whether it did. */
async function load(index: number, tab: string): Promise<boolean> {
  const { blob, name } = files[index]!;
  const client = ready ?? spare();
  ready = null;
  current?.end();
  current = null;
  loading = client;
  header(name, "");
  tabBar.hidden = true;
  say(`Opening ${name}`);
  progress(0);
  let summary: Summary;
  try {
    summary = await client.open(blob, name, progress);
  } catch (error) {
    if (loading === client) sorry(name, blob.size, (error as Failed).failure ?? { message: String(error) });
    return false;
  } finally {
    setTimeout(() => (ready ??= spare()), LATER);
  }
  if (loading !== client) {
    client.end();
    return false;
  }
  loading = null;
  current = new Session(index, client, summary);
  client.onTrap = (failure) => leave(client, failure);
  header(name, saidOf(summary));
  byId("report").hidden = false;
  byId("save-glb").hidden = !summary.is_model;
  say("");
  document.title = `${name}: rezkit`;
  current.restore(tab);
  current.info.then((info) => header(name, saidOf(summary, info)), () => {});
  return true;
}

let loading: Client | null = null;

function header(name: string, text: string): void {
  byId("file").hidden = false;
  byId("name").textContent = name;
  byId("name").title = name;
  byId("sentence").textContent = text;
  byId("sentence").title = text;
  byId("report").hidden = true;
  byId("save-glb").hidden = true;
  if (text) {
    byId("report").hidden = false;
    byId("save-glb").hidden = !current?.summary.is_model;
  }
}

/** What it is, in one sentence. */
function saidOf({ identity, n_bytes, problem }: Summary, info?: Info): string {
  const version = info?.version ?? identity.version;
  const parts = [`${sentence(identity.title)}${version ? `, version ${version}` : ""}`, size(n_bytes)];
  if (identity.wrappers.length > 0) parts.push(`in ${identity.wrappers.join(" in ")}`);
  // What can be counted: `12 faces`, and not a depth.
  const countable = Object.entries(info?.facts ?? {}).filter(([name, fact]) => typeof fact === "number" && /s$/.test(name));
  for (const [name, fact] of countable.slice(0, 3)) {
    if (typeof fact === "number") parts.push(`${grouped(fact)} ${fact === 1 ? singular(name) : name}`);
  }
  if (problem || identity.damage) parts.push(identity.damage ?? "which cannot be read here");
  return `${parts.join(", ")}.`;
}

function singular(name: string): string {
  return name.replace(/(vert|ind)ices$/, "$1ex").replace(/ies$/, "y").replace(/sses$/, "ss").replace(/([^s])s$/, "$1");
}

/** The file cannot be opened: too large, stopped, or the module ended. */
function sorry(name: string, bytes: number, failure: Failure): void {
  const parts: HTMLElement[] = [];
  if (failure.room) {
    const { title, most } = failure.room;
    parts.push(
      h("h2", null, "Too large for a page"),
      h("p", null, `${sentence(title)} of ${size(bytes)} would need more memory than a browser gives: the most is ${size(most)}.`),
      outside(name),
    );
  } else if (failure.isFull) {
    parts.push(
      h("h2", null, "Not enough memory"),
      h("p", null, `This browser gives the page no more memory, which ${name} of ${size(bytes)} would need.`),
      outside(name),
    );
  } else if (failure.isTrap) {
    parts.push(
      h("h2", null, "The reader ended unexpectedly"),
      h("p", null, "This is a defect of rezkit, not of the page: please report it with this text. Nothing was sent anywhere, and the next file can be opened."),
      h("pre", { tabIndex: 0, "aria-label": "What it said" }, failure.message),
    );
  } else {
    parts.push(h("h2", null, sentence(failure.message)), h("p", null, `${name} was not opened.`));
  }
  const again = h("label", { for: "pick", class: "button" }, "Open another file");
  say(parts[0]!.textContent ?? "");
  header(name, "");
  tabBar.hidden = true;
  main.replaceChildren(h("div", { class: "panel" }, h("div", { class: "page" }, h("section", { class: "sheet refusal" }, ...parts, h("div", null, again)))));
}

/** How to read what is too large for a page. */
function outside(name: string): HTMLElement {
  return h("p", null, "The program ", h("code", null, "rez"), " has no such limit: ", h("code", null, `rez info "${name}"`), ".");
}

/** The empty page. */
function start(): void {
  current?.end();
  current = null;
  loading = null;
  byId("file").hidden = true;
  byId("report").hidden = true;
  byId("save-glb").hidden = true;
  tabBar.hidden = true;
  document.title = "rezkit";
  say("");
  const buttons = samples.map(({ name, title, base64 }) => h("button", { onclick: () => void open(new Blob([decoded(base64)]), name) }, title));
  main.replaceChildren(
    h(
      "div",
      { class: "panel start" },
      h(
        "div",
        { class: "start-inner" },
        h("h1", null, "See what is inside of an asset file"),
        h("p", { class: "lead" }, "Meshes, models and places of Roblox, meshes and LLSD of Second Life, Model 3D: what it is, what is wrong with it, every byte explained, the model in 3D, saved as GLB for Blender."),
        h("div", { class: "drop" }, h("p", null, "Drop a file anywhere on this page, paste it, or"), h("label", { for: "pick", class: "button" }, "Choose a file")),
        h("div", { class: "samples", role: "group", "aria-label": "Samples" }, h("span", { class: "dim" }, "Or try a sample:"), ...buttons),
        h("p", { class: "promise" }, "Nothing leaves this machine. The page is one file without a server, and its security policy lets it request nothing from anywhere."),
      ),
    ),
  );
}

/** Ends what takes long; the next file gets a new worker. */
function stop(): void {
  // What is being opened says so itself.
  loading?.end();
  if (current) leave(current.client, { message: "stopped" });
}

/** Leaves the file in the page, and says why. */
function leave(client: Client, failure: Failure): void {
  if (current?.client !== client) return;
  const { name, summary } = current;
  current.end();
  current = null;
  sorry(name, summary.n_bytes, failure);
}

function takeTransfer(data: DataTransfer | null): boolean {
  const file = data?.files[0];
  if (!file) return false;
  void open(file, file.name);
  return true;
}

byId("home").addEventListener("click", () => {
  start();
  history.pushState(null, "", "#");
});
byId("stop").addEventListener("click", stop);
byId("report").addEventListener("click", () => void current?.report());
byId("save-glb").addEventListener("click", () => void current?.offerGlb());
byId("about").addEventListener("click", () => dialogs.about(current?.summary.tool ?? "rezkit"));
byId("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const isDark = root.dataset["theme"] ? root.dataset["theme"] === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset["theme"] = isDark ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset["theme"]);
  } catch {
    // Some browsers keep nothing for a file.
  }
});
try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset["theme"] = theme;
} catch {
  // As above.
}

pick.addEventListener("change", () => {
  const file = pick.files?.[0];
  if (file) void open(file, file.name);
  pick.value = "";
});
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dragging");
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) document.body.classList.remove("dragging");
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dragging");
  takeTransfer(event.dataTransfer);
});
document.addEventListener("paste", (event) => {
  if (takeTransfer(event.clipboardData)) event.preventDefault();
  else if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
  else {
    const text = event.clipboardData?.getData("text/plain");
    if (text) void open(new Blob([text]), "pasted.txt");
  }
});
window.addEventListener("popstate", async (event) => {
  const step = event.state as Step | null;
  if (!step) return start();
  if (current?.index !== step.file && !(await load(step.file, step.tab ?? ""))) return;
  if (step.place) current?.restoreBytes(step.place);
  else if (step.node) current?.restoreNode(step.node);
  else current?.restore(step.tab ?? "");
});

document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]")) return;
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement;
  if (event.key === "o" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    pick.click();
  } else if (event.key === "Escape" && !byId("work").hidden) {
    stop();
  } else if (isTyping || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  } else if (event.key === "/") {
    const search = main.querySelector<HTMLInputElement>("input[type=search], input[type=text]");
    if (search) event.preventDefault();
    search?.focus();
  } else if (/^[1-9]$/.test(event.key)) {
    const tab = current?.tabs[Number(event.key) - 1];
    if (tab) current?.show(tab.id);
  }
});
tabBar.addEventListener("keydown", (event) => {
  if (!current) return;
  const at = current.tabs.findIndex(({ id }) => id === current?.tab);
  const n = current.tabs.length;
  const to = { ArrowRight: (at + 1) % n, ArrowLeft: (at + n - 1) % n, Home: 0, End: n - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  current.show(current.tabs[to]!.id);
});

history.replaceState(null, "");
start();

/** A file that was put into the page by `rez view`. */
const given = document.getElementById("given");
if (given) void open(new Blob([decoded(given.textContent ?? "")]), given.dataset["name"] ?? "file");
