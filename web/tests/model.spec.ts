// What the model view can do.

import { expect, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { GRAIN } from "../src/grain.ts";
import { alone, colours, fixture, garden, made, mesh, module, opened, PAGE, picture, redrawn, settled, tab, test } from "./support.ts";

/** The model of a file, drawn. */
async function shown(page: Page, source: Parameters<typeof opened>[1]): Promise<void> {
  await opened(page, source);
  await tab(page, "Model");
  await colours(page);
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name }).click();
  await settled(page);
}

/** A white ball as an OBJ. */
function ball(): string {
  const [rows, columns] = [24, 48];
  const lines: string[] = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [up, around] = [(Math.PI * row) / rows, (2 * Math.PI * column) / columns];
      const at = [Math.sin(up) * Math.cos(around), Math.cos(up), Math.sin(up) * Math.sin(around)].map((number) => number.toFixed(5)).join(" ");
      lines.push(`v ${at}`, `vn ${at}`);
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [a, b] = [row * columns + column + 1, row * columns + ((column + 1) % columns) + 1];
      lines.push(`f ${[a, b, b + columns, a + columns].map((i) => `${i}//${i}`).join(" ")}`);
    }
  }
  return lines.join("\n");
}

test("a white ball is white and not clipped", async ({ page }) => {
  await shown(page, made("ball.obj", ball()));
  await press(page, "Ground");
  const [nOpaque, nClipped, brightest] = await page.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext("2d")!;
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    let [opaque, clipped, most] = [0, 0, 0];
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3]! < 255) continue;
      opaque++;
      const darkest = Math.min(data[i]!, data[i + 1]!, data[i + 2]!);
      if (darkest === 255) clipped++;
      most = Math.max(most, darkest);
    }
    return [opaque, clipped, most];
  });
  expect(nOpaque).toBeGreaterThan(10_000);
  expect(nClipped! / nOpaque!).toBeLessThan(0.002);
  expect(brightest).toBeGreaterThan(225);
});

test("lamps light what is around them, and a night is dark", { tag: "@slow" }, async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 480 });
  /** The mean of all colours of a place in which a lamp is on or off. */
  const brightness = async (isOn: boolean, time: string, fog = "", effects = "", material = 256): Promise<number> => {
    const lamp = `<Item class="PointLight"><Properties><bool name="Enabled">${isOn}</bool><float name="Range">40</float></Properties></Item>`;
    const lighting = `<Item class="Lighting"><Properties><string name="TimeOfDay">${time}</string>${fog}</Properties>${effects}</Item>`;
    await shown(page, made("lamp.rbxlx", garden(4).replace(/(Ball.*?)(<\/Properties>)/s, `$1<token name="Material">${material}</token>$2${lamp}`).replace("</roblox>", `${lighting}</roblox>`)));
    await settled(page);
    return page.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      const context = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d")!;
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return data.reduce((sum, byte) => sum + byte) / data.length;
    });
  };
  const [off, on, night] = [await brightness(false, "14:00:00"), await brightness(true, "14:00:00"), await brightness(true, "22:00:00")];
  expect(on - off).toBeGreaterThan(0.5);
  expect(on - night).toBeGreaterThan(40);
  // Black fog hides the sky by day, and what lies behind what is looked at.
  const fog = await brightness(false, "14:00:00", '<float name="FogEnd">40</float><Color3 name="FogColor"><R>0</R><G>0</G><B>0</B></Color3>');
  expect(off - fog).toBeGreaterThan(40);
  // So does dense air; and what shines glows.
  const air = await brightness(false, "14:00:00", "", '<Item class="Atmosphere"><Properties><float name="Density">1</float><Color3 name="Color"><R>0</R><G>0</G><B>0</B></Color3></Properties></Item>');
  expect(off - air).toBeGreaterThan(20);
  const bloom = '<Item class="BloomEffect"><Properties><float name="Intensity">1</float></Properties></Item>';
  const [neon, glow, dull] = [await brightness(false, "22:00:00", "", "", 288), await brightness(false, "22:00:00", "", bloom, 288), await brightness(false, "22:00:00", "", bloom)];
  expect(glow - neon).toBeGreaterThan(0.5);
  expect(neon - dull).toBeGreaterThan(0.3);
});

test("patterns of materials are those of rez thumb", async ({ page }) => {
  const [, ...rows] = readFileSync("../crates/scene/src/thumb/grain.tsv", "utf8").trim().split("\n").map((line) => line.split("\t").map(Number));
  const found = await page.evaluate(([grain, rows]) => {
    const gl = new OffscreenCanvas(1, 1).getContext("webgl2")!;
    const program = gl.createProgram();
    const sources = [
      [gl.VERTEX_SHADER, "#version 300 es\nvoid main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); gl_PointSize = 4.0; }"],
      [gl.FRAGMENT_SHADER, `#version 300 es\nprecision highp float; uniform int kind; uniform vec3 point; uniform vec3 normal; uniform float pixel; out vec4 colour; ${grain}
        void main() { float factor = grain(kind, point, normal, pixel) * 100.0; colour = vec4(floor(factor) / 255.0, fract(factor), 0.0, 1.0); }`],
    ] as const;
    for (const [kind, source] of sources) {
      const shader = gl.createShader(kind)!;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader)!);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    gl.useProgram(program);
    const at = (name: string): WebGLUniformLocation => gl.getUniformLocation(program, name)!;
    return rows.map(([kind, ...numbers]) => {
      gl.uniform1i(at("kind"), kind!);
      gl.uniform3fv(at("point"), numbers.slice(0, 3));
      gl.uniform3fv(at("normal"), numbers.slice(3, 6));
      gl.uniform1f(at("pixel"), numbers[6]!);
      gl.drawArrays(gl.POINTS, 0, 1);
      const pixel = new Uint8Array(4);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      return (pixel[0]! + pixel[1]! / 255) / 100;
    });
  }, [GRAIN, rows] as const);
  for (const [i, row] of rows.entries()) expect(Math.abs(found[i]! - row.at(-1)!), row.join(" ")).toBeLessThan(0.002);
});

alone("a place has the colours of rez thumb", { tag: "@slow" }, async ({ page }) => {
  const path = fixture("rbxxml/samples/hut.rbxlx");
  // The canvas is a square.
  await page.setViewportSize({ width: 400, height: 582 });
  await page.goto(PAGE);
  await shown(page, path);
  await settled(page);
  const core = module();
  core.open(readFileSync(path), "hut.rbxlx");
  const thumb = Buffer.from(core.ask("picture", { size: [400, 400] }).bytes).toString("base64");
  const difference = (): Promise<number> => page.locator("canvas").evaluate(async (canvas: HTMLCanvasElement, thumb) => {
    const squares = (image: CanvasImageSource): Uint8ClampedArray => {
      const context = new OffscreenCanvas(12, 12).getContext("2d")!;
      context.drawImage(image, 0, 0, 12, 12);
      return context.getImageData(0, 0, 12, 12).data;
    };
    const bytes = Uint8Array.from(atob(thumb), (letter) => letter.charCodeAt(0));
    const [one, other] = [squares(canvas), squares(await createImageBitmap(new Blob([bytes])))];
    return one.reduce((sum, byte, i) => sum + Math.abs(byte - other[i]!), 0) / (12 * 12 * 3);
  }, thumb);
  await expect.poll(difference).toBeLessThan(8);
});

test("labels turn to the camera", async ({ page }) => {
  const label = '<Item class="BillboardGui"><Properties><UDim2 name="Size"><XS>12</XS><XO>0</XO><YS>6</YS><YO>0</YO></UDim2><Vector3 name="StudsOffset"><X>0</X><Y>4</Y><Z>0</Z></Vector3></Properties><Item class="Frame"><Properties><UDim2 name="Size"><XS>1</XS><XO>0</XO><YS>1</YS><YO>0</YO></UDim2><Color3 name="BackgroundColor3"><R>1</R><G>0</G><B>1</B></Color3></Properties></Item></Item>';
  await shown(page, made("label.rbxlx", garden(4).replace(/(Ball.*?<\/Properties>)/s, `$1${label}`)));
  /** The share of the points that have the colour of the label: a picture that took long has fewer points. */
  const seen = async (): Promise<number> => {
    await settled(page);
    return page.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      const context = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d")!;
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let n = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i]! > 180 && data[i + 1]! < 80 && data[i + 2]! > 180) n++;
      return n / (data.length / 4);
    });
  };
  await page.locator("canvas").focus();
  for (let i = 0; i < 6; i++) await page.keyboard.press("-");
  const first = await seen();
  expect(first).toBeGreaterThan(0.002);
  // Half a turn: from one side, a label that stands still would be seen as a line.
  let least = first;
  for (let i = 0; i < 9; i++) {
    for (let j = 0; j < 3; j++) await page.keyboard.press("ArrowRight");
    least = Math.min(least, await seen());
  }
  expect(least).toBeGreaterThan(first * 0.3);
});

test("surfaces are seen in each way that the model has what for", async ({ page }) => {
  await shown(page, fixture("rbxmesh/valid/v500.mesh"));
  const pictures = new Set([await picture(page)]);
  for (const name of [/^Clay/, /^Normals as/, /^UV/, /^Weights/]) {
    await press(page, name);
    pictures.add(await picture(page));
  }
  expect(pictures.size).toBe(5);
  const joint = page.getByLabel("Joint", { exact: true });
  await expect(joint.locator("option")).toHaveText(["Root", "Jaw"]);
  await joint.selectOption("Jaw");
  await expect(page.locator(".viewer")).toHaveAttribute("data-chosen", '{"spot":{"level":0,"joint":1}}');
  await expect(page.locator("#chosen")).toContainText("bones[1]");
  await press(page, /^Lit/);
  await expect(joint).toBeHidden();
});

test("ground, person, edges and box are drawn over the model", async ({ page }) => {
  await shown(page, fixture("slmesh/valid/uploaded.llmesh"));
  await expect(page.locator(".facts-line")).toContainText(/a square is [\d.]+ metres?$/);
  for (const name of ["Ground", /^A person/, /^Wireframe/, "Bounds"]) {
    const before = await picture(page);
    await press(page, name);
    await redrawn(page, before, String(name));
  }
  // Where there is no ground, there are no squares.
  await expect(page.locator(".facts-line")).not.toContainText("square");
  await expect(page.locator(".joint-names span")).toHaveCount(0);
  await press(page, /^Skeleton/);
  await expect(page.locator(".joint-names span")).toHaveText(["mPelvis"]);
});

test("levels say their triangles and distances, and the land impact follows the size", async ({ page }) => {
  await shown(page, fixture("slmesh/valid/part.llmesh"));
  const levels = page.getByRole("group", { name: "Levels of detail" }).getByRole("button");
  await expect(levels.first()).toContainText(/finest\d+ ▲to [\d.]+ m/);
  const impact = page.locator(".impact output");
  await expect(impact).toContainText("land impact 0.060");
  const before = await impact.textContent();
  const distance = await levels.first().textContent();
  await page.getByLabel("Longest side in metres").fill("1.8");
  await expect(impact).not.toHaveText(before!);
  await expect(levels.first()).not.toHaveText(distance!);
});

test("hulls are told apart by their colours", async ({ page }) => {
  const corners = (x: number): string => [[x, 0, 0], [x + 1, 0, 0], [x, 1, 0], [x, 0, 1]].map((at) => `v ${at.join(" ")}`).join("\n");
  const faces = (first: number): string => [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]].map((face) => `f ${face.map((i) => first + i).join(" ")}`).join("\n");
  const parts = ["rock", "rock_HULL_000", "rock_HULL_001", "rock_HULL_002"].map((name, i) => `o ${name}\n${corners(0.4 * i)}\n${faces(4 * i + 1)}`);
  await shown(page, made("rock.obj", parts.join("\n")));
  const hues = await page.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [canvas.width, canvas.height];
    const context = copy.getContext("2d")!;
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    const seen = new Set<number>();
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = [data[i]!, data[i + 1]!, data[i + 2]!];
      const spread = Math.max(r, g, b) - Math.min(r, g, b);
      if (data[i + 3] === 255 && spread > 40) seen.add(Math.round((6 * Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b)) / Math.PI));
    }
    return seen.size;
  });
  expect(hues).toBeGreaterThan(2);
});

test("an action is played at a speed, once or again and again", async ({ page }) => {
  await shown(page, fixture("m3d/valid/authored/auth_bones2.fixedsdk.m3d"));
  const action = page.getByLabel("Action", { exact: true });
  await action.selectOption({ index: 1 });
  await page.getByLabel("Speed").selectOption("2");
  await page.getByLabel("Loop").uncheck();
  await page.getByRole("button", { name: "Play" }).click();
  // It ends by itself.
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible({ timeout: 10_000 });
  await press(page, /^Skeleton/);
  const pictures = new Set<string>();
  for (const time of ["0", "0.3", "0.6", "0.9"]) {
    await page.getByLabel("Time").fill(time);
    pictures.add(await picture(page));
  }
  expect(pictures.size).toBeGreaterThan(2);
});

test("a place is flown through by keys, focused by a double click, and saved as PNG", async ({ page }) => {
  await shown(page, made("garden.rbxlx", garden(24)));
  const start = await picture(page);
  await page.locator("canvas").focus();
  await page.keyboard.down("w");
  await redrawn(page, start, "W goes ahead");
  await page.keyboard.up("w");
  const flown = await picture(page);
  const box = (await page.locator("canvas").boundingBox())!;
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
  await redrawn(page, flown);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as PNG" }).click()]);
  expect(download.suggestedFilename()).toBe("garden.png");
  expect(readFileSync(await download.path()).subarray(1, 4).toString()).toBe("PNG");
});

test("on a phone the canvas keeps two thirds", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await shown(page, fixture("slmesh/valid/uploaded.llmesh"));
  const [canvas, view] = [await page.locator("canvas").boundingBox(), await page.locator("#panel").boundingBox()];
  expect(canvas!.height / view!.height).toBeGreaterThan(0.66);
});

test("what needs more memory than files that nobody knows is shown if a person says so", async ({ page }) => {
  // A small file with five million vertices, of which three are not at the same place.
  const corners = Buffer.alloc(52);
  [0, 0, 0, 1, 0, 0, 0, 1, 0].forEach((number, at) => corners.writeFloatLE(number, 4 * at));
  [0, 1, 2].forEach((number, at) => corners.writeUInt32LE(number, 36 + 4 * at));
  const sparse = { count: 3, indices: { bufferView: 1, componentType: 5125 }, values: { bufferView: 0 } };
  const file = {
    asset: { version: "2.0" },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { componentType: 5126, count: 5_000_000, type: "VEC3", sparse },
      { bufferView: 1, componentType: 5125, count: 3, type: "SCALAR" },
    ],
    bufferViews: [{ buffer: 0, byteLength: 36 }, { buffer: 0, byteOffset: 36, byteLength: 12 }],
    buffers: [{ byteLength: 52, uri: `data:application/octet-stream;base64,${corners.toString("base64")}` }],
  };
  await opened(page, made("many.gltf", JSON.stringify(file)));
  await tab(page, "Model");
  await expect(page.locator(".refusal h2")).toHaveText(/^This needs about \d+(\.\d)? MiB of memory$/);
  await press(page, "Show it");
  expect(await colours(page)).toBeGreaterThan(2);
});

/** A long place whose ground, of 101 chunks, is half full, with four holes in each. */
function terrain(): string {
  const chunk = (dx: number): number[] => [...Array<number>(9).fill(0), dx, 0, 0, ...Array.from({ length: 60 }, () => [0x82, 255]).flat(), ...Array.from({ length: 4 }, () => [0x82, 100, 0x00, 0x82, 153]).flat(), ...Array.from({ length: 64 }, () => [0x80, 255]).flat()];
  const grid = Buffer.from([1, 5, ...Array.from({ length: 101 }, (_, i) => chunk(Math.min(i, 1))).flat()]);
  return `<roblox version="4"><Item class="Workspace"><Item class="Terrain"><Properties><BinaryString name="SmoothGrid">${grid.toString("base64")}</BinaryString></Properties></Item></Item></roblox>`;
}

interface Slices {
  said: string[];
  /** Bytes that a task gave to the graphics card. */
  slices: number[];
  /** What a task asked of it after it had given it something to do: it would wait for the answer. */
  late: string[];
  end: () => void;
}

/** Watches what the page says of the model, and what each task asks of the graphics card. */
async function watched(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Slices = ((window as unknown as { seen: Slices }).seen = { said: [], slices: [], late: [], end: () => {} });
    new MutationObserver(() => seen.said.push(document.querySelector(".facts-line")?.textContent ?? "")).observe(document.body, { subtree: true, childList: true });
    const gl = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
    const own = { ...Object.getOwnPropertyDescriptors(gl) };
    let [nBytes, isBusy] = [0, false];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      if (nBytes > 0) seen.slices.push(nBytes);
      [nBytes, isBusy] = [0, false];
    };
    const hook = (name: string, before: (...args: unknown[]) => void): void => {
      const call = gl[name]!;
      gl[name] = function (this: WebGL2RenderingContext, ...args) {
        // The model of the start is drawn whenever it is ready.
        if ((this.canvas as HTMLCanvasElement).closest(".viewer")) before(...args);
        return call.apply(this, args);
      };
    };
    const does = (n: number): void => {
      if (!isBusy) port2.postMessage(null);
      [isBusy, nBytes] = [true, nBytes + n];
    };
    for (const name of ["bufferData", "bufferSubData"]) hook(name, (...args) => does((args.find((arg) => ArrayBuffer.isView(arg)) as ArrayBufferView | undefined)?.byteLength ?? 0));
    for (const name of ["drawElements", "drawElementsInstanced", "drawArrays"]) hook(name, () => does(0));
    for (const name of ["getProgramInfoLog", "getShaderInfoLog", "getActiveUniform", "getActiveAttrib", "getUniformLocation", "getAttribLocation", "readPixels", "getError", "finish", "checkFramebufferStatus"]) hook(name, (...args) => isBusy && seen.late.push(`${name} ${args[1]}`));
    seen.end = () => Object.defineProperties(gl, own);
  });
}

/** What was seen since `watched`. */
async function seen(page: Page): Promise<Omit<Slices, "end">> {
  return page.evaluate(() => {
    const { end, ...seen } = (window as unknown as { seen: Slices }).seen;
    end();
    return seen;
  });
}

test("much terrain is there at once, and then as it is", async ({ page }) => {
  await watched(page);
  await shown(page, made("long.rbxlx", terrain()));
  await expect(page.locator(".facts-line")).not.toContainText("coarse", { timeout: 30_000 });
  await expect(page.locator(".facts-line")).toContainText("triangles");
  const { said, late } = await seen(page);
  const triangles = (text = ""): number => Number(text.replace(/ .*/, "").replaceAll(",", ""));
  const coarse = said.find((text) => text.includes("coarse at first"));
  expect(triangles(coarse)).toBeGreaterThan(100);
  expect(triangles(said.at(-1))).toBeGreaterThan(triangles(coarse));
  expect(late).toEqual([]);
});

test("a mesh of many triangles is coarse at first", async ({ page }) => {
  await watched(page);
  await shown(page, made("hills.mesh", mesh(10_000_000)));
  await expect(page.locator(".viewer")).toHaveAttribute("data-triangles", "310472", { timeout: 30_000 });
  const { said, late } = await seen(page);
  // The facts are those of the mesh.
  expect(said).toContainEqual(expect.stringMatching(/^310,472 triangles, .*; coarse at first$/));
  await expect(page.locator(".facts-line")).not.toContainText("coarse");
  expect(late).toEqual([]);
});

/** A model of so many meshes with 100,000 vertices and a triangle each. */
function vertices(nMeshes: number): Buffer {
  const [nVertices, nBytes] = [100_000, 1_200_012];
  const bytes = Buffer.alloc(nMeshes * nBytes);
  for (let at = 0; at < bytes.length; at += nBytes) {
    for (let i = 0; i < 3 * nVertices; i++) bytes.writeFloatLE(Math.sin(i * i + at), at + 4 * i);
    [0, 1, 2].forEach((corner, i) => bytes.writeUInt32LE(corner, at + 12 * nVertices + 4 * i));
  }
  const each = Array.from({ length: nMeshes }, (_, i) => i);
  const json = {
    asset: { version: "2.0" },
    scenes: [{ nodes: each }],
    nodes: each.map((mesh) => ({ mesh })),
    meshes: each.map((i) => ({ primitives: [{ attributes: { POSITION: 2 * i }, indices: 2 * i + 1 }] })),
    accessors: each.flatMap((i) => [
      { bufferView: 2 * i, componentType: 5126, count: nVertices, type: "VEC3", min: [-1, -1, -1], max: [1, 1, 1] },
      { bufferView: 2 * i + 1, componentType: 5125, count: 3, type: "SCALAR" },
    ]),
    bufferViews: each.flatMap((i) => [
      { buffer: 0, byteOffset: i * nBytes, byteLength: 12 * nVertices },
      { buffer: 0, byteOffset: i * nBytes + 12 * nVertices, byteLength: 12 },
    ]),
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString("base64")}` }],
  };
  return Buffer.from(JSON.stringify(json));
}

test("a large model comes to the graphics card in slices, and nothing waits for that", async ({ page }) => {
  await watched(page);
  await shown(page, made("vertices.gltf", vertices(8)));
  const { slices, late } = await seen(page);
  expect(slices.reduce((sum, n) => sum + n)).toBeGreaterThan(8 * 1_200_000);
  expect(Math.max(...slices)).toBeLessThan(5 << 20);
  expect(late).toEqual([]);
});

test("a picture that takes long has fewer points while the camera moves", async ({ page }) => {
  await shown(page, made("garden.rbxlx", garden(4)));
  const canvas = page.locator("canvas");
  const width = (): Promise<number> => canvas.evaluate(({ width }: HTMLCanvasElement) => width);
  const all = await width();
  const quick = await turned(page, 0);
  expect(quick.slice(4, 8)).toEqual([all, all, all, all]);
  const slow = await turned(page, 150);
  expect(slow.slice(0, 4).map((points) => (points / all).toFixed(1))).toEqual(["1.0", "0.7", "0.5", "0.3"]);
  expect(slow[7]).toBe(slow[3]);
  await expect.poll(width).toBe(all);
  // All points come when the picture with fewer is there.
  expect(await turned(page, 1500, 700, 1)).toEqual([slow[3], slow[3]]);
  await expect.poll(width).toBe(all);
  const again = await turned(page, 0);
  expect([again[0], again[7]]).toEqual([slow[3], all]);
});

/** Turns the model some times with pictures that take so many milliseconds; gives how many points a row of each has, and of what is there in the end. */
async function turned(page: Page, ms: number, between = ms + 50, n = 8): Promise<number[]> {
  return page.locator("canvas").evaluate(async (canvas: HTMLCanvasElement, [ms, between, n]) => {
    const gl = canvas.getContext("webgl2")!;
    const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
    const widths: number[] = [];
    const fences: Pick<WebGL2RenderingContext, "fenceSync" | "clientWaitSync" | "deleteSync"> = {
      fenceSync: () => ({ end: performance.now() + ms }),
      clientWaitSync: (fence) => (performance.now() < (fence as { end: number }).end ? gl.TIMEOUT_EXPIRED : gl.ALREADY_SIGNALED),
      deleteSync: () => {},
    };
    Object.assign(gl, fences);
    for (let i = 0; i < n; i++) {
      canvas.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      await new Promise(requestAnimationFrame);
      widths.push(canvas.width);
      await pause(between);
    }
    widths.push(canvas.width);
    await pause(ms);
    for (const name of Object.keys(fences)) Reflect.deleteProperty(gl, name);
    return widths;
  }, [ms, between, n] as const);
}
