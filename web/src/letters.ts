// Bytes as text: UTF-8 without control characters, of which each byte holds 6.8 bits.
//
// A letter stands for 7, 13 or 20 bits. The first 7 of them say which: a letter of one byte, the first half of one of
// two bytes, or of three.

/** Letters of one byte: from the space to `~`, but for `<`, which could end a script. */
const ONE = 0x20;
const LEFT_OUT = 0x3c;
const N_ONE = 94;
/** Letters of two bytes: all from here on, 64 for each of as many beginnings. */
const TWO = 0xc0;
const N_TWO = 29;
/** Letters of three bytes: from here to the end of Hangul, 8,192 for each of the other five. */
const THREE = 0x3000;

/** The bytes of a text that `build.mjs` wrote. */
export function decoded(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((text.length * 20) / 8));
  let [bits, nBits, at] = [0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    let [value, n] = [code - ONE - (code > LEFT_OUT ? 1 : 0), 7];
    if (code >= THREE) {
      [value, n] = [(N_ONE + N_TWO + ((code - THREE) >> 13)) | (((code - THREE) & 0x1fff) << 7), 20];
    } else if (code >= TWO) {
      [value, n] = [(N_ONE + ((code - TWO) >> 6)) | (((code - TWO) & 0x3f) << 7), 13];
    }
    bits |= value << nBits;
    for (nBits += n; nBits >= 8; nBits -= 8) {
      bytes[at++] = bits;
      bits >>>= 8;
    }
  }
  bytes[at] = bits;
  return bytes.subarray(0, bytes.lastIndexOf(1));
}

/** What `decoded` reads: the bytes and a 1, behind which only zeros fill the last letter. */
export function encoded(bytes: Uint8Array): string {
  const all = [...bytes, 1];
  const letters: string[] = [];
  let [bits, nBits, at] = [0, 0, 0];
  while (at < all.length || nBits > 0) {
    for (; nBits < 20; nBits += 8) bits |= (all[at++] ?? 0) << nBits;
    const first = bits & 0x7f;
    let [code, n] = [ONE + first + (ONE + first >= LEFT_OUT ? 1 : 0), 7];
    if (first >= N_ONE + N_TWO) {
      [code, n] = [THREE + (((first - N_ONE - N_TWO) << 13) | ((bits >> 7) & 0x1fff)), 20];
    } else if (first >= N_ONE) {
      [code, n] = [TWO + (((first - N_ONE) << 6) | ((bits >> 7) & 0x3f)), 13];
    }
    letters.push(String.fromCharCode(code));
    bits >>>= n;
    nBits -= n;
    if (at >= all.length && bits === 0) break;
  }
  return letters.join("");
}
