package cli

import (
	"errors"
	"net/netip"
	"strings"
)

// proxies is a flag for addresses and networks, separated by commas.
type proxies []netip.Prefix

// loopback returns the loopback networks, from which a proxy on the same machine connects.
func loopback() proxies {
	return proxies{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
}

func (p *proxies) String() string {
	var texts []string
	for _, prefix := range *p {
		texts = append(texts, prefix.String())
	}
	return strings.Join(texts, ",")
}

// Set replaces what was set before; an empty text means no proxies.
func (p *proxies) Set(text string) error {
	var all proxies
	for element := range strings.SplitSeq(text, ",") {
		element = strings.TrimSpace(element)
		if element == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(element)
		if err != nil {
			addr, err := netip.ParseAddr(element)
			if err != nil {
				return errors.New("want addresses and networks such as 10.0.0.7,192.168.0.0/16")
			}
			prefix = netip.PrefixFrom(addr, addr.BitLen())
		}
		all = append(all, prefix.Masked())
	}
	*p = all
	return nil
}
