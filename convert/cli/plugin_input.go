package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"lineitem/convert"
	"lineitem/convert/order"
	"lineitem/plugins"
)

// pluginInput is the command "plugin input". It reads the document in this
// process, which is the user's own.
func pluginInput(ctx context.Context, c *command, args []string, stdout, stderr io.Writer) error {
	var l conversion
	l.add(c, 1)
	operands, err := c.parse(args)
	switch {
	case err != nil:
		return err
	case len(operands) > 1:
		return &usageError{fmt.Sprintf("plugin input: unexpected argument %q", operands[1])}
	}
	sheet := plugins.SampleSheet()
	if len(operands) == 1 {
		if sheet, err = l.sheet(ctx, operands[0]); err != nil {
			return fmt.Errorf("%s: %w", operands[0], err)
		}
	}
	_, err = stdout.Write(append(plugins.MapperInput(sheet), '\n'))
	return err
}

// sheet returns the input of a mapper for the document in a file.
func (l *conversion) sheet(ctx context.Context, name string) (*order.Sheet, error) {
	document, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	cache, _ := plugins.OpenCache(l.cache)
	defer cache.Close(ctx)
	var keeper sheetKeeper
	converter, end, err := l.converter(ctx, cache, &keeper)
	if err != nil {
		return nil, err
	}
	defer end()
	limited, cancel := context.WithTimeout(ctx, time.Duration(l.timeout))
	defer cancel()
	_, err = converter.Convert(limited, convert.Input{
		Filename: filepath.Base(name), Data: document, Mapper: convert.NewModule(nil),
	})
	return keeper.sheet, err
}

// sheetKeeper takes the place of a mapper and keeps the input that it is given.
type sheetKeeper struct{ sheet *order.Sheet }

// Map implements convert.Mapper.
func (k *sheetKeeper) Map(_ context.Context, _ []byte, s *order.Sheet) (*order.Mapped, error) {
	k.sheet = s
	return &order.Mapped{}, nil
}

// Try implements convert.Mapper.
func (*sheetKeeper) Try(context.Context, []byte) error { return nil }
