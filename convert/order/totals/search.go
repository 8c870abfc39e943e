package totals

import "slices"

// Bounds of the search.
const (
	maxLabelled = 8  // terms of each kind
	maxExtras   = 10 // labelled terms between a base and a total
	maxFigures  = 24 // figures of a column
	maxRun      = 9  // figures between a base and a total
	maxPassed   = 2  // unknown figures between them that belong to something else
	// leastUnvouched is the least total, ten-thousandths, that is believed where the
	// lines do not make the base: less may add up by chance.
	leastUnvouched = 100_0000
)

// search looks for terms that add up.
type search struct {
	*Reading
	lines  int64            // what the lines make; 0 where not known
	byKind [NumKinds][]Term // the labelled terms
	top    Sums

	// What is being tried.
	base, total *Term // no base where the sum of the lines stands for it
	from        int64 // what the base makes
	run         []Term
	passable    int  // how many of the run may be passed
	labelled    bool // the run is of labelled terms, in any order
	across      bool // the run stands in one row
	worth       float64
	taken       []Term
}

func newSearch(r *Reading) *search {
	s := &search{Reading: r, lines: units(r.Lines)}
	for i := range r.Labelled {
		t := &r.Labelled[i]
		t.units = units(t.Number.Value)
		s.byKind[t.Kind] = append(s.byKind[t.Kind], *t)
	}
	for k := range s.byKind {
		s.byKind[k] = distinct(s.byKind[k])
	}
	for _, row := range append(slices.Clone(r.Rows), r.Column) {
		for i := range row {
			row[i].units = units(row[i].Number.Value)
		}
	}
	return s
}

// distinct leaves out terms that are printed again under the same label, and what is
// too many to weigh.
func distinct(all []Term) []Term {
	var kept []Term
	for _, t := range all {
		i := slices.IndexFunc(kept, func(k Term) bool { return k.Name == t.Name && k.units == t.units })
		switch {
		case i < 0:
			kept = append(kept, t)
		case kept[i].Strength < t.Strength:
			kept[i] = t
		}
	}
	return kept[max(0, len(kept)-maxLabelled):]
}

// Worth of what adds up.
const (
	worthOfLines = 0.4 // where the sum of the lines stands for a subtotal
	worthOfTotal = 1.5 // of a total, by its strength
	worthOfLater = 0.1 // of a total, by those before it
	worthVouched = 2   // the lines make the base
	worthTaken   = 2   // of each figure
	worthPassed  = 3   // taken off for each figure that is passed
)

// named looks for labelled terms that add up: subtotal + taxes + shipping - discounts =
// total. The sum of the lines may stand for a subtotal that is not printed.
func (s *search) named() Sums {
	s.top, s.run, s.labelled = Sums{}, s.extras(), true
	s.passable = len(s.run)
	for i := range s.byKind[Total] {
		s.total = &s.byKind[Total][i]
		later := worthOfTotal*s.total.Strength + worthOfLater*float64(i)
		try := func(base *Term, from int64, worth float64) {
			s.base, s.from, s.worth = base, from, worth+later
			if s.lines != 0 && from == s.lines {
				s.worth += worthVouched
			}
			s.walk(0, 0, from)
		}
		for k := range s.byKind[Subtotal] {
			t := &s.byKind[Subtotal][k]
			try(t, t.units, t.Strength)
		}
		if s.lines != 0 {
			try(nil, s.lines, worthOfLines)
		}
	}
	return s.top
}

// extras are the labelled terms that may stand between subtotal and total.
func (s *search) extras() (found []Term) {
	for _, k := range [...]Kind{Tax, Shipping, Discount, Charge, Interim} {
		for _, t := range s.byKind[k] {
			if t.units == 0 || k == Interim && !t.rounds() {
				continue
			}
			if k == Discount {
				t.units = -max(t.units, -t.units)
			}
			found = append(found, t)
		}
	}
	return found[:min(len(found), maxExtras)]
}

// figures looks for figures that add up, in the order in which they stand: those of
// each row, and the last ones of all rows.
func (s *search) figures() Sums {
	s.top, s.labelled = Sums{}, false
	for _, row := range s.Rows {
		if len(row) > 2 {
			s.ordered(row, true)
		}
	}
	s.ordered(s.Column[:min(len(s.Column), maxFigures)], false)
	return s.top
}

// ordered looks for a run that adds up. Something other than its own sum has to vouch
// for it.
func (s *search) ordered(all []Term, across bool) {
	s.across = across
	for i := range all {
		s.base = &all[i]
		s.from = s.base.units
		for j := i + 2; j < len(all) && j-i-1 <= maxRun; j++ {
			s.total, s.run = &all[j], all[i+1:j]
			if s.total.units <= 0 || s.total.Named && !s.total.isSum() {
				continue
			}
			switch {
			case s.vouched():
				s.passable = maxPassed
			case across && s.lines != 0 && s.total.units == s.lines,
				s.total.Kind == Total && s.total.units >= leastUnvouched && s.total.units != s.lines:
				s.passable = 0
			default:
				continue
			}
			s.worth = 0
			for _, t := range [...]*Term{s.base, s.total} {
				if t.Named {
					s.worth += t.Strength
				}
			}
			s.walk(0, 0, s.from)
		}
	}
}

// vouched reports whether the lines make the base of a run, or where they are not
// known, what its terms are called.
func (s *search) vouched() bool {
	if s.lines != 0 {
		return s.from == s.lines
	}
	return s.total.Kind == Total && !slices.ContainsFunc(s.run, func(t Term) bool { return !t.Named })
}

// walk goes on from a sum by the run's terms from the given one on, each of which is
// taken or passed.
func (s *search) walk(at, passed int, sum int64) {
	if at == len(s.run) {
		s.arrive(passed, sum)
		return
	}
	t := s.run[at]
	if !s.labelled && (t.isSum() || t.units == sum) {
		s.walk(at+1, passed, sum)
		return
	}
	if !s.labelled || !slices.ContainsFunc(s.taken, func(o Term) bool { return o.At == t.At }) {
		s.taken = append(s.taken, t)
		s.walk(at+1, passed, sum+t.units)
		if !s.labelled && t.units > 0 && (t.Kind == Discount || t.rounds()) {
			s.walk(at+1, passed, sum-t.units)
		}
		s.taken = s.taken[:len(s.taken)-1]
	}
	if passed < s.passable {
		s.walk(at+1, passed+1, sum)
	}
}

// arrive keeps what was taken if it leads to the total, and is worth more than what was
// found before.
func (s *search) arrive(passed int, sum int64) {
	if sum != s.total.units || len(s.taken) == 0 && !s.labelled {
		return
	}
	found := Sums{Subtotal: s.base, Total: s.total, Proven: true, score: s.worth}
	for _, t := range s.taken {
		if !s.labelled {
			found.score += worthTaken
			if !t.Named && s.across && 0 < t.units && 2*t.units < s.from {
				t.Kind = Tax // as taxes of several rates are summed up
			}
		}
		if t.Named {
			found.score += t.Strength
		}
		found.Between = append(found.Between, t)
	}
	if !s.labelled {
		found.score -= worthPassed * float64(passed)
	}
	if found.score > s.top.score {
		s.top = found
	}
}
