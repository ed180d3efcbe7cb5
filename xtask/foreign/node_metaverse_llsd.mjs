// Writes the documents of `fixtures/foreign/llsd` with node-metaverse 0.8.16.

import fs from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const classes = "@caspertech/node-metaverse/dist/lib/classes/";
const { LLSD } = require(classes + "llsd/LLSD");
const { LLSDMap } = require(classes + "llsd/LLSDMap");
const { LLSDInteger } = require(classes + "llsd/LLSDInteger");
const { LLSDReal } = require(classes + "llsd/LLSDReal");
const { LLSDURI } = require(classes + "llsd/LLSDURI");
const { UUID } = require(classes + "UUID");

function value(typed) {
  switch (typed.t) {
    case "undef": return null;
    case "integer": return new LLSDInteger(typed.v);
    case "real": return new LLSDReal(Buffer.from(typed.bits, "hex").readDoubleBE());
    case "uuid": return new UUID(typed.v);
    case "uri": return new LLSDURI(typed.v);
    case "date": return new Date(typed.v);
    case "binary": return Buffer.from(typed.hex, "hex");
    case "array": return typed.v.map(value);
    case "map": return new LLSDMap(typed.v.map(([key, item]) => [key, value(item)]));
    default: return typed.v;
  }
}

const folder = new URL("../../fixtures/foreign/llsd/", import.meta.url);
for (const name of fs.readdirSync(folder).filter((name) => name.endsWith(".json"))) {
  const document = JSON.parse(fs.readFileSync(new URL(name, folder)));
  if (!("value" in document)) continue;
  const model = value(document.value);
  // The bytes of its dates in binary are in the wrong order.
  const folderOf = (extension) => (name === "dates.json" && extension === "llsd" ? "reversed/" : "files/");
  const target = (extension) => new URL(folderOf(extension) + name.replace(".json", `.node-metaverse.${extension}`), folder);
  // Its binary writer refuses negative integers.
  if (name !== "everything.json") fs.writeFileSync(target("llsd"), LLSD.toBinary(model));
  fs.writeFileSync(target("xml"), LLSD.toXML(model));
  fs.writeFileSync(target("notation"), LLSD.toNotation(model, true));
}
