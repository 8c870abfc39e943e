package boosting

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"lineitem/convert/gbdt"
)

// invented returns a set of questions with so many candidates each. Their
// features are random in [0, 1), the last one sometimes missing, and right tells
// which candidates are right.
func invented(seed uint64, questions, candidates, features int, right func(rows [][]float32) []bool) *Set {
	random := rand.New(rand.NewPCG(seed, 1))
	s := NewSet(features)
	for range questions {
		rows := make([][]float32, candidates)
		for i := range rows {
			rows[i] = make([]float32, features)
			for f := range rows[i] {
				rows[i][f] = random.Float32()
				if f == features-1 && random.IntN(3) == 0 {
					rows[i][f] = float32(math.NaN())
				}
			}
		}
		s.Add(rows, right(rows))
	}
	return s
}

// share returns the share of questions whose likeliest answer is right.
func share(m *gbdt.Model, s *Set) float64 {
	correct, from := 0, 0
	for _, end := range s.ends {
		var p []float64
		for i := from; i < int(end); i++ {
			p = append(p, m.Score(s.row(i)))
		}
		top, best := -1, gbdt.Probabilities(p)
		some := false
		for i, v := range p {
			if v > best {
				top, best = i, v
			}
			some = some || s.right[from+i]
		}
		if top < 0 && !some || top >= 0 && s.right[from+top] {
			correct++
		}
		from = int(end)
	}
	return float64(correct) / float64(len(s.ends))
}

// each makes a function that judges a question from one that judges one candidate
// at a time.
func each(right func(x []float32) bool) func([][]float32) []bool {
	return func(rows [][]float32) []bool {
		flags := make([]bool, len(rows))
		for i, x := range rows {
			flags[i] = right(x)
		}
		return flags
	}
}

// functions lists what is to be learned.
var functions = map[string]struct {
	candidates int
	right      func([][]float32) []bool
}{
	"a threshold":         {1, each(func(x []float32) bool { return x[0] > 0.3 })},
	"a band":              {1, each(func(x []float32) bool { return x[1] > 0.4 && x[1] < 0.6 })},
	"exclusive or":        {1, each(func(x []float32) bool { return (x[0] > 0.5) != (x[1] > 0.4) })},
	"a slope":             {1, each(func(x []float32) bool { return x[0]+x[1] > 0.9 })},
	"a missing feature":   {1, each(func(x []float32) bool { return x[3] != x[3] })},
	"any that is low":     {4, each(func(x []float32) bool { return x[2] < 0.2 })},
	"the greatest":        {4, func(rows [][]float32) []bool { return greatest(rows, 0) }},
	"the greatest if any": {3, func(rows [][]float32) []bool { return greatest(rows, 0.5) }},
}

// greatest marks the row whose first feature is greatest, if that is above least.
func greatest(rows [][]float32, least float32) []bool {
	flags := make([]bool, len(rows))
	top := 0
	for i := range rows {
		if rows[i][0] > rows[top][0] {
			top = i
		}
	}
	flags[top] = rows[top][0] > least
	return flags
}

func TestLearns(t *testing.T) {
	for name, f := range functions {
		t.Run(name, func(t *testing.T) {
			train, validation := invented(1, 3000, f.candidates, 4, f.right), invented(2, 500, f.candidates, 4, f.right)
			m, _ := Train(train, validation, Options{})
			if got := share(m, invented(3, 1000, f.candidates, 4, f.right)); got < 0.92 {
				t.Errorf("the right answers to unseen questions: %.3f, want at least 0.92", got)
			}
		})
	}
}

func TestLossFalls(t *testing.T) {
	for name, f := range functions {
		_, rounds := Train(invented(1, 400, f.candidates, 4, f.right), nil, Options{Trees: 60})
		for i := 1; i < len(rounds); i++ {
			if rounds[i].Training > rounds[i-1].Training+1e-6 {
				t.Errorf("%s: tree %d raises the loss from %.6f to %.6f", name, i, rounds[i-1].Training, rounds[i].Training)
			}
		}
		if last := rounds[len(rounds)-1].Training; last > 0.3 {
			t.Errorf("%s: the loss ends at %.3f, want at most 0.3", name, last)
		}
	}
}

func TestStopsEarly(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	noise := func(rows [][]float32) []bool { return []bool{random.IntN(4) == 0} }
	m, rounds := Train(invented(1, 500, 1, 4, noise), invented(2, 500, 1, 4, noise), Options{Patience: 5, Gamma: 1e-9})
	if len(rounds) > 100 {
		t.Errorf("training on noise tried %d trees, want it to end before", len(rounds))
	}
	best := 0
	for i := range rounds {
		if rounds[i].Validation < rounds[best].Validation {
			best = i
		}
	}
	if m.Trees() != best+1 {
		t.Errorf("the model has %d trees, want the %d that do best on the validation set", m.Trees(), best+1)
	}
}

func TestSameBytes(t *testing.T) {
	f := functions["the greatest if any"]
	train := func(workers int) []byte {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
		m, _ := Train(invented(1, 2000, f.candidates, 5, f.right), nil, Options{Trees: 20, Features: 0.6, Seed: 7})
		b, _ := m.AppendBinary(nil)
		return b
	}
	one := train(1)
	if many := train(8); !bytes.Equal(one, many) {
		t.Error("one processor and eight train different models")
	}
	if again := train(1); !bytes.Equal(one, again) {
		t.Error("training again gives another model")
	}
}

func TestRoundTrip(t *testing.T) {
	f := functions["a slope"]
	set := invented(1, 1000, 1, 4, f.right)
	m, _ := Train(set, nil, Options{})
	b, _ := m.AppendBinary(nil)
	again, err := gbdt.Parse(b)
	if err != nil {
		t.Fatalf("gbdt.Parse of a stored model: %v", err)
	}
	for i := range set.Rows() {
		if x := set.row(i); m.Score(x) != again.Score(x) {
			t.Fatalf("Score(%v) = %v once stored, want %v", x, again.Score(x), m.Score(x))
		}
	}
	if c, _ := again.AppendBinary(nil); !bytes.Equal(b, c) {
		t.Error("a model that was read is stored otherwise")
	}
	for n := range b {
		if _, err := gbdt.Parse(b[:n]); !errors.As(err, new(*gbdt.FormatError)) {
			t.Fatalf("gbdt.Parse of the first %d of %d bytes: %v, want a gbdt.FormatError", n, len(b), err)
		}
	}
	if _, err := gbdt.Parse(append(b, 0)); err == nil {
		t.Error("gbdt.Parse takes data with a byte too many")
	}
}

func TestProbabilities(t *testing.T) {
	for _, c := range []struct {
		scores, want []float64
		none         float64
	}{
		{[]float64{0}, []float64{0.5}, 0.5},
		{[]float64{0, 0, 0}, []float64{0.25, 0.25, 0.25}, 0.25},
		{[]float64{1000, -1000}, []float64{1, 0}, 0},
		{[]float64{-1000, -1000}, []float64{0, 0}, 1},
		{nil, nil, 1},
	} {
		got := append([]float64(nil), c.scores...)
		if none := gbdt.Probabilities(got); none != c.none {
			t.Errorf("gbdt.Probabilities(%v) = %v, want %v", c.scores, none, c.none)
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("gbdt.Probabilities(%v) makes %v, want %v", c.scores, got, c.want)
			}
		}
	}
}

func TestOddSets(t *testing.T) {
	for name, add := range map[string]func(*Set){
		"nothing":         func(*Set) {},
		"empty questions": func(s *Set) { s.Add(nil, nil) },
		"one row":         func(s *Set) { s.Add([][]float32{{1, 2}}, []bool{true}) },
		"short rows":      func(s *Set) { s.Add([][]float32{{1}, nil, {1, 2, 3}}, []bool{false, true}) },
		"infinities": func(s *Set) {
			for i := range 50 {
				s.Add([][]float32{{float32(math.Inf(1 - 2*(i%2))), 0}}, []bool{i%2 == 0})
			}
		},
		"all right": func(s *Set) {
			for i := range 50 {
				s.Add([][]float32{{float32(i), 0}, {1, 1}}, []bool{true, true})
			}
		},
	} {
		s := NewSet(2)
		add(s)
		m, _ := Train(s, nil, Options{Trees: 30, MinWeight: 0.01})
		b, _ := m.AppendBinary(nil)
		if _, err := gbdt.Parse(b); err != nil {
			t.Errorf("%s: gbdt.Parse of the stored model: %v", name, err)
		}
		if p := m.Score([]float32{1, 2}); math.IsNaN(p) || math.IsInf(p, 0) {
			t.Errorf("%s: Score = %v, want a number", name, p)
		}
	}
}

func TestScoreAllocatesNothing(t *testing.T) {
	f := functions["a slope"]
	m, _ := Train(invented(1, 500, 1, 4, f.right), nil, Options{Trees: 20})
	x := []float32{0.1, 0.2, 0.3, 0.4}
	if n := testing.AllocsPerRun(100, func() { m.Score(x) }); n != 0 {
		t.Errorf("Score allocates %v times, want 0", n)
	}
}

func BenchmarkScore(b *testing.B) {
	f := functions["a slope"]
	m, _ := Train(invented(1, 3000, 1, 30, f.right), nil, Options{Trees: 150})
	x := make([]float32, 30)
	b.ReportAllocs()
	for i := range b.N {
		x[0], x[1] = float32(i%10)/10, float32(i%7)/7
		m.Score(x)
	}
}

func BenchmarkTrain(b *testing.B) {
	f := functions["the greatest"]
	set := invented(1, 5000, 4, 30, f.right)
	b.ReportAllocs()
	for b.Loop() {
		Train(set, nil, Options{Trees: 20})
	}
}
