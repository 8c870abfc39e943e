package site

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"net/http"
	"sync"

	"github.com/julienschmidt/httprouter"

	"lineitem/convert/inspect"
	"lineitem/convert/serve/openapi"
)

var (
	//go:embed assets/site.css
	siteStyle []byte
	//go:embed assets/site.js
	siteScript []byte
	//go:embed assets/correct.css
	correctStyle []byte
	//go:embed assets/correct.js
	correctScript []byte
	//go:embed assets/words.js
	wordsScript []byte
	//go:embed assets/icon.svg
	siteIcon []byte
)

// An asset is a file that pages load. Its address contains a hash of its content,
// so that browsers can cache it for good.
type asset struct {
	name      string
	mediaType string
	data      []byte
	version   string
}

const (
	cssMediaType        = "text/css; charset=utf-8"
	javascriptMediaType = "text/javascript; charset=utf-8"
)

var assets = sync.OnceValue(func() []*asset {
	return []*asset{
		newAsset("site.css", cssMediaType, siteStyle),
		newAsset("site.js", javascriptMediaType, siteScript),
		newAsset("correct.css", cssMediaType, correctStyle),
		newAsset("correct.js", javascriptMediaType, correctScript),
		newAsset("words.js", javascriptMediaType, wordsScript),
		newAsset("local.js", javascriptMediaType, localScript),
		newAsset("wasi.js", javascriptMediaType, wasiScript),
		newAsset("icon.svg", "image/svg+xml", siteIcon),
		newAsset("inspect.css", cssMediaType, []byte(inspect.Style)),
		newAsset("inspect.js", javascriptMediaType, []byte(inspect.Script)),
		newAsset("landing.css", cssMediaType, []byte(openapi.Style)),
	}
})

func newAsset(name, mediaType string, data []byte) *asset {
	sum := sha256.Sum256(data)
	return &asset{name, mediaType, data, hex.EncodeToString(sum[:6])}
}

// assetURL returns the address of an asset for use in a page.
func assetURL(name string) string {
	for _, a := range assets() {
		if a.name == name {
			return "/assets/" + a.name + "?v=" + a.version
		}
	}
	panic("site: no asset " + name) // a mistake in a template, which every test of the page reveals
}

// header is a header field that an asset has in addition to those of all answers.
type header struct{ name, value string }

// asset adds a route to a file that everybody may load.
func (h *Handler) asset(path, mediaType string, data []byte, more ...header) {
	version := newAsset(path, mediaType, data).version
	serve := func(w http.ResponseWriter, r *http.Request, _ httprouter.Params) {
		r.Pattern = path
		header := w.Header()
		for _, f := range more {
			header.Set(f.name, f.value)
		}
		header.Set("Cache-Control", "public, max-age=300")
		if r.URL.Query().Get("v") == version {
			header.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		header.Set("ETag", `"`+version+`"`)
		if r.Header.Get("If-None-Match") == `"`+version+`"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		v := &visit{handler: h, w: w, r: r}
		v.send(http.StatusOK, mediaType, data)
	}
	h.router.Handle(http.MethodGet, path, serve)
	h.router.Handle(http.MethodHead, path, serve)
}
