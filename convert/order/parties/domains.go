package parties

import (
	"slices"
	"strings"

	"lineitem/convert/order/address"
	"lineitem/convert/order/wording"
)

// domains gives the names under which the page's organisations are reached:
// "example" of sales@example.com.
func (p *partyPage) domains() []string {
	var found []string
	for _, line := range p.lines {
		for _, s := range line {
			if s.used || s.table || s.traits()&(address.Mail|address.Web) == 0 {
				continue
			}
			for _, w := range s.Words {
				if d := domainName(w.Text); d != "" && !slices.Contains(found, d) && len(found) < 8 {
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
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		host = host[at+1:]
	} else if !strings.Contains(host, "www.") && !strings.Contains(host, "http") && !address.IsDomain(host) {
		return ""
	}
	host = strings.TrimPrefix(strings.TrimPrefix(host, "https://"), "http://")
	host, _, _ = strings.Cut(host, "/")
	labels := strings.Split(strings.TrimPrefix(host, "www."), ".")
	if len(labels) < 2 {
		return ""
	}
	i := len(labels) - 2
	if i > 0 && len(labels[i]) <= 3 { // co.uk, com.au
		i--
	}
	if len(labels[i]) < 4 || freeMail[labels[i]] {
		return ""
	}
	return labels[i]
}

// freeMail are providers whose addresses tell nothing of the organisation.
var freeMail = wording.Set("gmail googlemail hotmail outlook yahoo aol icloud live msn web gmx tonline orange wanadoo free libero example")

// fits tells whether a domain's name is made from the name's words: from their
// beginning, or where hyphens part it from some of them.
func (n *partyName) fits(domains []string) bool {
	joined := strings.Join(n.key, "")
	for _, d := range domains {
		if d == "" {
			continue
		}
		whole := strings.ReplaceAll(d, "-", "")
		if strings.HasPrefix(joined, whole[:min(len(whole), max(5, len(whole)*2/3))]) {
			return true
		}
		if first, _, ok := strings.Cut(d, "-"); ok && (len(first) > 5 && strings.HasPrefix(joined, first)) {
			return true
		}
	}
	return false
}
