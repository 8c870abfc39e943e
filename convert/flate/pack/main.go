// Command pack packs its standard input for the program to embed.
package main

import (
	"fmt"
	"io"
	"os"

	"lineitem/convert/flate"
)

func main() {
	data, err := io.ReadAll(os.Stdin)
	if err == nil {
		_, err = os.Stdout.Write(flate.Pack(data))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}
