package site

import _ "embed"

var (
	//go:embed assets/local.js
	localScript []byte
	//go:embed assets/local-worker.js
	localWorkerScript []byte
	//go:embed assets/wasi.js
	wasiScript []byte
)

// localPolicy is the Content-Security-Policy of the worker in which browsers convert documents: only
// the worker may compile WebAssembly, and it loads nothing but the module. A worker's policy comes
// with its script, so that the policy of pages need not be laxer.
const localPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

// localWorker is the path of the worker's script.
const localWorker = "/assets/local-worker.js"

// local is what the page on which documents are tried needs to convert them in the browser.
type local struct {
	Module string // the address of the converter
	Size   int64  // size of the compressed module that is loaded, in bytes
}

// localRoutes adds the routes to the converter as a WebAssembly module, and to the worker's script.
// It adds none if the operator has configured no module.
func (h *Handler) localRoutes() {
	if h.config.Converter == nil {
		return
	}
	module := newAsset("lineitem.wasm", "application/wasm", h.config.Converter)
	path := "/assets/" + module.name
	h.local = &local{Module: path + "?v=" + module.version, Size: int64(len(module.data))}
	h.asset(path, module.mediaType, module.data, header{"Content-Encoding", "gzip"})
	h.asset(localWorker, javascriptMediaType, localWorkerScript, header{"Content-Security-Policy", localPolicy})
}
