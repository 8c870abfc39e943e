// Converts documents for local.js, beside the page and not in it. The page may not compile
// WebAssembly; this may (see localPolicy in local.go), and may load nothing but what comes from here.
import { convert } from "./wasi.js";

let module;

addEventListener("message", async ({ data: { address, document, filename } }) => {
  try {
    if (address) {
      module = await WebAssembly.compileStreaming(fetch(address));
      postMessage({});
    } else {
      postMessage({ answer: await convert(module, document, { filename, evidence: true }) });
    }
  } catch (error) {
    postMessage({ wrong: error.message });
  }
});
