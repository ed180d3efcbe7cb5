// Changes of a file: each makes a new version of it, which all views show at once, until it is saved or undone.

import { dialog } from "./dialogs.ts";
import { because, counted, h, save, size } from "./dom.ts";
import type { Source, Version } from "./files.ts";
import { focusWork, refill } from "./focus.ts";
import { losses } from "./losses.ts";
import { endNotice } from "./notice.ts";
import type { Loss } from "./protocol.ts";
import type { Edit, Editing, Opened } from "./view.ts";

/** What can be set of a file of Model 3D itself. */
const TITLES = new Set(["name", "licence", "author", "description", "scale"]);
/** What the simulator writes into the header of a Second Life mesh. */
const HEADER = new Set(["creator", "date", "version"]);

/** Files with changes that are not saved. */
const unsaved = new Set<Source>();

window.addEventListener("beforeunload", (event) => {
  if (unsaved.size > 0) event.preventDefault();
});

/** The bytes of a file as its changes left them. */
export function latest({ blob, versions = [], at = versions.length }: Source): Blob {
  return versions[at - 1]?.blob ?? blob;
}

/** The changes of a file; they stay with it while another one is looked at. */
export class Edits implements Editing {
  readonly element = h("div", { class: "edits", hidden: true, role: "region", "aria-label": "Edits" });
  readonly #file: Opened;
  readonly #source: Source;
  /** Opens another file. */
  readonly #open: (source: Source) => void;
  /** One after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: Opened, source: Source, open: (source: Source) => void) {
    this.#file = file;
    this.#source = source;
    this.#open = open;
    this.#draw();
  }

  get #versions(): Version[] {
    return this.#source.versions ?? [];
  }

  get #at(): number {
    return this.#source.at ?? this.#versions.length;
  }

  /** Whether parts can be named, moved and taken out: instances of Roblox. */
  get canRemove(): boolean {
    return this.#file.summary.is_place;
  }

  /** Whether a property can be set, as far as `rez set` does it. */
  canSet(kind: string | undefined, property: string): boolean {
    const { is_place, identity } = this.#file.summary;
    if (identity.family === "m3d") return kind === "material" || (kind === undefined && TITLES.has(property));
    if (identity.family === "slmesh") return kind === undefined && HEADER.has(property);
    return identity.family === "llsd" || (is_place && kind !== undefined);
  }

  /** Makes changes at once; gives the reason if rezkit refuses them. */
  make(edits: Edit[]): Promise<string | null> {
    const made = this.#last.then(() => this.#make(edits));
    this.#last = made;
    return made;
  }

  async #make(edits: Edit[]): Promise<string | null> {
    try {
      const { result, bytes } = await this.#file.client.askBytes("edit", { steps: edits.map(({ step }) => step) });
      const said = edits.length > 3 ? [...edits.slice(0, 2).map(words), `and ${edits.length - 2} more like these`] : edits.map(words);
      const versions = [...this.#versions.slice(0, this.#at), { blob: new Blob([bytes]), said, result }];
      Object.assign(this.#source, { versions, at: versions.length });
      await this.#show();
      return null;
    } catch (error) {
      return because(error);
    }
  }

  /** Goes back by so many changes, or forward, once those before are made. */
  go(by: number): Promise<void> {
    const gone = this.#last.then(async () => {
      const before = this.#at;
      const at = Math.max(0, Math.min(this.#versions.length, before + by));
      if (at === before) return this.#file.say(by < 0 ? "There is nothing to undo." : "There is nothing to redo.");
      this.#source.at = at;
      await this.#show();
      this.#file.say(by < 0 ? `Undone: ${this.#said(at)}` : `Redone: ${this.#said(at - 1)}`);
    });
    this.#last = gone;
    return gone;
  }

  #said(version: number): string {
    return this.#versions[version]?.said.join("; ") ?? "";
  }

  async #show(): Promise<void> {
    endNotice();
    if (this.#at > 0) unsaved.add(this.#source);
    else unsaved.delete(this.#source);
    this.#draw();
    await this.#file.renew(latest(this.#source));
  }

  #draw(): void {
    const [versions, at] = [this.#versions, this.#at];
    this.element.hidden = versions.length === 0;
    if (versions.length === 0) return;
    const list = h("ol", { class: "plain edit-list", hidden: true }, ...versions.map(({ said }, i) => h("li", { class: i < at ? "" : "dim" }, h("button", { class: "link mono", title: "Go back to this", onclick: () => void this.go(i + 1 - at) }, said.join("; ")))));
    const toggle: HTMLButtonElement = h("button", { "aria-expanded": "false", onclick: () => {
      list.hidden = !list.hidden;
      toggle.setAttribute("aria-expanded", String(!list.hidden));
    } }, counted(at, "change"));
    refill(
      this.element,
      list,
      h("div", { class: "edits-row" },
        toggle,
        h("span", { class: "last mono" }, this.#said(at - 1) || "as it was"),
        h("button", { title: "Ctrl Z", disabled: at === 0, onclick: () => void this.go(-1) }, "Undo"),
        h("button", { title: "Ctrl Y", disabled: at === versions.length, onclick: () => void this.go(1) }, "Redo"),
        h("button", { class: "primary", title: "Ctrl S", "data-entry": true, disabled: at === 0, onclick: () => void this.offer() }, "Save…"),
      ),
    );
  }

  /** What will be saved, before it is, once what is being typed is taken over. */
  async offer(): Promise<void> {
    (document.activeElement as HTMLElement | null)?.blur();
    await this.#last;
    if (this.#at === 0) {
      this.#file.say("There is no change to save.");
      return focusWork();
    }
    const { name } = this.#file;
    const made = this.#versions.slice(0, this.#at);
    const blob = latest(this.#source);
    const compare = (): void => {
      element.close();
      // Two files of one name could not be told apart, here or in the command that compares them.
      const edited = name.replace(/(\.[^./]*)?$/, ".edited$1");
      this.#open({ blob, name: edited, old: { blob: this.#source.blob, name } });
    };
    const keep = async (): Promise<void> => {
      save(name, await blob.arrayBuffer());
      unsaved.delete(this.#source);
      element.close();
    };
    const lost = new Map<string, Loss>(made.flatMap(({ result }) => result.losses).map((loss) => [`${loss.code} ${loss.what}`, loss]));
    const element = dialog(
      `Save ${name}`,
      [
        h("p", { class: "dim" }, `${size(blob.size)}, from ${size(this.#source.blob.size)}. ${counted(made.length, "change")}; everything else is written as it was.`),
        h("ul", { class: "mono" }, ...made.map(({ said }) => h("li", null, said.join("; ")))),
        losses({ losses: [...lost.values()], notes: [...new Set(made.flatMap(({ result }) => result.notes))] }),
      ],
      [h("button", { onclick: compare }, "Compare with the original"), h("button", { class: "primary", autofocus: true, onclick: () => void keep() }, `Save ${name}`)],
    );
  }
}

/** What an edit does, in words. */
function words({ step, path, to }: Edit): string {
  if ("set" in step) {
    const { property, value } = step.set;
    return `${path}${path ? "." : ""}${property} = ${value.length > 80 ? `${value.slice(0, 80)}…` : value}`;
  }
  if ("rename" in step) return `${path} is called ${step.rename.name}`;
  return "move" in step ? `${path} goes into ${to}` : `without ${path}`;
}
