// Luau in colours.

import assert from "node:assert/strict";
import { test } from "node:test";
import { COPIES } from "../src/gist.ts";
import { beginsOf, piecesOf } from "../src/luau.ts";

test("words, texts, numbers and comments are told apart, and nothing is lost", () => {
  const line = `local a = 0x1F + b["x\\"y"] -- end`;
  const { pieces, end } = piecesOf(line, null);
  assert.equal(pieces.map(([, text]) => text).join(""), line);
  assert.deepEqual(pieces.filter(([sort]) => sort).map(([sort, text]) => `${sort} ${text}`), ["word local", "number 0x1F", `text "x\\"y"`, "comment -- end"]);
  assert.equal(end, null);
});

test("long texts and comments go over lines", () => {
  const lines = ["x = [==[ a", "]] b", "]==] .. y --[[ c", "d ]] return"];
  assert.deepEqual(beginsOf(lines), [null, { isComment: false, level: 2 }, { isComment: false, level: 2 }, { isComment: true, level: 0 }]);
  assert.deepEqual(piecesOf(lines[3]!, { isComment: true, level: 0 }).pieces, [["comment", "d ]]"], ["", " "], ["word", "return"]]);
});

test("values are copied as Luau makes them", () => {
  const values = ["Vector3int16(1, -2, 3)", "PhysicalProperties(1, 0.5, 0.25, 1, 2)", "Color3uint8(1, 2, 255)", "true", "none", '"a"', "Region3(0, 0, 0, 1, 1, 1)"];
  const made = ["Vector3int16.new(1, -2, 3)", "PhysicalProperties.new(1, 0.5, 0.25, 1, 2)", "Color3.fromRGB(1, 2, 255)", "true", "nil", '"a"', '"Region3(0, 0, 0, 1, 1, 1)"'];
  assert.equal(COPIES["Luau"]!("", values.map((value) => ["A", value])), made.map((value) => `object.A = ${value}`).join("\n"));
});
