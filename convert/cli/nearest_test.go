package cli

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	names := strings.Fields("o format evidence max-pages max-pixels timeout ocr")
	for _, tt := range []struct{ name, want string }{
		{"fromat", "format"},
		{"formatt", "format"},
		{"output", "o"},
		{"max-page", "max-pages"},
		{"max", "max-pages"},
		{"orc", "ocr"},
		{"x", ""},
		{"", ""},
		{"verbose", ""},
		{strings.Repeat("f", 1000), ""},
	} {
		if got := nearest(tt.name, names); got != tt.want {
			t.Errorf("nearest(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}
