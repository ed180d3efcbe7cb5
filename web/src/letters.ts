/** The codes of letters from `#` to `~` but for `<`, which would end a script: 91, of which two hold 13 bits. */
const FIRST = 35;
const LEFT_OUT = 60;

/** The bytes of a text that `build.mjs` wrote; a twelfth less than base64. */
export function decoded(text: string): Uint8Array<ArrayBuffer> {
  const digit = (at: number): number => {
    const code = text.charCodeAt(at) - FIRST;
    return code > LEFT_OUT - FIRST ? code - 1 : code;
  };
  const bytes = new Uint8Array((text.length * 13) >> 4);
  let [bits, nBits, at] = [0, 0, 0];
  for (let i = 0; i < text.length; i += 2) {
    // The last bits may need one letter only.
    bits |= (digit(i) + 91 * (digit(i + 1) || 0)) << nBits;
    for (nBits += 13; nBits >= 8; nBits -= 8) {
      bytes[at++] = bits;
      bits >>>= 8;
    }
  }
  return bytes;
}

/** What `decoded` reads. */
export function encoded(bytes: Uint8Array): string {
  const letter = (digit: number): string => {
    const code = digit + FIRST;
    return String.fromCharCode(code < LEFT_OUT ? code : code + 1);
  };
  let [text, bits, nBits] = ["", 0, 0];
  for (const byte of bytes) {
    bits |= byte << nBits;
    nBits += 8;
    if (nBits < 13) continue;
    const pair = bits & 0x1fff;
    text += letter(pair % 91) + letter(Math.floor(pair / 91));
    bits >>>= 13;
    nBits -= 13;
  }
  if (nBits > 0) text += letter(bits % 91);
  if (nBits > 6) text += letter(Math.floor(bits / 91));
  return text;
}
