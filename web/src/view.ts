// What all views of a file have in common.

import type { Choice } from "./choice.ts";
import type { Client } from "./client.ts";
import { because, h } from "./dom.ts";
import type { Changed, Hit, Info, Place, Step, Summary } from "./protocol.ts";
import type { Scenery } from "./scenery.ts";

/** A change of a file, and what is said of it. */
export interface Edit {
  step: Step;
  /** The path of the node. */
  path: string;
  /** That of the one that it is moved into. */
  to?: string;
}

/** The changes of a file, as the views see them. */
export interface Editing {
  /** Whether parts can be named, moved and taken out. */
  readonly canRemove: boolean;
  canSet(kind: string | undefined, property: string): boolean;
  /** Makes changes at once; gives the reason if rezkit refuses them. */
  make(edits: Edit[]): Promise<string | null>;
  /** Goes back by so many changes, or forward, once those before are made. */
  go(by: number): Promise<void>;
}

/** An opened file, as the views see it. */
export interface Opened {
  readonly name: string;
  readonly client: Client;
  readonly summary: Summary;
  /** What the file holds; a rejected promise if it cannot be read. */
  info: Promise<Info>;
  /** Its changes that are not saved. */
  readonly edits: Editing;
  /** How nodes differ from those of an older file, as far as that is known. */
  readonly differences: Map<number, Changed["kind"]>;
  /** What is chosen in it. */
  readonly choice: Choice;
  /** The memory that a person granted for its model. */
  readonly granted: { memory?: number };
  /** Makes the model anew, which may take so many bytes. */
  grant(memory: number): void;
  /** Its model in three dimensions, which is made when it is first asked for. */
  readonly scenery: Scenery;
  /** Shows another view, as a step that the back button undoes. */
  show(tab: string): void;
  /** Chooses something in a view, which the others follow; with a tab, that is shown, as a step. */
  choose(choice: Choice, by: View | null, tab?: string): void;
  /** Points at something for a moment, or at nothing. */
  point(choice: Choice | null, by: View): void;
  /** Shows bytes. */
  showBytes(place: Place): void;
  /** Shows a node of the tree. */
  showNode(node: Hit): void;
  /** Shows the first of some parts that the tree has, or that has bytes, by their paths; whether there was one. */
  showPart(paths: string[]): Promise<boolean>;
  /** Shows what the tree finds. */
  find(text: string): void;
  /** Takes files by the ids that they are named by, such as `4711.mesh`; how many of them this file names. */
  fill(files: FileList): Promise<number>;
  /** Offers a file that was made of this one, after its report. */
  offerGlb(): Promise<void>;
  /** Another version of it takes its place in all views. */
  renew(blob: Blob): Promise<void>;
  /** Says something in the status line. */
  say(text: string): void;
}

export interface View {
  readonly element: HTMLElement;
  /** What has to be in the page before anything else is asked for. */
  readonly painted?: Promise<void>;
  /** Called each time the view comes into sight. */
  shown?(): void;
  /** Called when something was chosen in another view. */
  follow?(choice: Choice): void;
  /** Called when another view points at something. */
  point?(choice: Choice | null): void;
  /** Called when another file takes the place. */
  ended?(): void;
}

/** A view of one sheet: a word until there is something in it, or the reason why there is nothing. */
export function sheetView(word: string, parts: Promise<HTMLElement[]>): View {
  const sheet = h("section", { class: "sheet" }, h("p", { class: "hint" }, word));
  parts.then(
    (parts) => sheet.replaceChildren(...parts),
    (error) => sheet.replaceChildren(h("p", { class: "hint" }, because(error))),
  );
  return { element: h("div", { class: "panel" }, h("div", { class: "page" }, sheet)) };
}
