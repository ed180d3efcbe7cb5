// What a line of the tree says of its node, and a node's properties as texts to copy.

import { h } from "./dom.ts";
import { drawing } from "./icons.ts";
import type { Node } from "./protocol.ts";

type Property = [string, string];

/** The property that says most of a node, in this order. */
const TELLING = ["Value", "Text", "Size", "MeshId", "TextureID", "Texture", "Image", "SoundId", "Color", "Enabled", "Brightness", "Source"];

/** Letters of a value in a line. */
const WIDTH = 60;

/** Classes that a place has at its top. */
const SERVICE = /^(Workspace|Players|Lighting|Chat|Teams|ReplicatedFirst|Starter(Gui|Pack|Player)|Network(Client|Server)|.*Service|.*Storage)$/;
/** Classes that look alike, each with a picture of its own. */
const GROUPS: [string, RegExp, string][] = [
  ["service", SERVICE, "M2 3h12v4H2zM2 9h12v4H2zM4.500 5h1M4.500 11h1"],
  ["script", /Script$|^script/, "M3 2h7l3 3v9H3zM5.500 7h5M5.500 9.500h5M5.500 12h3"],
  ["part", /Part$|Union|Operation|^Terrain|^face|^Seat|Seat$|^SpawnLocation$/, "M8 1.500l6 3.500v6l-6 3.500-6-3.500V5zM8 8v6.500M8 8l6-3M8 8L2 5"],
  ["folder", /^(Folder|Model|WorldModel|map|array|Tool|Accessory|Configuration|Starter(Player|Character)Scripts)$/, "M1.500 4h5l1.500 2h6.500v7.500h-13z"],
  ["camera", /^Camera$/, "M1.500 5h9v6.500h-9zM10.500 7.500l4-2v6l-4-2z"],
  ["mesh", /mesh|^level|^hull|^vertices|^shape|^Decal|^Texture|SurfaceAppearance/i, "M8 2l6 11H2zM5 7.500h6L8 13z"],
  ["value", /Value$|^(string|integer|real|boolean|uuid|date|uri|binary)$/, "M3 4h10M3 8h10M3 12h6"],
  ["light", /Light$|^(Sky|Atmosphere|Fire|Smoke|Sparkles|ParticleEmitter|Beam|Trail|.*Effect)$/, "M8 2a4 4 0 012 7.500V11H6V9.500A4 4 0 018 2zM6.500 13.500h3"],
  ["interface", /Gui$|^(Frame|Text|Image|Scrolling|UI|View)/, "M2 3h12v10H2zM2 6h12"],
  ["sound", /^Sound/, "M2 6h3l4-3v10L5 10H2zM11.500 5.500c1.500 1.500 1.500 3.500 0 5"],
  ["joint", /joint|bone|Motor|Weld|Attachment|Constraint|skeleton|skin|Humanoid|Animat|action/i, "M4 2.500a1.500 1.500 0 110 3 1.500 1.500 0 010-3zM12 10a1.500 1.500 0 110 3 1.500 1.500 0 010-3zM5.200 5.200l5.600 5.600"],
];

/** Whether a class is one of those that a place has at its top. */
export function isService(kind: string): boolean {
  return SERVICE.test(kind);
}

/** A picture for a class or kind. */
export function kindIcon(kind: string): Element {
  const [group, , path] = GROUPS.find(([, name]) => name.test(kind)) ?? ["other", null, "M8 4.500a3.500 3.500 0 110 7 3.500 3.500 0 010-7z"];
  return drawing(path, 14, `kind-icon kind-${group}`);
}

/** Why a node was found: the property that a search is about. */
export function reasonOf({ properties }: Node, kind: string, name: string, search: string, isQuery: boolean): Property | null {
  if (isQuery) {
    const asked = new Set([...search.toLowerCase().matchAll(/@?[a-z_]\w*/g)].map(([word]) => word));
    return properties.find(([name]) => asked.has(name.toLowerCase())) ?? null;
  }
  const text = search.toLowerCase();
  const has = (part: string): boolean => part.toLowerCase().includes(text);
  return has(kind) || has(name) ? null : (properties.find(([name, value]) => has(name) || has(value)) ?? null);
}

/** What stands before the first words of a script: marks of comments, lines drawn with signs, modes, its own name. */
const FRAME = /^(--!\w+|--\[=*\[|[\s"=*_~#/-]|[a-z][\w.]*\.luau?\b)+/i;

/** What a line says of a node. */
export function gistOf({ properties }: Node, reason: Property | null): HTMLElement | null {
  const telling = TELLING.map((name) => properties.find(([other]) => other === name)).find(Boolean);
  const found = reason ?? telling ?? (properties.length === 1 ? properties[0] : undefined);
  if (!found) return null;
  const [name, value] = found;
  const chip = chipOf(value);
  const isScript = !reason && name === "Source";
  const said = (isScript && value.replace(FRAME, "")) || value;
  return h("span", { class: reason ? "gist reason" : "gist" }, reason || !(isScript || name === "Value") ? h("span", { class: "gist-name" }, `${name} `) : null, chip, said.replace(/\s+/g, " ").slice(0, WIDTH));
}

/** A colour beside the numbers that it is. */
export function chipOf(value: string): HTMLElement | null {
  const found = /^Color3(uint8)?\(([\d.e-]+), ([\d.e-]+), ([\d.e-]+)\)$/.exec(value);
  if (!found) return null;
  const scale = found[1] ? 1 : 255;
  const chip = h("span", { class: "colour-chip", "aria-hidden": "true" });
  chip.style.background = `rgb(${found.slice(2).map((part) => Math.round(Number(part) * scale)).join(" ")})`;
  return chip;
}

/** The properties of a node as a text. */
export const COPIES: Record<string, (path: string, properties: Property[]) => string> = {
  text: (_, properties) => properties.map(([name, value]) => `${name} = ${value}`).join("\n"),
  JSON: (path, properties) => JSON.stringify({ path, properties: Object.fromEntries(properties) }, null, 2),
  Luau: (_, properties) => properties.map(([name, value]) => `object.${name} = ${luauOf(value)}`).join("\n"),
};

/** A value as Luau makes it. */
function luauOf(value: string): string {
  const made = /^(Vector2|Vector3|Vector2int16|Vector3int16|CFrame|Color3|UDim|UDim2|Rect|NumberRange|PhysicalProperties)\((.*)\)$/.exec(value);
  if (made) return `${made[1]}.new(${made[2]})`;
  const colour = /^Color3uint8\((.*)\)$/.exec(value);
  if (colour) return `Color3.fromRGB(${colour[1]})`;
  if (/^"[^\n]*"$/.test(value) || /^(true|false|-?\d+(\.\d+)?(e-?\d+)?)$/.test(value)) return value;
  if (value === "none") return "nil";
  return JSON.stringify(value);
}
