package pgstore

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// The files of migrations are applied in the order of their names, each once.
// They only ever add to the schema: nodes of the previous version keep working beside
// those of the next, so that a service can be updated node by node. A new version
// of a function has a new name.
//
//go:embed migrations/*.sql
var migrations embed.FS

// ErrNewer reports that a later version of this program has changed the database's
// schema.
var ErrNewer = errors.New("the database was made by a later version of this program")

// bootstrap creates the table whose only row records which migrations were applied.
// Whoever migrates holds that row's lock.
const bootstrap = `
CREATE SCHEMA IF NOT EXISTS lineitem;
CREATE TABLE IF NOT EXISTS lineitem.schema_version (one boolean PRIMARY KEY, version bigint NOT NULL);
INSERT INTO lineitem.schema_version VALUES (true, 0) ON CONFLICT (one) DO NOTHING;`

const (
	// migrateTime bounds one try to apply the migrations.
	migrateTime = 5 * time.Minute
	// migrateLock bounds how long a change of a table waits for others that use
	// the table, since whoever comes later waits behind it.
	migrateLock = "SET LOCAL lock_timeout = '2s'"
	// migrateTries bounds how often applying the migrations is tried.
	migrateTries = 20
)

// migrate applies the migrations that the database lacks. If it lacks none, migrate only
// reads the version, so that the service's user need not have the right to create tables.
func (s *Store) migrate(ctx context.Context) error {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	newest := int64(len(files))
	var version int64
	err = s.try(ctx, s.opts.Answer, func(ctx context.Context, db *conn) error {
		return db.queryRow(ctx, []any{&version}, "SELECT version FROM lineitem.schema_version")
	})
	if err == nil && version >= newest {
		return checkVersion(version, newest)
	}
	e, ok := errors.AsType[*pgconn.PgError](err)
	// undefined_table, invalid_schema_name: the database is empty.
	if err != nil && !errors.Is(err, errNoRow) && !(ok && (e.Code == "42P01" || e.Code == "3F000")) {
		return err
	}
	// Other nodes may do the same at this moment, and despite IF NOT EXISTS one of
	// them may then fail.
	for tries := 1; ; tries++ {
		err := s.try(ctx, migrateTime, func(ctx context.Context, db *conn) error {
			return applyMigrations(ctx, db, files)
		})
		if err == nil {
			return nil
		}
		e, ok := errors.AsType[*pgconn.PgError](err)
		raced := ok && (e.Code == "23505" || e.Code == "42P06" || e.Code == "42P07" || e.Code == "XX000") || kindOf(err) == conflict
		if tries == migrateTries || !raced {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(backoff(tries)):
		}
	}
}

func applyMigrations(ctx context.Context, db *conn, files []string) error {
	if err := db.runScript(ctx, migrateLock+";"+bootstrap); err != nil {
		return err
	}
	return db.transact(ctx, func() error {
		if err := db.runScript(ctx, migrateLock); err != nil {
			return err
		}
		var version int64
		if err := db.queryRow(ctx, []any{&version}, "SELECT version FROM lineitem.schema_version FOR UPDATE"); err != nil {
			return err
		}
		newest := int64(len(files))
		if err := checkVersion(version, newest); err != nil {
			return err
		}
		for ; version < newest; version++ {
			sql, err := migrations.ReadFile(files[version])
			if err != nil {
				return err
			}
			if err := db.runScript(ctx, string(sql)); err != nil {
				return fmt.Errorf("%s: %w", files[version], err)
			}
		}
		_, err := db.exec(ctx, "UPDATE lineitem.schema_version SET version = $1", newest)
		return err
	})
}

// checkVersion refuses a schema that is newer than this program.
func checkVersion(version, newest int64) error {
	if version > newest {
		return fmt.Errorf("%w: its schema has version %d, this program knows %d; update the program", ErrNewer, version, newest)
	}
	return nil
}
