// Converts documents by the module as a platform that runs WASI modules does: the module is compiled
// once, and each document has an instance of its own, with the document as standard input.
//
//     node example.mjs lineitem.wasm FILE...
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { WASI } from "node:wasi";

// imports are the functions of WASI, each called by one of JavaScript. Node 20 crashes now and then
// where a module calls them itself: V8's fast calls do not bear that its memory grows meanwhile.
function imports(wasi) {
  const functions = Object.entries(wasi.wasiImport).map(([name, f]) => [name, (...args) => f(...args)]);
  return { wasi_snapshot_preview1: Object.fromEntries(functions) };
}

const [file, ...documents] = process.argv.slice(2);
const module = await WebAssembly.compile(await readFile(file));
for (const name of documents) {
  const stdin = openSync(name);
  const wasi = new WASI({
    version: "preview1",
    args: ["lineitem", `--filename=${basename(name)}`, "-"],
    stdin, // standard output and standard error are those of Node
    returnOnExit: true,
  });
  const instance = await WebAssembly.instantiate(module, imports(wasi));
  const status = wasi.start(instance); // 1 where the document cannot be converted
  process.exitCode ||= status;
  closeSync(stdin);
}
