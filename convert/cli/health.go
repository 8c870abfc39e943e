package cli

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// healthTime is how long a service may take to answer.
const healthTime = 5 * time.Second

// runHealth is the command "health". A container's health check runs it, since an image
// without a shell has no other program that could ask.
func runHealth(ctx context.Context, args []string, stdout io.Writer) error {
	c := newCommand("health", " [URL]", `Ask a running service whether it can convert, as the health check of a container
does: print ok, or say why not and end with status 1. Without a URL the service on
this machine is asked, at --addr.`)
	addr := c.String("addr", defaultAddr, "`address` on which the service listens")
	operands, err := c.parse(args)
	if err != nil {
		return err
	}
	var service publicURL
	switch len(operands) {
	case 0:
		if service, err = localURL(*addr); err != nil {
			return err
		}
	case 1:
		if err := service.Set(operands[0]); err != nil {
			return &usageError{fmt.Sprintf("health: %q: %v", operands[0], err)}
		}
	default:
		return &usageError{fmt.Sprintf("health: unexpected argument %q", operands[1])}
	}
	ctx, cancel := context.WithTimeout(ctx, healthTime)
	defer cancel()
	return askHealth(ctx, service, stdout)
}

// localURL returns the URL of a service on this machine, given the address that it listens
// on. For unspecified hosts it uses loopback addresses rather than a name that would have to
// be resolved.
func localURL(addr string) (publicURL, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", &usageError{fmt.Sprintf("health: --addr %s: want an address with a port, such as %s", addr, defaultAddr)}
	}
	switch ip := net.ParseIP(host); {
	case host == "" || ip.Equal(net.IPv4zero):
		host = "127.0.0.1"
	case ip.Equal(net.IPv6unspecified):
		host = "::1"
	}
	return publicURL("http://" + net.JoinHostPort(host, port)), nil
}

// askHealth prints ok, or returns what the service says is wrong.
func askHealth(ctx context.Context, service publicURL, stdout io.Writer) error {
	address, err := url.JoinPath(string(service), "healthz")
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	transport := http.Transport{} // without a proxy: the service itself is to answer
	defer transport.CloseIdleConnections()
	response, err := transport.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("%s: %w", address, err)
	}
	defer response.Body.Close()
	const most = 1 << 10 // bytes of an answer that are shown
	text, err := io.ReadAll(io.LimitReader(response.Body, most))
	if err != nil {
		return fmt.Errorf("%s: %w", address, err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s: %s", address, response.Status, strings.TrimSpace(string(text)))
	}
	fmt.Fprintln(stdout, "ok")
	return nil
}
