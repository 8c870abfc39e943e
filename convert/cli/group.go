package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
)

// group is a command that has subcommands, most of which are about accounts.
type group struct {
	name, about string
	commands    []subcommand
}

type subcommand struct {
	name     string
	operands string // how usage names them
	about    string
	least    int // least number of operands
	most     int // greatest number of operands; -1 if there is none
	creates  bool
	// prepare adds the command's flags and returns the function that does the
	// work after they have been parsed.
	prepare func(c *command) func(ctx context.Context, s *session) error
	// alone, if set, does all the work instead, for a command that opens no accounts.
	alone func(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) error
}

// session is one call of a subcommand.
type session struct {
	accounts
	operands []string
	json     bool
	out      *printer
	err      io.Writer
}

// runGroup runs one command of a group.
func runGroup(ctx context.Context, g *group, args []string, stdout *printer, stderr io.Writer) error {
	if len(args) == 0 {
		return &usageError{fmt.Sprintf("%s: name one of its commands: %s", g.name, strings.Join(g.names(), ", "))}
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		return &helpError{g}
	}
	if sub := g.find(args[0]); sub != nil {
		return sub.run(ctx, g.name+" "+sub.name, args[1:], stdout, stderr)
	}
	text := fmt.Sprintf("%s: unknown command %q", g.name, args[0])
	if meant := nearest(args[0], g.names()); meant != "" {
		text += fmt.Sprintf("; is %q meant?", meant)
	}
	return &usageError{text}
}

// find returns the subcommand of that name, or nil if there is none.
func (g *group) find(name string) *subcommand {
	for i := range g.commands {
		if g.commands[i].name == name {
			return &g.commands[i]
		}
	}
	return nil
}

func (g *group) names() []string {
	var names []string
	for _, sub := range g.commands {
		names = append(names, sub.name)
	}
	return names
}

// negative matches how flagError reports a negative number, which package flag takes for a flag.
var negative = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`no flag --?\d`)
})

func (sub *subcommand) run(ctx context.Context, name string, args []string, out *printer, stderr io.Writer) (err error) {
	c := newCommand(name, sub.operands, sub.about)
	if sub.alone != nil {
		return sub.alone(ctx, c, args, out, stderr)
	}
	data := c.String("data", defaultData(), "`directory` of accounts and keys")
	var place storeFlags
	place.add(c)
	s := &session{out: out, err: stderr}
	c.BoolVar(&s.json, "json", false, "print JSON, one object per line")
	work := sub.prepare(c)
	if s.operands, err = c.parse(args); err != nil {
		if negative().MatchString(err.Error()) {
			err = &usageError{fmt.Sprintf("%v; write -- before a negative number: lineitem %s ACCOUNT -- -5", err, name)}
		}
		return err
	}
	switch n := len(s.operands); {
	case n < sub.least:
		return &usageError{fmt.Sprintf("%s: an argument is missing: lineitem %s%s", name, name, sub.operands)}
	case sub.most >= 0 && n > sub.most:
		return &usageError{fmt.Sprintf("%s: unexpected argument %q", name, s.operands[sub.most])}
	case *data == "" && place.url == "":
		return &usageError{name + ": there is no home directory; set the directory of accounts with --data"}
	}
	if err := place.check(); err != nil {
		return err
	}
	var end func() error
	if place.url != "" {
		s.accounts, end, err = openDatabase(ctx, place.url)
	} else {
		s.accounts, end, err = openAccounts(ctx, *data, sub.creates)
	}
	if err != nil {
		return err
	}
	defer func() {
		if e := end(); err == nil {
			err = e
		}
	}()
	return work(ctx, s)
}

// printUsage lists the group's commands.
func (g *group) printUsage(w io.Writer) {
	fmt.Fprintf(w, "Usage: lineitem %s COMMAND\n\n%s\n\nCommands:\n", g.name, g.about)
	t := newTable(w)
	for _, sub := range g.commands {
		t.row("  lineitem "+g.name+" "+sub.name+sub.operands, firstLine(sub.about))
	}
	t.flush()
	fmt.Fprintf(w, "\n\"lineitem %s COMMAND -h\" lists the flags of a command.\n", g.name)
}

// print prints v as JSON with --json, or else with human, and returns the error of writing.
func (s *session) print(v any, human func(w io.Writer)) error {
	if s.json {
		return json.NewEncoder(s.out).Encode(v)
	}
	human(s.out)
	return s.out.err
}

// confirmed adds the flag --yes, which confirms what cannot be undone.
func confirmed(c *command, usage string) *bool {
	yes := c.Bool("yes", false, usage)
	c.onlyOnce("yes")
	return yes
}
