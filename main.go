// Command lineitem converts purchase orders into rows, on the command line and
// over HTTP. Package convert/cli has its subcommands.
package main

import (
	"os"

	"lineitem/convert/cli"
)

func main() { os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
