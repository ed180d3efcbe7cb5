// Luau in colours, line by line.

const WORDS = new Set("and break continue do else elseif end export false for function if in local nil not or repeat return then true type until while".split(" "));

/** What a line begins in: nothing, or a long text or comment that ends with so many `=`. */
export type Begin = { isComment: boolean; level: number } | null;

type Piece = ["word" | "text" | "comment" | "number" | "", string];

const TOKEN = /--\[(=*)\[|--.*|\[(=*)\[|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|`(?:\\.|[^`\\])*`?|0[xX][\da-fA-F_]+|0[bB][01_]+|\d[\d_]*\.?\d*(?:[eE][+-]?\d+)?|[A-Za-z_]\w*|[^\w"'`[-]+|./g;

/** The pieces of a line, and what the next one begins in. */
export function piecesOf(line: string, begin: Begin): { pieces: Piece[]; end: Begin } {
  const pieces: Piece[] = [];
  let at = 0;
  /** Takes a long text or comment up to its end. */
  const long = (from: number, { isComment, level }: NonNullable<Begin>): boolean => {
    const close = `]${"=".repeat(level)}]`;
    const found = line.indexOf(close, at);
    const end = found < 0 ? line.length : found + close.length;
    pieces.push([isComment ? "comment" : "text", line.slice(from, end)]);
    at = end;
    return found >= 0;
  };
  if (begin && !long(0, begin)) return { pieces, end: begin };
  while (at < line.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(line);
    if (!found) break;
    const [text, comment, bracket] = found;
    const from = at;
    at += text.length;
    if (comment !== undefined || bracket !== undefined) {
      const opened = { isComment: comment !== undefined, level: (comment ?? bracket ?? "").length };
      if (!long(from, opened)) return { pieces, end: opened };
    } else {
      pieces.push([sortOf(text), text]);
    }
  }
  return { pieces, end: null };
}

function sortOf(text: string): Piece[0] {
  if (text.startsWith("--")) return "comment";
  if (/^["'`]/.test(text)) return "text";
  if (/^\d/.test(text)) return "number";
  return WORDS.has(text) ? "word" : "";
}

/** What each line of a script begins in. */
export function beginsOf(lines: string[]): Begin[] {
  const begins: Begin[] = [];
  let begin: Begin = null;
  for (const line of lines) {
    begins.push(begin);
    // A very long line, such as one that a program wrote, is not looked into.
    begin = line.length > LONGEST ? begin : piecesOf(line, begin).end;
  }
  return begins;
}

/** Letters of a line that is coloured. */
export const LONGEST = 5000;
