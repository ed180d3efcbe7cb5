// The page: opens files, and shows one of them in views.

import "./style.ts";
import { decoded } from "./base64.ts";
import { type Address, addressIn } from "./choice.ts";
import { Client, type Failed } from "./client.ts";
import * as dialogs from "./dialogs.ts";
import { byId, counted, grouped, h, sentence, size } from "./dom.ts";
import { chosen, type Source, taken } from "./files.ts";
import { latest } from "./edits.ts";
import { focusWork, keepFocus } from "./focus.ts";
import { KEYS, listen } from "./keys.ts";
import { isMotion } from "./motion.ts";
import { isService } from "./gist.ts";
import type { Failure, Info, Summary } from "./protocol.ts";
import { Show } from "./samples.ts";
import { Session } from "./session.ts";
import { Shelf } from "./shelf.ts";

const main = byId("main");
const tabBar = byId("tabs");
const status = byId("status");
const pick = byId<HTMLInputElement>("pick");

/** How long a question may take before the page offers to stop it. */
const PATIENCE = 400;

/** Files that were opened, for the back button: a browser keeps their bytes on the disk. */
const files: Source[] = [];

/** The list of all files, with what is known of them. */
let shelf: Shelf | null = null;
/** The number that stands for it in the history. */
const SHELF = -1;
/** What was to be said of files: those that could not be taken out of an archive. */
const remarks: string[] = [];

/** The file in the page, and its number among those that were opened. */
let current: Session | null = null;
let shown = -1;
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
  byId("doing").textContent = loading ? "Reading…" : "Working…";
}

function progress(done: number): void {
  byId("meter").style.transform = `scaleX(${Math.max(0.05, done)})`;
}

function say(text: string): void {
  status.textContent = status.title = text;
}

/** What the back button returns to: a file, and the address in it. Steps outlive the page, and files do not. */
interface Step {
  file: number;
  /** Of the list of all files it is empty. */
  name: string;
}

function stepTo(file: number): Step {
  return { file, name: files[file]?.name ?? "" };
}

function remember(file: number, address: string, isNew: boolean): void {
  const now = history.state as Step | null;
  const step = stepTo(file);
  const isElsewhere = now?.file !== file || location.hash !== address;
  if (isElsewhere && (isNew || !now)) history.pushState(step, "", address);
  else if (isElsewhere || now.name !== step.name) history.replaceState(step, "", address);
}

/** Opens a file; of several, the list of all. */
async function open(sources: Source[]): Promise<void> {
  if (sources.length === 0 || (await animated(sources))) return;
  const index = files.length;
  files.push(...sources);
  forgetShelf();
  if (sources.length === 1) return step(index);
  showShelf();
  remember(SHELF, "#files", true);
}

/** Whether a file moves the model that is open, or one of two files the other. */
async function animated(sources: Source[]): Promise<boolean> {
  const models = sources.length === 1 ? (current?.summary.is_model ? [current.source] : []) : sources;
  if (models.length === 0 || sources.length > 2) return false;
  const [motion, ...more] = await filtered(sources, isMotion);
  const model = models.find((source) => source !== motion);
  if (!motion || !model || more.length > 0) return false;
  if (model !== current?.source) {
    files.push(model);
    forgetShelf();
    await step(files.length - 1);
  }
  if (current?.source !== model) return true;
  say(`${motion.name} moves it`);
  const reason = await current.move(motion);
  if (reason !== null) say(sentence(`${reason}.`));
  return reason === null || sources.length === 2;
}

async function filtered<T>(all: T[], is: (one: T) => Promise<boolean>): Promise<T[]> {
  const kept = await Promise.all(all.map(is));
  return all.filter((_, i) => kept[i]);
}

/** The list is made anew, with all files. */
function forgetShelf(): void {
  shelf?.stop();
  shelf = null;
}

/** Shows the list of all files. */
function showShelf(): void {
  leaveFile();
  shown = SHELF;
  header(counted(files.length, "file"), "");
  barePage();
  say("");
  document.title = `${counted(files.length, "file")}: rezkit`;
  shelf ??= new Shelf(files, remarks, (index) => void step(index), (old, now) => void compare(old, now));
  main.replaceChildren(shelf.element);
  shelf.start();
}

/** Compares two files of the list, in the place of the newer one. */
async function compare(old: number, now: number): Promise<void> {
  const { blob, name } = files[now]!;
  await addAndStep({ blob, name, old: files[old]! });
}

async function addAndStep(source: Source): Promise<void> {
  files.push(source);
  forgetShelf();
  const index = files.length - 1;
  if (await load(index, { view: source.old ? "changes" : "overview" })) remember(index, current!.address, true);
}

function leaveFile(): void {
  show?.stop();
  shelf?.stop();
  current?.end();
  current = null;
  loading?.end();
  loading = null;
}

/** The files of an archive, in its place. */
async function unpack(client: Client, archive: Source, index: number): Promise<void> {
  const { members, problems, is_cut } = await client.ask("members", {});
  const sources: Source[] = [];
  for (const [i, { path }] of members.entries()) {
    if (loading !== client) return;
    const { bytes } = await client.askBytes("member", { index: i });
    sources.push({ blob: new Blob([bytes]), name: `${archive.name}/${path}` });
    if (i % 50 === 0) progress(i / members.length);
  }
  client.end();
  loading = null;
  remarks.push(...problems.map((problem) => `${archive.name}: ${problem}`), ...(is_cut ? [`${archive.name} has more files: the first ${grouped(members.length)} are listed`] : []));
  if (sources.length === 0) {
    refuse(archive.name, [h("h2", null, "No files in it"), ...problems.map((problem) => h("p", null, sentence(`${problem}.`)))]);
    return;
  }
  files.splice(index, 1, ...sources);
  forgetShelf();
  if (sources.length === 1) return step(index);
  showShelf();
  remember(SHELF, "#files", false);
}

/** Opens a file as a step that the back button undoes, even before it is open: in the view that is in sight, or as the address says. */
async function step(index: number): Promise<void> {
  const [was, there] = [(history.state as Step | null)?.name, addressIn(location.hash)];
  // What the address names of another file is not in this one.
  const address = current ? { view: current.tab } : was && was !== files[index]!.name ? { view: there.view } : there;
  remember(index, location.hash, true);
  if (await load(index, address)) remember(index, current!.address, false);
}

/** Opens a file that the page knows; whether it did. */
async function load(index: number, address: Address): Promise<boolean> {
  const source = files[index]!;
  const { name } = source;
  const blob = latest(source);
  const client = ready ?? spare();
  ready = null;
  leaveFile();
  loading = client;
  shown = index;
  header(name, "");
  barePage();
  say(`Opening ${name}`);
  if (document.activeElement === document.body) main.focus();
  progress(0);
  let session: Session;
  try {
    const summary = await client.open(blob, name, progress);
    if (summary.is_archive && loading === client) {
      await unpack(client, source, index);
      return false;
    }
    const targets = await client.ask("targets", {});
    if (loading !== client) {
      client.end();
      return false;
    }
    session = new Session(source, client, summary, targets, { say, stepped: (address, isNew) => current === session && remember(index, address, isNew), opened: (source) => void addAndStep(source) });
  } catch (error) {
    if (loading === client) sorry(name, blob.size, (error as Failed).failure ?? { message: String(error) });
    return false;
  } finally {
    setTimeout(() => (ready ??= spare()), LATER);
  }
  loading = null;
  current = session;
  const { summary } = session;
  client.onTrap = (failure) => leave(client, failure);
  header(name, saidOf(summary), summary.problem && !summary.is_model ? "broken" : "");
  say("");
  document.title = `${name}: rezkit`;
  current.restoreAddress(address);
  // Who goes through the list of files with the arrow keys stays there.
  if (document.activeElement !== byId("files")) focusWork();
  session.info.then(
    (info) => {
      const say = (own?: string): void => header(name, saidOf(summary, info, own), (info.n_warnings > 0 && !summary.problem) || summary.identity.damage ? "damaged" : "");
      say();
      // A model has the name of the instance that it is.
      if (info.facts["at the top"] === 1) void client.ask("subtree", { of: 0, first: 0, n: 1 }).then(([top]) => current === session && say(top?.name), () => {});
    },
    (error: Failed) => (summary.problem && !summary.is_model) || error.failure.isStopped || header(name, `${saidOf(summary).slice(0, -1)}: it cannot be read, ${error.message}.`, "broken"),
  );
  return true;
}

let loading: Client | null = null;

/** Without tabs, and without what belongs to views. */
function barePage(): void {
  tabBar.hidden = true;
  byId("more").hidden = true;
  byId("beside-choice").hidden = true;
  byId("foot").hidden = true;
}

function header(name: string, text: string, state: "" | "broken" | "damaged" = ""): void {
  byId("file").hidden = false;
  byId("name").textContent = name;
  byId("name").title = name;
  const sentence = byId("sentence");
  sentence.textContent = text;
  sentence.title = text;
  sentence.className = state;
  byId("report").hidden = !text;
  if (!text) byId("save-glb").hidden = byId("save-other").hidden = true;
  const select = byId<HTMLSelectElement>("files");
  // A long list is on the shelf.
  const near = files.slice(0, 500).map(({ name, old }, i) => h("option", { value: String(i) }, old ? `${name}, compared` : name));
  select.replaceChildren(h("option", { value: String(SHELF) }, `All ${grouped(files.length)} files`), ...near);
  select.value = String(shown);
  byId("others").hidden = files.length < 2;
}

/** What it is, in one sentence; `own` is its name. */
function saidOf({ identity, n_bytes, problem, is_model, is_place }: Summary, info?: Info, own?: string): string {
  const version = info?.version ?? identity.version;
  // A place has services, and both have the one version that there is.
  const place = info?.classes.some(({ name }) => isService(name)) ? "place" : "model";
  const what = is_place && info ? identity.title.replace("model or place", place) : `${identity.title}${version ? `, version ${version}` : ""}`;
  const parts = [`${sentence(what)}${place === "model" && own ? ` “${own}”` : ""}`, size(n_bytes)];
  if (identity.wrappers.length > 0) parts.push(`in ${identity.wrappers.join(" in ")}`);
  // What can be counted: `12 faces`, and not a depth.
  const countable = Object.entries(info?.facts ?? {}).filter(([name, fact]) => typeof fact === "number" && /s$/.test(name));
  for (const [name, fact] of countable.slice(0, 3)) {
    if (typeof fact === "number") parts.push(`${grouped(fact)} ${fact === 1 ? singular(name) : name}`);
  }
  // Models of other formats are shown all the same.
  if (identity.damage || (problem && !is_model)) parts.push(identity.damage ?? "which cannot be read here");
  else if (info && info.n_warnings > 0 && !problem) parts.push(`damaged: ${counted(info.n_warnings, "part")} read around`);
  return `${parts.join(", ")}.`;
}

function singular(name: string): string {
  return name.replace(/(vert|ind)ices$/, "$1ex").replace(/ies$/, "y").replace(/(ss|sh|ch|x)es$/, "$1").replace(/([^s])s$/, "$1");
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
  } else if (failure.isUnread) {
    parts.push(
      h("h2", null, "The browser cannot read it"),
      h("p", null, `${name} may be a folder, may have been moved since, or may not be read by this browser.`),
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
  refuse(name, parts);
}

function refuse(name: string, parts: HTMLElement[]): void {
  const again = h("label", { for: "pick", class: "button" }, "Open another file");
  say(parts[0]!.textContent ?? "");
  header(name, "");
  barePage();
  main.replaceChildren(h("div", { class: "panel" }, h("div", { class: "page" }, h("section", { class: "sheet refusal" }, ...parts, h("div", null, again)))));
}

/** How to read what is too large for a page. */
function outside(name: string): HTMLElement {
  return h("p", null, "The program ", h("code", null, "rez"), " has no such limit: ", h("code", null, `rez info "${name}"`), ".");
}

/** What moves on the empty page. */
let show: Show | null = null;

/** The empty page. */
function start(): void {
  leaveFile();
  byId("file").hidden = true;
  byId("report").hidden = true;
  byId("save-glb").hidden = byId("save-other").hidden = true;
  byId("others").hidden = true;
  barePage();
  document.title = "rezkit";
  say("");
  show ??= new Show((source) => void open([source]));
  show.start();
  main.replaceChildren(
    h(
      "div",
      { class: "panel start" },
      h(
        "div",
        { class: "start-inner" },
        show.element,
        h("h1", null, "See what is inside of an asset file"),
        h("p", { class: "lead" }, "Meshes, models and places of Roblox, meshes and LLSD of Second Life, Model 3D: what it is, what is wrong with it, every byte explained, the model in 3D, saved as GLB for Blender."),
        h("div", { class: "drop" }, lost(), h("p", null, "Drop a file anywhere on this page, paste it, or"), h("label", { for: "pick", class: "button" }, "Choose a file")),
        h("div", { class: "samples", role: "group", "aria-label": "Samples" }, h("span", { class: "dim" }, "Or try a sample:"), ...show.buttons),
        h("p", { class: "promise" }, "Nothing leaves this machine. The page is one file without a server, and its security policy lets its scripts request nothing from anywhere."),
      ),
    ),
  );
}

/** The file that was open before the page was loaded anew, and what the address names of it. */
function lost(): HTMLElement | null {
  const name = (history.state as Step | null)?.name;
  const { view, path, place, spot } = addressIn(location.hash);
  const part = path ?? (place ? `byte 0x${place.start.toString(16)}` : spot?.triangles ? `triangle ${spot.triangles[0]}` : null);
  if (!name && part === null) return null;
  const where = part === null ? "to go on" : `to go to ${part} in ${view === "bytes" ? "its bytes" : `the ${view}`}`;
  return h("strong", null, `${name ? `The page does not have ${name} any more: open it again` : "Open the file of this address"} ${where}.`);
}

/** Ends what takes long. A file that was read stays open. */
function stop(): void {
  // What is being opened says so itself.
  loading?.end();
  if (current?.isRead) current.stop();
  else if (current) leave(current.client, { message: "stopped" });
}

/** Leaves the file in the page, and says why. */
function leave(client: Client, failure: Failure): void {
  if (current?.client !== client) return;
  const { name, summary } = current;
  current.end();
  current = null;
  sorry(name, summary.n_bytes, failure);
}

/** Opens what was dropped or pasted; whether there were files. */
function takeTransfer(data: DataTransfer | null): boolean {
  if (!data || data.files.length === 0) return false;
  void taken(data).then(({ sources, closed }) => {
    if (sources.length > 0) void open(sources);
    else if (closed !== null) closedFolder(closed);
  });
  return true;
}

/** A folder whose files the browser gives only to who chooses them. */
function closedFolder(name: string): void {
  leaveFile();
  refuse(name, [
    h("h2", null, "A folder"),
    h("p", null, `${name} is a folder, or is empty. This browser does not give its files to a page that lies on the disk, unless they are chosen.`),
    h("label", { for: "pick-folder", class: "button" }, "Choose the folder"),
  ]);
}

byId("home").addEventListener("click", () => {
  history.pushState(null, "", "#");
  start();
});
byId("stop").addEventListener("click", stop);
byId("report").addEventListener("click", () => void current?.report());
byId("save-glb").addEventListener("click", () => void current?.offerGlb());
byId("about").addEventListener("click", () => dialogs.about(current?.summary.tool ?? "rezkit", KEYS));
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

for (const input of [pick, byId<HTMLInputElement>("pick-folder")]) {
  input.addEventListener("change", () => {
    void open(chosen(input.files));
    input.value = "";
  });
}
byId("files").addEventListener("change", () => {
  const index = Number(byId<HTMLSelectElement>("files").value);
  if (index !== SHELF) return void step(index);
  showShelf();
  remember(SHELF, "#files", true);
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
    if (text) void open([{ blob: new Blob([text]), name: "pasted.txt" }]);
  }
});
window.addEventListener("popstate", async (event) => {
  const step = event.state as Step | null;
  const address = addressIn(location.hash);
  // Without a step, somebody typed an address. One of before the page was loaded anew has a file that is not there.
  if (step ? files.length === 0 || stepTo(step.file).name !== step.name : !address.view || !current) return start();
  const file = step?.file ?? shown;
  if (!step) history.replaceState(stepTo(file), "");
  if (file === SHELF) showShelf();
  else if (current && shown === file) current.restoreAddress(address);
  else await load(file, address);
});

keepFocus();
listen({ current: () => current, open: () => pick.click(), stop });
tabBar.addEventListener("keydown", (event) => {
  if (!current) return;
  const tabs = current.open;
  const at = tabs.findIndex(({ id }) => id === current?.tab);
  const n = tabs.length;
  const to = { ArrowRight: (at + 1) % n, ArrowLeft: (at + n - 1) % n, Home: 0, End: n - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  current.show(tabs[to]!.id);
});

start();

/** A file that `rez view` or an editor put into the page. */
function given(id: string): Source | null {
  const element = document.getElementById(id);
  return element && { blob: new Blob([decoded(element.textContent ?? "")]), name: element.dataset["name"] ?? "file" };
}

const [file, old] = [given("given"), given("given-old")];
const { address } = document.getElementById("given")?.dataset ?? {};
if (address) history.replaceState(null, "", `#${address}`);
if (file) void (old ? addAndStep({ ...file, old }) : open([file]));
