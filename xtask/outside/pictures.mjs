// Runs examples/pictures.rs as wasm32: a picture that is not what it must be is a panic there, and a trap here.
import { readFileSync } from 'node:fs';

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
instance.exports.main(0, 0);
console.log(JSON.stringify({ counts: 'the same pictures as here' }));
