package plugins

import (
	"slices"
	"testing"

	"lineitem/convert/segmentation"
)

// shapesOf returns text as the built-in recognizer reads it: of letters that look
// alike in several scripts it gives the first one.
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

// A word is read in the script of its letters, whatever page it is on.
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

// A letter that was mistaken for a similar one of another script is corrected, and a
// word whose letters could be of any script is Latin.
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

// One line does not change another's letters whose script is certain, and a word that
// fits several scripts takes the script of its own line before that of the page.
func TestLineDecidesBeforePage(t *testing.T) {
	readings := []segmentation.Reading{shapesOf("ТОМ первый"), shapesOf("TOM first"), shapesOf("ТОМ"), shapesOf("Щука и жук")}
	unifyScripts(readings)
	for i, want := range []string{"ТОМ первый", "TOM first", "ТОМ", "Щука и жук"} {
		if got := text(readings[i]); got != want {
			t.Errorf("line %d = %q (%+q), want %q (%+q)", i, got, got, want, want)
		}
	}
}

// The Romanian s with a comma and the Turkish one with a cedilla look alike in print; the
// page's other letters tell which it is.
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
