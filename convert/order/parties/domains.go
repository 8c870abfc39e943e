package parties

import (
	"slices"
	"strings"

	"lineitem/convert/order/address"
	"lineitem/convert/order/mechanism"
)

var siteDomains = mechanism.New("parties: names that fit a domain of the page")

// maxDomains bounds the domains that are taken from a page.
const maxDomains = 8

// domains gives the names under which the page's organisations are reached:
// "example" of sales@example.com.
func (p *partyPage) domains() []string {
	if !siteDomains.On() {
		return nil
	}
	var found []string
	for _, line := range p.lines {
		for _, s := range line {
			if s.used || s.table || s.traits()&(address.Mail|address.Web) == 0 {
				continue
			}
			for _, w := range s.Words {
				if d := domainName(w.Text); d != "" && !slices.Contains(found, d) && len(found) < maxDomains {
					found = append(found, d)
				}
			}
		}
	}
	return found
}

// domainName is the registered part of a host name, without its top levels; its
// hyphens stay.
func domainName(word string) string {
	host := strings.ToLower(strings.Trim(word, ".,;:()<>\"'"))
	_, of, mail := strings.Cut(host, "@")
	if mail {
		host = of
	} else if !strings.Contains(host, "www.") && !strings.Contains(host, "http") && !address.IsDomain(host) {
		return ""
	}
	host = host[strings.LastIndex(host, "://")+1:]
	host, _, _ = strings.Cut(strings.TrimLeft(host, "/:"), "/")
	labels := strings.Split(strings.TrimPrefix(host, "www."), ".")
	i := len(labels) - 2
	if i > 0 && len(labels[i]) <= 3 { // co.uk, com.au
		i--
	}
	if i < 0 || len(labels[i]) < leastDomain || freeMail()[labels[i]] {
		return ""
	}
	return labels[i]
}

// leastDomain is how long a domain's name is, at least, that is compared with names.
const leastDomain = 4

// fits reports whether a domain's name is made from the name's words, from their
// beginning.
func (n *partyName) fits(domains []string) bool {
	joined := strings.Join(n.key, "")
	return slices.ContainsFunc(domains, func(d string) bool {
		first, _, parted := strings.Cut(d, "-")
		whole := strings.ReplaceAll(d, "-", "")
		return strings.HasPrefix(joined, whole[:min(len(whole), max(5, len(whole)*2/3))]) ||
			parted && len(first) > 5 && strings.HasPrefix(joined, first)
	})
}
