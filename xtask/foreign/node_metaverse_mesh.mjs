// Writes the assets of `fixtures/foreign/slmesh` with node-metaverse 0.8.16.

import fs from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const classes = "@caspertech/node-metaverse/dist/lib/classes/";
const { LLMesh } = require(classes + "public/LLMesh");
const { Matrix4 } = require(classes + "Matrix4");
const { Vector2 } = require(classes + "Vector2");
const { Vector3 } = require(classes + "Vector3");

const vectors3 = (rows) => rows.map((row) => new Vector3(row));
const domain = ([min, max], Vector) => ({ min: new Vector(min), max: new Vector(max) });

function face(values) {
  if (values === null) return { noGeometry: true };
  return {
    position: vectors3(values.positions),
    positionDomain: domain(values.position_domain, Vector3),
    normal: vectors3(values.normals),
    texCoord0: values.uvs.map((row) => new Vector2(row)),
    texCoord0Domain: domain(values.uv_domain, Vector2),
    triangleList: values.triangles.flat(),
    weights: values.weights?.map(Object.fromEntries),
  };
}

const folder = new URL("../../fixtures/foreign/slmesh/", import.meta.url);
for (const name of fs.readdirSync(folder).filter((name) => name.endsWith(".json"))) {
  const values = JSON.parse(fs.readFileSync(new URL(name, folder)));
  if (!("levels" in values)) continue;
  const mesh = new LLMesh();
  mesh.version = 1;
  mesh.lodLevels = Object.fromEntries(Object.entries(values.levels).map(([name, faces]) => [name, faces.map(face)]));
  if (values.convex) {
    mesh.physicsConvex = { domain: domain(values.convex.domain, Vector3), boundingVerts: vectors3(values.convex.bounding) };
    if (values.convex.hulls) {
      mesh.physicsConvex.hullList = values.convex.hulls.map((hull) => hull.length);
      mesh.physicsConvex.positions = vectors3(values.convex.hulls.flat());
    }
  }
  if (values.skin) {
    mesh.skin = {
      jointNames: values.skin.joint_names,
      bindShapeMatrix: new Matrix4(values.skin.bind_shape_matrix),
      inverseBindMatrix: values.skin.inverse_bind_matrix.map((matrix) => new Matrix4(matrix)),
      altInverseBindMatrix: values.skin.alt_inverse_bind_matrix.map((matrix) => new Matrix4(matrix)),
    };
  }
  fs.writeFileSync(new URL("generated/" + name.replace(".json", ".node-metaverse.llmesh"), folder), await mesh.toAsset());
}
