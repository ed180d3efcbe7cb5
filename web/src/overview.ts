// What a file is and holds, and what is wrong with it.

import { giver } from "./assets.ts";
import { because, counted, grouped, h, rounded, sentence, size, withoutArticle } from "./dom.ts";
import type { Broken, Case, Info, Loss, Node as Details, Problem, Severity } from "./protocol.ts";
import { gistOf, kindIcon } from "./gist.ts";
import { needsMemory, refusalOf } from "./refusal.ts";
import { contentBar } from "./sizes.ts";
import { targetsSection } from "./targets.ts";
import type { Opened, View } from "./view.ts";

const PROFILES: [string, string, string[]][] = [
  ["sl-upload", "upload to Second Life", ["slmesh"]],
  ["roblox", "import into Roblox Studio", ["rbxmesh", "rbxbinary", "rbxxml"]],
  ["raylib", "use with raylib", ["m3d"]],
  ["toolbox", "code that hides", ["rbxbinary", "rbxxml"]],
];

/** Rows of what has no shape. */
const OUTLINE = 80;
/** The screen that an interface is drawn for. */
const INTERFACE: [number, number] = [1280, 720];
/** The scripts for each part above which a file is about its scripts. */
const SCRIPTS_OF_PART = 10;

/** What a length of 1 is. */
const UNITS: Record<string, string> = { rbxmesh: "studs", rbxbinary: "studs", rbxxml: "studs", slmesh: "m", glb: "m", gltf: "m" };

/** How many findings of a rule are shown at a time. */
const PAGE = 50;

export function overview(file: Opened): View {
  return new Overview(file);
}

/** What it looks like fills one half; the verdict, what a person asks first, and the findings the other. */
class Overview implements View {
  readonly element: HTMLElement;
  readonly #file: Opened;
  readonly #look = h("div", { class: "look slot" });
  readonly #bar = h("div", { class: "content-bar" });
  readonly #verdict = h("p", { class: "headline", role: "status" }, "Checking…");
  readonly #standIns = h("p", { class: "stand-ins", hidden: true });

  constructor(file: Opened) {
    this.#file = file;
    const gist = h("div", { class: "gist-facts" });
    const facts = h("section", { class: "more-facts" }, h("p", { class: "hint" }, "Reading…"));
    const findings = h("section", { class: "findings", "aria-label": "Findings" });
    const said = h("div", { class: "said" }, this.#verdict, this.#standIns, gist, findings, facts);
    this.element = h("div", { class: "panel overview", "data-work": true }, h("div", { class: "left" }, this.#look, this.#bar), said);
    file.info.then(
      (info) => {
        const shown = showGist(file, gist, info);
        showFacts(file, facts, info, shown);
        this.shown();
      },
      (error) => {
        this.#verdict.remove();
        facts.replaceChildren(...refused(problemOf(error), because(error)));
        findings.remove();
        const model = needsMemory(error) === null ? null : h("button", { class: "primary", onclick: () => file.show("model") }, "To the model");
        this.#look.replaceChildren(h("p", { class: "hint" }, "The bytes can be looked at: there is a view of them."), ...(model ? [model] : []), h("button", { onclick: () => file.show("bytes") }, "See the bytes"));
        this.#look.classList.add("empty");
      },
    );
    // After the picture has been asked for, since the worker answers one question after the other.
    file.info.then((info) => (file.summary.problem ? this.#tellScene(info, findings) : showFindings(file, findings, [], (rules) => void this.#tell(rules)))).catch(() => {});
  }

  /** Takes the model back from the view that had it. */
  shown(): void {
    const { summary } = this.#file;
    // What a place looks like is asked for first, since that takes longest.
    if (summary.is_place) void this.#file.scenery;
    void this.#file.info.then((info) => {
      // Another view may have the model by now.
      if (!this.element.isConnected) return;
      if (!summary.is_model || hasNoPicture(info)) return this.#outline(info);
      const { scenery } = this.#file;
      for (const other of this.#look.querySelectorAll(".viewer")) if (other !== scenery.element) other.remove();
      scenery.place(this.#look, true);
      /** Whether it is still the model: files may have been given for another. */
      const isIt = (): boolean => scenery === this.#file.scenery;
      scenery.model.then(({ losses }) => isIt() && this.#tellStandIns(losses, info), () => {});
      scenery.stage.then(
        () => (this.#look.dataset["drawn"] = "1"),
        (error) => isIt() && (needsMemory(error) === null ? this.#outline(info) : this.#look.replaceChildren(h("div", { class: "viewer" }, refusalOf(this.#file, error).element))),
      );
    }).catch(() => {});
  }

  /** What has no shape is shown by what is in it, and an interface as a player sees it. */
  #outline({ facts }: Info): void {
    for (const viewer of this.#look.querySelectorAll(".viewer")) viewer.remove();
    if (this.#look.classList.contains("outline")) return;
    this.#look.classList.add("outline");
    const { client, summary } = this.#file;
    void outlineOf(this.#file).then(async (outline) => {
      this.#look.replaceChildren(outline);
      if (!summary.is_place || facts["parts"]) return;
      const { bytes } = await client.askBytes("picture", { size: INTERFACE });
      outline.before(h("img", { alt: "The interface", src: URL.createObjectURL(new Blob([bytes], { type: "image/png" })) }));
    }).catch((error) => this.#look.firstChild ?? this.#look.replaceChildren(h("p", { class: "hint" }, because(error))));
  }

  /** What stands for shapes that are in files of their own, and the way to give these. */
  #tellStandIns(losses: Loss[], { facts }: Info): void {
    const missing = losses.filter(({ code, what }) => code === "ASSET_MISSING" && /^(mesh|union)/.test(what));
    const n = missing.reduce((sum, { count }) => sum + count, 0);
    const id = missing.flatMap(({ places }) => places.flatMap((place) => /\d+$/.exec(place) ?? [])).at(0) ?? 4711;
    this.#standIns.hidden = n === 0;
    const of = Math.max(n, Number(facts["parts"] ?? n));
    const [have, them] = n === 1 ? ["has its shape in another file, and is", "it"] : ["have their shape in another file, and are", "them"];
    this.#standIns.replaceChildren(`${grouped(n)} of ${counted(of, "part")} ${have} shown as a box or a hull. Files named by their ids, such as ${id}.mesh, fill ${them}: `, giver(this.#file, () => this.shown()));
  }

  /** A model of another program has no rules of ours: what counts is what was read, and what is lost on the way to other formats. */
  #tellScene({ n_warnings }: Info, place: HTMLElement): void {
    this.#verdict.className = `headline ${n_warnings > 0 ? "warning" : "fine"}`;
    this.#verdict.textContent = n_warnings > 0 ? `It can be shown, without ${counted(n_warnings, "thing")} that cannot be read` : "All of it can be read";
    place.replaceWith(targetsSection(this.#file));
  }

  /** The findings are known, which was asked for before the sizes. */
  async #tell(rules: Broken[]): Promise<void> {
    const worst = (["error", "warning", "note"] as const).find((severity) => rules.some((rule) => rule.severity === severity));
    this.#verdict.className = `headline ${worst ?? "fine"}`;
    this.#verdict.textContent = headline(worst, rules);
    const { is_model, is_place } = this.#file.summary;
    const hint = (...said: (Node | string)[]): void => this.#verdict.append(h("span", { class: "hint" }, ...said));
    if (this.#file.summary.identity.family === "llsd") hint("LLSD is how Second Life and its viewers store settings, lists and other data.");
    if (rules[0]?.fix && worst !== "note") hint(...withCode(rules[0].fix));
    if (worst === "error" && is_model && !is_place) {
      this.#file.scenery.model.then(
        () => hint("What can be read is shown, and can be saved."),
        () => hint("Nothing in it can be shown or saved. ", h("button", { class: "link", onclick: () => this.#file.show("bytes") }, "See the bytes")),
      );
    }
    if (this.#bar.firstChild) return;
    const sizes = await this.#file.client.ask("sizes", {}).catch(() => null);
    // Of documents nothing is known that their facts do not say.
    if (!sizes || sizes.content.length < 2) return;
    const { bar, legend } = contentBar(sizes);
    this.#bar.replaceChildren(h("button", { class: "bar-link", "aria-label": "What the bytes are: to the sizes", onclick: () => this.#file.show("sizes") }, bar), legend);
  }
}

/** A mesh without a face has no picture, and a few parts between many scripts say nothing about them. */
export function hasNoPicture({ facts, levels }: Info): boolean {
  const [parts, scripts] = ["parts", "scripts"].map((name) => Number(facts[name] ?? 0)) as [number, number];
  return (parts > 0 && scripts > SCRIPTS_OF_PART * parts) || (levels.length === 0 && [facts["faces"], facts["triangles"]].some((count) => count === 0));
}

/** The outermost parts, as many as a screen shows, each of which leads to the tree. */
async function outlineOf(file: Opened): Promise<HTMLElement> {
  const isPlace = file.summary.is_place;
  // Of a document there is room for values, too.
  const rows = await file.client.ask("subtree", { of: 0, first: 0, n: isPlace ? OUTLINE : OUTLINE / 2 });
  const nodes = await file.client.ask("nodes", { of: [0, ...rows.map(({ id }) => id)] });
  const room = { left: OUTLINE - rows.length };
  /** What a node says itself, as far as there is room. */
  const valuesOf = (details: Details | undefined, depth: number): HTMLElement[] => {
    const shown = (details?.properties ?? []).slice(0, Math.max(0, room.left));
    room.left -= shown.length;
    return shown.map(([name, value]) => indented(h("li", { class: "outline-row" }, h("span", { class: "label" }, name), h("span", { class: "gist" }, value.slice(0, 200))), depth));
  };
  const own = valuesOf(nodes[0], 0);
  const lines = rows.flatMap((row, i) => {
    const depth = row.depth - 1;
    const gist = isPlace && nodes[i + 1] ? gistOf(nodes[i + 1]!, null) : null;
    const line = h("button", { class: "outline-row", onclick: () => file.choose({ nodeId: row.id }, null, "tree") }, kindIcon(row.kind), h("span", { class: "label" }, row.name), row.kind && row.kind !== row.name ? h("span", { class: "kind" }, row.kind) : null, gist);
    return [h("li", null, indented(line, depth)), ...(isPlace ? [] : valuesOf(nodes[i + 1], depth + 1))];
  });
  return h("ul", { class: "plain outline-list", "aria-label": "What is in it" }, ...own, ...lines);
}

function indented(line: HTMLElement, depth: number): HTMLElement {
  line.style.paddingInlineStart = `${12 + 18 * depth}px`;
  return line;
}

/** What a person of each trade asks first: names of facts, and what they are called. */
const FIRST: Record<string, [string, string][]> = {
  rbxbinary: [["parts", "Parts"], ["scripts", "Scripts"], ["extent", "Size"], ["terrain chunks", "Terrain chunks"], ["assets", "Assets named"], ["instances", "Instances"], ["unions", "Unions"]],
  rbxmesh: [["triangles", "Triangles"], ["size", "Size"], ["bones", "Bones"], ["face controls", "Face controls"], ["vertices", "Vertices"], ["version", "Version"]],
  slmesh: [["triangles", "Triangles"], ["size", "Size"], ["impact", "Land impact"], ["faces", "Faces"], ["joints", "Joints"], ["hulls", "Hulls"], ["duration", "Duration"], ["keys", "Keys"]],
  m3d: [["triangles", "Triangles"], ["size", "Size"], ["bones", "Bones"], ["actions", "Actions"], ["materials", "Materials"], ["voxels", "Voxels"], ["extent", "Size"], ["voxel blocks", "Voxel blocks"], ["licence", "Licence"]],
  exchange: [["triangles", "Triangles"], ["size", "Size"], ["materials", "Materials"], ["joints", "Joints"], ["animations", "Animations"], ["impact", "Land impact, estimated"], ["meshes", "Meshes"]],
  llsd: [["root", "Holds"], ["values", "Values"], ["encoding", "Encoding"], ["depth", "Levels of nesting"]],
};
FIRST["rbxxml"] = FIRST["rbxbinary"]!;

/** Facts that stand first. */
const MOST_FIRST = 6;

/** The few facts that stand first, large; their names, since they are not said twice. */
function showGist(file: Opened, place: HTMLElement, info: Info): Set<string> {
  const { family } = file.summary.identity;
  const known: Record<string, string | number | undefined> = { ...info.facts, version: info.version ?? undefined, size: extentOf(file, info), triangles: trianglesOf(info) };
  if (info.streaming_cost?.scale) known["impact"] = Math.max(1, Math.round(info.streaming_cost.cost));
  const first = FIRST[family] ?? Object.keys(info.facts).map((name): [string, string] => [name, sentence(name)]);
  // Of several animations their number stands first, and their names below.
  const nAnimations = /^([\d,]+): (.*)$/.exec(String(known["animations"] ?? ""));
  if (nAnimations) known["animations"] = nAnimations[1] === "1" ? nAnimations[2] : nAnimations[1];
  const shown = first.filter(([name]) => known[name] !== undefined && known[name] !== "").slice(0, MOST_FIRST);
  const terms = shown.map(([name, title]) => {
    const value = known[name]!;
    return h("div", null, h("dt", null, name === "triangles" && info.levels.length > 1 ? "Triangles, near → far" : title), h("dd", null, typeof value === "number" ? grouped(value) : value));
  });
  place.hidden = terms.length === 0;
  place.replaceChildren(h("dl", { "aria-label": "In short" }, ...terms));
  return new Set(shown.map(([name]) => name).filter((name) => name !== "animations" || nAnimations?.[1] === "1"));
}

function extentOf(file: Opened, { bounds, streaming_cost: cost }: Info): string | undefined {
  if (!bounds) return undefined;
  const [min, max] = bounds;
  const { family, format } = file.summary.identity;
  // It says how long its unit is.
  const metres = format === "collada" ? cost?.scale : null;
  const extent = metres?.map(rounded) ?? max.map((high, axis) => rounded(Number(high) - Number(min[axis])));
  const unit = metres ? "m" : (UNITS[family] ?? UNITS[format]);
  return `${extent.join(" × ")}${unit ? ` ${unit}` : ""}`;
}

function trianglesOf({ levels, facts }: Info): string | number | undefined {
  if (levels.length > 0) return levels.map(grouped).join(" → ");
  return facts["triangles"] ?? facts["faces"];
}

function headline(worst: Severity | undefined, rules: Broken[]): string {
  const of = (severity: Severity): Broken[] => rules.filter((rule) => rule.severity === severity);
  const first = ({ title, n }: Broken): string => (n > 1 ? `${title} (${grouped(n)} times)` : title);
  if (worst === "error") return `Something is wrong: ${first(of(worst)[0]!)}`;
  if (worst === "warning") return `It can be used, but look at this: ${first(of(worst)[0]!)}`;
  return worst ? `It can be used: ${verdictOf(rules)}` : "Nothing is wrong";
}

/** What was found, and what is allowed. */
function foundIn({ found, limit }: Pick<Case, "found" | "limit">): string {
  return limit ? `${found} (allowed: ${limit})` : found;
}

/** The first violation of a rule; that something is missing, the title says. Paths in places are those of bytes, but for scripts. */
function firstIn({ summary }: Opened, { id, path, found, limit }: Broken): string {
  const isKnown = !summary.is_place || id.startsWith("SCR");
  return [isKnown && path, found !== "none" && foundIn({ found, limit })].filter(Boolean).join(": ");
}

function problemOf(error: unknown): Problem | null {
  return (error as { failure?: { problem?: Problem } }).failure?.problem ?? null;
}

/** Why a file cannot be read, with the bytes around the place. */
export function refused(problem: Problem | null, message: string): HTMLElement[] {
  const lines = problem?.excerpt?.lines ?? [];
  const width = Math.max(0, ...lines.map((line) => line.hex.length));
  const shown = lines.map((line) => {
    const at = line.start.toString(16).padStart(8, "0");
    const text = `${line.is_marked ? "▸" : " "} ${at}  ${line.hex.padEnd(width)}  ${line.text}\n`;
    return line.is_marked ? h("mark", null, text) : text;
  });
  return [
    h(
      "div",
      { class: "refusal" },
      h("h2", null, "It cannot be read"),
      h("p", null, `${sentence(problem ? said(problem) : message)}.`),
      problem?.help ? h("p", { class: "dim" }, `${sentence(problem.help)}.`) : null,
      shown.length > 0 ? h("pre", { class: "excerpt", tabIndex: 0, "aria-label": "The bytes around the place" }, ...shown) : null,
    ),
  ];
}

function said(problem: Problem): string {
  const at = problem.byte === null || problem.byte === undefined ? "" : `, at byte 0x${problem.byte.toString(16)}`;
  const inner = problem.inner === undefined ? "" : ` (0x${problem.inner.toString(16)} of what is packed there)`;
  return `${problem.path ? `${problem.path}: ` : ""}${problem.message}${at}${inner}`;
}

function showFacts(file: Opened, place: HTMLElement, info: Info, shown: Set<string>): void {
  const list = h("dl", { class: "facts" });
  const add = (name: string, ...value: (Node | string)[]): void => {
    list.append(h("dt", null, sentence(name)), h("dd", null, ...value));
  };
  add("format", `${sentence(withoutArticle(info.title))}${info.version ? `, version ${info.version}` : ""}`);
  add("file size", size(info.n_bytes));
  if (info.wrappers.length > 0) add("packed in", `${info.wrappers.join(" in ")}, ${size(info.n_unwrapped_bytes)} without`);
  if (info.packed) {
    const { n_parts, n_bytes, n_plain_bytes } = info.packed;
    add("packed parts", `${grouped(n_parts)}, ${size(n_bytes)} for ${size(n_plain_bytes)}`);
  }
  for (const [name, fact] of Object.entries(info.facts)) {
    if (!shown.has(name)) add(name, typeof fact === "number" ? grouped(fact) : fact);
  }
  if (info.bounds) add("lowest corner", info.bounds[0].map(Number).map(rounded).join(" "));
  if (info.levels.length > 0 && !shown.has("triangles")) add("levels", `${info.levels.map(grouped).join(" → ")} triangles`);
  place.replaceChildren(h("h2", null, "Facts"), list);
  if (info.streaming_cost) showCost(file, list, info);
  if (info.classes.length > 0) {
    const shown = info.classes.slice(0, 24);
    const chips: HTMLElement[] = shown.map(({ name, count }) => h("button", { class: "chip", title: `Find ${name} in the tree`, onclick: () => file.find(file.summary.is_place ? `class=${name}` : name) }, h("b", null, grouped(count)), ` ${name}`));
    const more = info.classes.length - shown.length;
    if (more > 0) chips.push(h("span", { class: "chip" }, `and ${grouped(more)} more`));
    place.append(h("h2", null, file.summary.is_place ? "Classes" : "Kinds"), h("div", { class: "chips" }, ...chips));
  }
  if (info.remarks.length > 0) {
    const remarks = info.remarks.map(({ text }) => h("li", null, ...withCode(`${sentence(here(text))}.`)));
    place.append(h("ul", { class: "plain remarks", "aria-label": "Remarks" }, ...remarks));
  }
}

/** What other programs are told to do, as the page does it. */
function here(text: string): string {
  return text.replace("`rez check` says which", "the findings say which");
}

/** Commands stand in backticks. */
function withCode(text: string): (Node | string)[] {
  return text.split("`").map((part, i) => (i % 2 === 0 ? part : h("code", null, part)));
}

/** The land impact that follows from the mesh, for a size that can be changed. */
function showCost(file: Opened, list: HTMLElement, info: Info): void {
  const cost = h("span", { role: "status" });
  const show = (info: Info): void => {
    const { cost: value, largest_level } = info.streaming_cost!;
    cost.textContent = `${value.toFixed(3)}, most of it for ${largest_level}`;
  };
  show(info);
  list.append(h("dt", null, "Streaming cost"), h("dd", null, cost));
  const scale = info.streaming_cost!.scale;
  if (!scale) return;
  const fields = ["X", "Y", "Z"].map((axis, i) =>
    h("input", {
      type: "number", min: "0.01", max: "64", step: "any", value: rounded(scale[i] ?? 1),
      "aria-label": `Size along ${axis} in metres`,
      oninput: async () => {
        const scale = fields.map((field) => Number(field.value));
        if (scale.some((length) => !(length > 0))) return;
        show(await file.client.ask("info", { scale: scale as [number, number, number] }));
      },
    }),
  );
  const spaced = fields.flatMap((field, i) => (i === 0 ? [field] : ["×", field]));
  list.append(h("dt", null, "At a size of"), h("dd", { class: "scale" }, ...spaced, "m"));
}

/** Called with the broken rules. */
type Tell = (rules: Broken[]) => void;

async function showFindings(file: Opened, place: HTMLElement, profiles: string[], tell: Tell): Promise<void> {
  let rules: Broken[];
  try {
    rules = await file.client.ask("check", { profiles });
  } catch (error) {
    place.replaceChildren(h("h2", null, "Findings"), h("p", { class: "hint" }, `${sentence(because(error))}.`));
    return;
  }
  const verdict = h("p", { class: "verdict" }, verdictOf(rules));
  place.replaceChildren(h("h2", null, "Findings"), verdict, ...rules.map((rule) => shown(file, rule)), profileField(file, place, profiles, tell));
  tell(rules);
}

function verdictOf(rules: Broken[]): string {
  const count = (severity: Severity): number =>
    rules.filter((rule) => rule.severity === severity).reduce((sum, rule) => sum + rule.n, 0);
  const counts = (["error", "warning", "note"] as const).map((severity) => [severity, count(severity)] as const);
  const parts = counts.filter(([, n]) => n > 0).map(([severity, n]) => counted(n, severity));
  return parts.length > 0 ? parts.join(", ") : "None: no rule is broken.";
}

function profileField(file: Opened, place: HTMLElement, chosen: string[], tell: Tell): HTMLElement | string {
  const all = PROFILES.filter(([, , families]) => families.includes(file.summary.identity.family));
  if (all.length === 0) return "";
  const boxes = all.map(([name, title]) =>
    h(
      "label",
      null,
      h("input", {
        type: "checkbox",
        checked: chosen.includes(name),
        onchange: (event: Event) =>
          showFindings(file, place, (event.target as HTMLInputElement).checked ? [...chosen, name] : chosen.filter((one) => one !== name), tell),
      }),
      `Check for ${title}, too`,
    ),
  );
  return h("div", { class: "options" }, ...boxes);
}

function shown(file: Opened, rule: Broken): HTMLElement {
  const cases = h("ul", { class: "plain cases" });
  const details = h(
    "details",
    { class: "rule" },
    h(
      "summary",
      null,
      h("span", { class: `severity ${rule.severity}` }, rule.severity),
      h("span", null, rule.title, h("span", { class: "found" }, firstIn(file, rule))),
      h("span", { class: "id" }, rule.n > 1 ? `${rule.id} × ${grouped(rule.n)}` : rule.id),
    ),
    h(
      "div",
      { class: "why" },
      rule.why ? h("p", null, h("span", null, "Why: "), rule.why) : null,
      rule.fix ? h("p", null, h("span", null, "What to do: "), rule.fix) : null,
    ),
    cases,
  );
  details.addEventListener("toggle", () => {
    if (details.open && cases.childElementCount === 0) void more(file, rule, cases);
  });
  return details;
}

async function more(file: Opened, rule: Broken, list: HTMLElement): Promise<void> {
  const first = list.querySelectorAll("li:not(.more)").length;
  const found = await file.client.ask("findings", { rule: rule.id, first, n: PAGE });
  list.querySelector(".more")?.remove();
  const lines = found.map(({ path, found: what, limit, place }) => {
    const name = path || "the file";
    const where = place ? h("button", { class: "link mono", onclick: () => file.choose({ place, finding: { rule: rule.id, number: first } }, null, "bytes") }, name) : h("span", { class: "mono" }, name);
    return h("li", null, where, `: ${foundIn({ found: what, limit })}`);
  });
  list.append(...lines);
  if (file.summary.is_place) void addInstances(file, found, lines);
  const left = rule.n_listed - first - found.length;
  if (left > 0 && found.length > 0) {
    const button = h("button", { onclick: () => more(file, rule, list) }, `Show more of ${grouped(left)}`);
    list.append(h("li", { class: "more" }, button));
  }
}

/** Adds to findings the instances that they are about, which takes a look at the tree. */
async function addInstances(file: Opened, found: Case[], lines: HTMLElement[]): Promise<void> {
  const nodes = await file.client.ask("instances", { paths: found.map(({ path }) => path) }).catch(() => []);
  nodes.forEach((node, i) => {
    if (node) lines[i]?.append(" ", h("button", { class: "link", onclick: () => file.showNode(node) }, `${node.kind} “${node.name}”`));
  });
}
