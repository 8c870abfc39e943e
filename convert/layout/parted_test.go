package layout

import (
	"math"
	"strings"
	"testing"
)

func TestPartedWords(t *testing.T) {
	for text, want := range map[string]string{
		"供应商：上海海云塑料有限公司":         "供应商：|上海海云塑料有限公司",
		"地址:新竹市":                 "地址:|新竹市",
		"乙方（供应商）：海云 电话：021-5566": "乙方（供应商）：|海云|电话：|021-5566",
		"ผู้ขาย:สยามเทค":         "ผู้ขาย:|สยามเทค",
		"备注：":                "备注：",
		"：海云":                "：海云",
		"Tel:021 10:45 C:\\": "Tel:021|10:45|C:\\",
	} {
		page := newSheet().text(50, 100, text).analyze()
		var words []string
		x := 0.0
		for _, s := range page.Lines[0].Segments {
			for _, w := range s.Words {
				words = append(words, w.Text)
				if w.Box.X0 < x || w.Box.X1 <= w.Box.X0 {
					t.Errorf("%q: %q stands from %.1f to %.1f, and the word before it ends at %.1f", text, w.Text, w.Box.X0, w.Box.X1, x)
				}
				x = w.Box.X1
			}
		}
		if got := strings.Join(words, "|"); got != want {
			t.Errorf("words of %q = %q, want %q", text, got, want)
		}
	}
	page := newSheet().text(50, 100, strings.Repeat("名：", 3*maxLineWords)).analyze()
	if len(page.Words) != maxLineWords {
		t.Errorf("a word of %d labels is parted into %d words, want %d of them to be read", 3*maxLineWords, len(page.Words), maxLineWords)
	}
	page = newSheet().text(50, 100, "名称：A4").analyze()
	words := page.Lines[0].Segments[0].Words
	if part, whole := words[0].Box.Width(), words[1].Box.X1-words[0].Box.X0; math.Abs(part/whole-0.75) > 1e-9 {
		t.Errorf("a label of three characters of full width takes %.3f of its word with two others, want 0.75", part/whole)
	}
}
