package doc

import "testing"

// TestLimitError checks the text of the error, with the unit in the singular for
// a limit of one.
func TestLimitError(t *testing.T) {
	for _, tt := range []struct {
		err  LimitError
		want string
	}{
		{LimitError{"pages", 500}, "the document exceeds the limit of 500 pages"},
		{LimitError{"pages", 1}, "the document exceeds the limit of 1 page"},
		{LimitError{"bytes", 1}, "the document exceeds the limit of 1 byte"},
		{LimitError{AnswerLimit, 1000}, "the document exceeds the limit of 1000 bytes of the answer"},
	} {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("%#v.Error() = %q, want %q", tt.err, got, tt.want)
		}
	}
}

func TestSizeText(t *testing.T) {
	for n, want := range map[int64]string{1: "1 byte", 1000: "1000 bytes", 1 << 10: "1 KiB", 1<<10 + 1: "1025 bytes", 1536 << 10: "1536 KiB", 20 << 20: "20 MiB"} {
		if got := SizeText(n); got != want {
			t.Errorf("SizeText(%d) = %q, want %q", n, got, want)
		}
	}
}
