// Converts documents by the module as a platform that runs WASI modules does: the module is compiled
// once, and each document has an instance of its own, with the document as standard input.
//
//     node example.mjs lineitem.wasm FILE...
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { WASI } from "node:wasi";

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
  const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
  const status = wasi.start(instance); // 1 where the document cannot be converted
  process.exitCode ||= status;
  closeSync(stdin);
}
