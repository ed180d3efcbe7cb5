// What a file is and holds, and what is wrong with it.

import { convert } from "./convert.ts";
import { counted, grouped, h, rounded, sentence, size } from "./dom.ts";
import type { Broken, Case, Info, Problem, Severity } from "./protocol.ts";
import { Turntable } from "./painter.ts";
import { meanings } from "./sizes.ts";
import { because, type Opened, type View } from "./view.ts";

const PROFILES: [string, string, string[]][] = [
  ["sl-upload", "the Second Life uploader", ["slmesh"]],
  ["roblox", "Roblox Studio", ["rbxmesh", "rbxbinary", "rbxxml"]],
  ["raylib", "raylib", ["m3d"]],
];

/** Models of larger files are shown when they are asked for. */
const LARGEST_LIVE = 4 << 20;

/** What a length of 1 is. */
const UNITS: Record<string, string> = { rbxmesh: "studs", rbxbinary: "studs", rbxxml: "studs", slmesh: "m" };

/** How many findings of a rule are shown at a time. */
const PAGE = 50;

export function overview(file: Opened): View {
  const facts = h("section", { class: "sheet" }, h("p", { class: "hint" }, "Reading…"));
  const findings = h("section", { class: "sheet" }, h("p", { class: "hint" }, "Checking…"));
  const head = new Head(file);
  const page = h("div", { class: "page" }, head.element, h("div", { class: "columns" }, h("div", { class: "stack" }, facts), findings));
  file.info.then(
    (info) => showFacts(file, facts, info),
    (error) => {
      page.className = "page stack";
      head.element.remove();
      facts.replaceChildren(...refused(problemOf(error), because(error)));
    },
  );
  // After the facts, since the worker answers one question after the other.
  file.info.then(() => showFindings(file, findings, [], head)).catch(() => findings.remove());
  return { element: h("div", { class: "panel" }, page), ended: () => head.end() };
}

/** The verdict, what the bytes are, what to do next, and the model, which turns. */
class Head {
  readonly element: HTMLElement;
  readonly #file: Opened;
  readonly #verdict = h("p", { class: "headline", role: "status" }, "Checking…");
  readonly #bar = h("div");
  readonly #canvas = h("canvas", { class: "live", role: "img", "aria-label": "The model", hidden: true, onclick: () => this.#file.show("model") });
  readonly #turntable = new Turntable(this.#canvas);

  constructor(file: Opened) {
    this.#file = file;
    const { is_model, is_place } = file.summary;
    const steps: [string, () => void][] = [["See every byte", () => file.show("bytes")], ["Walk through the tree", () => file.show("tree")]];
    if (is_place) steps.push(["List its assets", () => file.show("assets")]);
    if (is_model) steps.unshift(["Look at the model", () => file.show("model")]);
    steps.push(["Convert it", () => file.show("convert")]);
    const buttons = steps.map(([title, act]) => h("button", { onclick: act }, title));
    this.element = h("section", { class: "sheet head" }, h("div", null, this.#verdict, this.#bar, h("div", { class: "options", role: "group", "aria-label": "What next" }, ...buttons)), this.#canvas);
  }

  /** The findings are known, which was asked for before what is shown here. */
  async tell(rules: Broken[]): Promise<void> {
    const worst = (["error", "warning", "note"] as const).find((severity) => rules.some((rule) => rule.severity === severity));
    this.#verdict.className = `headline ${worst ?? "fine"}`;
    this.#verdict.textContent = headline(worst, rules);
    if (this.#bar.firstChild) return;
    const sizes = await this.#file.client.ask("sizes", {}).catch(() => null);
    if (sizes) {
      const { bar, legend } = meanings(sizes);
      this.#bar.replaceChildren(h("button", { class: "bar-link", "aria-label": "What the bytes are: to the sizes", onclick: () => this.#file.show("sizes") }, bar), legend);
    }
    const { is_model, n_bytes } = this.#file.summary;
    const info = await this.#file.info;
    const isEmpty = [info.facts["faces"], info.facts["triangles"]].some((count) => count === 0);
    if (is_model && !isEmpty && n_bytes <= LARGEST_LIVE) await this.#live().catch(() => this.#canvas.remove());
  }

  async #live(): Promise<void> {
    const { report, bytes } = await convert(this.#file, { to: "glb", no_extras: true });
    this.#canvas.hidden = false;
    await this.#turntable.show(bytes.slice(0, report.n_bytes).buffer, this.#file.summary.identity.family);
    this.#canvas.dataset["drawn"] = "1";
  }

  end(): void {
    this.#turntable.end();
  }
}

function headline(worst: Severity | undefined, rules: Broken[]): string {
  const of = (severity: Severity): Broken[] => rules.filter((rule) => rule.severity === severity);
  if (worst === "error") return `Something is wrong: ${of(worst)[0]!.title}`;
  if (worst === "warning") return `It can be used, but look at this: ${of(worst)[0]!.title}`;
  return worst ? "Nothing is wrong; there is something to know" : "Nothing is wrong";
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

function showFacts(file: Opened, place: HTMLElement, info: Info): void {
  const list = h("dl", { class: "facts" });
  const add = (name: string, ...value: (Node | string)[]): void => {
    list.append(h("dt", null, sentence(name)), h("dd", null, ...value));
  };
  add("format", `${sentence(withoutArticle(info.title))}${info.version ? `, version ${info.version}` : ""}`);
  add("size", size(info.n_bytes));
  if (info.wrappers.length > 0) add("packed in", `${info.wrappers.join(" in ")}, ${size(info.n_unwrapped_bytes)} without`);
  if (info.packed) {
    const { n_parts, n_bytes, n_plain_bytes } = info.packed;
    add("packed parts", `${grouped(n_parts)}, ${size(n_bytes)} for ${size(n_plain_bytes)}`);
  }
  for (const [name, fact] of Object.entries(info.facts)) {
    add(name, typeof fact === "number" ? grouped(fact) : fact);
  }
  if (info.bounds) {
    const [min, max] = info.bounds;
    const extent = max.map((high, axis) => rounded(Number(high) - Number(min[axis])));
    const unit = UNITS[file.summary.identity.family];
    add("bounds", `${extent.join(" × ")}${unit ? ` ${unit}` : ""}, from ${min.map(Number).map(rounded).join(" ")}`);
  }
  if (info.levels.length > 0) add("levels", `${info.levels.map(grouped).join(" → ")} triangles`);
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

function withoutArticle(title: string): string {
  return title.replace(/^an? /, "");
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
        show(await file.client.ask("info", { scale }));
      },
    }),
  );
  const spaced = fields.flatMap((field, i) => (i === 0 ? [field] : ["×", field]));
  list.append(h("dt", null, "At a size of"), h("dd", { class: "scale" }, ...spaced, "m"));
}

async function showFindings(file: Opened, place: HTMLElement, profiles: string[], head: Head): Promise<void> {
  let rules: Broken[];
  try {
    rules = await file.client.ask("check", { profiles });
  } catch (error) {
    place.replaceChildren(h("h2", null, "Findings"), h("p", { class: "hint" }, `${sentence(because(error))}.`));
    return;
  }
  const verdict = h("p", { class: "verdict" }, verdictOf(rules));
  place.replaceChildren(h("h2", null, "Findings"), verdict, profileField(file, place, profiles, head), ...rules.map((rule) => shown(file, rule)));
  void head.tell(rules);
}

function verdictOf(rules: Broken[]): string {
  const count = (severity: Severity): number =>
    rules.filter((rule) => rule.severity === severity).reduce((sum, rule) => sum + rule.n, 0);
  const counts = (["error", "warning", "note"] as const).map((severity) => [severity, count(severity)] as const);
  const parts = counts.filter(([, n]) => n > 0).map(([severity, n]) => counted(n, severity));
  return parts.length > 0 ? parts.join(", ") : "None: no rule is broken.";
}

function profileField(file: Opened, place: HTMLElement, chosen: string[], head: Head): HTMLElement | string {
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
          showFindings(file, place, (event.target as HTMLInputElement).checked ? [...chosen, name] : chosen.filter((one) => one !== name), head),
      }),
      `also what ${title} demands`,
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
      h("span", null, rule.title),
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
    return h("li", null, where, `: ${what}`, limit ? h("span", { class: "dim" }, ` (allowed: ${limit})`) : null);
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
