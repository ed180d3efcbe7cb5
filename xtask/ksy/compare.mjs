// Holds the parts that a parser of a .ksy file finds against the leaves of our trace.

/** Bytes as our traces print them. */
function escaped(bytes) {
  let text = '';
  for (const byte of bytes) {
    if (byte === 9) text += '\\t';
    else if (byte === 10) text += '\\n';
    else if (byte === 13) text += '\\r';
    else if (byte === 34 || byte === 39 || byte === 92) text += `\\${String.fromCharCode(byte)}`;
    else if (byte >= 32 && byte < 127) text += String.fromCharCode(byte);
    else text += `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return text;
}

const WORDS = { NaN, inf: Infinity, '-inf': -Infinity, none: -1, true: 1, false: 0 };
const NUMBER = /0x[0-9a-f]+|-?\d+(?:\.\d+)?(?:e-?\d+)?|NaN|-?inf|none/g;

/** The numbers of a printed value; `null` if it has none. What stands behind a single number says what it means. */
function numbers(text) {
  const found = /^[[(]|^rotation |^density /.test(text) ? text.match(NUMBER) ?? [] : [text.split(' ')[0]];
  const all = found.map((word) => (word in WORDS ? WORDS[word] : word === '' ? NaN : Number(word)));
  return all.some((number, at) => Number.isNaN(number) && found[at] !== 'NaN') ? null : all;
}

/** Whether a printed number, which is the shortest of its precision, is this one. */
const isNumber = (ours, theirs) => Object.is(ours, theirs) || Object.is(Math.fround(ours), theirs);

/** Whether these are the last numbers of a text; a text without any says nothing. */
export function endsIn(text, theirs) {
  const own = text.match(NUMBER) ?? [];
  const last = own.slice(-theirs.length).map((word) => (word in WORDS ? WORDS[word] : Number(word)));
  return own.length === 0 || (last.length === theirs.length && last.every((one, at) => isNumber(one, theirs[at])));
}

/** Without what ends a text, which belongs to its value or not. */
const bare = (text) => text.replace(/(\\x00)+$|\\n$/, '');

/** Whether a value of ours is what these parts say; what is left of theirs are tags and lengths before it. */
function isValue(text, theirs, bytes) {
  const last = theirs.at(-1);
  if (text === '""') return last === 0 || last?.length === 0;
  if (text.startsWith('"')) {
    const own = typeof last === 'string' ? Buffer.from(last) : last instanceof Uint8Array ? last : bytes;
    const [, start, more] = /^"(.*)"( …)?$/s.exec(text) ?? [];
    if (start === undefined) return false;
    return more ? escaped(own).startsWith(start) : bare(escaped(own)) === bare(start);
  }
  if (typeof last === 'string') return text === last;
  if (last instanceof Uint8Array && last.length === 16 && text.length === 36) {
    return text.replaceAll('-', '') === Buffer.from(last).toString('hex');
  }
  if (last instanceof Uint8Array && /^\d+ bytes$/.test(text)) return last.length === Number.parseInt(text);
  const own = numbers(text);
  const all = theirs.flatMap((value) => (value instanceof Uint8Array ? [...value] : [Number(value)]));
  return own !== null && own.length <= all.length && own.every((one, at) => isNumber(one, all[all.length - own.length + at]));
}

/** The last word of a name of ours, without an index. */
const word = (name) => name.replace(/ .*/s, '').replace(/(\[\d+\])+$/, '').split('.').at(-1).replace(/[[\]<>]/g, '');

/** Whether each leaf of ours is a byte of one part. */
const isRow = (ours, theirs) =>
  theirs.length === 1 && theirs[0].value instanceof Uint8Array && ours.every((one) => one.end === one.start + 1 && one.value !== '');

export class Comparison {
  constructor({ names, explained, decodes }) {
    this.hasNames = names !== undefined;
    this.names = new Map(Object.entries(names ?? {}));
    this.explanations = explained;
    this.decodes = decodes;
    this.used = new Set();
    this.counts = { files: 0, leaves: 0, values: 0, irregular: 0, irregular_and_equal: 0 };
    this.differences = [];
  }

  /** A difference that is explained is none: by the name of our first leaf, and that of their last part. */
  differs(kind, ours, theirs, what) {
    const [own, other] = [word(ours[0].name), theirs.at(-1)?.path.at(-1)];
    const found = this.explanations.find((one) => one.kind === kind && (one.ours ?? own) === own && one.theirs === other);
    if (found) this.used.add(found);
    else this.differences.push(`${kind} ${own}: ${what}`);
  }

  /** The leaves of a buffer, and the parts that lie in it, both in the order of the bytes. */
  compare(bytes, leaves, parts) {
    let [at, to] = [0, 0];
    while (at < leaves.length) {
      const [first, start] = [at, to];
      const range = () => `${leaves[first].start}..${leaves[at - 1].end} ${leaves[first].name}`;
      let [end, other] = [leaves[at++].end, to < parts.length ? parts[to++].end : Infinity];
      while (end !== other) {
        if (end < other && at < leaves.length) end = leaves[at++].end;
        else if (other < end && to < parts.length) other = parts[to++].end;
        else {
          this.differs('missing', leaves.slice(first, at), [], `${range()}: no part ends here`);
          return;
        }
      }
      const [ours, theirs] = [leaves.slice(first, at), parts.slice(start, to)];
      this.counts.leaves += ours.length;
      if (theirs[0].start !== ours[0].start) this.differs('start', ours, theirs, `${range()}: a part begins at ${theirs[0].start}`);
      else if (ours.length > 1 && isRow(ours, theirs)) this.row(ours, theirs[0]);
      else if (ours.length > 1) this.differs('split', ours, theirs, `${range()}: ${theirs.map((one) => `${one.start} ${one.path.join('.')}`)}`);
      else this.one(ours[0], theirs, bytes.subarray(ours[0].start, ours[0].end));
    }
    if (to < parts.length) this.differs('more', leaves.slice(-1), parts.slice(to), `a part behind all of ours: ${parts[to].path.join('.')}`);
  }

  /** Bytes that are one part there. */
  row(ours, { path, value }) {
    this.counts.values += ours.length;
    const wrong = ours.findIndex((one, at) => Number.parseInt(one.value) !== value[at]);
    if (wrong >= 0) this.differs('value', [ours[wrong]], [{ path }], `${ours[wrong].start} ${ours[wrong].value}: ${value[wrong]}`);
  }

  one(ours, theirs, bytes) {
    const name = word(ours.name);
    const wanted = this.hasNames ? (this.names.get(name) ?? name) : '';
    if (this.names.has(name)) this.used.add(name);
    const path = theirs[0].path;
    if (wanted !== '' && !theirs.every((one) => one.path.includes(wanted))) {
      this.differs('name', [ours], theirs, `${ours.start} ${ours.name}: ${path.join('.')}`);
    }
    if (ours.value === '') return;
    this.counts.values += 1;
    const values = theirs.map((one) => one.value);
    if (!isValue(ours.value, values, bytes) && !this.decodes?.(ours, theirs, bytes)) {
      this.differs('value', [ours], theirs, `${ours.start} ${ours.name} = ${ours.value}: ${path.join('.')} = ${values}`);
    }
  }

  /** What in the tables of this format no file needs. */
  unused() {
    return [...this.names.keys(), ...this.explanations].filter((one) => !this.used.has(one));
  }
}
