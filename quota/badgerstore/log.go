package badgerstore

import (
	"fmt"
	"log/slog"
	"strings"

	"github.com/dgraph-io/badger/v4"
)

// logger returns a logger that passes Badger's messages to l; if l is nil it discards
// them. Badger's informational messages are logged as debug messages, since they are for
// its developers.
func logger(l *slog.Logger) badger.Logger {
	if l == nil {
		return nil
	}
	return slogger{l.With("store", "badger")}
}

type slogger struct{ *slog.Logger }

func (s slogger) Errorf(format string, args ...any) {
	text := message(format, args)
	if isEmptyFile(text) { // openDatabase goes on
		s.Debug(text)
		return
	}
	s.Error(text)
}

func (s slogger) Warningf(format string, args ...any) { s.Warn(message(format, args)) }
func (s slogger) Infof(format string, args ...any)    { s.Debug(message(format, args)) }
func (s slogger) Debugf(string, ...any)               {}

func message(format string, args []any) string {
	return strings.TrimSpace(fmt.Sprintf(format, args...))
}
