// A report in Markdown, for whoever looks into a file without having it.

import { counted, grouped, rounded, size } from "./dom.ts";
import type { Broken, Case, Info, Summary } from "./protocol.ts";

export interface Facts {
  name: string;
  sha256: string;
  summary: Summary;
  info: Info | null;
  /** Why there is no more. */
  problem: string | null;
  rules: { rule: Broken; first: Case | undefined }[];
}

export function markdown({ name, sha256, summary, info, problem, rules }: Facts): string {
  const { identity, tool } = summary;
  const version = info?.version ?? identity.version;
  const lines = [
    `### ${code(name)}`,
    "",
    "| | |",
    "|---|---|",
    `| Format | ${identity.title}${version ? `, version ${version}` : ""} |`,
    `| Size | ${counted(summary.n_bytes, "byte")} |`,
    `| SHA-256 | \`${sha256}\` |`,
  ];
  if (identity.wrappers.length > 0) lines.push(`| Packed in | ${identity.wrappers.join(", ")} |`);
  if (identity.damage) lines.push(`| Damage | ${cell(identity.damage)} |`);
  if (identity.disagreement) lines.push(`| Name | ${cell(identity.disagreement)} |`);
  for (const [fact, value] of Object.entries(info?.facts ?? {})) {
    lines.push(`| ${fact} | ${typeof value === "number" ? grouped(value) : cell(value)} |`);
  }
  if (info?.bounds) {
    const [min, max] = info.bounds;
    lines.push(`| bounds | ${max.map((high, axis) => rounded(Number(high) - Number(min[axis]))).join(" × ")} |`);
  }
  if (info?.packed) lines.push(`| packed | ${size(info.packed.n_bytes)} for ${size(info.packed.n_plain_bytes)} |`);
  if (problem) lines.push("", `**It cannot be read:** ${problem}`);
  if (rules.length > 0) {
    lines.push("", "| Rule | Severity | Times | What | First at |", "|---|---|---|---|---|");
    for (const { rule, first } of rules) {
      const place = first?.path ? `${code(first.path)}: ${cell(first.found)}` : cell(first?.found ?? "");
      lines.push(`| ${rule.id} | ${rule.severity} | ${grouped(rule.n)} | ${cell(rule.title)} | ${place} |`);
    }
  } else if (info) {
    lines.push("", "No rule is broken.");
  }
  lines.push("", `Made by ${tool}, in a browser.`, "");
  return lines.join("\n");
}

/** As a cell of a table: one line, no bars. */
function cell(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[|<>[\]*_`\\]/g, "\\$&").slice(0, 300);
}

function code(text: string): string {
  return `\`${text.replace(/\s+/g, " ").replace(/[`|]/g, "'").slice(0, 200)}\``;
}
