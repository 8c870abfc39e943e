package main

import (
	"reflect"
	"strings"
	"testing"

	"lineitem/convert/order/learn"
	"lineitem/convert/order/training/trainingtest"
)

func TestFitsTheSameTwice(t *testing.T) {
	printed := trainingtest.FitsTheSameTwice(t, newCommand(), "-seeds", "20", "-hold", trainingtest.Fold, trainingtest.Folder(t))
	if !strings.Contains(printed, "rules") {
		t.Errorf("the command does not say what the weights are worth on the orders held out: %s", printed)
	}
}

func TestGarble(t *testing.T) {
	plain, garbled := generated(7), generated(7)
	garbled.garble(1, 1)
	changed := 0
	values := map[string]bool{}
	for _, row := range plain.rows {
		for _, v := range row {
			for _, w := range strings.Fields(v) {
				values[w] = true
			}
		}
	}
	for p := range plain.document.Pages {
		for i, w := range plain.document.Pages[p].Words {
			g := garbled.document.Pages[p].Words[i]
			if w.Text == g.Text {
				continue
			}
			changed++
			if values[w.Text] {
				t.Errorf("%q becomes %q, and it stands in a value", w.Text, g.Text)
			}
			if len([]rune(w.Text)) != len([]rune(g.Text)) || w.Box != g.Box {
				t.Errorf("%q becomes %q, want as many letters in its place", w.Text, g.Text)
			}
		}
	}
	if changed == 0 {
		t.Error("no word is garbled")
	}
}

func TestAnswers(t *testing.T) {
	from := &sample{
		rows: []map[string]string{
			{"po_date": "2026-03-04", "quantity": "1200", "description": "Hex bolt M8 zinc plated"},
			{"po_date": "2026-03-04", "quantity": "35", "description": "Washer"},
		},
		also: also{"0": {"description": {"Hex bolt M8"}}},
	}
	ask := func(topic learn.Topic, values ...[]string) *question {
		rows := make([]learn.Row, len(values))
		return &question{Question: learn.Question{Topic: topic, Values: values, Rows: rows}, from: from, right: make([]bool, len(values))}
	}
	a := ask(learn.PODate, []string{"2026-03-04"}, []string{"2026-04-03"})
	if a.answer("po_date"); !reflect.DeepEqual(a.right, []bool{true, false}) || a.none {
		t.Errorf("answer = %v, none %v, want the first", a.right, a.none)
	}
}

func TestSame(t *testing.T) {
	for _, tt := range []struct {
		key, want, got string
		same           bool
	}{
		{"po_date", "2026-03-04", "2026-03-04", true},
		{"po_number", "PO-4711", "po 4711", true},
		{"po_number", "PO-4711", "PO-4712", false},
		{"buyer", "Acme Industrial Ltd.", "ACME INDUSTRIAL LTD", true},
		{"buyer", "Acme Industrial Supplies Ltd", "Acme Industrial Supplie Ltd", true},
		{"buyer", "Acme Industrial Ltd", "Acme Ltd", false},
	} {
		if got := same(tt.key, tt.want, tt.got); got != tt.same {
			t.Errorf("same(%s, %q, %q) = %v, want %v", tt.key, tt.want, tt.got, got, tt.same)
		}
	}
}
