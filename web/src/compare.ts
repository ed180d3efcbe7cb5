// What differs between two versions of a file, as `rez diff` says it.

import { counted, grouped, h, sentence } from "./dom.ts";
import type { Source } from "./files.ts";
import type { Change, Compared } from "./protocol.ts";
import { because, type Opened, type View } from "./view.ts";

/** Changes that are listed at a time. */
const PAGE = 200;

export function compareView(file: Opened, old: Source, compared: Promise<Compared>, turn: () => void): View {
  const sheet = h("section", { class: "sheet" }, h("p", { class: "hint", role: "status" }, `Comparing with ${old.name}…`));
  compared.then(
    (compared) => sheet.replaceChildren(...shown(file, old, compared, turn)),
    (error) => sheet.replaceChildren(h("h2", null, "They cannot be compared"), h("p", { class: "hint" }, `${sentence(because(error))}.`)),
  );
  return { element: h("div", { class: "panel" }, h("div", { class: "page wide-page" }, sheet)) };
}

function shown(file: Opened, old: Source, { diff, changes, is_cut }: Compared, turn: () => void): HTMLElement[] {
  const counts = [["added", diff.n_added], ["removed", diff.n_removed], ["moved", diff.n_moved], ["renamed", diff.n_renamed], ["changed", diff.n_changed]] as const;
  const chips = counts.filter(([, n]) => n > 0).map(([kind, n]) => h("span", { class: `chip change ${kind}` }, h("b", null, grouped(n)), ` ${kind}`));
  const body = h("tbody");
  const more = h("button");
  const add = (from: number): void => {
    body.append(...changes.slice(from, from + PAGE).flatMap((change) => rows(file, change)));
    const left = changes.length - from - PAGE;
    more.hidden = left <= 0;
    more.textContent = `Show more of ${grouped(left)}`;
    more.onclick = () => add(from + PAGE);
  };
  add(0);
  const head = ["What", "Part", "Property", old.name, file.name].map((name) => h("th", null, name));
  return [
    h("h2", null, changes.length === 0 ? "Nothing differs" : `${counted(changes.length, "part")} ${changes.length === 1 ? "differs" : "differ"}, in ${diff.n_properties === 1 ? "1 property" : `${grouped(diff.n_properties)} properties`}`),
    h("div", { class: "chips" }, ...chips),
    h("p", { class: "hint" }, `${old.name} has ${counted(diff.n_parts[0], "part")}, ${file.name} has ${grouped(diff.n_parts[1])}. In the tree and in the model of ${file.name}, what is added is green, what is moved is blue, and what is changed is orange; what is removed is in the other file.${is_cut ? ` The first ${grouped(changes.length)} are listed.` : ""}`),
    h("div", { class: "options" }, h("button", { onclick: turn }, "The other way round")),
    ...(changes.length > 0 ? [h("div", { class: "scroll-x" }, h("table", { class: "changes" }, h("thead", null, h("tr", null, ...head)), body)), h("div", { class: "hint" }, more)] : []),
  ];
}

function rows(file: Opened, change: Change): HTMLElement[] {
  const { kind, class: of, path, old_path, n_inside, n_reordered, properties, node } = change;
  const name = node === null ? h("span", null, path) : h("button", { class: "link", onclick: () => void file.showPart([path]) }, path);
  const beside = [old_path ? `was ${old_path}` : "", n_inside > 0 ? `with ${counted(n_inside, "part")} in it` : "", n_reordered > 0 ? `${grouped(n_reordered)} in another order` : ""].filter(Boolean).join(", ");
  const first = h("tr", null, h("td", null, h("span", { class: `change ${kind}` }, kind)), h("td", { class: "long" }, name, h("div", { class: "dim" }, [of, beside].filter(Boolean).join(", "))));
  const cells = properties.map(({ name, old, new: now, lines }) => {
    if (!lines?.length) return [h("td", null, name), h("td", { class: "mono long old" }, short(old)), h("td", { class: "mono long new" }, short(now))];
    const text = h("pre", { class: "lines" }, ...lines.slice(0, 60).map(({ kind, text }) => h("span", { class: `line-${kind}` }, `${{ added: "+", removed: "-" }[kind] ?? " "} ${text}\n`)));
    return [h("td", null, name), h("td", { colSpan: 2 }, text)];
  });
  first.append(...(cells[0] ?? [h("td", { colSpan: 3 })]));
  return [first, ...cells.slice(1).map((cells) => h("tr", null, h("td"), h("td"), ...cells))];
}

function short(value: string | null): string {
  return value === null ? "—" : value.length > 300 ? `${value.slice(0, 300)} …` : value;
}
