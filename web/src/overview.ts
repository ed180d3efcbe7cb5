// What a file is and holds, and what is wrong with it.

import { counted, grouped, h, rounded, sentence, size } from "./dom.ts";
import type { Broken, Case, Info, Problem, Severity } from "./protocol.ts";
import { because, type Opened, type View } from "./view.ts";

const PROFILES: [string, string, string[]][] = [
  ["sl-upload", "the Second Life uploader", ["slmesh"]],
  ["roblox", "Roblox Studio", ["rbxmesh", "rbxbinary", "rbxxml"]],
  ["raylib", "raylib", ["m3d"]],
];

/** How many findings of a rule are shown at a time. */
const PAGE = 50;

export function overview(file: Opened): View {
  const facts = h("section", { class: "sheet" }, h("p", { class: "hint" }, "Reading…"));
  const findings = h("section", { class: "sheet" }, h("p", { class: "hint" }, "Checking…"));
  const page = h("div", { class: "page columns" }, h("div", { class: "stack" }, facts), findings);
  file.info.then(
    (info) => showFacts(file, facts, info),
    (error) => {
      page.className = "page stack";
      facts.replaceChildren(...refused(problemOf(error), because(error)));
    },
  );
  // After the facts, since the worker answers one question after the other.
  file.info.then(() => showFindings(file, findings, [])).catch(() => findings.remove());
  return { element: h("div", { class: "panel" }, page) };
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
    add("bounds", `${extent.join(" × ")}, from ${min.map(Number).map(rounded).join(" ")}`);
  }
  if (info.levels.length > 0) add("levels", `${info.levels.map(grouped).join(" → ")} triangles`);
  place.replaceChildren(h("h2", null, "Facts"), list);
  if (info.streaming_cost) showCost(file, list, info);
  if (info.classes.length > 0) {
    const shown = info.classes.slice(0, 24);
    const chips: HTMLElement[] = shown.map(({ name, count }) => h("button", { class: "chip", title: `Find ${name} in the tree`, onclick: () => file.find(name) }, h("b", null, grouped(count)), ` ${name}`));
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

async function showFindings(file: Opened, place: HTMLElement, profiles: string[]): Promise<void> {
  let rules: Broken[];
  try {
    rules = await file.client.ask("check", { profiles });
  } catch (error) {
    place.replaceChildren(h("h2", null, "Findings"), h("p", { class: "hint" }, `${sentence(because(error))}.`));
    return;
  }
  const head = h("h2", null, "Findings");
  const verdict = h("p", { class: "verdict" }, verdictOf(rules));
  place.replaceChildren(head, verdict, profileField(file, place, profiles), ...rules.map((rule) => shown(file, rule)));
}

function verdictOf(rules: Broken[]): string {
  const count = (severity: Severity): number =>
    rules.filter((rule) => rule.severity === severity).reduce((sum, rule) => sum + rule.n, 0);
  const counts = (["error", "warning", "note"] as const).map((severity) => [severity, count(severity)] as const);
  const parts = counts.filter(([, n]) => n > 0).map(([severity, n]) => counted(n, severity));
  return parts.length > 0 ? parts.join(", ") : "None: no rule is broken.";
}

function profileField(file: Opened, place: HTMLElement, chosen: string[]): HTMLElement | string {
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
          showFindings(file, place, (event.target as HTMLInputElement).checked ? [...chosen, name] : chosen.filter((one) => one !== name)),
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
