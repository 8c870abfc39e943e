package doc

import "testing"

// A limit of one is told as one.
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
