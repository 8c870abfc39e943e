package tagging

import (
	"math"
	"testing"

	"lineitem/convert/layout"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/value"
)

// lesson is a generated order with classes that follow from its words alone.
func lesson(t *testing.T, seed uint64) *Lesson {
	t.Helper()
	pages := layout.Analyze(ordertest.Generate(seed).Document)
	g := NewGraph(pages, value.FindLocale(pages))
	if g == nil {
		t.Fatalf("Generate(%d) has no words", seed)
	}
	l := &Lesson{Graph: g}
	for i := range g.Nodes {
		l.Words = append(l.Words, int8(i%int(NumTags)))
	}
	for r := range g.Rows {
		l.Lines = append(l.Lines, int8(r%int(NumParts)))
	}
	return l
}

// loss is what training lessens.
func loss(n *Net, l *Lesson) float64 {
	a := n.forward(l.Graph, nil)
	sum := 0.0
	for i, want := range l.Words {
		sum -= math.Log(float64(a.tags[i][want])) / math.Sqrt(float64(len(l.Words)))
	}
	for r, want := range l.Lines {
		sum -= math.Log(float64(a.parts[r][want])) / math.Sqrt(float64(len(l.Lines)))
	}
	return sum
}

// The gradient that training follows is the slope of the loss.
func TestGradient(t *testing.T) {
	l := lesson(t, 3)
	trainer := NewTrainer(NewNet(1))
	trainer.drop = nil
	trainer.gradientOf(l)
	for k, w := range trainer.Net.visible {
		g := trainer.gradient.visible[k]
		at := 0
		for i := range g {
			if math.Abs(float64(g[i])) > math.Abs(float64(g[at])) {
				at = i
			}
		}
		const step = 1e-2
		old := w[at]
		w[at] = old + step
		up := loss(trainer.Net, l)
		w[at] = old - step
		down := loss(trainer.Net, l)
		w[at] = old
		if slope := (up - down) / (2 * step); math.Abs(slope-float64(g[at])) > 0.05*math.Abs(slope)+1e-3 {
			t.Errorf("weight %d of tensor %d: the gradient is %.4f, the slope of the loss %.4f", at, k, g[at], slope)
		}
	}
}

func BenchmarkClassify(b *testing.B) {
	pages := layout.Analyze(ordertest.Generate(3).Document)
	locale := value.FindLocale(pages)
	net := NewNet(1)
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
