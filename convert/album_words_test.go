package convert

import (
	"slices"
	"strings"
	"testing"

	"lineitem/convert/doc"
)

// TestPictureWordsAreBounded checks that words come with the pictures of the first
// pages only, up to PictureWords words and PictureTextBytes bytes.
func TestPictureWordsAreBounded(t *testing.T) {
	for _, tt := range []struct {
		name  string
		words []int // of each page
		text  string
		want  []int
	}{
		{"few", []int{3, 2}, "word", []int{3, 2}},
		{"too many", []int{PictureWords - 1, 2, 1}, "word", []int{PictureWords - 1, 0, 0}},
		{"too long", []int{1, 1, 0}, strings.Repeat("x", PictureTextBytes), []int{1, 0, 0}},
	} {
		d := new(doc.Document)
		for i, n := range tt.words {
			d.Pages = append(d.Pages, doc.Page{Number: i + 1, Words: slices.Repeat([]doc.Word{{Text: tt.text}}, n)})
		}
		var got []int
		for _, p := range newAlbum(len(d.Pages)).picturesOf(d) {
			got = append(got, len(p.Words))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: pages of %v words are shown with %v, want %v", tt.name, tt.words, got, tt.want)
		}
	}
}
