package operator

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
)

// SocketName is the name of the Unix socket in the data directory.
const SocketName = "operator.sock"

var (
	// ErrNoServer reports that no server listens on a data directory's socket.
	ErrNoServer = errors.New("no server is running on the data directory")
	// ErrServing reports that a server already listens on a data directory's socket.
	ErrServing = errors.New("a server is running on the data directory")
)

// Listen listens on the Unix socket in a data directory, to which only the
// directory's owner may connect (mode 0600). It replaces a socket that a crashed
// server left, but not one that answers: then the error is ErrServing. Closing the
// listener removes the socket.
//
// The caller must have the directory to itself, for example by the lock of the store
// in it: two processes that call Listen at the same moment could both find a crashed
// server's socket.
func Listen(dir string) (net.Listener, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, SocketName)
	conn, err := dial(context.Background(), path)
	switch {
	case err == nil:
		conn.Close()
		return nil, fmt.Errorf("%s: %w", dir, ErrServing)
	case errors.Is(err, fs.ErrNotExist):
	case errors.Is(err, errRefused):
		// Nobody listens. A file that is not a socket must not be removed.
		info, err := os.Lstat(path)
		if err != nil {
			return nil, err
		}
		if info.Mode().Type() != fs.ModeSocket {
			return nil, fmt.Errorf("%s exists and is not a socket", path)
		}
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("looking for a server on %s: %w", path, err)
	}
	l, err := bind(dir, path)
	if err != nil {
		return nil, fmt.Errorf("listening on %s: %w", path, err)
	}
	return &socket{l, path}, nil
}

// bind makes the socket. Between the moment when a socket is made and the moment when
// its mode is set, anyone who may enter its directory could connect; so it is made in
// a directory that nobody else may enter, and then moved. On Windows only the access
// list of the directory, which files inherit, protects the socket.
func bind(dir, path string) (l *net.UnixListener, err error) {
	at := path
	if runtime.GOOS != "windows" {
		private, err := os.MkdirTemp(dir, ".operator-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(private)
		at = filepath.Join(private, "s")
	}
	err = shorten(at, func(name string) error {
		l, err = net.ListenUnix("unix", &net.UnixAddr{Name: name, Net: "unix"})
		return err
	})
	if err != nil {
		return nil, err
	}
	l.SetUnlinkOnClose(false) // the socket ends up at path, and may have been made under another name
	if at == path {
		return l, nil
	}
	if err = os.Chmod(at, 0o600); err == nil {
		err = os.Rename(at, path)
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// socket removes its file when it is closed.
type socket struct {
	*net.UnixListener
	path string
}

func (s *socket) Close() error {
	err := s.UnixListener.Close()
	if err == nil {
		err = os.Remove(s.path)
	}
	return err
}

// Addr reports where the socket is.
func (s *socket) Addr() net.Addr { return &net.UnixAddr{Name: s.path, Net: "unix"} }

func dial(ctx context.Context, path string) (conn net.Conn, err error) {
	var d net.Dialer
	err = shorten(path, func(name string) error {
		conn, err = d.DialContext(ctx, "unix", name)
		return err
	})
	return conn, err
}

// maxPath is the length of the longest path of a socket, in bytes: sun_path has 104
// bytes on macOS, including the final zero, and 108 on Linux and Windows.
const maxPath = 103

// shorten calls use with a name for path that is short enough for a socket: path
// itself, or a name that leads there through a symbolic link. The link exists only
// during the call.
func shorten(path string, use func(name string) error) error {
	if len(path) <= maxPath {
		return use(path)
	}
	dir, err := os.MkdirTemp("", "lineitem-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	link := filepath.Join(dir, "d")
	name := filepath.Join(link, filepath.Base(path))
	if len(name) > maxPath {
		return fmt.Errorf("the path has %d bytes, more than the %d of a Unix socket; choose a shorter data directory", len(path), maxPath)
	}
	if err := os.Symlink(filepath.Dir(path), link); err != nil {
		return fmt.Errorf("the path has %d bytes, more than the %d of a Unix socket: %w", len(path), maxPath, err)
	}
	return use(name)
}
