// What all views of a file have in common.

import type { Client } from "./client.ts";
import type { Hit, Info, Place, Summary } from "./protocol.ts";

/** An opened file, as the views see it. */
export interface Opened {
  readonly name: string;
  readonly client: Client;
  readonly summary: Summary;
  /** What the file holds; a rejected promise if it cannot be read. */
  readonly info: Promise<Info>;
  /** Shows another view, as a step that the back button undoes. */
  show(tab: string): void;
  /** Shows bytes. */
  showBytes(place: Place): void;
  /** Shows a node of the tree. */
  showNode(node: Hit): void;
  /** Offers a file that was made of this one, after its report. */
  offerGlb(): Promise<void>;
  /** Says something in the status line. */
  say(text: string): void;
}

export interface View {
  readonly element: HTMLElement;
  /** Called each time the view comes into sight. */
  shown?(): void;
  /** Called when another file takes the place. */
  ended?(): void;
}

/** What stands in the place of what could not be shown. */
export function because(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
