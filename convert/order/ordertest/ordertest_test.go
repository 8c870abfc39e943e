package ordertest

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
)

func TestGenerateIsTheSameForASeed(t *testing.T) {
	for seed := range uint64(50) {
		if a, b := Generate(seed), Generate(seed); !reflect.DeepEqual(a, b) {
			t.Errorf("Generate(%d) is not the same when it is called again", seed)
		}
	}
}

// TestGenerateTellsWhereValuesStand checks that the stated values of every row are
// printed, and that there are words wherever Places says.
func TestGenerateTellsWhereValuesStand(t *testing.T) {
	for seed := range uint64(300) {
		s := Generate(seed)
		if len(s.Rows) == 0 || len(s.Rows) != len(s.Also) || len(s.Rows) != len(s.Places) {
			t.Fatalf("Generate(%d): %d rows, %d of other values, %d of places", seed, len(s.Rows), len(s.Also), len(s.Places))
		}
		for i, row := range s.Rows {
			for _, key := range []string{"po_number", "po_date", "buyer", "supplier", "item_code", "quantity", "unit_price", "line_total", "total", "ship_to", "payment_terms"} {
				if row[key] != "" && len(s.Places[i][key]) == 0 {
					t.Errorf("Generate(%d): row %d states %s = %q and prints it nowhere", seed, i, key, row[key])
				}
			}
			for key, places := range s.Places[i] {
				for _, p := range places {
					if text := textIn(s, p); strings.TrimSpace(text) == "" {
						t.Errorf("Generate(%d): no words where row %d prints %s, %+v", seed, i, key, p)
					}
				}
			}
		}
	}
}

// TestGenerateAlike checks that orders of one layout are different orders of one
// buyer to different suppliers.
func TestGenerateAlike(t *testing.T) {
	for seed := range uint64(100) {
		a, b := GenerateAlike(seed, 1), GenerateAlike(seed, 2)
		if a.Rows[0]["buyer"] != b.Rows[0]["buyer"] || a.Rows[0]["supplier"] == b.Rows[0]["supplier"] {
			t.Errorf("GenerateAlike(%d, 1 and 2): not one company's orders to two suppliers", seed)
		}
		if reflect.DeepEqual(a.Rows, b.Rows) {
			t.Errorf("GenerateAlike(%d, 1 and 2): the same order twice", seed)
		}
	}
}

// textIn returns the text of the words in a place.
func textIn(s *Sample, p Place) string {
	var words []string
	for _, w := range s.Document.Pages[p.Page-1].Words {
		if !p.Box.Intersect(w.Box).Empty() {
			words = append(words, w.Text)
		}
	}
	return strings.Join(words, " ")
}

// TestGenerateAddsUp checks that line totals are quantities times prices, and that
// the lines add up to the subtotal.
func TestGenerateAddsUp(t *testing.T) {
	for seed := range uint64(300) {
		s := GenerateWith(seed, map[string]bool{"discount": false, "several orders": false, "price per": false})
		sum, whole := decimal.Zero, true
		for i, row := range s.Rows {
			if row["quantity"] != "" && row["unit_price"] != "" && row["line_total"] != "" {
				q, p := decimal.RequireFromString(row["quantity"]), decimal.RequireFromString(row["unit_price"])
				if got := decimal.RequireFromString(row["line_total"]); got.Sub(q.Mul(p)).Abs().GreaterThan(decimal.New(1, -2)) {
					t.Errorf("Generate(%d): row %d: %s times %s is not %s", seed, i, q, p, got)
				}
			}
			if row["line_total"] == "" {
				whole = false
				continue
			}
			sum = sum.Add(decimal.RequireFromString(row["line_total"]))
		}
		if sub := s.Rows[0]["subtotal"]; whole && sub != "" && !sum.Equal(decimal.RequireFromString(sub)) {
			t.Errorf("Generate(%d): lines amount to %s, not %s", seed, sum, sub)
		}
	}
}

func TestGenerateWithForcedTraits(t *testing.T) {
	for _, name := range []string{"landscape", "letterhead: window", "country: PL", "rules: grid", "mails behind", "jitter", "several orders"} {
		for seed := range uint64(5) {
			if s := GenerateWith(seed, map[string]bool{name: true}); !slices.Contains(s.Traits, name) {
				t.Errorf("GenerateWith(%d, %q) has traits %q", seed, name, s.Traits)
			}
			if s := GenerateWith(seed, map[string]bool{name: false}); slices.Contains(s.Traits, name) {
				t.Errorf("GenerateWith(%d, not %q) has it", seed, name)
			}
		}
	}
}

// TestLanguagesAreComplete checks that all languages have words for the same
// things.
func TestLanguagesAreComplete(t *testing.T) {
	for code, l := range languages {
		for what := range languages["pl"].all {
			if !l.has(what) {
				t.Errorf("no words in %s for %s", code, what)
			}
		}
		if n := len(l.all["months"]); n != 12 {
			t.Errorf("%s has %d months", code, n)
		}
	}
}
