package serve

import (
	"bytes"
	"context"
	"errors"
	"hash/maphash"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert"
	"lineitem/convert/order/taught"
	"lineitem/quota"
)

// recordingLayouts are an account's layouts that record the last search and its result, for
// learning. They are used by one conversion.
type recordingLayouts struct {
	ownLayouts
	print taught.Fingerprint
	found *quota.Layout // nil: none was found
}

// FindStored implements workerpool.StoredLayouts.
func (n *recordingLayouts) FindStored(ctx context.Context, p taught.Fingerprint) (data []byte, err error) {
	n.print = p
	n.found, err = n.find(ctx, p)
	if n.found == nil || err != nil {
		return nil, err
	}
	return n.found.Data, nil
}

// Find implements convert.Layouts.
func (n *recordingLayouts) Find(ctx context.Context, p taught.Fingerprint) (*taught.Layout, error) {
	data, err := n.FindStored(ctx, p)
	if data == nil || err != nil {
		return nil, err
	}
	return taught.Parse(data)
}

// same reports whether the account's present layouts give the same layout for the document
// as those with which it was learned.
func (n *recordingLayouts) same(ctx context.Context) (bool, error) {
	now, err := n.find(ctx, n.print)
	if err != nil {
		return false, err
	}
	if now == nil || n.found == nil {
		return now == n.found, nil
	}
	return now.ID == n.found.ID && bytes.Equal(now.Data, n.found.Data), nil
}

// learnTries is how many times a document is learned from while other requests teach the
// same layout. keepTries is how many times storing what was learned is tried.
const (
	learnTries = 20
	keepTries  = 20
)

// learnTurns lets the requests that teach an account take turns, once another one was
// quicker. Otherwise all would learn again and again, and each time only one could
// store the result.
type learnTurns struct {
	turns [64]chan struct{} // of accounts, by their hashes; each holds one element while a request learns
	seed  maphash.Seed
}

func newLearnTurns() *learnTurns {
	l := &learnTurns{seed: maphash.MakeSeed()}
	for i := range l.turns {
		l.turns[i] = make(chan struct{}, 1)
	}
	return l
}

// wait waits for a turn of the account; the caller must call end after it. The error is
// that of ctx.
func (l *learnTurns) wait(ctx context.Context, account string) (end func(), err error) {
	turn := l.turns[maphash.String(l.seed, account)%uint64(len(l.turns))]
	select {
	case turn <- struct{}{}:
		return func() { <-turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// learned is a lesson whose layout has been stored.
type learned struct {
	*taught.Lesson
	name    string
	refined bool // whether the account had the layout before
}

// learn learns a document's layout, and stores it in the account.
func (s *Server) learn(ctx context.Context, account string, ref quota.LayoutsRef, in convert.Input, rows []map[string]string) (*learned, error) {
	for tries := 1; ; tries++ {
		noted := &recordingLayouts{ownLayouts: ownLayouts{s, account, ref.Stamp}}
		in.Layouts = noted
		lesson, err := s.config.Converter.Learn(ctx, in, rows)
		if err != nil {
			return nil, err
		}
		l := &learned{Lesson: lesson, name: layoutName(lesson.Layout.Name)}
		l.refined, err = s.keepLayout(ctx, noted, l)
		if err == nil {
			return l, nil
		}
		if !errors.Is(err, quota.ErrLayoutsChanged) || tries == learnTries {
			return nil, err
		}
		// Another request has taught the same layout meanwhile: learn from its present state.
		if tries == 1 {
			end, err := s.learnTurns.wait(ctx, account)
			if err != nil {
				return nil, err
			}
			defer end()
		}
		status, err := s.config.Admin.Account(ctx, account)
		if err != nil {
			return nil, err
		}
		ref = status.Layouts
	}
}

// keepLayout stores the layout that was learned with the layouts from. If these have
// changed meanwhile, it is stored only if the document's own layout is still the same;
// otherwise keepLayout returns quota.ErrLayoutsChanged.
func (s *Server) keepLayout(ctx context.Context, from *recordingLayouts, l *learned) (refined bool, err error) {
	data, err := l.Layout.Encode()
	if err != nil {
		return false, err
	}
	layout := quota.Layout{ID: l.Layout.ID, Name: l.name, Examples: l.Layout.Examples, Data: data}
	for range keepTries {
		refined, err = s.config.Admin.LearnLayout(ctx, from.account, from.stamp, layout)
		if !errors.Is(err, quota.ErrLayoutsChanged) {
			return refined, err
		}
		status, err := s.config.Admin.Account(ctx, from.account)
		if err != nil {
			return false, err
		}
		from.stamp = status.Layouts.Stamp
		same, err := from.same(ctx)
		if err != nil {
			return false, err
		}
		if !same {
			return false, quota.ErrLayoutsChanged
		}
	}
	return false, quota.ErrLayoutsChanged
}

// layoutName returns a layout's name in a form that quota accepts: valid UTF-8 of at most
// 200 bytes, with spaces instead of control characters.
func layoutName(name string) string {
	const most = 200 // bytes
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, "\ufffd"))
	if len(name) > most {
		end := most
		for !utf8.RuneStart(name[end]) {
			end--
		}
		name = name[:end]
	}
	return name
}
