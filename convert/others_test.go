package convert_test

import (
	"context"
	"testing"

	"lineitem/convert"
	"lineitem/convert/order/othertest"
	"lineitem/convert/testenv"
)

// TestOtherDocumentsHaveNoRows checks that hardly any documents other than
// orders, such as letters, manuals and bank statements, give rows, and that none
// is verified.
func TestOtherDocumentsHaveNoRows(t *testing.T) {
	testenv.Sequential(t)
	documents, most := testenv.Either(40, 100), testenv.Either(4, 6)
	wrong := 0
	for seed := range uint64(documents) {
		d := othertest.Generate(seed)
		r, err := new(convert.Converter).Convert(context.Background(), convert.Input{Filename: d.Kind + ".pdf", Data: d.PDF, Review: true})
		if err != nil {
			t.Fatalf("Convert of %s (seed %d): %v", d.Kind, seed, err)
		}
		if *r.Verified {
			t.Errorf("%s (seed %d) is verified", d.Kind, seed)
		}
		if r.RowCount > 0 {
			t.Logf("%s (seed %d) gives %d rows, the first %v", d.Kind, seed, r.RowCount, r.Rows[0])
			wrong++
		}
	}
	if wrong > most {
		t.Errorf("of %d documents that are no orders %d give rows, want at most %d", documents, wrong, most)
	}
}
