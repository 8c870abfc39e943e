// Command pack writes words.packed of package lexicon to its standard output: the files of its folder words.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"lineitem/convert/flate"
)

func main() {
	all, err := joined("words")
	if err == nil {
		_, err = os.Stdout.Write(flate.Pack(all))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

// joined returns the files of a folder, in the form in which package lexicon reads them.
func joined(folder string) (all []byte, err error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.txt")) // sorted
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all = fmt.Appendf(all, "\x00%s\n", strings.TrimSuffix(filepath.Base(name), ".txt"))
		all = append(all, text...)
	}
	return all, nil
}
