package plugins

import (
	"slices"
	"testing"

	"lineitem/convert/segmentation"
)

// shapesOf gives text as the built-in recognizer reads it: letters that look
// alike in several scripts by the name of the first one.
func shapesOf(text string) segmentation.Reading {
	var reading segmentation.Reading
	for i, r := range []rune(text) {
		for _, letters := range sameShape {
			if !slices.Contains(letters[:], r) {
				continue
			}
			for _, first := range letters {
				if first != 0 {
					r = first
					break
				}
			}
		}
		reading = append(reading, segmentation.Glyph{Rune: r, X0: float32(i), X1: float32(i + 1), Confidence: 1})
	}
	return reading
}

// Whatever page a word stands on, it comes out in the script of its letters.
func TestWordsStandInOneScript(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
	}{
		{"Latin", []string{"COMPACT TAPE, 2 x 50 m", "TOTAL EUR 12,50", "PO 4500017283"}},
		{"Bulgarian", []string{"Поръчка № 12", "ТОВАР", "Кол.", "СОРТ А", "Общо", "Марка TESA 4651"}},
		{"Ukrainian", []string{"ТОВ «Єврокуб», м. Київ", "Їжа і напої", "Ціна", "ТОВ"}},
		{"Serbian", []string{"Наруџбеница", "Јед. мере", "СВЕГА"}},
		{"Greek", []string{"ΠΑΡΑΓΓΕΛΙΑ", "Τιμή μονάδας", "ΚΩΔΙΚΟΣ", "ΕΟΤ", "Όνομα", "άνω και κάτω"}},
		{"sizes and codes stay Latin", []string{"Болт M8x20", "Тръба, код AB12"}},
		{"units", []string{"5 µm, 3 kΩ"}},
		{"both scripts in a line", []string{"Кабел USB-C, сив"}},
	}
	for _, test := range tests {
		var readings []segmentation.Reading
		for _, line := range test.lines {
			readings = append(readings, shapesOf(line))
		}
		unifyScripts(readings)
		for i, want := range test.lines {
			if got := text(readings[i]); got != want {
				t.Errorf("%s: unifyScripts gave %q (%+q), want %q (%+q)", test.name, got, got, want, want)
			}
		}
	}
}

// A letter that was taken for its near twin of another script is put right, and
// where nothing tells a word's script, it is Latin.
func TestStrayLettersOfAnotherScript(t *testing.T) {
	tests := []struct{ read, want string }{
		{"Κωδikός", "Κωδικός"},
		{"παραγγελiα", "παραγγελια"},
		{"Количиnа", "Количипа"},
		{"TOBAP", "TOBAP"},
		{"Packaкe", "Packake"},
		{"", ""},
		{"123,45", "123,45"},
	}
	for _, test := range tests {
		reading := shapesOf(test.read)
		unifyScripts([]segmentation.Reading{reading})
		if got := text(reading); got != test.want {
			t.Errorf("unifyScripts of %q = %q, want %q", test.read, got, test.want)
		}
	}
}

// The readings of one line do not change another's letters that are sure, and a
// word that fits several scripts follows its own line before the page.
func TestLineDecidesBeforePage(t *testing.T) {
	readings := []segmentation.Reading{shapesOf("ТОМ первый"), shapesOf("TOM first"), shapesOf("ТОМ"), shapesOf("Щука и жук")}
	unifyScripts(readings)
	for i, want := range []string{"ТОМ первый", "TOM first", "ТОМ", "Щука и жук"} {
		if got := text(readings[i]); got != want {
			t.Errorf("line %d = %q (%+q), want %q (%+q)", i, got, got, want, want)
		}
	}
}

// Print does not distinguish the Romanian s with a comma from the Turkish one with a
// cedilla; the page's other letters do.
func TestRomanianAndTurkish(t *testing.T) {
	tests := []struct{ read, want []string }{
		{[]string{"Şurub hexagonal", "cantitate şi preț", "fără TVA"}, []string{"Șurub hexagonal", "cantitate și preț", "fără TVA"}},
		{[]string{"Sipariş No", "Ağırlık", "Şişe"}, []string{"Sipariş No", "Ağırlık", "Şişe"}},
		{[]string{"Şirket"}, []string{"Şirket"}},
	}
	for _, test := range tests {
		var readings []segmentation.Reading
		for _, line := range test.read {
			readings = append(readings, shapesOf(line))
		}
		unifyCommas(readings)
		for i, want := range test.want {
			if got := text(readings[i]); got != want {
				t.Errorf("unifyCommas of %q = %q, want %q", test.read[i], got, want)
			}
		}
	}
}
