package pgstore

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/jackc/pgx/v5/pgconn"
)

// conn is a connection in use.
//
// Statements are unnamed, and each is sent together with its values (PostgreSQL's manual,
// 55.2.3, Extended Query), so that a pooler may send each to a different server. The server
// infers the types of values that are sent as text (see encode).
type conn struct {
	server  *pgconn.PgConn
	release func()
}

// errNoRow reports that a statement returned no row.
var errNoRow = errors.New("the database returned no row")

// exec runs a statement and returns how many rows it changed.
func (c *conn) exec(ctx context.Context, sql string, args ...any) (int64, error) {
	r, err := c.run(ctx, sql, args)
	if err != nil {
		return 0, err
	}
	return r.CommandTag.RowsAffected(), nil
}

// queryRow reads the first row that a statement returns. The error is errNoRow if it returns none.
func (c *conn) queryRow(ctx context.Context, into []any, sql string, args ...any) error {
	r, err := c.run(ctx, sql, args)
	if err != nil {
		return err
	}
	if len(r.Rows) == 0 {
		return errNoRow
	}
	return scan(r.Rows[0], into...)
}

// run runs a statement and returns its result, with rows in binary form.
func (c *conn) run(ctx context.Context, sql string, args []any) (*pgconn.Result, error) {
	values := make([][]byte, len(args))
	types, formats := make([]uint32, len(args)), make([]int16, len(args))
	for i, arg := range args {
		p, err := encode(arg)
		if err != nil {
			return nil, err
		}
		values[i], types[i], formats[i] = p.value, p.oid, p.format
	}
	r := c.server.ExecParams(ctx, sql, values, types, formats, []int16{binaryFormat}).Read()
	return r, r.Err
}

// runScript runs several statements without values.
func (c *conn) runScript(ctx context.Context, sql string) error {
	return c.server.Exec(ctx, sql).Close()
}

// errRolledBack reports that a transaction whose statements had all succeeded was not stored.
var errRolledBack = errors.New("the database rolled a transaction back")

// transact calls fn within a transaction, which it commits if fn returns nil and rolls back otherwise.
func (c *conn) transact(ctx context.Context, fn func() error) error {
	if _, err := c.exec(ctx, "BEGIN"); err != nil {
		return err
	}
	if err := fn(); err != nil {
		// If this fails the connection is not used again, which ends the transaction too.
		_, _ = c.exec(ctx, "ROLLBACK")
		return err
	}
	r, err := c.run(ctx, "COMMIT", nil)
	if err == nil && r.CommandTag.String() != "COMMIT" {
		err = errRolledBack
	}
	return err
}

// rowsOf decodes rows. Their columns are T's fields, in the same order.
func rowsOf[T any](rows [][][]byte) ([]T, error) {
	all := make([]T, len(rows))
	for i, row := range rows {
		to := reflect.ValueOf(&all[i]).Elem()
		into := make([]any, to.NumField())
		for k := range into {
			into[k] = to.Field(k).Addr().Interface()
		}
		if err := scan(row, into...); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// scan reads the values of a row.
func scan(row [][]byte, into ...any) error {
	if len(row) != len(into) {
		return fmt.Errorf("the database returned %d columns, want %d", len(row), len(into))
	}
	for i, value := range row {
		if err := decode(value, into[i]); err != nil {
			return fmt.Errorf("column %d: %w", i+1, err)
		}
	}
	return nil
}
