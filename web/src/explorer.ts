// The instances of a place as people of Roblox Studio know them: services in its order, and what is empty folded into one line.

import type { Row } from "./protocol.ts";

/** A row of the tree. */
export interface Line extends Row {
  level: number;
  isOpen: boolean;
  /** Whether a search found it, and not only what is in it. */
  isFound?: boolean;
  /** The rows that stand below it without being in it: services that are empty. */
  folded?: Row[];
}

/** Services that the explorer of Studio shows, in its order. */
const SERVICES = ["Workspace", "Players", "Lighting", "MaterialService", "NetworkClient", "NetworkServer", "ReplicatedFirst", "ReplicatedStorage", "ServerScriptService", "ServerStorage", "StarterGui", "StarterPack", "StarterPlayer", "Teams", "SoundService", "TextChatService", "Chat", "LocalizationService", "TestService"];
/** What stands first in the workspace. */
const FIRST = ["Camera", "Terrain"];
/** More siblings stay as the file has them: sorting them would be felt. */
const MOST_SORTED = 20_000;
/** The number of the line of empty services, which no node has. */
export const FOLDED = -1;

const byName = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The outermost rows of a place: services in order, then what else there is, then those that are empty as one line. */
export function arranged(rows: Row[]): (Row & { folded?: Row[] })[] {
  if (!rows.some(({ kind }) => kind === "Workspace")) return rows;
  const rank = ({ kind }: Row): number => (SERVICES.includes(kind) ? SERVICES.indexOf(kind) : SERVICES.length);
  const sorted = rows.toSorted((a, b) => rank(a) - rank(b) || byName.compare(a.name, b.name));
  const isEmpty = ({ kind, n_children }: Row): boolean => n_children === 0 && kind !== "Workspace" && kind !== "Lighting";
  const empty = sorted.filter(isEmpty);
  if (empty.length < 2) return sorted;
  const line = { id: FOLDED, kind: "", name: `${empty.length} services that are empty`, n_children: empty.length, end: 0, folded: empty };
  return [...sorted.filter((row) => !isEmpty(row)), line];
}

/** What is in an instance, as Studio sorts it: by name. */
export function sorted(rows: Line[]): Line[] {
  if (rows.length > MOST_SORTED) return rows;
  const rank = ({ kind }: Row): number => (FIRST.includes(kind) ? FIRST.indexOf(kind) : FIRST.length);
  return rows.toSorted((a, b) => rank(a) - rank(b) || byName.compare(a.name, b.name));
}
