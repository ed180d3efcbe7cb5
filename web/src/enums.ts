// How properties are grouped, and the names of enum items.

import type { Client } from "./client.ts";

/** As `items.rs` has it. */
export interface Listing {
  enums: Record<string, string>;
  properties: Record<string, string>;
  by_class: Record<string, Record<string, string>>;
}

/** The list of the module, once a file with instances has asked for it. */
let listing: Listing = { enums: {}, properties: {}, by_class: {} };

export function learn(known: Listing): void {
  listing = known;
}

/** Asks for the list, before the properties that need it. */
export async function learnFrom(client: Client): Promise<void> {
  if (Object.keys(listing.enums).length > 0) return;
  const { bytes } = await client.askBytes("enums", {});
  learn(JSON.parse(new TextDecoder().decode(bytes)) as Listing);
}

/** An enum, with the names of its items by their numbers. */
export interface Enumeration {
  name: string;
  items: Map<number, string>;
}

const made = new Map<string, Enumeration>();

/** The enum that a property of a class holds an item of. */
export function enumerationOf(kind: string, property: string): Enumeration | null {
  const { properties, by_class, enums } = listing;
  const own = (table: Record<string, string>, key: string) => (Object.hasOwn(table, key) ? table[key] : undefined);
  const of = (name: string) => (Object.hasOwn(by_class, name) ? own(by_class[name]!, kind) : own(properties, name));
  // The list has the names in files, such as `shape`, and nodes those in scripts.
  const small = property.charAt(0).toLowerCase() + property.slice(1);
  const name = of(property) ?? of(small) ?? of(`${small}Raw`);
  const items = name && enums[name];
  if (!name || items === undefined) return null;
  const known = made.get(name) ?? { name, items: itemsOf(items) };
  made.set(name, known);
  return known;
}

/** `Ball Block 7=Wedge`: what has no number follows on the one before. */
function itemsOf(text: string): Map<number, string> {
  let next = 0;
  const pairs = text.split(" ").map((item): [number, string] => {
    const [, number, name] = /^(?:(\d+)=)?(.*)$/.exec(item)!;
    if (number !== undefined) next = Number(number);
    return [next++, name!];
  });
  return new Map(pairs);
}

const GROUP: Record<string, string> = {};
for (const [group, names] of Object.entries({
  Appearance: "BrickColor CastShadow Color Material MaterialVariant Reflectance Transparency LocalTransparencyModifier Texture TextureID TextureId MeshId MeshContent TextureContent DoubleSided RenderFidelity FluidFidelity BackgroundColor3 BackgroundTransparency BorderColor3 BorderSizePixel BorderMode Image ImageColor3 ImageTransparency TextColor3 TextTransparency TextStrokeColor3 Brightness Ambient OutdoorAmbient ColorShift_Top ColorShift_Bottom FogColor FogStart FogEnd Color3 LightInfluence Shadows",
  Data: "Name ClassName Parent Value Enabled Disabled RunContext Source Archivable Text RichText Font FontFace TextSize SoundId Volume Looped Playing AnimationId",
  Transform: "CFrame Position Orientation Rotation Size PivotOffset WorldPivotData ModelMeshCFrame ModelMeshSize Scale Offset C0 C1 AnchorPoint AbsolutePosition Shape FormFactor",
  Collision: "CanCollide CanTouch CanQuery CollisionGroup CollisionGroupId CollisionFidelity AudioCanCollide",
  Behaviour: "Anchored Locked Massless RootPriority EnableFluidForces PrimaryPart Part0 Part1 Attachment0 Attachment1 Adornee Active Visible ZIndex LayoutOrder",
  Physics: "AssemblyLinearVelocity AssemblyAngularVelocity Velocity RotVelocity CustomPhysicalProperties Density Friction Elasticity",
  Surfaces: "BackSurface BottomSurface FrontSurface LeftSurface RightSurface TopSurface BackSurfaceInput BottomSurfaceInput FrontSurfaceInput LeftSurfaceInput RightSurfaceInput TopSurfaceInput BackParamA BackParamB BottomParamA BottomParamB FrontParamA FrontParamB LeftParamA LeftParamB RightParamA RightParamB TopParamA TopParamB",
})) for (const name of names.split(" ")) GROUP[name] = group;

/** The groups of properties, in their order. */
export const GROUPS = ["Data", "Transform", "Appearance", "Behaviour", "Collision", "Physics", "Other", "Surfaces", "Tags", "Attributes"];

/** The group of a property, by its name in scripts. */
export function groupOf(name: string): string {
  if (name.startsWith("@")) return "Attributes";
  return name === "Tags" ? "Tags" : (GROUP[name] ?? "Other");
}
