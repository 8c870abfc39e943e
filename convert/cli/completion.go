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
	c := newCommand("completion", " bash|fish|zsh", `Print a script by which a shell completes commands and flags. In ~/.bashrc and
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
		return &usageError{"completion: say for which shell: " + strings.Join(shells, ", ")}
	}
	script, err := scripts.ReadFile("completion/lineitem." + operands[0])
	if err != nil {
		return err
	}
	_, err = stdout.Write(script)
	return err
}

// runComplete is the hidden command that those scripts call with the words
// after "lineitem" up to the one that is being written. It prints what that one
// may become, one per line; nothing where it may be a file, or anything.
func runComplete(ctx context.Context, args []string, stdout io.Writer) error {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return nil
	}
	before, word := args[:len(args)-1], args[len(args)-1]
	for _, candidate := range candidates(ctx, before) {
		if strings.HasPrefix(candidate, word) && (word != "" || !strings.HasPrefix(candidate, "-")) {
			fmt.Fprintln(stdout, candidate)
		}
	}
	return nil
}

// candidates are what may follow the words before.
func candidates(ctx context.Context, before []string) []string {
	if len(before) == 0 {
		return commandNames
	}
	switch before[0] {
	case "help":
		return commandNames
	case "completion":
		return shells
	}
	// A command that is asked for its usage names its flags, and does nothing.
	call := before[:1]
	for _, g := range groups {
		if g.name != before[0] {
			continue
		}
		if len(before) == 1 {
			return g.names()
		}
		call = before[:2]
	}
	var help *helpError
	if err := dispatch(ctx, append(slices.Clone(call), "-h"), streams{nil, io.Discard, io.Discard}); !errors.As(err, &help) {
		return nil
	}
	c, ok := help.command.(*command)
	if !ok {
		return nil
	}
	if values := c.values[strings.TrimLeft(before[len(before)-1], "-")]; values != nil {
		return values
	}
	var flags []string
	c.VisitAll(func(f *flag.Flag) { flags = append(flags, dashed(f.Name)) })
	return flags
}
