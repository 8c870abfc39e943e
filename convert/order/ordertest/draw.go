package ordertest

import (
	"strings"
	"time"
)

// option is one of several ways to do something, with its weight among them.
type option struct {
	name   string
	weight float64
}

// chance returns true with probability p.
func (g *generator) chance(p float64) bool { return g.Float64() < p }

// trait draws whether the layout has a trait, and records it. Forcing a trait does not
// change the random numbers that are drawn after it.
func (g *generator) trait(name string, p float64) bool {
	has := g.chance(p)
	if forced, told := g.force[name]; told {
		has = forced
	}
	if has {
		g.traits[name] = true
	}
	return has
}

// has reports whether the layout has a trait, among those drawn so far.
func (g *generator) has(name string) bool { return g.traits[name] }

// choose draws one of several options of a family. It records a trait with the name
// of both: "letterhead: centred".
func (g *generator) choose(family string, options ...option) string {
	all := 0.0
	for i, o := range options {
		switch forced, told := g.force[family+": "+o.name]; {
		case told && forced:
			options = []option{o}
			all = o.weight
		case told:
			options[i].weight = 0
		}
		if len(options) == 1 {
			break
		}
		all += options[i].weight
	}
	at := g.Float64() * all
	name := options[len(options)-1].name
	for _, o := range options {
		if at < o.weight {
			name = o.name
			break
		}
		at -= o.weight
	}
	g.traits[family+": "+name] = true
	return name
}

// between draws a whole number from low to high.
func (g *generator) between(low, high int) int { return low + g.IntN(high-low+1) }

// span draws a number from low to high.
func (g *generator) span(low, high float64) float64 { return low + g.Float64()*(high-low) }

// pick draws one of several values.
func pick[T any](g *generator, all ...T) T { return all[g.IntN(len(all))] }

// filled replaces each "#" of a pattern by a digit and each "@" by a letter. A
// number does not begin with 0.
func (g *generator) filled(pattern string) string {
	var b strings.Builder
	var before rune
	for _, r := range pattern {
		switch {
		case r == '#' && before != '#':
			b.WriteByte(byte('1' + g.IntN(9)))
		case r == '#':
			b.WriteByte(byte('0' + g.IntN(10)))
		case r == '@':
			b.WriteByte("ABCDEFGHJKLMNPRSTUVWXYZ"[g.IntN(23)])
		default:
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}

// printed returns a date, given in ISO 8601, in a layout of package time,
// with the month names of the order's language. After "^" it is in capitals.
func (g *generator) printed(iso, form string) string {
	t, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return iso
	}
	form, capitals := strings.CutPrefix(form, "^")
	text := t.Format(form)
	if strings.Contains(form, "January") {
		text = strings.Replace(text, t.Month().String(), g.language.all["months"][t.Month()-1], 1)
	}
	if capitals {
		text = strings.ToUpper(text)
	}
	return text
}
