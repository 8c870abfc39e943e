// Command fit makes the weights of package trust from orders whose right rows are
// known. From the root of the repository,
//
//	go run ./convert/order/trust/fit testdata/unseen          # writes the weights
//	go run ./convert/order/trust/fit -check testdata/unseen   # tells whether they would be the same
//	go run ./convert/order/trust/fit -leave anna -o other.bin testdata/unseen
//
// It takes some 45 seconds of a processor. Each folder holds documents with a text layer in
// docs/NAME.pdf and their right rows in truth/NAME.json; what stands before a "-"
// in a name is its author.
//
// It prints how right the confidences are that are given to the documents of each
// author by weights that were fitted to those of the others. The same documents,
// read by the same program, give the same weights to the byte, on one
// architecture. Fit them anew when the rules that read orders have changed.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const weightsFile = "convert/order/trust/weights.bin"

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("fit", flag.ContinueOnError)
	flags.SetOutput(stderr)
	file := flags.String("o", weightsFile, "the weights' `file`")
	check := flags.Bool("check", false, "compare the weights with the file instead of writing it")
	leave := flags.String("leave", "", "leave out the documents of an `author`")
	if flags.Parse(args) != nil {
		return 2
	}
	if flags.NArg() == 0 {
		fmt.Fprintln(stderr, "fit: name the folders of the documents to fit to, usually testdata/unseen")
		return 2
	}
	if err := fitFolders(flags.Args(), *leave, *file, *check, stdout); err != nil {
		fmt.Fprintln(stderr, "fit:", err)
		return 1
	}
	return 0
}

func fitFolders(folders []string, leave, file string, check bool, stdout io.Writer) error {
	var docs []*document
	for _, folder := range folders {
		more, err := readFolder(folder, leave)
		if err != nil {
			return err
		}
		docs = append(docs, more...)
	}
	if len(docs) == 0 {
		return fmt.Errorf("there is nothing to fit to")
	}
	w := fit(examineAll(docs), stdout)
	data, err := w.AppendBinary(nil)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%d bytes\n", len(data))
	if !check {
		return os.WriteFile(file, data, 0o644)
	}
	old, err := os.ReadFile(file)
	if err == nil && !bytes.Equal(old, data) {
		err = fmt.Errorf("%s is not what fitting gives", file)
	}
	return err
}
