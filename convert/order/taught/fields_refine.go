package taught

import (
	"cmp"
	"slices"
)

// refine takes over what is known of a field from earlier examples, as far as it holds on this
// one too.
func (s *learner) refine(rule, known *FieldRule, want string) {
	if known == nil {
		return
	}
	rule.Right += known.Right
	rule.Wrong += known.Wrong
	k := forms[rule.Field]
	stands := s.find(k, want)
	is := func(h *hit) bool {
		if len(h.run) > 0 {
			return same(k, want, h.value, false)
		}
		return slices.ContainsFunc(stands, func(p spot) bool { return p.first() == h.start })
	}
	for _, w := range known.Ways {
		h, leads := w.follow(s.document, k)
		switch {
		case !leads:
			rule.Ways = append(rule.Ways, w)
		case is(&h):
			w.Held++
			rule.Ways = append(rule.Ways, w)
		}
	}
	for _, w := range known.Never {
		if h, ok := w.follow(s.document, k); !ok || want == "" || !is(&h) {
			rule.Never = append(rule.Never, w)
		}
	}
	s.refineTakes(rule, known, want, stands)
	if want == "" || same(k, known.Constant, want, s.view.Locale.Recognised) {
		rule.Constant, rule.Logo = known.Constant, known.Logo
	}
}

// refineTakes takes over how much of a text is taken, as far as that is right here too.
func (s *learner) refineTakes(rule, known *FieldRule, want string, stands []spot) {
	for _, k := range known.Takes {
		right := 0
		for i := range stands {
			got := k.from(s.document, stands[i].first(), rule.Field)
			if same(forms[rule.Field], want, valueOf(rule.Field, &got), s.view.Locale.Recognised) {
				right++
			}
		}
		if right > 0 {
			k.Held++
		}
		if right > 0 || len(stands) == 0 {
			rule.Takes = append(rule.Takes, k)
		}
	}
}

// addWays adds ways that are not known yet.
func (r *FieldRule) addWays(ways []Way) {
	for i := range ways {
		if !slices.ContainsFunc(r.Ways, func(w Way) bool { return w.equal(&ways[i]) }) {
			r.Ways = append(r.Ways, ways[i])
		}
	}
}

// equal reports whether two ways follow the same label in the same manner.
func (w *Way) equal(o *Way) bool {
	if len(o.Label) == 0 || w.How != o.How || w.Lines != o.Lines {
		return w.How == o.How && w.Last == o.Last && len(w.Label) == 0 && len(o.Label) == 0 && alongside(w.Left, o.Left) && alongside(w.Down, o.Down)
	}
	return slices.Equal(w.Label, o.Label) && (w.How != nearby || alongside(w.Left, o.Left) && alongside(w.Down, o.Down))
}

// alongside reports whether two lengths are the same but for what no eye sees.
func alongside(a, b int) bool { return max(a-b, b-a) <= 3 }

// addTakes adds takes that are not known yet.
func (r *FieldRule) addTakes(takes []Take) {
	for i := range takes {
		if !slices.ContainsFunc(r.Takes, func(k Take) bool { return k.equal(&takes[i]) }) {
			r.Takes = append(r.Takes, takes[i])
		}
	}
}

// prune puts what held most often first, and keeps no more than the bounds.
func (r *FieldRule) prune() {
	k := forms[r.Field]
	slices.SortStableFunc(r.Ways, func(a, b Way) int {
		return cmp.Or(compareBool(b.labelled(), a.labelled()), cmp.Compare(b.Held, a.Held), cmp.Compare(b.sure(k), a.sure(k)))
	})
	slices.SortStableFunc(r.Takes, func(a, b Take) int { return cmp.Compare(b.Held, a.Held) })
	r.Ways = r.Ways[:min(len(r.Ways), maxWays)]
	r.Takes = r.Takes[:min(len(r.Takes), maxTakes)]
	r.Never = r.Never[:min(len(r.Never), maxWays)]
}

// compareBool orders false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
