// How the files of each format are read by its .ksy files: which type describes which bytes, which names differ, and
// which differences there are, with the reason of each.
import { endsIn } from './compare.mjs';
import { parsed, parts } from './compile.mjs';

/** A parser's object, and where its bytes are: in which buffer of ours, from which place on. */
const view = (space, base, read) => ({ space, base, ...read });

const whole = (id) => (parsers, spaces) => [view(0, 0, parsed(parsers[id], spaces[0]))];

/** The number of the packed data that lie between two bytes of the file. */
const packedIn = ({ packed }, start, end) => packed.findIndex((at) => at !== null && at >= start && at < end);

/** A difference: of which kind, what our first leaf is called, what their last part is, and why it is none. */
const explained = (kind, ours, theirs, reason) => ({ kind, ours, theirs, reason });

const STREAM = 'a zlib stream is one part in the .ksy, which has it unpacked';
const TEXT = 'the faces of versions 1.x are text, of which a .ksy has only the lines';

/** The chunks and their payloads. Columns need the number of values of their class. */
function chunks(parsers, spaces, test) {
  const file = parsed(parsers.rbxbinary, spaces[0]);
  const all = (file.object.chunks ?? []).map((chunk, at) => ({ chunk, ...file.object._debug.chunks.arr[at] }));
  const stored = new Set();
  const payloads = all.map(({ chunk, start, end }) => {
    const at = packedIn(test, start, end);
    const { start: body } = chunk._debug.body;
    if (at < 0) stored.add(body);
    return at < 0 ? [chunk.name, 0, body, spaces[0].subarray(body, end)] : [chunk.name, at, 0, spaces[at]];
  });
  const counts = new Map();
  const read = ([name, space, base, bytes]) => {
    const n = name === 'PROP' ? (counts.get(bytes.readUInt32LE(0)) ?? 0) : 0;
    const one = view(space, base, parsed(parsers.rbxbinary.Payload, bytes, [name, n]));
    if (name === 'INST') counts.set(one.object.content.id, one.object.content.count);
    return one;
  };
  const isColumn = ([name]) => name === 'PROP';
  const views = [...payloads.filter((one) => !isColumn(one)), ...payloads.filter(isColumn)].map(read);
  return [{ ...view(0, 0, file), keeps: ({ path, start }) => path.at(-1) !== 'body' || !stored.has(start) }, ...views];
}

const FLOAT = new DataView(new ArrayBuffer(4));

/** What interleaved bytes are, by the name of their part: the number at a place. */
const INTERLEAVED = {
  small_integers: (raw) => Number(raw & 1n ? -(raw + 1n) / 2n : raw / 2n),
  plain_integers: Number,
  rotated_floats: (raw) => {
    FLOAT.setUint32(0, Number((raw >> 1n) | ((raw & 1n) << 31n)));
    return FLOAT.getFloat32(0);
  },
};

/** The numbers of interleaved arrays, one after the other. */
function arrays(planes, width) {
  const found = [];
  for (let at = 0; at < planes.length; at += width) {
    const own = planes.slice(at, at + width).map(({ value }) => value);
    const decoded = INTERLEAVED[planes[at].path.at(-1)];
    found.push(Array.from(own[0], (_, row) => decoded(own.reduce((raw, plane) => (raw << 8n) | BigInt(plane[row]), 0n))));
  }
  return found;
}

/** The numbers of each interleaved column beside what our reader made of them, which layouts do not have. */
function columns(views, lines, comparison) {
  const own = views.map(({ object }) => object).filter(({ name }) => name === 'PROP');
  if (own.length !== lines.length) comparison.differences.push(`${own.length} columns, and not ${lines.length}`);
  own.forEach(({ content }, at) => {
    const planes = parts(content).filter(({ path, value }) => path.at(-1) in INTERLEAVED && value.length > 0);
    // The lists of a Content are not one for each value.
    if (planes.length === 0 || content.type === 0x22) return;
    const all = arrays(planes, [0x1b, 0x21].includes(content.type) ? 8 : 4);
    let before = 0;
    const isWrong = lines[at].findIndex((text, row) => {
      let theirs = all.map((numbers) => numbers[row]);
      if (content.type === 0x13) theirs = [(before = (before + theirs[0]) | 0)];
      if (content.type === 0x21 && theirs[0] < 0) theirs = [theirs[0] + 2 ** 64];
      comparison.counts.values += theirs.length;
      return !endsIn(text, theirs);
    });
    if (isWrong >= 0) comparison.differences.push(`${Buffer.from(content.name.text)}[${isWrong}] = ${lines[at][isWrong]}, of type ${content.type}`);
  });
}

/** What interleaved bytes of a single value are. */
function interleaved({ value }, theirs) {
  const name = theirs[0].path.at(-1);
  return name === 'ids' || (name in INTERLEAVED && endsIn(value, arrays(theirs, theirs.length)[0]));
}

/** What a parser has unpacked of a block. */
function unpacked(space, block) {
  try {
    const object = block.plain;
    return view(space, -object._io._byteOffset, { object, own: object._io._buffer, error: null });
  } catch (error) {
    return view(space, 0, { object: block, error, own: null });
  }
}

/** The blocks that the header of an asset tells of. */
function blocks(parsers, spaces, test) {
  const file = parsed(parsers.slmesh, spaces[0]);
  const views = [{ ...view(0, 0, file), keeps: ({ path }) => path.at(-1) !== 'body' }];
  const start = file.object._debug.body.start;
  const number = (entries, name) => entries.find(({ key }) => key.name === name)?.item.content;
  const seen = new Set();
  for (const { key, item } of file.object.header.content.entries) {
    const [offset, size] = ['offset', 'size'].map((name) => number(item.content?.entries ?? [], name));
    if (!(size > 0) || seen.has(offset)) continue;
    seen.add(offset);
    const [from, to] = [start + offset, start + offset + size];
    const block = parsed(parsers.slmesh.Block, spaces[0].subarray(from, to), [key.name]);
    views.push(view(0, from, block));
    if (block.object.notLoaded === undefined) views.push(unpacked(packedIn(test, from, to), block.object));
  }
  return views;
}

/** Our runs of voxels beside those of the parser; where a chunk is stands as the step from the one before. */
function terrain(parsers, [bytes], { chunks }, comparison) {
  const { object, error } = parsed(parsers.smooth_grid, bytes);
  if (error) return [`the parser fails: ${error.message ?? error}`];
  let place = [0, 0, 0];
  const found = object.chunks.map(({ x, y, z, runs }) => {
    place = place.map((before, axis) => (before + [x, y, z][axis]) | 0);
    return [place, runs.map((run) => [run.material, run.occupancy, run.water ?? 0, run.count])];
  });
  comparison.counts.leaves += chunks.reduce((sum, [, runs]) => sum + 1 + runs.length, 0);
  comparison.counts.values += chunks.reduce((sum, [, runs]) => sum + 3 + 4 * runs.length, 0);
  const wrong = chunks.findIndex((chunk, at) => JSON.stringify(chunk) !== JSON.stringify(found[at]));
  if (found.length !== chunks.length) return [`${found.length} chunks, and not ${chunks.length}`];
  return wrong < 0 ? [] : [`chunk ${wrong}: ${JSON.stringify(found[wrong]).slice(0, 200)}`];
}

export const FORMATS = {
  anim: { views: whole('anim'), names: { value: 'value_of' }, explained: [] },
  llsd: {
    views: whole('llsd_binary'),
    explained: [explained('value', null, 'byte', 'escapes in quoted strings are left as they are')],
    decodes: scalar,
  },
  m3d: {
    views: whole('m3d'),
    names: {
      end: 'magic', value: 'value_of',
      vertices: 'vertex', tex_coords: 'tex_coord', normals: 'normal', max_vertices: 'max_vertex',
    },
    explained: [
      explained('split', 'zlib_header', 'packed', STREAM),
      explained('name', 'data', 'body', 'chunks that belong to programs are bytes in the .ksy'),
    ],
  },
  rbxbinary: {
    views: chunks,
    columns,
    explained: [explained('value', 'body', 'body', 'our value of packed bytes is how many they unpack to')],
    decodes: interleaved,
  },
  rbxmesh: {
    views: whole('rbxmesh'),
    names: {},
    explained: [
      explained('split', 'face_count', 'face_count', TEXT),
      explained('split', 'position', 'faces', TEXT),
      explained('split', null, 'stream', 'a stream of Draco is bytes in the .ksy'),
    ],
  },
  smooth_grid: { compares: terrain, explained: [] },
  slmesh: {
    views: blocks,
    explained: [
      explained('value', 'deflate', 'deflate', 'our value of packed bytes is how many they unpack to'),
      explained('value', 'not_loaded', 'not_loaded', 'our value of zeros is their number'),
    ],
    decodes: scalar,
  },
};

const TAGS = { undef: 0x21, true: 0x31, false: 0x30 };

/** Values of LLSD that are a tag, and dates, of which we may print the seconds as well. */
function scalar(ours, theirs) {
  const { value } = theirs.at(-1);
  if (ours.value in TAGS) return TAGS[ours.value] === value;
  const seconds = /\((\S+) s\)$/.exec(ours.value)?.[1] ?? Date.parse(ours.value) / 1000;
  return Object.is(Number(seconds), value);
}
