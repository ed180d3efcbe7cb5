// Ids and addresses of assets, to be copied; nothing is requested.

import { copy, counted, grouped, h, pathText, save } from "./dom.ts";
import type { Listing } from "./protocol.ts";
import { type Opened, sheetView, type View } from "./view.ts";

const MOST = 1000;

export function assetsView(file: Opened): View {
  return sheetView("Listing…", file.client.ask("assets", {}).then((listing) => shown(file, listing)));
}

function shown(file: Opened, { items }: Listing): HTMLElement[] {
  if (items.length === 0) return [h("p", { class: "hint" }, "The file names no assets.")];
  const byValue = new Map<string, { kind: string; paths: string[] }>();
  for (const { value, kind, path } of items) {
    const entry = byValue.get(value) ?? { kind, paths: [] };
    entry.paths.push(path);
    byValue.set(value, entry);
  }
  const all = [...byValue.keys()];
  const list = all.join("\n");
  const button: HTMLButtonElement = h("button", { class: "primary", onclick: () => void copy(list, button) }, "Copy all");
  const rows = [...byValue].slice(0, MOST).map(([value, { kind, paths }]) => {
    const [path = ""] = paths;
    const link = h("button", { class: "link", onclick: () => void file.showPart([path, path.replace(/[.,@][^/]*$/, "")]) }, ...pathText(path));
    const more = paths.length > 1 ? ` and ${grouped(paths.length - 1)} more` : "";
    const one: HTMLButtonElement = h("button", { "aria-label": `Copy ${value}`, onclick: () => void copy(value, one) }, "Copy");
    return h("tr", null, h("td", { class: "mono name" }, ...pathText(value)), h("td", { class: "dim extra" }, kind), h("td", null, link, more), h("td", null, one));
  });
  const head = h("tr", null, ...["Asset", "Used as", "Where"].map((name, i) => h("th", { class: i === 1 ? "extra" : "" }, name)), h("th", null, h("span", { class: "unseen" }, "Copy")));
  const left = all.length - rows.length;
  return [
    h("h2", null, `${counted(all.length, "asset")}, used ${counted(items.length, "time")}`),
    h("p", { class: "hint" }, "The page makes no requests: these are only the names that the file has. Files that are called by their ids, such as 4711.mesh and 4712.png, fill the model."),
    h("div", { class: "options" }, button, giver(file), h("button", { onclick: () => save("assets.txt", `${list}\n`, "text/plain") }, "Save as text")),
    h("div", { class: "scroll-x" }, h("table", { class: "assets" }, h("thead", null, head), h("tbody", null, ...rows))),
    ...(left > 0 ? [h("p", { class: "hint" }, `${grouped(left)} more are in the copied list.`)] : []),
  ];
}

/** Takes files of assets, and says how many of them the file names; calls a function if there are some. */
export function giver(file: Opened, filled?: () => void): HTMLElement {
  const input = h("input", { type: "file", class: "unseen", multiple: true, "aria-label": "Files called by their ids" });
  input.addEventListener("change", async () => {
    if (!input.files) return;
    const n = await file.fill(input.files).catch(() => 0);
    if (n > 0) filled?.();
    file.say(n === 0 ? "None of these is named in the file." : `${counted(n, "asset")} given: the model is made anew.`);
  });
  return h("label", { class: "button" }, "Give files", input);
}
