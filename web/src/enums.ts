// The names of enum items. Files have numbers; crates/rezkit makes the list of them.

import listing from "./enums.json";

/** An enum, with the names of its items by their numbers. */
export interface Enumeration {
  name: string;
  items: Map<number, string>;
}

const made = new Map<string, Enumeration>();

/** The enum that a property of a class holds an item of. */
export function enumerationOf(kind: string, property: string): Enumeration | null {
  const { properties, exceptions, enums } = listing as Record<string, Record<string, string>>;
  const name = exceptions![`${kind}.${property}`] ?? properties![property];
  const items = name && Object.hasOwn(properties!, property) ? enums![name] : undefined;
  if (!name || items === undefined) return null;
  const known = made.get(name) ?? { name, items: itemsOf(items) };
  made.set(name, known);
  return known;
}

/** `Ball Block 7=Wedge`: what has no number follows on the one before. */
function itemsOf(text: string): Map<number, string> {
  let next = 0;
  const pairs = text.split(" ").map((item): [number, string] => {
    const [, number, name] = /^(?:(\d+)=)?(.*)$/.exec(item)!;
    if (number !== undefined) next = Number(number);
    return [next++, name!];
  });
  return new Map(pairs);
}

/** What a value is called, such as `Enum.Material.Wood`. */
export function itemOf(kind: string, property: string, value: string): string | null {
  if (!/^\d+$/.test(value)) return null;
  const enumeration = enumerationOf(kind, property);
  const item = enumeration?.items.get(Number(value));
  return item === undefined ? null : `Enum.${enumeration!.name}.${item}`;
}
