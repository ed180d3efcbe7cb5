// Compiles the .ksy files of docs/formats, and hands out the parts that their parsers find.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from 'yaml';

const require = createRequire(import.meta.url);
const compiler = require('kaitai-struct-compiler');
export const KaitaiStream = require('kaitai-struct').KaitaiStream ?? require('kaitai-struct');
KaitaiStream.zlib ??= require('node:zlib');

const camel = (id) => id.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const upper = (id) => camel(`_${id}`);

/** What is known of each class: the ids of its fields in order, and whether it stands for one value. */
const described = new Map();

function describe(Class, spec) {
  const fields = (spec.seq ?? []).map(({ id, process }) => ({ id, key: camel(id), isPacked: process !== undefined }));
  described.set(Class, { fields, isValue: spec.instances?.value !== undefined });
  for (const [id, type] of Object.entries(spec.types ?? {})) describe(Class[upper(id)], type);
}

/** The parsers, by the ids of the files: each reads a buffer as a type of its file. */
export async function compile(folder) {
  const specs = {};
  for (const file of readdirSync(folder).filter((file) => file.endsWith('.ksy'))) {
    specs[file.slice(0, -4)] = parse(readFileSync(join(folder, file), 'utf8'));
  }
  const importer = { importYaml: (name) => Promise.resolve(specs[name]) };
  const classes = {};
  const load = (files, name) => {
    if (name.startsWith('kaitai-struct')) return KaitaiStream;
    const id = name.replace('./', '');
    if (!classes[id]) {
      const module = { exports: {} };
      new Function('module', 'exports', 'require', files[`${id}.js`])(module, module.exports, (of) => load(files, of));
      classes[id] = module.exports;
    }
    return classes[id];
  };
  const parsers = {};
  for (const [id, spec] of Object.entries(specs)) {
    const files = await compiler.compile('javascript', spec, importer, true);
    parsers[id] = load(files, upper(id))[upper(id)];
  }
  for (const [id, spec] of Object.entries(specs)) describe(parsers[id], spec);
  return parsers;
}

/** Reads bytes as a type; what it found stays, if it fails. */
export function parsed(Class, bytes, params = []) {
  const own = new Uint8Array(bytes).buffer;
  const object = new Class(new KaitaiStream(own), null, null, ...params);
  let error = null;
  try {
    object._read();
  } catch (caught) {
    error = caught;
  }
  return { object, own, error };
}

/** The parts of an object in the order of the description: buffer, start, end, path, value. */
export function parts(object, found = [], path = []) {
  const known = described.get(object.constructor);
  for (const { id, key, isPacked } of known.fields) {
    const place = object._debug?.[key];
    if (place?.end === undefined && place?.arr === undefined) continue;
    const value = object[key];
    const own = [...path, id];
    const buffer = object._io._buffer;
    const one = (value, { start, end, ioOffset }) => {
      const range = { buffer, start: start + ioOffset, end: end + ioOffset, path: own };
      const type = described.get(value?.constructor);
      if (type === undefined) found.push({ ...range, value });
      else if (type.isValue) found.push({ ...range, value: value.value });
      else {
        if (isPacked) found.push({ ...range, value: null });
        parts(value, found, own);
      }
    };
    if (Array.isArray(value)) value.forEach((value, at) => place.arr[at]?.end !== undefined && one(value, place.arr[at]));
    else one(value, place);
  }
  return found;
}
