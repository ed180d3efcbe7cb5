// Unpacks LZMA, in which the module is a third smaller than in gzip; browsers have no decoder of their own for it.

/** Where each table of probabilities begins. The names are those of the specification of the LZMA SDK. */
const IS_MATCH = 0;
const IS_REP = IS_MATCH + (12 << 4);
const IS_REP_G0 = IS_REP + 12;
const IS_REP_G1 = IS_REP_G0 + 12;
const IS_REP_G2 = IS_REP_G1 + 12;
const IS_REP0_LONG = IS_REP_G2 + 12;
const SLOTS = IS_REP0_LONG + (12 << 4);
const DISTANCES = SLOTS + (4 << 6);
const ALIGN = DISTANCES + 115;
const LENGTHS = ALIGN + 16;
const REP_LENGTHS = LENGTHS + 2 + 2 * (16 << 3) + 256;
const LITERALS = REP_LENGTHS + 2 + 2 * (16 << 3) + 256;

/** Properties, size of the dictionary, size, and the first bytes of the coder. */
const HEAD = 18;

/** The plain bytes of a file `.lzma` that states how many there are. */
export function unpacked(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new DataView(packed.buffer, packed.byteOffset, HEAD);
  const properties = head.getUint8(0);
  const lc = properties % 9;
  const lpMask = (1 << (Math.floor(properties / 9) % 5)) - 1;
  const pbMask = (1 << Math.floor(properties / 45)) - 1;
  const out = new Uint8Array(head.getUint32(5, true));
  const probabilities = new Uint16Array(LITERALS + (0x300 << lc) * (lpMask + 1)).fill(1024);
  // Typed, since numbers above 2^30 are slow in variables of a closure.
  const coder = new Uint32Array([0xffffffff, head.getUint32(14)]);
  let next = HEAD;

  function normalise(): void {
    if (coder[0]! >= 0x1000000) return;
    coder[0] = coder[0]! << 8;
    coder[1] = (coder[1]! << 8) | packed[next++]!;
  }

  function bit(index: number): number {
    const probability = probabilities[index]!;
    const bound = (coder[0]! >>> 11) * probability;
    const isZero = coder[1]! < bound;
    if (isZero) {
      coder[0] = bound;
      probabilities[index] = probability + ((2048 - probability) >> 5);
    } else {
      coder[0]! -= bound;
      coder[1]! -= bound;
      probabilities[index] = probability - (probability >> 5);
    }
    normalise();
    return isZero ? 0 : 1;
  }

  function tree(first: number, nBits: number): number {
    let symbol = 1;
    for (let i = 0; i < nBits; i++) symbol = (symbol << 1) | bit(first + symbol);
    return symbol - (1 << nBits);
  }

  function reversed(first: number, nBits: number): number {
    let [symbol, value] = [1, 0];
    for (let i = 0; i < nBits; i++) {
      const one = bit(first + symbol);
      symbol = (symbol << 1) | one;
      value |= one << i;
    }
    return value;
  }

  function direct(nBits: number): number {
    let value = 0;
    for (let i = 0; i < nBits; i++) {
      coder[0]! >>>= 1;
      const isOne = coder[1]! >= coder[0]!;
      if (isOne) coder[1]! -= coder[0]!;
      value = (value << 1) | (isOne ? 1 : 0);
      normalise();
    }
    return value;
  }

  function length(first: number, position: number): number {
    if (!bit(first)) return 2 + tree(first + 2 + (position << 3), 3);
    if (!bit(first + 1)) return 10 + tree(first + 2 + (16 << 3) + (position << 3), 3);
    return 18 + tree(first + 2 + (32 << 3), 8);
  }

  function distance(nBytes: number): number {
    const slot = tree(SLOTS + (Math.min(nBytes - 2, 3) << 6), 6);
    if (slot < 4) return slot;
    const nBits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << nBits;
    if (slot < 14) return base + reversed(DISTANCES + base - slot, nBits);
    return base + (direct(nBits - 4) << 4) + reversed(ALIGN, 4);
  }

  let [state, rep0, rep1, rep2, rep3, at] = [0, 0, 0, 0, 0, 0];

  function literal(): void {
    const before = at > 0 ? out[at - 1]! : 0;
    const table = LITERALS + 0x300 * (((at & lpMask) << lc) + (before >> (8 - lc)));
    let symbol = 1;
    if (state >= 7) {
      // After a match, the byte that would have continued it tells which tables to use, until it differs.
      let expected = out[at - rep0 - 1]!;
      while (symbol < 256) {
        const likely = (expected >> 7) & 1;
        expected <<= 1;
        const one = bit(table + ((1 + likely) << 8) + symbol);
        symbol = (symbol << 1) | one;
        if (one !== likely) break;
      }
    }
    while (symbol < 256) symbol = (symbol << 1) | bit(table + symbol);
    out[at++] = symbol;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  /** One of the last four distances, which becomes the last. */
  function repeated(): void {
    if (!bit(IS_REP_G1 + state)) {
      [rep0, rep1] = [rep1, rep0];
    } else if (!bit(IS_REP_G2 + state)) {
      [rep0, rep1, rep2] = [rep2, rep0, rep1];
    } else {
      [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
    }
  }

  while (at < out.length) {
    const position = at & pbMask;
    if (!bit(IS_MATCH + (state << 4) + position)) {
      literal();
      continue;
    }
    let nBytes: number;
    if (!bit(IS_REP + state)) {
      [rep1, rep2, rep3] = [rep0, rep1, rep2];
      nBytes = length(LENGTHS, position);
      state = state < 7 ? 7 : 10;
      rep0 = distance(nBytes);
    } else if (bit(IS_REP_G0 + state)) {
      repeated();
      nBytes = length(REP_LENGTHS, position);
      state = state < 7 ? 8 : 11;
    } else if (bit(IS_REP0_LONG + (state << 4) + position)) {
      nBytes = length(REP_LENGTHS, position);
      state = state < 7 ? 8 : 11;
    } else {
      nBytes = 1;
      state = state < 7 ? 9 : 11;
    }
    const end = Math.min(at + nBytes, out.length);
    for (let from = at - rep0 - 1; at < end; ) out[at++] = out[from++]!;
  }
  return out;
}
