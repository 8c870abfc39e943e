package cli

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
)

// mostWASM is the greatest size of a compressed converter for browsers, in bytes: three times its real size.
const mostWASM = 16 << 20

// readWASM reads the converter as a WebAssembly module, compressed with gzip, as browsers load it.
// It returns nil if no file is named.
func readWASM(name string) ([]byte, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("--wasm: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, mostWASM+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("--wasm: %w", err)
	case len(data) > mostWASM:
		return nil, fmt.Errorf("--wasm: %s is larger than %d MiB", name, mostWASM>>20)
	}
	const magic = "\x00asm" // WebAssembly Core Specification, 5.5.16
	var head [len(magic)]byte
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err == nil {
		_, err = io.ReadFull(z, head[:])
	}
	if err != nil || string(head[:]) != magic {
		return nil, fmt.Errorf("--wasm: %s is not a WebAssembly module compressed with gzip, as convert/wasi/build makes it", name)
	}
	return data, nil
}
