package learn

import (
	"testing"

	"lineitem/convert/order/boost"
)

// trained is a model by which a candidate is right if its only feature is 1.
func trained() model {
	s := boost.NewSet(1)
	for range 300 {
		s.Add([][]float32{{1}, {0}}, []bool{true, false})
		s.Add([][]float32{{0}, {0}}, nil)
	}
	m, _ := boost.Train(s, nil, boost.Options{Trees: 60})
	return model{m}
}

func TestChoose(t *testing.T) {
	m := trained()
	right, wrong := Row{1}, Row{0}
	fill, over, drop := margins{fill: 0.5}, margins{over: 0.8, under: 0.1}, margins{drop: 0.8, under: 0.1}
	for _, tt := range []struct {
		name string
		is   margins
		rows []Row
		rule int
		want int
	}{
		{"what rules leave out is filled in", fill, []Row{wrong, right}, -1, 1},
		{"nothing is filled in where none is likely", fill, []Row{wrong, wrong}, -1, -1},
		{"a choice stands without a margin", fill, []Row{wrong, right}, 0, 0},
		{"a choice is replaced within its margin", over, []Row{wrong, right}, 0, 1},
		{"nothing is filled in without a margin", over, []Row{wrong, right}, -1, -1},
		{"a choice is dropped within its margin", drop, []Row{wrong, wrong}, 0, -1},
		{"a likely choice is not dropped", drop, []Row{right, wrong}, 0, 0},
		{"no margins leave all to the rules", margins{}, []Row{wrong, right}, -1, -1},
		{"rows of another width leave all to the rules", fill, []Row{{0, 1}, {1, 1}}, -1, -1},
		{"no candidates", fill, nil, -1, -1},
	} {
		if got, p := m.choose(&Question{Rows: tt.rows, Rule: tt.rule}, tt.is); got != tt.want || p < 0 || p > 1 {
			t.Errorf("%s: choose(%v, rule %d) = %d, %v, want %d", tt.name, tt.rows, tt.rule, got, p, tt.want)
		}
	}
	if got, _ := (model{}).choose(&Question{Rows: []Row{right}, Rule: -1}, fill); got != -1 {
		t.Errorf("a topic without a model chooses %d, want the rules' -1", got)
	}
}

func TestExaminerAnswersAsRulesDo(t *testing.T) {
	var e Examiner
	if got, _ := e.Choose(Question{Topic: PODate, Rows: []Row{{1}, {2}}, Rule: 1}); got != 1 {
		t.Errorf("Choose of an Examiner that takes notes = %d, want the rules' 1", got)
	}
	if len(e.Questions) != 1 {
		t.Errorf("%d questions are noted, want 1", len(e.Questions))
	}
}

func TestStoredWeights(t *testing.T) {
	models, err := parse(stored)
	if err != nil {
		t.Fatalf("parse of the weights that the program carries: %v", err)
	}
	for topic, is := range topics {
		if is.margins != (margins{}) && models[topic].Model == nil {
			t.Errorf("there are no weights of %s", Topic(topic))
		}
	}
}

func TestShape(t *testing.T) {
	got := Shape("Ab1-2 c")
	want := []float64{7, 2. / 7, 1. / 7, 2. / 7, 1, 1}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("Shape = %v, want %v", got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	small := AppendModel(nil, PODate, trained().Model)
	f.Add(small)
	f.Add(small[:len(small)-3])
	f.Add([]byte{0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<14 {
			t.Skip()
		}
		models, err := parse(data)
		if err != nil {
			return
		}
		for _, m := range models {
			if m.Model != nil {
				m.Score(make([]float32, m.Features()))
			}
		}
	})
}
