// Offsets as people type them.

/** Bytes from the first on; `end` is behind the last. */
interface Span {
  start: number;
  end: number;
}

/**
 * A number is in hexadecimal digits, as offsets are shown: `1f0`, `0x1f0`. With a mark it is decimal: `#496`. With a
 * sign it is counted from the cursor, in decimal digits as sizes are: `+16`, `-0x10`. Two of them are a range, the second
 * of which may be a size: `1f0-200`, `1f0..200`, `1f0+16`.
 */
export function spanOf(text: string, cursor: number): Span | null {
  const parts = /^\s*([+-]?[^\s+.-]+)\s*(?:(-|\.\.|\+)\s*([^\s+.-]+))?\s*$/.exec(text);
  if (!parts) return null;
  const [, first, by, second] = parts;
  const start = placeOf(first!, cursor);
  if (start === null || start < 0) return null;
  if (second === undefined) return { start, end: start + 1 };
  const other = by === "+" ? sizeOf(second) : placeOf(second, cursor);
  if (other === null) return null;
  const end = by === "+" ? start + other : other;
  return end > start ? { start, end } : null;
}

function placeOf(text: string, cursor: number): number | null {
  const sign = { "+": 1, "-": -1 }[text.charAt(0)];
  if (sign === undefined) return numberOf(text, 16);
  const size = sizeOf(text.slice(1));
  return size === null ? null : cursor + sign * size;
}

function sizeOf(text: string): number | null {
  return numberOf(text, 10);
}

function numberOf(text: string, usual: 10 | 16): number | null {
  const marked = /^(?:0x([0-9a-f]+)|#(\d+))$/i.exec(text);
  if (marked) return marked[1] === undefined ? Number(marked[2]) : Number.parseInt(marked[1], 16);
  const digits = usual === 16 ? /^[0-9a-f]+$/i : /^\d+$/;
  return digits.test(text) ? Number.parseInt(text, usual) : null;
}
