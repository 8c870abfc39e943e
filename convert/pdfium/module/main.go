// Command module writes the WebAssembly module of PDFium that the program embeds, not yet compressed,
// to its standard output: the parts of the module in github.com/klippa-app/go-pdfium that
// pdfium.Functions need.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	// The WebAssembly module in its source is the one that is trimmed.
	_ "github.com/klippa-app/go-pdfium/webassembly"

	"lineitem/convert/pdfium"
)

func main() {
	module, err := trimmed()
	if err == nil {
		_, err = os.Stdout.Write(module)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "module:", err)
		os.Exit(1)
	}
}

// trimmed returns the module that is to be embedded.
func trimmed() ([]byte, error) {
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/klippa-app/go-pdfium").Output()
	if err != nil {
		return nil, fmt.Errorf("cannot find go-pdfium's source: %w", err)
	}
	whole, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(folder)), "webassembly", "pdfium.wasm"))
	if err != nil {
		return nil, err
	}
	return trim(whole, pdfium.Functions)
}
