// Windows over the page: what is saved, the report, keys and licences.

import licences from "licences:";
import { copy, h, save, sentence } from "./dom.ts";
import { focusWork } from "./focus.ts";

export function dialog(title: string, body: (HTMLElement | string)[], foot: HTMLElement[]): HTMLDialogElement {
  const close = h("button", { onclick: () => element.close() }, "Close");
  const element: HTMLDialogElement = h(
    "dialog",
    { "aria-labelledby": "dialog-title", tabIndex: -1 },
    h("div", { class: "head" }, h("h2", { id: "dialog-title" }, title)),
    h("div", { class: "body" }, ...body),
    h("div", { class: "foot" }, close, ...foot),
  );
  element.addEventListener("close", () => {
    element.remove();
    // Firefox does not give it back to what only scripts give it to.
    if (document.activeElement === document.body) focusWork();
  });
  document.body.append(element);
  element.showModal();
  return element;
}

export function failed(title: string, message: string): void {
  dialog(title, [h("p", null, `${sentence(message)}.`)], []);
}

export function report(text: string, name: string): void {
  const area = h("textarea", { value: text, readOnly: true, "aria-label": "Report" });
  const button: HTMLButtonElement = h("button", { class: "primary", onclick: () => void copy(text, button) }, "Copy");
  dialog(
    "Report",
    [h("p", { class: "dim" }, "As Markdown, for a bug tracker or a forum. The file itself is not in it."), area],
    [h("button", { onclick: () => save(`${name}.report.md`, text, "text/markdown") }, "Save"), button],
  );
  area.focus();
}

export function about(tool: string, keys: [string, string][]): void {
  const rows = keys.map(([keys, what]) => h("tr", null, h("td", null, h("kbd", null, keys)), h("td", null, what)));
  dialog(
    "About this page",
    [
      h("p", null, `${tool}. One file without a server: what you open stays on this machine. The page's content security policy forbids its scripts every request: connections, images, scripts, frames and forms. No policy covers navigation, that is, opening another address; the page has no link and no script that does so.`),
      h("h3", null, "Keys"),
      h("table", null, h("tbody", null, ...rows)),
      h("h3", null, "Licences"),
      h("p", null, "rezkit is licensed under MIT or Apache-2.0, at your option. The page contains:"),
      h("pre", { class: "excerpt", tabIndex: 0, "aria-label": "Licences" }, licences),
    ],
    [],
  );
}
