// The types of questions and answers are made of their schema, and that of web/core: SCHEMAS=write makes src/schemas.ts anew.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

interface Schema {
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  $ref?: string;
  oneOf?: Schema[];
  anyOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  required?: string[];
}

function typeOf(schema: Schema): string {
  const { type, items, minItems } = schema;
  if (schema.$ref) return schema.$ref.replace("#/$defs/", "");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map(typeOf).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(type)) return type.map((type) => typeOf({ ...schema, type })).join(" | ");
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
  if (type === "array" && items) {
    const item = typeOf(items);
    if (minItems !== undefined && minItems === schema.maxItems) return `[${Array.from({ length: minItems }, () => item).join(", ")}]`;
    return item.includes("|") ? `(${item})[]` : `${item}[]`;
  }
  if (type === "object" && schema.additionalProperties) return `Record<string, ${typeOf(schema.additionalProperties)}>`;
  if (type === "object") return schema.properties ? `{ ${fields(schema).map(({ field }) => field).join("; ")} }` : "{}";
  return type === "integer" ? "number" : (type ?? "unknown");
}

/** The fields of an object, those first that are always there. */
function fields({ required = [], properties = {} }: Schema): { field: string; description: string | undefined }[] {
  const order = [...required, ...Object.keys(properties).filter((name) => !required.includes(name))];
  return order.map((name) => {
    const schema = properties[name]!;
    const type = typeOf(schema);
    // What may be missing is never null.
    const field = required.includes(name) ? `${name}: ${type}` : `${name}?: ${type.replace(/ \| null$/, "")} | undefined`;
    return { field, description: schema.description };
  });
}

/** The first paragraph of a comment of Rust, without its links. */
function said(description: string | undefined, indent = ""): string {
  const text = description?.split("\n\n")[0]!.replaceAll("\n", " ").replace(/\[(`[^`]+`)\](\(\S*\))?/g, "$1");
  return text ? `${indent}/** ${text} */\n` : "";
}

function declared(name: string, schema: Schema): string {
  if (!schema.properties) return `${said(schema.description)}export type ${name} = ${typeOf(schema)};\n`;
  const lines = fields(schema).map(({ field, description }) => `${said(description, "  ")}  ${field};\n`);
  return `${said(schema.description)}export interface ${name} {\n${lines.join("")}}\n`;
}

test("the types of questions and answers are those of the schema", () => {
  const { $defs } = JSON.parse(readFileSync("core/schema.json", "utf8")) as { $defs: Record<string, Schema> };
  const head = "// Made of core/schema.json by tests/schemas.node.ts; SCHEMAS=write makes it anew.\n";
  const text = [head, ...Object.entries($defs).map(([name, schema]) => declared(name, schema))].join("\n");
  if (process.env["SCHEMAS"] === "write") writeFileSync("src/schemas.ts", text);
  assert.equal(text, readFileSync("src/schemas.ts", "utf8"));
});
