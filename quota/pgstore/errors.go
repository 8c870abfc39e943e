package pgstore

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"lineitem/quota"
)

// kind classifies an error of the database by what to do next.
type kind int

const (
	none        kind = iota // there is no error
	failed                  // it will fail again
	conflict                // another transaction, or a timeout of the server, got in the way; nothing was changed
	unavailable             // the database cannot be reached, or cannot work; nothing was changed
	uncertain               // like unavailable, but after something was sent, which may have been stored
)

// errRaced reports that another transaction got in the way, as far as the database
// tells this by its answer and not by an error of its own.
var errRaced = errors.New("the account was changed in the meantime")

// unsentError reports that there was no connection to send anything on.
type unsentError struct{ error }

func (e *unsentError) Unwrap() error { return e.error }

// kindOf classifies an error. The codes are those of PostgreSQL (appendix A of its
// manual), which CockroachDB and YugabyteDB share.
func kindOf(err error) kind {
	switch {
	case err == nil:
		return none
	case errors.Is(err, errRaced):
		return conflict
	}
	if _, ok := errors.AsType[*unsentError](err); ok {
		return unavailable
	}
	// This comes before SafeToRetry, which may be wrong about ErrConnClosed: pgconn's reader of
	// several results reports it in place of the error that broke the connection.
	if errors.Is(err, pgconn.ErrConnClosed) {
		return uncertain
	}
	if pgconn.SafeToRetry(err) {
		return unavailable
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return kindOfCode(e)
	}
	_, network := errors.AsType[net.Error](err)
	if network || pgconn.Timeout(err) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return uncertain
	}
	return failed
}

// kindOfCode classifies an error that the database, or a pooler, sent in answer to a statement.
func kindOfCode(e *pgconn.PgError) kind {
	severity := e.SeverityUnlocalized
	if severity == "" { // PgBouncer
		severity = e.Severity
	}
	switch e.Code {
	case "40003": // statement_completion_unknown
		return uncertain
	case "40001", "40P01", // serialization_failure, deadlock_detected
		"55P03", "57014", "25P03": // lock_not_available, query_canceled, idle_in_transaction_session_timeout
		return conflict
	}
	switch {
	case severity == "FATAL", severity == "PANIC",
		strings.HasPrefix(e.Code, "57P"), strings.HasPrefix(e.Code, "08"): // the server ends or begins, connection_exception
		// A server that ends may have committed just before.
		return uncertain
	case e.Code == "53100": // disk_full
		return failed
	case e.Code == "25006", strings.HasPrefix(e.Code, "53"): // read_only_sql_transaction, insufficient_resources
		return unavailable
	}
	return failed
}

// fault returns an error of the database in the form that quota.Store specifies.
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

// openFault returns an error of the database in the form that Open returns. An error
// that waiting does not cure says what to do, and is not quota.ErrUnavailable.
func openFault(err error) error {
	hint := ""
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch e.Code {
		case "28P01", "28000": // invalid_password, invalid_authorization_specification
			hint = "the database does not let this user in; check user, password and pg_hba.conf"
		case "3D000": // invalid_catalog_name
			hint = "there is no such database; make it with CREATE DATABASE"
		case "42704", "22023": // undefined_object, invalid_parameter_value
			hint = "the address has a setting that the server does not accept"
		case "42501": // insufficient_privilege
			hint = "this user lacks a right; let the owner of the schema make or update it, and grant the rights"
		}
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		hint = "the certificate of the database is not trusted; check sslrootcert and the host's name"
	}
	if hint != "" {
		return fmt.Errorf("opening the database of accounts: %s: %w", hint, err)
	}
	return fmt.Errorf("opening the database of accounts: %w", fault(err))
}
