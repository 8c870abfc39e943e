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

// localPolicy is the Content-Security-Policy of the worker in which browsers convert documents: it
// alone may compile WebAssembly, and loads nothing but the module. What a worker may is told with
// its script, so that no page's own policy is any laxer for it.
const localPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

// localWorker is the path of that script.
const localWorker = "/assets/local-worker.js"

// local is what the page to try documents needs to convert them in the browser.
type local struct {
	Module string // the address of the converter
	Size   int64  // of what is loaded for it, bytes
}

// localRoutes are the routes to the converter as a WebAssembly module, and to the scripts that run it.
// There are none where the operator has named no module.
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
