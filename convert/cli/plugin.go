package cli

import (
	"context"
	"fmt"
	"io"

	"lineitem/quota"
	"lineitem/quota/operator"
)

var pluginCommands = &group{
	name: "plugin",
	about: `Manage mappers: WebAssembly modules that change the columns and rows of an
account's conversions. An account has at most one.`,
	commands: []subcommand{
		{name: "check", operands: " FILE.wasm [DOCUMENT]", alone: pluginCheck,
			about: `Run a mapper and print its output, or what is wrong with it.
Its input is what is found in DOCUMENT, or a sample.`},
		{name: "input", operands: " [DOCUMENT]", alone: pluginInput,
			about: `Print the input of mappers, as JSON: what is found in DOCUMENT, or a sample.`},
		{name: "set", operands: " ACCOUNT FILE.wasm", least: 2, most: 2, prepare: pluginSet,
			about: `Set the mapper of an account.
A mapper that does not work is refused, and the account keeps the one that it has.`},
		{name: "show", operands: " ACCOUNT", least: 1, most: 1, prepare: pluginShow, about: "Print the mapper of an account."},
		{name: "remove", operands: " ACCOUNT", least: 1, most: 1, prepare: pluginRemove, about: "Remove the mapper of an account."},
	},
}

func pluginSet(c *command) func(context.Context, *session) error {
	l := defaultConversion(1)
	l.mapper.add(c)
	l.addCache(c)
	return func(ctx context.Context, s *session) error {
		account, name := s.operands[0], s.operands[1]
		module, err := l.mapper.readCode(name)
		if err != nil {
			return err
		}
		if _, served := s.accounts.(*operator.Client); !served { // a server checks for itself
			pool := l.pool(1, 0, nil)
			defer pool.Close()
			if err := checkMapper(pool)(ctx, module); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		status, err := s.SetMapper(ctx, account, module)
		return s.mapper(status, err)
	}
}

func pluginShow(*command) func(context.Context, *session) error {
	return func(ctx context.Context, s *session) error {
		status, err := s.Account(ctx, s.operands[0])
		return s.mapper(status, err)
	}
}

func pluginRemove(*command) func(context.Context, *session) error {
	return func(ctx context.Context, s *session) error {
		status, err := s.RemoveMapper(ctx, s.operands[0])
		return s.mapper(status, err)
	}
}

// mapper prints which mapper an account has.
func (s *session) mapper(status *quota.Status, err error) error {
	if err != nil {
		return advise(err)
	}
	return s.print(struct {
		Account string           `json:"account"`
		Mapper  *quota.MapperRef `json:"mapper"`
	}{status.ID, status.Mapper}, func(w io.Writer) {
		t := newTable(w)
		t.row("account", status.ID)
		t.row("mapper", mapperText(status.Mapper))
		t.flush()
	})
}
