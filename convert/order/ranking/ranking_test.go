package ranking_test

import (
	"math"
	"os"
	"reflect"
	"slices"
	"testing"

	"lineitem/convert/accuracy"
	"lineitem/convert/order"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/ranking"
	"lineitem/convert/order/schema"
)

// graphs returns lessons of generated orders with their correct heads.
func graphs(t *testing.T, seeds int) (all []*ranking.Example) {
	t.Helper()
	for seed := range seeds {
		g := ordertest.Generate(uint64(seed + 1))
		views := order.Heads(g.Document)
		if len(views) != 1 {
			continue
		}
		graph := ranking.NewGraph(views[0])
		if graph == nil {
			t.Fatalf("seed %d: no graph", seed)
		}
		row := g.Rows[0]
		all = append(all, &ranking.Example{Graph: graph, Right: func(f schema.Field, v string) bool {
			want := row[f.Key()]
			if f == schema.DeliveryDate && slices.ContainsFunc(g.Rows, func(r ordertest.Row) bool { return r[f.Key()] != want }) {
				want = "" // the items have dates of their own
			}
			return want == "" && v == "" || want != "" && v != "" && accuracy.Same(f.Key(), want, v, false)
		}})
	}
	return all
}

func carried(t *testing.T) *ranking.Net {
	t.Helper()
	data, err := os.ReadFile("weights.bin")
	if err != nil {
		t.Fatal(err)
	}
	n, err := ranking.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestRank checks that the correct values are among the candidates of nearly all
// orders, that the probabilities of each field add up to 1, and that buyer and
// supplier are different.
func TestRank(t *testing.T) {
	net := carried(t)
	stated, possible, right := 0, 0, 0
	for _, l := range graphs(t, 40) {
		chosen := map[schema.Field]string{}
		fields, _ := net.Rank(l.Graph)
		for _, r := range fields {
			sum := r.None
			found := false
			for i, p := range r.P {
				sum += p
				found = found || l.Right(r.Field, r.Candidates[i].Value)
			}
			if math.Abs(sum-1) > 1e-6 {
				t.Errorf("%s: the probabilities add up to %v", r.Field.Key(), sum)
			}
			if r.Best >= 0 {
				chosen[r.Field] = r.Candidates[r.Best].Value
			}
			if !l.Right(r.Field, "") {
				stated++
				if found {
					possible++
				}
				if l.Right(r.Field, chosen[r.Field]) {
					right++
				}
			}
		}
		if b := chosen[schema.Buyer]; b != "" && b == chosen[schema.Supplier] {
			t.Errorf("%q is both buyer and supplier", b)
		}
	}
	t.Logf("of %d values %d are candidates and %d chosen", stated, possible, right)
	if share := float64(possible) / float64(stated); share < 0.99 {
		t.Errorf("of the values that are stated %.3f are candidates, want 0.99", share)
	}
	if share := float64(right) / float64(stated); share < 0.96 {
		t.Errorf("of the values that are stated %.3f are chosen, want 0.96", share)
	}
}

// TestChoose checks that the likeliest values are chosen, with the words from which
// they were read.
func TestChoose(t *testing.T) {
	found := 0
	for seed := range 10 {
		g := ordertest.Generate(uint64(seed + 1))
		views := order.Heads(g.Document)
		if len(views) != 1 {
			continue
		}
		var head schema.Cells
		ranking.Rank(views[0], nil).Choose(&head)
		if c := head[schema.Buyer]; c.Value != "" {
			if len(c.Evidence.Words) == 0 || c.Evidence.Page < 1 || c.Evidence.Box.Empty() {
				t.Errorf("seed %d: the evidence of %q is %+v", seed+1, c.Value, c.Evidence)
			}
			found++
		}
	}
	if found < 7 {
		t.Errorf("of 10 buyers %d are found", found)
	}
}

// TestLearn checks that training makes the correct values likelier, and that
// weights survive being stored.
func TestLearn(t *testing.T) {
	lessons := graphs(t, 3)
	var words neural.Vocabulary
	for _, l := range lessons {
		l.AddTo(&words, "")
	}
	net := ranking.NewNet(1, words.Common(1))
	trainer := neural.NewTrainer(&net.Network, 1)
	trainer.Rate = 2e-3
	first, last := 0.0, 0.0
	for epoch := range 24 {
		last = 0
		for _, l := range lessons {
			last += net.Learn(trainer, l)
		}
		if epoch == 0 {
			first = last
		}
	}
	trainer.Finish()
	if last > first/2 {
		t.Errorf("the loss falls from %v to %v only", first, last)
	}
	stored := net.AppendBinary(nil)
	again, err := ranking.Parse(stored)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again.AppendBinary(nil), stored) {
		t.Error("weights change when they are stored")
	}
	for _, bad := range [][]byte{nil, stored[:len(stored)-1], append(stored[:len(stored):len(stored)], 0), append([]byte("x"), stored...)} {
		if _, err := ranking.Parse(bad); err == nil {
			t.Errorf("%d bytes of other weights are taken", len(bad))
		}
	}
}
