package cli

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"lineitem/quota/operator"
)

// accountsDirectory returns the directory of the store in a data directory.
func accountsDirectory(data string) string { return filepath.Join(data, "accounts") }

// operatorFlags are the flags for the operator's listener.
type operatorFlags struct {
	addr, tokenFile string
	remote          bool
}

func (o *operatorFlags) add(c *command) {
	c.StringVar(&o.addr, "operator-addr", "", "`address` on which a billing system manages accounts over HTTP; none by default")
	c.StringVar(&o.tokenFile, "operator-token-file", "", "`file` with the token of that interface, at least 32 characters")
	c.BoolVar(&o.remote, "operator-remote", false, "allow an address other than loopback there; put a proxy that speaks TLS in front of it")
}

// minToken is the least length of a token, in bytes: 32 characters of random
// base64 or hexadecimal text cannot be guessed.
const minToken = 32

// listen opens the operator's listener and reads its token. It returns a nil
// listener if no address was given.
func (o *operatorFlags) listen() (l net.Listener, token string, err error) {
	if o.addr == "" {
		if o.tokenFile != "" || o.remote {
			return nil, "", &usageError{"serve: --operator-token-file and --operator-remote need --operator-addr"}
		}
		return nil, "", nil
	}
	if o.tokenFile == "" {
		return nil, "", &usageError{"serve: --operator-addr needs --operator-token-file, for example one made by: openssl rand -hex 32"}
	}
	text, err := os.ReadFile(o.tokenFile)
	if err != nil {
		return nil, "", err
	}
	token = strings.TrimSpace(string(text))
	if len(token) < minToken || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, "", fmt.Errorf("%s: want one token of at least %d printable characters, for example one made by: openssl rand -hex 32", o.tokenFile, minToken)
	}
	addr, err := net.ResolveTCPAddr("tcp", o.addr)
	if err != nil {
		return nil, "", err
	}
	if !addr.IP.IsLoopback() && !o.remote { // no IP means all addresses
		return nil, "", &usageError{fmt.Sprintf("serve: --operator-addr %s can be reached from other machines; use 127.0.0.1, or confirm with --operator-remote", o.addr)}
	}
	tcp, err := net.ListenTCP("tcp", addr)
	if err != nil {
		return nil, "", err
	}
	return tcp, token, nil
}

// serveOperator serves the operator's interface on the socket in the data
// directory and, unless remote is nil, also on remote, protected by the token.
// end stops both.
func serveOperator(ctx context.Context, data string, remote net.Listener, token string, config operator.Config) (end func(), err error) {
	local, err := operator.Listen(data)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	serve := func(l net.Listener, token string) {
		config.Token = token
		h, log := operator.NewHandler(config), config.Log
		running.Go(func() {
			if err := operator.Serve(ctx, l, h); err != nil {
				log.Error("the operator's interface failed", "addr", l.Addr().String(), "error", err)
			}
		})
		log.Info("operator listening", "addr", l.Addr().String())
	}
	serve(local, "")
	if remote != nil {
		config.Backup = nil // backups must not leave the machine by this way
		serve(remote, token)
	}
	return func() { cancel(); running.Wait() }, nil
}
