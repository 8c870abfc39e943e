package lessons

import (
	"context"
	"slices"
	"time"

	"lineitem/convert/accuracy"
	"lineitem/convert/order"
	"lineitem/convert/order/taught"
)

// mostRounds is the largest number of rounds for a medium. Each round begins with
// another document of a template.
const mostRounds = 5

// The time to look for a layout is measured with at most mostPrints prints, findingPasses
// times. The fastest pass counts, since a machine does other work too.
const (
	mostPrints    = 2000
	findingPasses = 5
)

// Report is the result of learning.
type Report struct {
	Samples   int
	Templates int // of at least two samples
	Lessons   []Lesson
	Trials    []Trial // of documents whose template was learned
	Strangers []Trial // of documents that the layout of another template matched
	// Finding is the time that it takes to look for one document's layout among the
	// layouts of all lessons. Among is their number.
	Finding time.Duration
	Among   int

	prints []taught.Fingerprint // of the documents
}

// Lesson is a document that was learned.
type Lesson struct {
	Sample *Sample
	Second bool // whether a document of its template was learned before
	*taught.Lesson
	Err     error
	Took    time.Duration
	Private []string // words that the layout keeps and that only one document of the template has
}

// Trial is a document that was read with layouts at hand.
type Trial struct {
	Sample        *Sample
	By            []*Sample      // the examples of its template: one, or two
	Layout        *taught.Layout // the one that was found; nil for none
	Own           bool           // whether Layout is that of its template
	Before, After *accuracy.Document
}

// bench is the state of Run.
type bench struct {
	ctx     context.Context
	jobs    int
	samples []*Sample
	before  map[*Sample]*accuracy.Document
	of      map[string][]*Sample // by template
	names   []string             // of templates with at least two samples
	report  *Report
}

// Run learns one sample of each template that has several, and reads all other samples
// with all layouts learned so far; then it learns a second sample of each and reads the
// others again. It repeats this with other examples, first for text and then for pixels.
func Run(ctx context.Context, samples []*Sample, jobs int) (*Report, error) {
	b := &bench{ctx: ctx, jobs: jobs, samples: samples, before: map[*Sample]*accuracy.Document{}, of: map[string][]*Sample{}}
	b.report = &Report{Samples: len(samples)}
	before := make([]*accuracy.Document, len(samples))
	each(len(samples), jobs, func(i int) {
		if ctx.Err() == nil {
			before[i] = samples[i].read(nil)
		}
	})
	for i, s := range samples {
		b.before[s] = before[i]
		if b.of[s.Template] = append(b.of[s.Template], s); len(b.of[s.Template]) == 2 {
			b.names = append(b.names, s.Template)
		}
	}
	b.report.Templates = len(b.names)
	for _, m := range []Medium{Text, Pixels} {
		for round := range mostRounds {
			b.round(m, round)
		}
	}
	b.report.timeFinding()
	return b.report, ctx.Err()
}

// timeFinding measures the time that it takes to look for a layout.
func (r *Report) timeFinding() {
	var all []*taught.Layout
	for i := range r.Lessons {
		if r.Lessons[i].Err == nil {
			all = append(all, r.Lessons[i].Layout)
		}
	}
	index := taught.NewIndex(all)
	r.Among = len(all)
	for pass := range findingPasses {
		begin := time.Now()
		for _, p := range r.prints {
			index.Find(p)
		}
		took := time.Since(begin) / time.Duration(max(1, len(r.prints)))
		if pass == 0 || took < r.Finding {
			r.Finding = took
		}
	}
}

// round learns an example of each template and reads the other documents, and then does
// so with a second example of each.
func (b *bench) round(m Medium, round int) {
	k := newKnown()
	by := map[string][]*Sample{}
	for second := range 2 {
		learned := false
		for _, name := range b.names {
			examples := slices.DeleteFunc(slices.Clone(b.of[name]), func(s *Sample) bool { return mediumOf(s.Truth) != m })
			if round >= len(examples) || len(b.of[name]) < second+2 || len(examples) < second+1 || b.ctx.Err() != nil {
				delete(by, name)
				continue
			}
			s := examples[(round+second)%len(examples)]
			l := k.learn(s, second == 1)
			if l.Err == nil && m == Text {
				l.Private = private(l.Layout, b.of[name])
			}
			b.report.Lessons = append(b.report.Lessons, l)
			by[name] = append(by[name], s)
			learned = true
		}
		if !learned {
			return
		}
		b.read(k, by)
	}
}

// read reads the documents that were not learned from.
func (b *bench) read(k *known, by map[string][]*Sample) {
	index := k.index(nil)
	type outcome struct {
		own, stranger *Trial
		print         taught.Fingerprint
	}
	outcomes := make([]outcome, len(b.samples))
	each(len(b.samples), b.jobs, func(i int) {
		s := b.samples[i]
		if slices.Contains(by[s.Template], s) || b.ctx.Err() != nil {
			return
		}
		t := Trial{Sample: s, By: by[s.Template], Before: b.before[s]}
		t.After = s.read(func(p taught.Fingerprint) *taught.Layout {
			t.Layout, outcomes[i].print = index.Find(p), p
			return t.Layout
		})
		if t.By != nil {
			t.Own = t.Layout != nil && k.template[t.Layout.ID] == s.Template
			outcomes[i].own = &t
		}
		other := k.index(func(l *taught.Layout) bool { return k.template[l.ID] != s.Template }).Find(outcomes[i].print)
		if other != nil {
			after := s.read(func(taught.Fingerprint) *taught.Layout { return other })
			outcomes[i].stranger = &Trial{Sample: s, By: t.By, Layout: other, Before: t.Before, After: after}
		}
	})
	for _, o := range outcomes {
		if o.own != nil {
			b.report.Trials = append(b.report.Trials, *o.own)
		}
		if o.stranger != nil {
			b.report.Strangers = append(b.report.Strangers, *o.stranger)
		}
		if o.print != nil && len(b.report.prints) < mostPrints {
			b.report.prints = append(b.report.prints, o.print)
		}
	}
}

// known holds the layouts learned so far.
type known struct {
	layouts  []*taught.Layout
	template map[string]string // by the layout's ID
}

func newKnown() *known { return &known{template: map[string]string{}} }

// index returns an index of the layouts for which keep returns true; of all if keep is nil.
func (k *known) index(keep func(*taught.Layout) bool) *taught.Index {
	var some []*taught.Layout
	for _, l := range k.layouts {
		if keep == nil || keep(l) {
			some = append(some, l)
		}
	}
	return taught.NewIndex(some)
}

// stored returns a layout as it is after it was encoded and parsed again.
func stored(l *taught.Layout) (*taught.Layout, error) {
	data, err := l.Encode()
	if err != nil {
		return nil, err
	}
	return taught.Parse(data)
}

// learn learns a sample. If one of the known layouts matches it, that layout is refined,
// even if it is another template's.
func (k *known) learn(s *Sample, second bool) Lesson {
	by := order.Reader{Layout: k.index(nil).Find}
	begin := time.Now()
	lesson, err := by.Learn(s.Document, s.rows())
	if err == nil {
		lesson.Layout, err = stored(lesson.Layout)
	}
	l := Lesson{Sample: s, Second: second, Lesson: lesson, Err: err, Took: time.Since(begin)}
	if err != nil {
		return l
	}
	if i := slices.IndexFunc(k.layouts, func(o *taught.Layout) bool { return o.ID == lesson.Layout.ID }); i >= 0 {
		k.layouts[i] = lesson.Layout
	} else {
		k.layouts = append(k.layouts, lesson.Layout)
	}
	k.template[lesson.Layout.ID] = s.Template
	return l
}
