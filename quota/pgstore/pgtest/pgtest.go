// Package pgtest starts PostgreSQL, PgBouncer and connections that fail on
// demand, for tests. What it starts listens on a free port of the loopback
// address, keeps its files in a temporary folder, and ends with the test, even
// if the test is killed.
//
// On a machine without PostgreSQL a test is skipped, or fails if
// LINEITEM_REQUIRE_ALL is set.
package pgtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"lineitem/convert/testenv"
)

// startTime bounds how long a server may take to start or to end.
const startTime = testenv.Patience

// Server is a PostgreSQL server.
type Server struct {
	Port int

	bin, dir  string
	version   int // major version of PostgreSQL
	databases atomic.Int64
	running   *process

	reuses bool // whether databases are reused
	mu     sync.Mutex
	free   []string // databases that were emptied and may be reused
}

// Start starts a server, which ends with the test. settings are those of
// postgresql.conf, such as "fsync=off". Without that one it waits for the disk, as
// servers do.
func Start(t testing.TB, settings ...string) *Server {
	t.Helper()
	return startFor(t, t.Cleanup, settings)
}

var (
	sharing sync.Mutex
	shared  *Server
	atEnd   []func()
)

// Shared returns a server that all tests of a package share. It does not wait
// for the disk and has no autovacuum. Run ends it.
func Shared(t testing.TB) *Server {
	t.Helper()
	sharing.Lock()
	defer sharing.Unlock()
	if shared == nil {
		shared = startFor(t, func(f func()) { atEnd = append(atEnd, f) }, []string{"fsync=off", "full_page_writes=off", "autovacuum=off"})
		shared.reuses = true
	}
	return shared
}

// Run runs the tests of a package, for its TestMain, and then ends the server that
// they share.
func Run(m *testing.M) (status int) {
	status = m.Run()
	End()
	return status
}

// End ends the server that a package's tests share. Run calls it.
func End() {
	for _, f := range slices.Backward(atEnd) {
		f()
	}
}

// startFor starts a server, and passes to cleanup the functions that end it and
// remove its files.
func startFor(t testing.TB, cleanup func(func()), settings []string) *Server {
	t.Helper()
	bin := Programs(t)
	dir, err := os.MkdirTemp("", "pgtest-")
	if err != nil {
		t.Fatal(err)
	}
	cleanup(func() { os.RemoveAll(dir) })
	s := &Server{bin: bin, dir: dir, Port: freePort(t)}
	if err := own(dir); err != nil {
		t.Fatal(err)
	}
	if err := s.initialise(); err != nil {
		t.Fatal(err)
	}
	settings = append([]string{
		"port=" + strconv.Itoa(s.Port), "listen_addresses=127.0.0.1", "unix_socket_directories=",
		"max_connections=100", "shared_buffers=32MB",
	}, settings...)
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		if err := appendFile(filepath.Join(s.data(), "postgresql.conf"), fmt.Sprintf("%s = '%s'\n", name, value)); err != nil {
			t.Fatal(err)
		}
	}
	// Users other than lineitem, which owns everything, need a password.
	access := "host all lineitem 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
	if err := os.WriteFile(filepath.Join(s.data(), "pg_hba.conf"), []byte(access), 0o644); err != nil {
		t.Fatal(err)
	}
	s.Run(t)
	cleanup(func() { s.end() })
	return s
}

// initialise makes the server's data folder. The first time it runs initdb; after that it
// copies what initdb made, which takes a fifth of the time.
func (s *Server) initialise() error {
	version, err := command(filepath.Join(s.bin, "initdb"), "--version").Output()
	if err != nil {
		return fmt.Errorf("initdb --version: %w", err)
	}
	if number := firstNumber.Find(version); number != nil {
		s.version, _ = strconv.Atoi(string(number))
	}
	flags := []string{"-U", "lineitem", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"}
	made := sha256.Sum256(fmt.Appendf(nil, "%s%q %q", version, s.bin, flags))
	kept := filepath.Join(testenv.CacheFolder(), fmt.Sprintf("postgresql-%x", made[:8]))
	if os.CopyFS(s.data(), os.DirFS(kept)) == nil {
		if err := os.Chmod(s.data(), 0o700); err != nil { // PostgreSQL refuses most others
			return err
		}
		return own(s.data())
	}
	if err := os.RemoveAll(s.data()); err != nil {
		return err
	}
	initdb := command(filepath.Join(s.bin, "initdb"), append([]string{"-D", s.data()}, flags...)...)
	initdb.Dir = s.dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	keep(s.data(), kept)
	return nil
}

var firstNumber = regexp.MustCompile(`[0-9]+`)

// keep copies a folder to another place in one step, by renaming a copy. If it cannot, or
// another process has done so, it leaves that place as it is.
func keep(folder, place string) {
	if os.MkdirAll(filepath.Dir(place), 0o777) != nil {
		return
	}
	copied, err := os.MkdirTemp(filepath.Dir(place), "new-")
	if err != nil {
		return
	}
	defer os.RemoveAll(copied)
	if os.CopyFS(copied, os.DirFS(folder)) == nil {
		os.Rename(copied, place)
	}
}

// end ends the server at once.
func (s *Server) end() {
	if s.running != nil {
		s.running.kill()
		s.running = nil
	}
}

// Programs returns the folder with the programs of the newest PostgreSQL that is
// installed. Without one the test is skipped, or fails.
func Programs(t testing.TB) string {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres") // Debian
	if len(found) > 0 {
		return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return major(a) - major(b) }))
	}
	if path, err := exec.LookPath("postgres"); err == nil {
		return filepath.Dir(path)
	}
	testenv.Missing(t, "PostgreSQL (postgresql)")
	return ""
}

// major returns the version in a path of Debian's PostgreSQL, 0 if there is none.
func major(path string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
	return n
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// Run starts the server, for instance again after Stop, and returns once it answers.
func (s *Server) Run(t testing.TB) {
	t.Helper()
	p, err := start(command(filepath.Join(s.bin, "postgres"), "-D", s.data()), "QUIT", s.dir)
	if err != nil {
		t.Fatal(err)
	}
	s.running = p
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		err := s.answers()
		if err == nil {
			return
		}
		if p.ended() || time.Since(began) > startTime {
			t.Fatalf("PostgreSQL does not answer: %v\n%s", err, p.output())
		}
	}
}

func (s *Server) answers() error {
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	conn, err := pgconn.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// Stop ends the server with "pg_ctl stop -m mode": "fast" rolls back open
// transactions and shuts down, "immediate" is a crash. If the server has ended, Stop
// does nothing.
func (s *Server) Stop(t testing.TB, mode string) {
	t.Helper()
	if s.running == nil {
		return
	}
	stop := command(filepath.Join(s.bin, "pg_ctl"), "stop", "-D", s.data(), "-m", mode, "-t", strconv.Itoa(int(startTime.Seconds())))
	stop.Dir = s.dir
	if out, err := stop.CombinedOutput(); err != nil {
		t.Errorf("pg_ctl stop: %v\n%s", err, out)
	}
	s.end()
}

// URL returns the address of a database on the server.
func (s *Server) URL(database string) string {
	return address(s.Port, database)
}

// address returns the URL of a database on a port. It lets clients wait for a connection as
// long as a server may take to start: on a busy machine the seconds that pgstore waits
// otherwise may be too few.
func address(port int, database string) string {
	return fmt.Sprintf("postgres://lineitem@127.0.0.1:%d/%s?connect_timeout=%d&sslmode=disable", port, database, int(startTime.Seconds()))
}

// Database returns the name of an empty database, which the test has for itself until it ends.
func (s *Server) Database(t testing.TB) (name string) {
	t.Helper()
	if s.reuses {
		// Databases are reused, since each has some 300 files.
		t.Cleanup(func() {
			if err := s.empty(name); err != nil {
				t.Logf("the database %s is not used again: %v", name, err)
				return
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			s.free = append(s.free, name)
		})
		s.mu.Lock()
		defer s.mu.Unlock()
		if n := len(s.free) - 1; n >= 0 {
			name, s.free = s.free[n], s.free[:n]
			return name
		}
	}
	name = fmt.Sprintf("test%d", s.databases.Add(1))
	sql := "CREATE DATABASE " + name
	if s.version >= 15 {
		sql += " STRATEGY file_copy" // takes a third of the time of the other strategy
	}
	s.Exec(t, "postgres", sql)
	return name
}

// empty removes what a test left in a database: schemas, and settings of the database. Tests
// themselves have to remove roles, and what they put in the schema public.
func (s *Server) empty(database string) error {
	return s.exec(database, `SET lock_timeout = '5s';
		DO $$
		DECLARE name text;
		BEGIN
			FOR name IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^(pg_.*|information_schema|public)$' LOOP
				EXECUTE format('DROP SCHEMA %I CASCADE', name);
			END LOOP;
		END $$;
		ALTER DATABASE `+database+` RESET ALL`)
}

// Exec runs SQL without parameters in a database.
func (s *Server) Exec(t testing.TB, database, sql string) {
	t.Helper()
	if err := s.exec(database, sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func (s *Server) exec(database, sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	conn, err := pgconn.Connect(ctx, s.URL(database))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, sql).ReadAll()
	return err
}

// Bouncer starts PgBouncer in transaction mode in front of the server, and returns a
// function that returns the URL of a database behind it. PgBouncer ends with the test.
func (s *Server) Bouncer(t testing.TB) (url func(database string) string) {
	t.Helper()
	path, err := exec.LookPath("pgbouncer")
	if err != nil {
		if path = "/usr/sbin/pgbouncer"; !exists(path) {
			testenv.Missing(t, "PgBouncer (pgbouncer)")
		}
	}
	dir, err := os.MkdirTemp("", "pgbouncer-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	port := freePort(t)
	config := filepath.Join(dir, "pgbouncer.ini")
	// With auth_type any, everyone is logged in as the user named here.
	text := fmt.Sprintf(`[databases]
* = host=127.0.0.1 port=%d user=lineitem
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
server_login_retry = 1
`, s.Port, port)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := own(dir); err != nil {
		t.Fatal(err)
	}
	p, err := start(command(path, config), "TERM", dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil {
			conn.Close()
			break
		}
		if p.ended() || time.Since(began) > startTime {
			t.Fatalf("PgBouncer does not answer: %v\n%s", err, p.output())
		}
	}
	return func(database string) string { return address(port, database) }
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }

func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func appendFile(name, text string) error {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// process is a server that ends when this process does: a shell runs it, and ends it
// when the shell's standard input, a pipe that this process holds, is closed.
type process struct {
	cmd  *exec.Cmd
	hold io.Closer
	log  string
	gone chan struct{}
}

const keeper = `signal=$1; shift; "$@" </dev/null & p=$!
(while kill -0 $p 2>/dev/null; do sleep 1; done; kill $$ 2>/dev/null) &
cat >/dev/null
kill -s $signal $p 2>/dev/null
wait $p`

// start starts a server whose output goes to the file log in dir. signal is the
// name of the signal that ends it at once.
func start(server *exec.Cmd, signal, dir string) (*process, error) {
	p := &process{log: filepath.Join(dir, "log"), gone: make(chan struct{})}
	p.cmd = command("sh", append([]string{"-c", keeper, "sh", signal}, server.Args...)...)
	p.cmd.Dir = dir
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p.cmd.Stdout, p.cmd.Stderr = log, log
	if p.hold, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		p.cmd.Wait()
		close(p.gone)
	}()
	return p, nil
}

func (p *process) ended() bool {
	select {
	case <-p.gone:
		return true
	default:
		return false
	}
}

// kill ends the server and waits for it.
func (p *process) kill() {
	p.hold.Close()
	<-p.gone
}

// output returns the end of what the server wrote, at most 4000 bytes.
func (p *process) output() []byte {
	text, _ := os.ReadFile(p.log)
	return bytes.TrimSpace(text[max(0, len(text)-4000):])
}
