package tagging

import (
	"testing"

	"lineitem/convert/layout"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/value"
)

// lesson returns a generated order with classes that follow from its words alone.
func lesson(t *testing.T, seed uint64) *Example {
	t.Helper()
	pages := layout.Analyze(ordertest.Generate(seed).Document)
	g := NewGraph(pages, value.FindLocale(pages))
	if g == nil {
		t.Fatalf("Generate(%d) has no words", seed)
	}
	l := &Example{Graph: g}
	for i := range g.Nodes {
		class := int8(Other)
		if isFigure(g.Nodes[i].Word.Text) {
			class = int8(Quantity)
		}
		l.Words = append(l.Words, class)
	}
	for r := range g.Rows {
		class := int8(Outside)
		if l.Words[g.Rows[r].To-1] == int8(Quantity) {
			class = int8(Begins)
		}
		l.Lines = append(l.Lines, class)
	}
	l.Words[0], l.Lines[0] = -1, -1 // unknown class
	return l
}

// TestLearn checks that training makes the right classes likelier.
func TestLearn(t *testing.T) {
	l := lesson(t, 3)
	var vocabulary neural.Vocabulary
	l.AddTo(&vocabulary, "")
	net := NewNet(1, vocabulary.Common(1))
	trainer := neural.NewTrainer(&net.Network, 1)
	trainer.Rate = 2e-3
	words, lines := net.Learn(trainer, l)
	for range 100 {
		net.Learn(trainer, l)
	}
	if w, r := net.Learn(trainer, l); w > words/10 || r > lines/10 {
		t.Errorf("the loss of words falls from %v to %v, that of lines from %v to %v", words, w, lines, r)
	}
	trainer.Finish()
	right := 0
	for i, p := range net.Classify(l.Graph).Words {
		if l.Words[i] >= 0 && p[l.Words[i]] > 0.5 {
			right++
		}
	}
	if right < len(l.Words)*9/10 {
		t.Errorf("of %d words %d are classified as was learned", len(l.Words), right)
	}
}

// TestCarriedWeights checks that the weights embedded in the program can be read.
func TestCarriedWeights(t *testing.T) {
	if _, err := weights(); err != nil {
		t.Fatal(err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(stored)
	f.Add(stored[:len(stored)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 {
			return
		}
		net, err := Parse(data)
		if err != nil {
			return
		}
		net.Classify(lesson(t, 1).Graph)
	})
}

func BenchmarkClassify(b *testing.B) {
	pages := layout.Analyze(ordertest.Generate(3).Document)
	locale := value.FindLocale(pages)
	net, err := weights()
	if err != nil {
		b.Fatal(err)
	}
	words := len(NewGraph(pages, locale).Nodes)
	b.Run("graph", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			NewGraph(pages, locale)
		}
	})
	b.Run("classes", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			net.Classify(NewGraph(pages, locale))
		}
		b.ReportMetric(float64(words), "words")
	})
}
