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

// scripts are the completion scripts, which have shells ask "lineitem complete" how
// a word may be completed.
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

// What the hidden command "complete" prints instead of words if the shell is to
// complete the names of files, or of folders only.
const (
	anyFile   = ":file"
	anyFolder = ":folder"
)

// runComplete is the hidden command that the scripts call with the words after
// "lineitem" up to the one that is being typed. It prints the completions of that
// word (for --flag=value, of the value), one per line, or anyFile or anyFolder, or
// nothing if the word may be anything.
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

// joined joins the words into which bash splits --flag=value: --flag, =, value.
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

// valueOf returns the value in --flag=value, or else the word itself.
func valueOf(word string) string {
	if _, value, given := strings.Cut(word, "="); given && strings.HasPrefix(word, "-") {
		return value
	}
	return word
}

// candidates returns the words that may follow those before. Not all of them need
// begin with word.
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

// groupNames returns the commands of a group if before is only its name, or else
// nil.
func groupNames(before []string) []string {
	for _, g := range groups {
		if len(before) == 1 && g.name == before[0] {
			return g.names()
		}
	}
	return nil
}

// called finds the command that the words call, and the words after its name. It
// runs the command with -h, which returns its flags without doing anything.
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

// candidates returns the completions of a word, given the words between it and the
// command's name: flags, values of a flag, or operands.
func (c *command) candidates(before []string, word string) []string {
	operands := 0
	var awaits *flag.Flag // the flag whose value comes next
	only := false         // whether only operands may follow
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

// valued returns the flag of that name, with its dashes, that takes a value, or nil if there is none.
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

// valuesOf returns the values of a flag: its choices, or files or folders if its usage
// names those. The flag may be nil.
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

// operand returns what the n-th operand (from 0) may be, by its name in the usage:
// "ACCOUNT free|pro", "FILE...".
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
