package pgstore

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"lineitem/quota"
)

// kind is what an error of the database means for what is tried.
type kind int

const (
	none      kind = iota // there is no error
	failed                // it will fail again
	again                 // another transaction was in the way; nothing was changed
	away                  // the database cannot be reached, or is ending; nothing was changed
	uncertain             // the same, after what might have changed something was sent
)

// errRaced says that another transaction was in the way, which only shows in what
// the database answers.
var errRaced = errors.New("the account was changed meanwhile")

// kindOf judges an error. The codes are those of PostgreSQL (appendix A of its
// manual), which CockroachDB and YugabyteDB share.
func kindOf(err error) kind {
	switch {
	case err == nil:
		return none
	case errors.Is(err, errRaced):
		return again
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch {
		case e.Code == "40003": // statement_completion_unknown
			return uncertain
		case e.Code == "40001", e.Code == "40P01", // serialization_failure, deadlock_detected
			e.Code == "55P03", e.Code == "25P03": // lock_not_available, idle_in_transaction_session_timeout
			return again
		case e.Code == "25006", e.Code == "53300", // read_only_sql_transaction, too_many_connections
			strings.HasPrefix(e.Code, "57P"), strings.HasPrefix(e.Code, "08"), // the server ends or begins, connection_exception
			e.SeverityUnlocalized == "FATAL", e.SeverityUnlocalized == "PANIC":
			// A server that ends may have committed just before.
			return uncertain
		case e.Severity == "FATAL" && e.SeverityUnlocalized == "": // PgBouncer
			return uncertain
		}
		return failed
	}
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	if connecting || pgconn.SafeToRetry(err) {
		return away
	}
	if _, ok := errors.AsType[net.Error](err); ok || pgconn.Timeout(err) || errors.Is(err, context.DeadlineExceeded) ||
		strings.Contains(err.Error(), "conn closed") || strings.Contains(err.Error(), "unexpected EOF") {
		return uncertain
	}
	return failed
}

// fault is an error of the database as quota.Store tells it.
func fault(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.Code == "53100" { // disk_full
		return fmt.Errorf("%w: %w", quota.ErrFull, err)
	}
	if kindOf(err) != failed {
		return fmt.Errorf("%w: %w", quota.ErrUnavailable, err)
	}
	return fmt.Errorf("pgstore: %w", err)
}
