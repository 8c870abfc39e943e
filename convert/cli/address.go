package cli

import (
	"errors"
	"fmt"
	"net"
	"net/url"
)

// defaultAddr is where the service listens by default.
const defaultAddr = "127.0.0.1:8080"

// publicURL is a flag for the address at which people reach the service, such as
// https://orders.example. It has no path, and no slash at its end.
type publicURL string

func (u *publicURL) String() string { return string(*u) }

func (u *publicURL) Set(text string) error {
	parsed, err := url.Parse(text)
	if err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "" {
		return errors.New("want an address such as https://orders.example")
	}
	bare := url.URL{Scheme: parsed.Scheme, Host: parsed.Host}
	if got := parsed.String(); got != bare.String() && got != bare.String()+"/" {
		return errors.New("want an address without a path, such as https://orders.example")
	}
	*u = publicURL(bare.String())
	return nil
}

// or returns the address, or, if none was given, that of a listener. For one that
// listens on all addresses that is localhost, where it can be reached at least from
// the same machine.
func (u publicURL) or(listener string) publicURL {
	if u != "" {
		return u
	}
	host, port, err := net.SplitHostPort(listener)
	if err != nil {
		return publicURL("http://" + listener)
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return publicURL("http://" + net.JoinHostPort(host, port))
}

// listen listens on a TCP address. Its errors say what to do.
func listen(flagName, addr string) (net.Listener, error) {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return nil, &usageError{fmt.Sprintf("serve: %s %s: want an address with a port, such as %s", flagName, addr, defaultAddr)}
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%w; %s takes another address", err, flagName)
	}
	return l, nil
}
