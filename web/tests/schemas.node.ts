// The types of answers that rezkit describes by schemas are made of these: SCHEMAS=write makes src/schemas.ts anew.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

/** Results that the page gets as they are. */
const RESULTS = ["identity", "problem", "info", "check", "change", "diff", "edit", "list", "content"];
/** What `rez --json` adds to each. */
const ADDED = ["tool", "file", "schema"];
/** What a program adds that has read the whole file. */
const OUTER: Record<string, string[]> = { Identity: ["extension", "n_bytes", "sha256"] };
/** What is not called as its schema, since a type in it is. */
const NAMES: Record<string, string> = { list: "Listing" };
const FOLDER = "../crates/rezkit/schemas";

interface Schema {
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  $ref?: string;
  oneOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  required?: string[];
  $defs?: Record<string, Schema>;
}

function typeOf(schema: Schema): string {
  const { type, items, minItems } = schema;
  if (schema.$ref) return schema.$ref.replace("#/$defs/", "");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map(typeOf).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(type)) return type.map((type) => typeOf({ ...schema, type })).join(" | ");
  if (type === "array" && items) {
    const item = typeOf(items);
    if (minItems !== undefined && minItems === schema.maxItems) return `[${Array.from({ length: minItems }, () => item).join(", ")}]`;
    return item.includes("|") ? `(${item})[]` : `${item}[]`;
  }
  if (type === "object" && schema.additionalProperties) return `Record<string, ${typeOf(schema.additionalProperties)}>`;
  return type === "integer" ? "number" : (type ?? "unknown");
}

/** The declaration of a type, which lacks some fields. */
function declared(name: string, schema: Schema, left: string[]): string {
  const said = (text = "", indent = ""): string => `${indent}/** ${text.split("\n")[0]} */\n`;
  if (!schema.properties) return `${said(schema.description)}export type ${name} = ${typeOf(schema)};\n`;
  const { required = [], properties } = schema;
  const order = [...required, ...Object.keys(properties).filter((field) => !required.includes(field))];
  const fields = order.filter((field) => !left.includes(field)).map((field) => {
    const type = typeOf(properties[field]!);
    // What may be missing is never null.
    return `${said(properties[field]!.description, "  ")}  ${required.includes(field) ? `${field}: ${type}` : `${field}?: ${type.replace(/ \| null$/, "")}`};\n`;
  });
  return `${said(left.length > 0 ? "A result." : schema.description)}export interface ${name} {\n${fields.join("")}}\n`;
}

test("the types of answers are those of the schemas", () => {
  const types = new Map<string, string>();
  for (const result of RESULTS) {
    const file = readdirSync(FOLDER).find((name) => name.startsWith(`rezkit.${result}-`))!;
    const schema = JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8")) as Schema;
    const name = NAMES[result] ?? result[0]!.toUpperCase() + result.slice(1);
    for (const [name, of] of Object.entries(schema.$defs ?? {})) types.set(name, declared(name, of, []));
    // A problem is a result of its own, and in others.
    if (result !== "problem") types.set(name, declared(name, schema, [...ADDED, ...(OUTER[name] ?? [])]));
  }
  const head = "// Made of crates/rezkit/schemas by tests/schemas.node.ts; SCHEMAS=write makes it anew.\n";
  const text = [head, ...[...types].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, type]) => type)].join("\n");
  if (process.env["SCHEMAS"] === "write") writeFileSync("src/schemas.ts", text);
  assert.equal(text, readFileSync("src/schemas.ts", "utf8"));
});
