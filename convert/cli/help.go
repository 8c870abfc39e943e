package cli

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// printUsage prints what the command does and all of its flags: first its own,
// then those that it shares with all commands that convert.
func (c *command) printUsage(w io.Writer) {
	var own, shared []*flag.Flag
	common := newCommand("", "", "")
	new(conversion).add(common, 1)
	c.VisitAll(func(f *flag.Flag) {
		if common.Lookup(f.Name) == nil {
			own = append(own, f)
		} else {
			shared = append(shared, f)
		}
	})
	if len(own)+len(shared) == 0 {
		fmt.Fprintf(w, "Usage: lineitem %s%s\n\n%s\n", c.Name(), c.operands, c.about)
		return
	}
	fmt.Fprintf(w, "Usage: lineitem %s [flags]%s\n\n%s\n", c.Name(), c.operands, c.about)
	if len(own) > 0 {
		fmt.Fprint(w, "\nFlags, and the environment variables that set them:\n")
	}
	for _, f := range own {
		c.printFlag(w, f)
	}
	if len(shared) > 0 {
		fmt.Fprint(w, "\nFlags of all commands that convert:\n")
	}
	for _, f := range shared {
		c.printFlag(w, f)
	}
}

// printFlag prints the usage of one flag.
func (c *command) printFlag(w io.Writer, f *flag.Flag) {
	value, text := flag.UnquoteUsage(f)
	if value != "" {
		value = " " + value
	}
	if fallback := shortTime(f.DefValue); fallback != "" && fallback != "false" {
		text += " (default " + fallback + ")"
	}
	if !c.once[f.Name] {
		text += "; " + environmentName(f.Name)
	}
	const indent, width = "        ", 84
	fmt.Fprintf(w, "  %s%s\n", dashed(f.Name), value)
	line := indent
	for _, word := range strings.Fields(text) {
		if line != indent && len(line)+1+len(word) > width {
			fmt.Fprintln(w, line)
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	fmt.Fprintln(w, line)
}
