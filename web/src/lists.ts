// The lists of a drawing, as views on the bytes that come with it.

import type { Batch, Shape } from "./protocol.ts";

/** Vertices up to which their numbers have 16 bits. */
const SHORT = 1 << 16;

/** The lists of a shape. Those of integers are shares: of 127, or of 65,535. */
export interface ShapeLists {
  positions: Float32Array<ArrayBuffer>;
  normals: Float32Array<ArrayBuffer> | Int8Array<ArrayBuffer> | null;
  uvs: Float32Array<ArrayBuffer> | null;
  colours: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | null;
  finishes: Uint8Array<ArrayBuffer> | null;
  indices: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
}

/** The lists of a batch. */
export interface BatchLists {
  matrices: Float32Array<ArrayBuffer>;
  colours: Float32Array<ArrayBuffer>;
  finishes: Uint8Array<ArrayBuffer>;
  nodes: Uint32Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
}

export function shapeLists({ n_vertices: n, n_indices, positions, normals, uvs, colours, finishes, indices }: Shape, { buffer, byteOffset: start }: Uint8Array<ArrayBuffer>): ShapeLists {
  const floats = (at: number, size: number): Float32Array<ArrayBuffer> => new Float32Array(buffer, start + at, size * n);
  const isMerged = finishes !== null;
  return {
    positions: floats(positions, 3),
    normals: normals === null ? null : isMerged ? new Int8Array(buffer, start + normals, 4 * n) : floats(normals, 3),
    uvs: uvs === null ? null : floats(uvs, 2),
    colours: colours === null ? null : isMerged ? new Uint16Array(buffer, start + colours, 4 * n) : floats(colours, 3),
    finishes: isMerged ? new Uint8Array(buffer, start + finishes, 4 * n) : null,
    indices: n <= SHORT ? new Uint16Array(buffer, start + indices, n_indices) : new Uint32Array(buffer, start + indices, n_indices),
  };
}

export function batchLists({ n_copies, n_pieces, matrices, colours, finishes, nodes, ends }: Batch, { buffer, byteOffset: start }: Uint8Array<ArrayBuffer>): BatchLists {
  return {
    matrices: new Float32Array(buffer, start + matrices, 16 * n_copies),
    colours: new Float32Array(buffer, start + colours, 3 * n_copies),
    finishes: new Uint8Array(buffer, start + finishes, 4 * n_copies),
    nodes: new Uint32Array(buffer, start + nodes, n_copies || n_pieces),
    ends: new Uint32Array(buffer, start + ends, n_pieces),
  };
}
