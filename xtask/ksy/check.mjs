// Reads the files that `cargo xtask ksy` put into a folder by the parsers that .ksy files compile to, and compares all
// parts with those of our traces. Prints a line of JSON for each difference, and one for each format.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Comparison } from './compare.mjs';
import { compile, parts } from './compile.mjs';
import { FORMATS } from './formats.mjs';

const [folder, descriptions] = process.argv.slice(2);
const parsers = await compile(descriptions);
const say = (line) => console.log(JSON.stringify(line));

/** The parts of all views, by the buffer of ours that they lie in. */
function found(views, n_spaces) {
  const spaces = Array.from({ length: n_spaces }, () => []);
  for (const { object, own, space, base, keeps } of views) {
    // What a parser unpacks is the packed data in their order.
    const others = new Map();
    for (const part of own === null ? [] : parts(object)) {
      if (keeps && !keeps(part)) continue;
      const isOwn = part.buffer === own;
      if (!isOwn && !others.has(part.buffer)) others.set(part.buffer, space + 1 + others.size);
      const [to, from] = isOwn ? [space, base] : [others.get(part.buffer), 0];
      if (part.end > part.start) spaces[to]?.push({ ...part, start: part.start + from, end: part.end + from });
    }
  }
  return spaces;
}

const lines = (path) => readFileSync(path, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
const byStart = (a, b) => a.start - b.start;

function check(test, comparison) {
  const path = join(folder, test.file);
  const spaces = test.packed.map((_, at) => readFileSync(`${path}.${at}`));
  const { compares, views: viewsOf, columns } = FORMATS[test.format];
  if (compares) {
    comparison.differences.push(...compares(parsers, spaces, test, comparison));
    return;
  }
  const leaves = spaces.map(() => []);
  for (const [space, start, end, name, value] of lines(`${path}.leaves`)) {
    if (end > start) leaves[space].push({ start, end, name, value });
  }
  const views = viewsOf(parsers, spaces, test);
  const error = views.find((view) => view.error)?.error;
  if (error) comparison.differences.push(`the parser fails: ${error.message ?? error}`);
  if (test.is_regular) columns?.(views, lines(`${path}.columns`), comparison);
  const theirs = found(views, spaces.length);
  spaces.forEach((bytes, at) => comparison.compare(bytes, leaves[at].sort(byStart), theirs[at].sort(byStart)));
}

/** Reads a file that is damaged, or breaks a rule of its format; whether both agree, which nobody owes. */
function tried(test) {
  const trial = new Comparison(FORMATS[test.format]);
  try {
    check(test, trial);
  } catch {
    return false;
  }
  return trial.differences.length === 0;
}

const comparisons = {};
for (const test of JSON.parse(readFileSync(join(folder, 'cases.json')))) {
  const comparison = (comparisons[test.format] ??= new Comparison(FORMATS[test.format]));
  if (!test.is_regular) {
    comparison.counts.irregular += 1;
    comparison.counts.irregular_and_equal += Number(tried(test));
    continue;
  }
  comparison.counts.files += 1;
  check(test, comparison);
  const differences = comparison.differences.splice(0);
  if (differences.length > 0) say({ name: test.name, what: `${differences.length}: ${differences.slice(0, 5).join('; ')}` });
}
for (const [format, comparison] of Object.entries(comparisons)) {
  for (const one of comparison.unused()) {
    say({ name: format, what: `nothing needs ${one.ours ? `the explanation: ${one.kind} ${one.ours}, ${one.reason}` : `the name ${one}`}` });
  }
  say({ counts: { format, ...comparison.counts } });
}
