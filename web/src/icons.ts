// Small pictures for buttons, drawn in a square of 16.

import { svg } from "./dom.ts";

const PATHS = {
  lit: "M8 4.5a3.5 3.5 0 110 7 3.5 3.5 0 010-7zM8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 11.6L13 13M3 13l1.4-1.4M11.6 4.4L13 3",
  clay: "M8 2a6 6 0 110 12A6 6 0 018 2zM4 9c1 3 5 4 8 2",
  normals: "M8 14V4M8 4L5.5 6.5M8 4l2.5 2.5M3 14h10M3 14l-1-4M13 14l1-4",
  uv: "M2 2h12v12H2zM2 8h12M8 2v12M5 2v12M11 2v12M2 5h12M2 11h12",
  weights: "M4 3a1.5 1.5 0 110 3 1.5 1.5 0 010-3zM12 10a1.5 1.5 0 110 3 1.5 1.5 0 010-3zM5.2 5.6l5.6 4.8M2 13h5M11 3h3",
  colours: "M8 2s4 4.5 4 7.5a4 4 0 01-8 0C4 6.500 8 2 8 2z",
  wire: "M8 1.500l6 3.500v6l-6 3.500-6-3.500V5zM8 8v6.500M8 8l6-3M8 8L2 5",
  bounds: "M3 5V3h2M11 3h2v2M13 11v2h-2M5 13H3v-2",
  spikes: "M2 13c3-3 9-3 12 0M4 11L3 7M8 10V5M12 11l1-4",
  skeleton: "M4 2a1.500 1.500 0 110 3 1.500 1.500 0 010-3zM12 6a1.500 1.500 0 110 3 1.500 1.500 0 010-3zM6 11.500a1.500 1.500 0 110 3 1.500 1.500 0 010-3zM5.400 4.200l5.200 2.600M11 8.700l-3.800 3.200",
  ground: "M1.500 12l4-7h5l4 7zM3.800 8h8.400M8 5v7M5.600 5L4 12M10.400 5L12 12",
  person: "M8 1.500a1.700 1.700 0 110 3.400 1.700 1.700 0 010-3.400zM5 14V9L4 6.500h8L11 9v5M8 10v4",
  walk: "M8.500 1.500a1.600 1.600 0 110 3.200 1.600 1.600 0 010-3.200zM8.500 5.500L7.500 10M7.500 10L4.500 14M7.500 10l3 1.500.5 3M8.300 6.500l3 2M8.300 6.500L5 8.500",
  parts: "M2 3h4v4H2zM10 3h4v4h-4zM2 10h4v4H2zM10 10h4v4h-4z",
  face: "M8 1.500a6.500 6.500 0 110 13 6.500 6.500 0 010-13zM5.500 6v1M10.500 6v1M5 10.500c2 1.600 4 1.600 6 0",
  fit: "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4M6 6h4v4H6z",
  copy: "M6 5.500h7v8.500H6zM3 10.500V2h7",
  pencil: "M3 13l1-3.500L11 2.500l2.500 2.500-7 7zM9.500 4l2.500 2.500",
  picture: "M2 4h3l1-1.500h4L11 4h3v9H2zM8 6a2.500 2.500 0 110 5 2.500 2.500 0 010-5z",
};

export type Icon = keyof typeof PATHS;

export function icon(name: Icon): SVGSVGElement {
  return drawing(PATHS[name], 18);
}

/** A path in a square of 16, in the colour of letters. */
export function drawing(lines: string, side: number, look = ""): SVGSVGElement {
  const path = svg("path", { d: lines });
  return svg("svg", { viewBox: "0 0 16 16", width: String(side), height: String(side), "aria-hidden": "true", class: look, fill: "none", stroke: "currentColor", "stroke-width": "1.3", "stroke-linecap": "round", "stroke-linejoin": "round" }, path);
}
