// Ways to look at surfaces.

import * as three from "three";

export type Shading = "lit" | "clay" | "normals" | "uv" | "weights" | "colours";

type Surface = three.Material | three.Material[];

/** What meshes had before they were shaded in another way. */
export class Shader {
  readonly #surfaces = new Map<three.Mesh, Surface>();
  readonly #colours = new Map<three.BufferGeometry, three.BufferAttribute | three.InterleavedBufferAttribute | null>();
  #checker: three.Texture | null = null;

  /** Shades meshes; `joint` is the one whose weights are shown. */
  shade(meshes: three.Mesh[], shading: Shading, joint: number): void {
    this.#restore();
    if (shading === "lit") return;
    for (const mesh of meshes) {
      this.#surfaces.set(mesh, mesh.material);
      if (shading === "weights") this.#weigh(mesh, joint);
      const made = this.#material(mesh, shading);
      mesh.material = Array.isArray(mesh.material) ? mesh.material.map(() => made) : made;
    }
  }

  #restore(): void {
    for (const [mesh, material] of this.#surfaces) {
      for (const made of [mesh.material].flat()) made.dispose();
      mesh.material = material;
    }
    for (const [geometry, colour] of this.#colours) {
      if (colour) geometry.setAttribute("color", colour);
      else geometry.deleteAttribute("color");
    }
    this.#surfaces.clear();
    this.#colours.clear();
  }

  #material(mesh: three.Mesh, shading: Shading): three.Material {
    const side = three.DoubleSide;
    const flatShading = !mesh.geometry.attributes["normal"];
    switch (shading) {
      case "normals":
        return new three.MeshNormalMaterial({ side, flatShading });
      case "uv":
        this.#checker ??= checker();
        return new three.MeshStandardMaterial({ side, flatShading, map: this.#checker, roughness: 0.9 });
      case "weights":
      case "colours":
        return new three.MeshBasicMaterial({ side, vertexColors: "color" in mesh.geometry.attributes, toneMapped: false });
      default:
        return new three.MeshStandardMaterial({ side, flatShading, color: 0xb4aea6, roughness: 0.85 });
    }
  }

  /** Colours vertices by how much a joint moves them: blue not at all, red alone. */
  #weigh({ geometry }: three.Mesh, joint: number): void {
    const { skinIndex, skinWeight, position } = geometry.attributes;
    if (!position || this.#colours.has(geometry)) return;
    this.#colours.set(geometry, geometry.attributes["color"] ?? null);
    const colours = new Float32Array(3 * position.count);
    const colour = new three.Color();
    for (let i = 0; i < position.count; i++) {
      let weight = 0;
      for (let slot = 0; slot < 4; slot++) {
        if (skinIndex?.getComponent(i, slot) === joint) weight += skinWeight?.getComponent(i, slot) ?? 0;
      }
      colour.setHSL((1 - Math.min(1, weight)) * 0.66, 0.85, weight > 0 ? 0.5 : 0.32).toArray(colours, 3 * i);
    }
    geometry.setAttribute("color", new three.BufferAttribute(colours, 3));
  }

  dispose(): void {
    this.#restore();
    this.#checker?.dispose();
  }
}

/** Squares with letters and numbers, so that turned and mirrored ones are seen. */
function checker(): three.Texture {
  const [side, n] = [1024, 8];
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const context = canvas.getContext("2d")!;
  const square = side / n;
  context.font = `600 ${square * 0.34}px sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      const isDark = (row + column) % 2 === 0;
      context.fillStyle = `hsl(${(360 * column) / n} ${isDark ? 45 : 30}% ${isDark ? 45 : 80}%)`;
      context.fillRect(column * square, row * square, square, square);
      context.fillStyle = isDark ? "#fff" : "#222";
      context.fillText(`${String.fromCharCode(65 + row)}${column + 1}`, (column + 0.5) * square, (row + 0.5) * square);
    }
  }
  const texture = new three.CanvasTexture(canvas);
  texture.colorSpace = three.SRGBColorSpace;
  texture.wrapS = texture.wrapT = three.RepeatWrapping;
  texture.anisotropy = 4;
  return texture;
}
