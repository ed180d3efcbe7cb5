// What the numbers of enum items mean.

import assert from "node:assert/strict";
import { test } from "node:test";
import listing from "../../crates/files/src/roblox/items.json";
import { enumerationOf, learn, type Listing } from "../src/enums.ts";

learn(listing as unknown as Listing);

/** What a value is called. */
function itemOf(kind: string, property: string, value: string): string | null {
  const { name, items } = enumerationOf(kind, property) ?? {};
  const item = items?.get(Number(value));
  return item === undefined ? null : `Enum.${name}.${item}`;
}

test("numbers have names, by the class and the property in files or in scripts", () => {
  assert.equal(itemOf("Part", "shape", "0"), "Enum.PartType.Ball");
  assert.equal(itemOf("Part", "Shape", "0"), "Enum.PartType.Ball");
  assert.equal(itemOf("ParticleEmitter", "Shape", "0"), "Enum.ParticleEmitterShape.Box");
  assert.equal(itemOf("Part", "Material", "512"), "Enum.Material.Wood");
  assert.equal(itemOf("Part", "Material", "1"), null);
  assert.equal(itemOf("Part", "Transparency", "0"), null);
  assert.equal(itemOf("Part", "Material", "Wood"), null);
  assert.equal(itemOf("constructor", "constructor", "0"), null);
  assert.equal(enumerationOf("Part", "shape")?.items.get(2), "Cylinder");
});
