package cli

import (
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// scripts have shells ask "lineitem complete" for what a word may become.
//
//go:embed completion
var scripts embed.FS

var shells = []string{"bash", "fish", "zsh"}

// runCompletion is the command "completion".
func runCompletion(args []string, stdout io.Writer) error {
	c := newCommand("completion", " bash|fish|zsh", `Print a script with which a shell completes commands and flags. In ~/.bashrc and
~/.zshrc (there after compinit):
  source <(lineitem completion bash)
  source <(lineitem completion zsh)
and for fish, once:
  lineitem completion fish > ~/.config/fish/completions/lineitem.fish`)
	operands, err := c.parse(args)
	if err != nil {
		return err
	}
	if len(operands) != 1 || !slices.Contains(shells, operands[0]) {
		return &usageError{"completion: name a shell: " + strings.Join(shells, ", ")}
	}
	script, err := scripts.ReadFile("completion/lineitem." + operands[0])
	if err != nil {
		return err
	}
	_, err = stdout.Write(script)
	return err
}

// What the hidden command "complete" prints instead of words where the shell is
// to complete the names of files, or of folders alone.
const (
	anyFile   = ":file"
	anyFolder = ":folder"
)

// runComplete is the hidden command that those scripts call with the words
// after "lineitem" up to the one that is being written. It prints what that one
// may become (of --flag=value the value), one per line, or anyFile or anyFolder;
// nothing where it may be anything.
func runComplete(ctx context.Context, args []string, stdout io.Writer) error {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if args = joined(args); len(args) == 0 {
		return nil
	}
	before, word := args[:len(args)-1], args[len(args)-1]
	for _, candidate := range candidates(ctx, before, word) {
		if candidate == anyFile || candidate == anyFolder || strings.HasPrefix(candidate, valueOf(word)) {
			fmt.Fprintln(stdout, candidate)
		}
	}
	return nil
}

// joined puts together what bash takes apart: --flag, =, value.
func joined(words []string) []string {
	var all []string
	for i, word := range words {
		if n := len(all); n > 0 && strings.HasPrefix(all[n-1], "-") && (word == "=" || i > 1 && words[i-1] == "=") {
			all[n-1] += word
			continue
		}
		all = append(all, word)
	}
	return all
}

// valueOf is the value in --flag=value, and else the word itself.
func valueOf(word string) string {
	if _, value, given := strings.Cut(word, "="); given && strings.HasPrefix(word, "-") {
		return value
	}
	return word
}

// candidates are what may follow the words before, of which some may not begin
// as the word does.
func candidates(ctx context.Context, before []string, word string) []string {
	if len(before) == 0 {
		return commandNames
	}
	if before[0] == "help" {
		if before = before[1:]; len(before) == 0 {
			return commandNames
		}
		return groupNames(before)
	}
	if names := groupNames(before); names != nil {
		return names
	}
	c, words := called(ctx, before)
	if c == nil {
		return nil
	}
	return c.candidates(words, word)
}

// groupNames are the commands of a group of which nothing but its name stands
// before; nil where something else does.
func groupNames(before []string) []string {
	for _, g := range groups {
		if len(before) == 1 && g.name == before[0] {
			return g.names()
		}
	}
	return nil
}

// called finds the command that the words call, and what follows its name. One
// that is asked for its usage names its flags, and does nothing.
func called(ctx context.Context, words []string) (c *command, rest []string) {
	name := words[:1]
	for _, g := range groups {
		if g.name == words[0] {
			name = words[:2]
		}
	}
	var help *helpError
	if err := dispatch(ctx, append(slices.Clone(name), "-h"), streams{nil, &printer{w: io.Discard}, io.Discard}); !errors.As(err, &help) {
		return nil, nil
	}
	c, _ = help.command.(*command)
	return c, words[len(name):]
}

// candidates are what a word may become that follows others after the command's
// name: a flag, the value of one, or an operand.
func (c *command) candidates(before []string, word string) []string {
	operands := 0
	var awaits *flag.Flag // the flag whose value comes next
	only := false         // whether nothing but operands comes
	for _, w := range before {
		switch {
		case awaits != nil:
			awaits = nil
		case only || w == "-" || !strings.HasPrefix(w, "-"):
			operands++
		case w == "--":
			only = true
		case !strings.Contains(w, "="):
			awaits = c.valued(w)
		}
	}
	switch name, _, given := strings.Cut(word, "="); {
	case awaits != nil:
		return c.valuesOf(awaits)
	case only || !strings.HasPrefix(word, "-"):
		return c.operand(operands)
	case given:
		return c.valuesOf(c.valued(name))
	}
	var flags []string
	c.VisitAll(func(f *flag.Flag) { flags = append(flags, dashed(f.Name)) })
	return flags
}

// valued is the flag that is written so and takes a value, or nil if there is none.
func (c *command) valued(word string) *flag.Flag {
	f := c.Lookup(strings.TrimLeft(word, "-"))
	if f == nil {
		return nil
	}
	if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
		return nil
	}
	return f
}

// valuesOf are a flag's values, as its usage names them; the flag may be nil.
func (c *command) valuesOf(f *flag.Flag) []string {
	if f == nil {
		return nil
	}
	if values := c.values[f.Name]; values != nil {
		return values
	}
	switch name, _ := flag.UnquoteUsage(f); name {
	case "file", "script":
		return []string{anyFile}
	case "directory", "folder":
		return []string{anyFolder}
	}
	return nil
}

// operand is what the n-th operand may be, as usage names it: "ACCOUNT free|pro",
// "FILE...".
func (c *command) operand(n int) []string {
	names := strings.Fields(c.operands)
	if len(names) == 0 || n >= len(names) && !strings.Contains(names[len(names)-1], "...") {
		return nil
	}
	name := strings.Trim(names[min(n, len(names)-1)], "[].")
	switch {
	case strings.Contains(name, "|"):
		return strings.Split(name, "|")
	case slices.Contains([]string{"FILE", "FILE.wasm", "DOCUMENT", "ROWS.json"}, name):
		return []string{anyFile}
	case slices.Contains([]string{"FOLDER", "FROM", "TO"}, name):
		return []string{anyFolder}
	}
	return nil
}
