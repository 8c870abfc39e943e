package bidi

import (
	"strings"
	"testing"
)

func TestOrder(t *testing.T) {
	for _, tt := range []struct{ name, seen, want string }{
		{"Latin", "Order 4711 of 2026", "Order 4711 of 2026"},
		{"Hebrew", "הנמזה רפסמ", "רפסמ הנמזה"}, // words, each in its written order
		{"a number behind Hebrew", "4711 הנמזה רפסמ", "רפסמ הנמזה 4711"},
		{"Latin behind Hebrew", "Acme קפס רפסמ", "רפסמ קפס Acme"},
		{"Hebrew amid Latin", "Order from הרבח רפסמ of May", "Order from רפסמ הרבח of May"},
		{"a number amid Hebrew amid Latin", "Buyer of goods הרבח 12 רפסמ of May", "Buyer of goods רפסמ 12 הרבח of May"},
		{"a label in two languages", "Terms of payment عفدلا طورش : 100% within days", "Terms of payment طورش عفدلا : 100% within days"},
		{"Arabic", "ةيرجت ةكرش", "ةكرش ةيرجت"},
		{"nothing", "", ""},
	} {
		pieces := strings.Fields(tt.seen)
		order, _ := Order(pieces, " ")
		read := pieces
		if order != nil {
			read = nil
			for _, i := range order {
				read = append(read, pieces[i])
			}
		}
		if got := strings.Join(read, " "); got != tt.want {
			t.Errorf("%s: %q is read as %q, want %q", tt.name, tt.seen, got, tt.want)
		}
	}
}

func FuzzOrder(f *testing.F) {
	f.Add("4711 הנמזה רפסמ (a) ١٢")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 {
			return
		}
		pieces := strings.Split(text, " ")
		order, right := Order(pieces, " ")
		if order == nil {
			return
		}
		seen := make([]bool, len(pieces))
		for _, i := range order {
			if seen[i] {
				t.Fatalf("Order(%q) = %v: %d twice", pieces, order, i)
			}
			seen[i] = true
		}
		if len(order) != len(pieces) || len(right) != len(pieces) {
			t.Fatalf("Order(%q) = %v, %v: want %d of each", pieces, order, right, len(pieces))
		}
	})
}
