package jsontext

import (
	"encoding/json"
	"math"
	"testing"
)

// TestStrings checks that package encoding/json reads back what is appended.
func TestStrings(t *testing.T) {
	for in, want := range map[string]string{
		"": `""`, "plain": `"plain"`, "é\u2028😀": "\"é\u2028😀\"", `a"b\c`: `"a\"b\\c"`,
		"\x00\x1f\n\r\t": `"\u0000\u001f\n\r\t"`, "<&>\x7f": "\"<&>\x7f\"", "a\xffb": "\"a\uFFFDb\"",
	} {
		got := string(AppendString(nil, in))
		if got != want {
			t.Errorf("AppendString(%q) = %s, want %s", in, got, want)
		}
		var back string
		if err := json.Unmarshal([]byte(got), &back); err != nil || in != "a\xffb" && back != in {
			t.Errorf("Unmarshal(%s) = %q, %v, want %q", got, back, err, in)
		}
	}
}

func TestNumbers(t *testing.T) {
	for in, want := range map[float64]string{
		0: "0", 12: "12", 0.5: "0.5", -0.25: "-0.25", 100.1: "100.1", 0.984: "0.984", 1e-7: "0.0000001", 1.0 / 3: "0.3333333333333333",
		math.Inf(1): "0", math.NaN(): "0", math.MaxFloat64: "",
	} {
		got := string(AppendNumber(nil, in))
		if want != "" && got != want {
			t.Errorf("AppendNumber(%v) = %s, want %s", in, got, want)
		}
		var back float64
		if err := json.Unmarshal([]byte(got), &back); err != nil || want != "0" && back != in {
			t.Errorf("Unmarshal(%s) = %v, %v, want %v", got, back, err, in)
		}
	}
}
