// Has three.js in Chromium draw the models of a folder beside our pictures: `node sheet.mjs FOLDER CHROMIUM`. The folder
// has a GLB and a PNG for each name in names.json, and gets sheet.png. Prints a line of JSON for each pair that differs
// by more than the light does, and one with the counts.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const [folder, chromium] = process.argv.slice(2);
const here = import.meta.dirname;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' };
const fail = (name, what) => console.log(JSON.stringify({ name, what }));

/** The page asks for its files here, and posts what it has found. */
let resolve;
const found = new Promise((done) => { resolve = done; });
const server = createServer((request, response) => {
  const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
  if (request.method === 'POST') {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => resolve(JSON.parse(Buffer.concat(parts))));
    response.end();
    return;
  }
  const file = path.startsWith('/models/') ? join(folder, path.slice(8)) : join(here, path);
  try {
    const body = readFileSync(file);
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const browser = spawn(chromium, [
  '--headless=new', '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
  '--remote-debugging-port=0', `http://127.0.0.1:${server.address().port}/sheet.html`,
], { stdio: 'ignore' });
const late = setTimeout(() => resolve({ error: 'Chromium said nothing for two minutes' }), 120_000);
const { error, pairs = [], picture } = await found;
clearTimeout(late);
browser.kill();
server.close();

if (error) fail('three.js in Chromium', error);
for (const { name, overlap, colour } of pairs) {
  if (!(overlap > 0.96)) fail(name, `three.js in Chromium: ${overlap} of the shape is where ours is`);
  if (!(colour < 24)) fail(name, `three.js in Chromium: colours differ by ${colour} of 255`);
}
if (picture) writeFileSync(join(folder, 'sheet.png'), Buffer.from(picture.split(',')[1], 'base64'));
console.log(JSON.stringify({ counts: { pairs } }));
process.exit();
