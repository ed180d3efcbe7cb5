// Small changes of a file, which are kept until it is saved.

import { losses } from "./convert.ts";
import { dialog } from "./dialogs.ts";
import { counted, grouped, h, save, size } from "./dom.ts";
import type { Source } from "./files.ts";
import type { Step } from "./protocol.ts";
import { because, type Opened } from "./view.ts";

/** What can be set of a file of Model 3D itself. */
const TITLES = new Set(["name", "licence", "author", "description", "scale"]);

/** Files with edits that are not saved. */
const unsaved = new Set<Source>();

window.addEventListener("beforeunload", (event) => {
  if (unsaved.size > 0) event.preventDefault();
});

/** The edits of a file; they stay with it while another one is looked at. */
export class Edits {
  readonly element = h("div", { class: "edits", hidden: true, role: "group", "aria-label": "Edits" });
  readonly #file: Opened;
  readonly #source: Source;
  readonly #open: (source: Source) => void;
  /** Called when there are others. */
  onChanged: () => void = () => {};

  constructor(file: Opened, source: Source, open: (source: Source) => void) {
    this.#file = file;
    this.#source = source;
    this.#open = open;
    this.#draw();
  }

  get steps(): Step[] {
    return this.#source.steps ?? [];
  }

  /** Whether parts can be taken out: instances of Roblox. */
  get canRemove(): boolean {
    return this.#file.summary.is_place;
  }

  /** Whether a property can be set: of instances, and what Model 3D says of itself and of its materials. */
  canSet(kind: string | undefined, property: string): boolean {
    const { is_place, identity } = this.#file.summary;
    if (identity.family !== "m3d") return is_place && kind !== undefined;
    return kind === "material" || (kind === undefined && TITLES.has(property));
  }

  /** What a property of a node is set to. */
  valueOf(node: number, property: string): string | undefined {
    return this.steps.findLast((step): step is Extract<Step, { what: "set" }> => isOf(step, node, property))?.value;
  }

  isRemoved(path: string): boolean {
    return this.steps.some((step) => step.what === "remove" && (path === step.path || path.startsWith(`${step.path}/`)));
  }

  /** Adds an edit, unless rezkit refuses it; then says why. */
  async add(step: Step): Promise<void> {
    const steps = [...this.steps.filter((other) => step.what !== "set" || !isOf(other, step.node, step.property)), step];
    try {
      await this.#file.client.ask("edit", { steps: steps.map(sent) });
    } catch (error) {
      this.#file.say(because(error));
      return;
    }
    this.#file.say("");
    this.#set(steps);
  }

  undo(): void {
    this.#set(this.steps.slice(0, -1));
  }

  #set(steps: Step[]): void {
    this.#source.steps = steps;
    if (steps.length > 0) unsaved.add(this.#source);
    else unsaved.delete(this.#source);
    this.#draw();
    this.onChanged();
  }

  #draw(): void {
    const { steps } = this;
    this.element.hidden = steps.length === 0;
    const last = steps.at(-1);
    if (!last) return;
    this.element.replaceChildren(
      h("b", null, counted(steps.length, "edit")),
      h("span", { class: "last mono" }, said(last)),
      h("button", { title: "Ctrl Z", onclick: () => this.undo() }, "Undo"),
      h("button", { class: "primary", onclick: () => void this.#offer() }, "Save…"),
    );
  }

  /** What will be saved, before it is. */
  async #offer(): Promise<void> {
    const { steps } = this;
    const { name, summary } = this.#file;
    const { result, bytes } = await this.#file.client.askBytes("edit", { steps: steps.map(sent) });
    const compare = (): void => {
      element.close();
      this.#open({ blob: new Blob([bytes]), name, old: { blob: this.#source.blob, name } });
    };
    const keep = (): void => {
      save(name, bytes);
      unsaved.delete(this.#source);
      element.close();
    };
    const element = dialog(
      `Save ${name}`,
      [
        h("p", { class: "dim" }, `${size(bytes.length)}, from ${size(summary.n_bytes)}. ${grouped(result.n_values)} ${result.n_values === 1 ? "value is" : "values are"} changed; everything else is written as it was.`),
        h("ul", { class: "mono" }, ...steps.map((step) => h("li", null, said(step)))),
        losses(result),
      ],
      [h("button", { onclick: compare }, "Compare with the original"), h("button", { class: "primary", onclick: keep }, `Save ${name}`)],
    );
  }
}

/** Whether an edit sets a property of a node. */
function isOf(step: Step, node: number, property: string): boolean {
  return step.what === "set" && step.node === node && step.property === property;
}

/** An edit as the module takes it. */
function sent({ what, path: _, ...rest }: Step): Record<string, object> {
  return { [what]: rest };
}

/** What an edit does, in words. */
function said(step: Step): string {
  return step.what === "set" ? `${step.path}.${step.property} = ${step.value}` : `without ${step.path}`;
}
