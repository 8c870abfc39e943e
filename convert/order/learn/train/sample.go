package main

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/pdftext"
)

// sample is an order whose right rows are known.
type sample struct {
	name     string
	document *doc.Document
	rows     []map[string]string
	also     also
}

// also are further values that are as right, by the index of their row, or "*"
// for every row, and by column.
type also map[string]map[string][]string

// of are the further values of a row under a key.
func (a also) of(row int, key string) []string {
	return slices.Concat(a["*"][key], a[strconv.Itoa(row)][key])
}

// garbleShares are the shares of words outside of values that are made unknown
// in one of so many generated orders each. Rules know the labels of generated
// orders, as their makers do; those of orders that nobody has seen they know in
// part only, and weights that learned from what rules know would trust them
// where they fail.
var garbleShares = [...]float64{0, 0, 0.1, 0.2, 0.35}

// practice is the generated order of a seed with some of its labels unknown.
func practice(seed int) *sample {
	s := generated(seed)
	s.garble(uint64(seed), garbleShares[seed%len(garbleShares)])
	return s
}

func generated(seed int) *sample {
	g := ordertest.Generate(uint64(seed))
	s := &sample{name: fmt.Sprint("seed ", seed), document: g.Document, also: also{}}
	for i, row := range g.Rows {
		s.rows = append(s.rows, row)
		if i < len(g.Also) && len(g.Also[i]) > 0 {
			s.also[strconv.Itoa(i)] = g.Also[i]
		}
	}
	return s
}

// garbled is a copy of the order with some of its labels unknown.
func (s *sample) garbled(seed uint64, share float64) *sample {
	c := *s
	c.document = &doc.Document{Pages: slices.Clone(s.document.Pages)}
	for i := range c.document.Pages {
		c.document.Pages[i].Words = slices.Clone(c.document.Pages[i].Words)
	}
	c.garble(seed, share)
	return &c
}

// garble replaces a share of the words that occur in no value by letters at
// random, each wherever it stands.
func (s *sample) garble(seed uint64, share float64) {
	other := func(r rune) bool { return !unicode.IsLetter(r) }
	core := func(w string) string { return strings.ToLower(strings.TrimFunc(w, other)) }
	valued := map[string]bool{}
	for _, row := range s.rows {
		for _, v := range row {
			for w := range strings.FieldsSeq(v) {
				valued[core(w)] = true
			}
			for w := range strings.FieldsFuncSeq(v, other) {
				valued[core(w)] = true
			}
		}
	}
	for p := range s.document.Pages {
		words := s.document.Pages[p].Words
		for i := range words {
			w := &words[i]
			word := core(w.Text)
			if word == "" || valued[word] || strings.ContainsFunc(word, func(r rune) bool { return other(r) && r != '.' }) {
				continue
			}
			hash := fnv.New64a()
			hash.Write([]byte(word))
			random := rand.New(rand.NewPCG(hash.Sum64(), seed))
			if random.Float64() >= share {
				continue
			}
			w.Text = strings.Map(func(r rune) rune {
				switch {
				case unicode.IsUpper(r):
					return rune("BDFGKLMNPRSTVZ"[random.IntN(14)])
				case !other(r):
					return rune("aeioubdfgklmnprstvz"[random.IntN(19)])
				}
				return r
			}, w.Text)
		}
	}
}

// truth is the file that holds a document's right rows.
type truth struct {
	File         string                                `json:"file"`
	Rows         []map[string]any                      `json:"rows"`
	Alternatives map[string]map[string]json.RawMessage `json:"alternatives"`
}

// readFolder reads the orders of a folder, by name.
func readFolder(folder string) ([]*sample, error) {
	files, err := filepath.Glob(filepath.Join(folder, "truth", "*.json"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var samples []*sample
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var t truth
		if err := json.Unmarshal(data, &t); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if data, err = os.ReadFile(filepath.Join(folder, "docs", t.File)); err != nil {
			return nil, err
		}
		s := &sample{name: strings.TrimSuffix(t.File, filepath.Ext(t.File)), also: also{}}
		if s.document, err = pdftext.Read(context.Background(), data, pdftext.Limits{}); err != nil {
			return nil, fmt.Errorf("%s: %w", t.File, err)
		}
		for _, row := range t.Rows {
			r := map[string]string{}
			for k, v := range row {
				r[k] = fmt.Sprint(v)
			}
			s.rows = append(s.rows, r)
		}
		for row, values := range t.Alternatives {
			for key, raw := range values {
				var many []string
				if json.Unmarshal(raw, &many) != nil {
					continue // a remark
				}
				if s.also[row] == nil {
					s.also[row] = map[string][]string{}
				}
				s.also[row][key] = many
			}
		}
		samples = append(samples, s)
	}
	return samples, nil
}
