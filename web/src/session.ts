// An opened file and its views, of which one is in sight.

import { assetsView } from "./assets.ts";
import { BytesView } from "./bytes.ts";
import { type Client, Failed } from "./client.ts";
import { contentsOf, insideView, saveScripts, scriptsOf } from "./contents.ts";
import { handles } from "./columns.ts";
import { CompareView } from "./compare.ts";
import { convertView, offer } from "./convert.ts";
import * as dialogs from "./dialogs.ts";
import { addressOf, type Address, type Choice, commandOf, pathOf, pathsOf, spotOf } from "./choice.ts";
import { because, byId, copy, h, put, sentence, size, stem } from "./dom.ts";
import { Edits, latest } from "./edits.ts";
import type { Source } from "./files.ts";
import { convert } from "./made.ts";
import { focusWork } from "./focus.ts";
import { type Item, menu } from "./menu.ts";
import { ModelView } from "./model.ts";
import { hasNoPicture, overview, refused } from "./overview.ts";
import type { Changed, Compared, Content, Hit, Info, Place, Summary, Target } from "./protocol.ts";
import { markdown } from "./report.ts";
import { Scenery } from "./scenery.ts";
import { ScriptsView } from "./scripts.ts";
import { sizesView } from "./sizes.ts";
import { TreeView } from "./tree.ts";
import type { Opened, View } from "./view.ts";

interface Tab {
  id: string;
  title: string;
  make: () => View;
  view?: View;
  /** Why there is nothing in it. The tab stays where it is, since those beside it would move. */
  without?: string;
}

/** What the page does with a file that the views do not. */
export interface Host {
  /** The address of what is shown; as a step that the back button undoes, or in the place of the last one. */
  stepped(address: string, isNew: boolean): void;
  say(text: string): void;
  /** Opens another file. */
  opened(source: Source): void;
}

/** Bytes of a file whose model is made even if nobody looks at it yet. */
const SMALL = 1 << 20;
/** Pixels from which on the tree has the model beside it. */
const WIDE = 1100;

export class Session implements Opened {
  readonly source: Source;
  readonly client: Client;
  readonly summary: Summary;
  info: Promise<Info>;
  readonly tabs: Tab[] = [];
  readonly edits: Edits;
  granted: { memory?: number } = {};
  motion: Source | null = null;
  readonly differences = new Map<number, Changed["kind"]>();
  /** How many views have tabs; the others are in a menu, and have a tab while they are looked at. */
  #nFirst = 0;
  /** Whether it is known what the file holds, or that it cannot be read. */
  isRead = false;
  readonly #host: Host;
  #settle: () => void = () => {};
  readonly #main = byId("main");
  readonly #handles = handles(this.#main);
  readonly #tabBar = byId("tabs");
  #tab = "";
  /** The view beside the one that is chosen. */
  #beside: string | null = null;
  #isEnded = false;
  #scenery: Scenery | null = null;
  /** The model of the version before, until that of this one takes its place. */
  #older: Scenery | null = null;
  #contents: Promise<Content[]> | null = null;
  /** The bytes that are shown. */
  #blob: Blob;
  #choice: Choice = {};
  /** Choices that were completed too late are dropped. */
  #chosen = 0;

  constructor(source: Source, client: Client, summary: Summary, targets: Target[], host: Host) {
    this.source = source;
    this.#blob = latest(source);
    this.client = client;
    this.summary = summary;
    this.#host = host;
    this.edits = new Edits(this, source, (source) => host.opened(source));
    this.#main.after(this.edits.element);
    const { problem } = summary;
    // What is asked for first is answered first: the bytes, if they are what is looked at.
    const painted = new Promise<void>((resolve) => (this.#settle = resolve));
    const isUnread = problem && !summary.is_model;
    this.info = isUnread ? Promise.reject(new Failed({ message: problem.message, problem })) : painted.then(() => client.ask("info", {}));
    this.info.catch(() => {});
    this.#addTabs(targets);
    delete this.#tabBar.dataset["settled"];
    void this.#ruleOut().finally(() => this.#isEnded || (this.#tabBar.dataset["settled"] = "yes"));
  }

  /** The bytes that are shown. */
  get blob(): Blob {
    return this.#blob;
  }

  get name(): string {
    return this.source.name;
  }

  /** All views that files of its sort may have, in an order that stays. */
  #addTabs(targets: Target[]): void {
    const { problem, is_model, is_place } = this.summary;
    const add = (id: string, title: string, make: () => View): void => void this.tabs.push({ id, title, make });
    const { old } = this.source;
    if (old) {
      const compared = this.#compared(old);
      compared.catch(() => {});
      add("changes", "Changes", () => new CompareView(this, old, compared, () => this.#host.opened({ ...old, old: { blob: this.#blob, name: this.name } })));
    }
    add("overview", "Overview", () => (problem && !is_model ? foreign(this) : overview(this)));
    if (is_model) add("model", "Model", () => new ModelView(this));
    if (!problem) add("tree", "Tree", () => new TreeView(this));
    if (!problem && is_place) add("scripts", "Scripts", () => new ScriptsView(this, this.#inside));
    add("bytes", "Bytes", () => new BytesView(this));
    // Who has a place comes to look at it; who has a mesh, to convert it.
    const addConvert = (): void => void (targets.length > 0 && add("convert", "Convert", () => convertView(this, targets)));
    if (!is_place) addConvert();
    this.#nFirst = this.tabs.length;
    if (!problem) add("inside", "Files inside", () => insideView(this, this.#inside));
    if (!problem) add("sizes", "Sizes", () => sizesView(this));
    if (!problem && is_place) add("assets", "Assets", () => assetsView(this));
    if (is_place) addConvert();
  }

  /** What differs from an older file, which the tree and the model then show. */
  async #compared(old: Source): Promise<Compared> {
    await this.client.give(old.blob, old.name);
    const compared = await this.client.ask("compare", {});
    for (const { node, kind } of compared.changes) if (node !== null && kind !== "removed") this.differences.set(node, kind);
    for (const { view } of this.#inSight) view!.shown?.();
    return compared;
  }

  /** Finds out which views have nothing to show, while the first one is looked at. */
  async #ruleOut(): Promise<void> {
    const { problem, is_model } = this.summary;
    const info = problem && !is_model ? null : await this.info.catch((error: Failed) => error);
    this.isRead = true;
    const hasModel = this.open.some(({ id }) => id === "model");
    byId("save-glb").hidden = !hasModel || info instanceof Error || this.#isEnded;
    if (info instanceof Error) {
      // A model of another program may be shown all the same, with more memory.
      if (!(info as Failed).failure.isStopped && !problem) this.#limit();
      return;
    }
    if (problem) return;
    if (!info?.facts["assets"]) this.#without("assets", "The file names no assets");
    // Of a large file the model is made when it is looked at.
    const isWanted = this.#tab === "overview" || this.summary.n_bytes <= SMALL;
    if (is_model && !this.#isEnded && isWanted) await this.scenery.model.catch((error: Failed) => this.#withoutTargets(error));
    const contents = await this.#inside.catch(() => []);
    const scripts = scriptsOf(contents);
    const nScripts = scripts.length;
    // What is about its scripts is saved as these; Convert makes a GLB of it, too.
    if (info && nScripts > 0 && hasNoPicture(info)) byId("save-glb").hidden = true;
    if (byId("save-glb").hidden) this.#offer(scripts);
    if (nScripts === 0) this.#without("scripts", "There are no scripts in it");
    if (contents.length === nScripts) this.#without("inside", "There are no files in it");
  }

  /** What has no model is saved as its scripts, or in another format. */
  #offer(scripts: [number, Content][]): void {
    const button = byId("save-other");
    button.hidden = this.#isEnded || (scripts.length === 0 && !this.open.some(({ id }) => id === "convert"));
    button.textContent = scripts.length > 0 ? "Save scripts" : "Convert…";
    button.onclick = () => void (scripts.length > 0 ? saveScripts(this, scripts) : this.restore("convert"));
  }

  /** What is empty has no model; what is too large may have one. */
  #withoutModel({ failure }: Failed): void {
    if (failure?.problem?.kind !== "empty") return;
    byId("save-glb").hidden = true;
    this.#without("model", "There is nothing to see in it");
  }

  /** Where there is nothing to see, there may be nothing that a conversion would keep. */
  async #withoutTargets({ failure }: Failed): Promise<void> {
    if (failure?.problem?.kind !== "empty" || this.summary.is_place) return;
    for (const { id } of await this.client.ask("targets", {})) {
      const isKept = convert(this, { to: id }, true).then(({ report }) => report.losses.every(({ severity }) => severity !== "lost"));
      if (await isKept.catch(() => false)) return;
    }
    this.#without("convert", "There is nothing in it to convert");
  }

  /** What cannot be read has its bytes, and the reason. */
  #limit(): void {
    byId("save-glb").hidden = true;
    for (const { id } of this.tabs) if (id !== "overview" && id !== "bytes") this.#without(id, "The file cannot be read");
  }

  #without(id: string, reason: string): void {
    const tab = this.tabs.find((tab) => tab.id === id);
    if (!tab || this.#isEnded) return;
    tab.without = reason;
    if (this.#tab === id) this.restore("overview");
    else this.#drawTabs();
  }

  get tab(): string {
    return this.#tab;
  }

  get choice(): Choice {
    return this.#choice;
  }

  grant(memory: number): void {
    this.granted = { memory };
    this.#remodel();
    this.#reveal(this.#tab);
  }

  /** Has the animations of another file move the model; the reason, if they cannot. */
  async move(motion: Source): Promise<string | null> {
    const before = this.motion;
    this.motion = motion;
    this.#remodel();
    this.show("model");
    const reason = await this.scenery.stage.then(() => undefined, because);
    if (reason === undefined || this.#isEnded) return null;
    this.motion = before;
    this.#remodel();
    this.#reveal(this.#tab);
    return reason;
  }

  /** The model is made anew when it is looked at. */
  #remodel(): void {
    this.#older ??= this.#scenery;
    this.#scenery = null;
  }

  get scenery(): Scenery {
    if (this.#scenery) return this.#scenery;
    this.#scenery = new Scenery(this, this.#older);
    this.#older?.end();
    this.#older = null;
    this.#scenery.model.catch((error: Failed) => this.#withoutModel(error));
    return this.#scenery;
  }

  /** The tabs that lead somewhere. */
  get open(): Tab[] {
    return this.tabs.filter(({ without }) => without === undefined);
  }

  #drawTabs(): void {
    const [first, rest] = [this.tabs.slice(0, this.#nFirst), this.tabs.slice(this.#nFirst)];
    const buttons = [...first, ...rest.filter(({ id }) => id === this.#tab)].map(({ id, title, without }) => {
      const isChosen = id === this.#tab;
      const props = { role: "tab", id: `tab-${id}`, "aria-selected": String(isChosen), "aria-controls": "panel", tabIndex: isChosen ? 0 : -1 };
      return without === undefined
        ? h("button", { ...props, title: `Key ${this.#keyOf(id)}`, onclick: () => this.show(id) }, title)
        : h("button", { ...props, "aria-disabled": "true", title: without }, title);
    });
    const hadFocus = this.#tabBar.contains(document.activeElement);
    this.#tabBar.replaceChildren(...buttons);
    this.#tabBar.hidden = false;
    byId("more").hidden = rest.length === 0;
    if (!byId("more").firstChild) byId("more").append(menu("More views", () => this.#more(), "More ▾"));
    const chosen = byId(`tab-${this.#tab}`);
    if (hadFocus) chosen.focus();
    const hint = (): boolean => this.#tabBar.classList.toggle("more", this.#tabBar.scrollLeft + this.#tabBar.clientWidth < this.#tabBar.scrollWidth - 4);
    this.#tabBar.onscroll = hint;
    // With the next frame, which lays out everything once.
    requestAnimationFrame(() => {
      chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
      hint();
    });
  }

  /** The digit that shows a view. */
  #keyOf(id: string): string {
    return String(this.tabs.findIndex((tab) => tab.id === id) + 1);
  }

  /** The views without a tab, with their keys. */
  #more(): Item[] {
    const rest = this.tabs.slice(this.#nFirst).filter(({ id }) => id !== this.#tab);
    return rest.map(({ id, title, without }) => ({ title, without, key: this.#keyOf(id), act: () => (this.show(id), focusWork()) }));
  }

  show(tab: string): void {
    this.#reveal(tab);
    this.#host.stepped(this.address, true);
    void this.#complete();
  }

  /** Without a step for the back button. */
  restore(tab: string): void {
    this.#reveal(tab);
    void this.#complete();
  }

  /** Shows what an address says. */
  restoreAddress({ view, place, path, line, spot }: Address): void {
    this.#reveal(view);
    if (place && (place.space > 0 || place.start < this.#blob.size)) this.#take({ place }, null);
    else if (spot) this.#take({ spot }, null);
    else if (path) void this.#takePath(path, line === undefined ? {} : { line });
    else void this.#complete();
  }

  async #takePath(path: string, line: Choice): Promise<void> {
    const { hit } = await this.client.ask("follow", { node_path: path });
    if (hit && !this.#isEnded) this.#take({ node: hit, path, ...line }, null);
  }

  /** The address of the view in sight and of what is chosen. */
  get address(): string {
    const { place, path, line, spot } = this.#choice;
    return addressOf({ view: this.#tab, ...(spot ? { spot } : {}), ...(place ? { place } : {}), ...(path && this.#tab !== "bytes" ? { path } : {}), ...(line ? { line } : {}) });
  }

  #reveal(id: string): void {
    const tab = this.open.find((tab) => tab.id === id) ?? this.tabs[0];
    if (!tab) return;
    this.#tab = tab.id;
    // The overview has the model itself.
    const beside = tab.id === "overview" ? undefined : this.open.find(({ id }) => id === this.#besideOf(tab.id) && id !== tab.id);
    const shown = [tab, ...(beside ? [beside] : [])];
    for (const one of shown) {
      one.view ??= one.make();
      const { element } = one.view;
      element.id = one === tab ? "panel" : "beside-panel";
      element.setAttribute("role", one === tab ? "tabpanel" : "region");
      element.setAttribute("aria-labelledby", `tab-${one.id}`);
      // What scrolls is reached with the keyboard.
      if (!element.classList.contains("fixed")) element.tabIndex = 0;
    }
    const { painted } = tab.view!;
    if (painted) void painted.then(this.#settle);
    else this.#settle();
    // What stays is not touched: where a row is pressed in it, no click would come.
    const isColumns = tab.id === "tree" && beside !== undefined;
    this.#main.classList.toggle("columns", isColumns);
    put(this.#main, [...shown.map(({ view }) => view!.element), ...(isColumns ? this.#handles : [])]);
    this.#drawTabs();
    this.#drawBeside();
    this.#drawFoot();
    for (const { view } of shown) {
      view!.shown?.();
      view!.follow?.(this.#choice);
    }
  }

  /** The view beside another: that which was chosen, or beside the tree what it is the tree of. */
  #besideOf(tab: string): string {
    const isUsual = tab === "tree" && this.summary.is_model && window.innerWidth >= WIDE;
    return this.#beside ?? (isUsual ? "model" : "");
  }

  /** Views that can stand beside another: those that follow. */
  #drawBeside(): void {
    const select = byId<HTMLSelectElement>("beside");
    const options = this.open.filter(({ id }) => ["model", "tree", "bytes"].includes(id) && id !== this.#tab);
    select.replaceChildren(h("option", { value: "" }, "off"), ...options.map(({ id, title }) => h("option", { value: id }, title)));
    const beside = this.#besideOf(this.#tab);
    select.value = options.some(({ id }) => id === beside) ? beside : "";
    select.onchange = () => {
      this.#beside = select.value;
      this.restore(this.#tab);
    };
    byId("beside-choice").hidden = options.length === 0 || this.#tab === "overview";
  }

  get #inSight(): Tab[] {
    return this.tabs.filter(({ id, view }) => view && (id === this.#tab || view.element.isConnected));
  }

  choose(choice: Choice, by: View | null, tab?: string): void {
    if (tab) this.#reveal(tab);
    this.#take(choice, by, tab !== undefined);
  }

  #take(choice: Choice, by: View | null, isNew = false): void {
    this.#choice = choice;
    this.#chosen++;
    this.#tell(by);
    this.#host.stepped(this.address, isNew);
    void this.#complete(by);
  }

  #tell(by: View | null): void {
    for (const { view } of this.#inSight) if (view !== by) view!.follow?.(this.#choice);
    this.#drawFoot();
  }

  point(choice: Choice | null, by: View): void {
    for (const { view } of this.#inSight) if (view !== by) view!.point?.(choice);
  }

  /** Asks for what the views in sight have to know of the choice. */
  async #complete(by: View | null = null): Promise<void> {
    const [choice, number] = [this.#choice, this.#chosen];
    const { family } = this.summary.identity;
    const isInSight = (id: string): boolean => this.#inSight.some((tab) => tab.id === id);
    const isByNode = this.summary.is_place;
    const wantsNode = !choice.node && (choice.nodeId !== undefined || isInSight("tree") || (isByNode && isInSight("model")));
    const wantsPlace = !choice.names && (isInSight("bytes") || (!isByNode && isInSight("model")));
    const { node, nodeId, property, place, spot } = choice;
    const id = node?.id ?? nodeId;
    if (this.summary.problem || (id === undefined && !place && !spot)) return;
    if (!wantsNode && !wantsPlace) return this.#addPath(number);
    const wants = { wants_node: wantsNode, wants_place: wantsPlace };
    const questions = place || id !== undefined ? [{ node: id, property, place, ...wants }] : pathsOf(family, spot!).map((path) => ({ path, ...wants, wants_place: true }));
    for (const question of questions) {
      const found = await this.client.ask("follow", question).catch(() => null);
      if (number !== this.#chosen || this.#isEnded) return;
      if (!found || (!found.place && !found.hit)) continue;
      const { hit, first, last } = found;
      const whole: Choice = { ...choice };
      if (hit) whole.node = hit;
      if (found.place && wantsPlace) whole.place = found.place;
      if (first) whole.names = first.path;
      const spotted = choice.spot ?? spotOf(family, first, last);
      if (spotted) whole.spot = spotted;
      this.#choice = whole;
      this.#tell(by);
      return this.#addPath(number);
    }
  }

  /** Asks for the path of the node, which the address has. */
  async #addPath(number: number): Promise<void> {
    const { node, path } = this.#choice;
    const found = node && path === undefined ? await this.client.ask("node", { of: node.id }).catch(() => null) : null;
    if (number !== this.#chosen || this.#isEnded) return;
    if (found) this.#choice = { ...this.#choice, path: found.path };
    this.#host.stepped(this.address, false);
    this.#drawFoot();
  }

  /** What is chosen, where else it can be seen, and the command that shows the same. */
  #drawFoot(): void {
    const { names, node, place, spot, line } = this.#choice;
    const title = names ? pathOf(names) : (node?.name ?? "");
    const isIn: Record<string, boolean> = { tree: Boolean(node ?? place ?? spot), bytes: Boolean(place ?? node ?? spot), model: Boolean(spot ?? (this.summary.is_place && (node ?? place))), scripts: line !== undefined };
    const others = this.open.filter(({ id }) => isIn[id] && id !== this.#tab);
    const links = others.map(({ id, title }) => h("button", { class: "link", onclick: () => this.show(id) }, title));
    byId("chosen").replaceChildren(...(title ? [h("span", { class: "chosen-name", title }, title)] : []), ...(links.length > 0 && (title || place) ? [h("span", { class: "dim" }, "also in"), ...links] : []));
    const command = commandOf(this.#tab, this.name, this.#choice, this.source.old?.name);
    byId("command").textContent = command;
    const button = byId<HTMLButtonElement>("copy-command");
    button.hidden = !command;
    button.onclick = () => void copy(command, button);
    byId("foot").hidden = false;
  }

  showBytes(place: Place): void {
    this.choose({ place }, null, "bytes");
  }

  showNode(node: Hit): void {
    this.choose({ node }, null, "tree");
  }

  async showPart(paths: string[]): Promise<boolean> {
    for (const path of paths) {
      const { hit } = await this.client.ask("follow", { node_path: path }).catch(() => ({ hit: null }));
      if (hit) {
        this.choose({ node: hit, path }, null, "tree");
        return true;
      }
    }
    for (const path of paths) {
      const place = await this.client.ask("place", { path }).catch(() => null);
      if (place) {
        this.showBytes(place);
        return true;
      }
    }
    return false;
  }

  find(text: string): void {
    this.#reveal("tree");
    const view = this.tabs.find(({ id }) => id === "tree")?.view;
    if (view instanceof TreeView) view.find(text);
    this.#host.stepped(this.address, true);
  }

  async fill(files: FileList): Promise<number> {
    const { items } = await this.client.ask("assets", {});
    const ids = new Set(items.flatMap(({ value }) => /(\d+)\D*$/.exec(value)?.[1] ?? []));
    const given = [...files].filter(({ name }) => ids.delete(stem(name)));
    for (const file of given) await this.client.give(file, `rbxassetid://${stem(file.name)}`);
    const model = this.tabs.find(({ id }) => id === "model");
    if (given.length > 0 && model) {
      this.#remodel();
      delete model.without;
      byId("save-glb").hidden = false;
      byId("save-other").hidden = true;
      this.#drawTabs();
    }
    return given.length;
  }

  async offerGlb(): Promise<void> {
    const tab = this.tabs.find(({ id }) => id === "model");
    if (!tab) return;
    tab.view ??= tab.make();
    try {
      offer(await (tab.view as ModelView).made());
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

  /** Each view is made anew when it is looked at, but for the tree, which keeps what is open. */
  async renew(blob: Blob): Promise<void> {
    this.#blob = blob;
    this.client.restart(blob, this.name);
    this.info = this.client.ask("info", {});
    this.info.catch(() => {});
    this.#contents = null;
    this.#remodel();
    this.differences.clear();
    const { place: _, spot: __, names: ___, ...choice } = this.#choice;
    this.#choice = choice;
    for (const tab of this.tabs) {
      if (!tab.view || tab.id === "tree" || tab.id === "changes") continue;
      tab.view.ended?.();
      delete tab.view;
      delete tab.without;
    }
    this.#reveal(this.#tab);
    const tree = this.tabs.find(({ id }) => id === "tree")?.view;
    if (tree instanceof TreeView) await tree.renew();
  }

  /** What is inside as files, which is asked for once for each version. */
  get #inside(): Promise<Content[]> {
    this.#contents ??= this.info.then(() => contentsOf(this));
    this.#contents.catch(() => {});
    return this.#contents;
  }

  say(text: string): void {
    this.#host.say(text);
  }

  /** Ends what takes long. The file stays open: a new worker reads it. */
  stop(): void {
    this.client.restart(this.#blob, this.name);
    this.say("Stopped");
  }

  end(): void {
    this.#isEnded = true;
    this.edits.element.remove();
    byId("more").replaceChildren();
    this.#main.classList.remove("columns");
    for (const { view } of this.tabs) view?.ended?.();
    for (const scenery of [this.#scenery, this.#older]) scenery?.end();
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
  const page = h("div", { class: "page stack" }, sheet, h("section", { class: "sheet" }, h("h2", null, "Facts"), facts));
  if (text) page.append(h("section", { class: "sheet" }, h("h2", null, "How it begins"), h("div", { class: "refusal" }, h("pre", { tabIndex: 0, "aria-label": "How it begins" }, text))));
  return { element: h("div", { class: "panel" }, page) };
}
