package training

import (
	"math"
	"math/rand/v2"
	"slices"

	"lineitem/convert/order/linear"
	"lineitem/convert/order/neural"
)

// Text is an example to which a word score is fitted.
type Text struct {
	Source   string
	Words    []int32 // hashes
	Features []float64
	Right    bool // the label
}

// Words is logistic regression on the words that occur in at least LeastSources sources, fitted by stochastic
// gradient descent with an adaptive step size for each weight (AdaGrad; Duchi, Hazan and Singer, JMLR 12, 2011).
type Words struct {
	LeastSources int
	Most         int // number of words that are kept; 0 for all
	Epochs       int
	Rate, Ridge  float64
}

// Fit returns a score that is the log odds that a text is right.
func (c Words) Fit(texts []Text) *linear.Words {
	var known neural.Vocabulary
	features := 0
	for _, t := range texts {
		known.Note(t.Source, t.Words)
		features = len(t.Features)
	}
	w := linear.NewWords(known.Common(c.LeastSources), features)
	c.learn(w, texts)
	if c.Most > 0 && len(w.Weights) > c.Most {
		w.Keep(c.Most)
		w.Clear() // fit the remaining words again, without the others
		c.learn(w, texts)
	}
	return w
}

// learn fits the weights of a score to the texts, starting from their current values.
func (c Words) learn(w *linear.Words, texts []Text) {
	all := make([][]int, len(texts))
	for i := range texts {
		all[i] = w.Known(texts[i].Words)
	}
	squares := linear.Words{Features: make([]float64, len(w.Features)), Weights: make([]float64, len(w.Weights))}
	random := rand.New(rand.NewPCG(1, 2))
	for range c.Epochs {
		for _, i := range random.Perm(len(texts)) {
			t := &texts[i]
			slope := 1 / (1 + math.Exp(-w.Score(all[i], t.Features)))
			if t.Right {
				slope--
			}
			c.step(&w.Base, &squares.Base, slope)
			for k, v := range t.Features {
				c.step(&w.Features[k], &squares.Features[k], slope*v)
			}
			for _, at := range all[i] {
				c.step(&w.Weights[at], &squares.Weights[at], slope*linear.Share(len(all[i]))+c.Ridge*w.Weights[at])
			}
		}
	}
}

// step moves a weight against its slope. The step is divided by the root of the sum of the squared slopes so far.
func (c Words) step(weight, squares *float64, slope float64) {
	*squares += slope * slope
	*weight -= c.Rate * slope / math.Sqrt(*squares+1e-3)
}

// CrossFit returns for each text its score by a fit without the texts of its group. It deals the
// sources out to the given number of groups.
func (c Words) CrossFit(texts []Text, groups int) []float64 {
	scores := make([]float64, len(texts))
	sources := map[string]int{}
	for _, t := range texts {
		if _, known := sources[t.Source]; !known {
			sources[t.Source] = len(sources)
		}
	}
	for g := range groups {
		others := slices.DeleteFunc(slices.Clone(texts), func(t Text) bool { return sources[t.Source]%groups == g })
		w := c.Fit(others)
		for i, t := range texts {
			if sources[t.Source]%groups == g {
				scores[i] = w.Score(w.Known(t.Words), t.Features)
			}
		}
	}
	return scores
}
