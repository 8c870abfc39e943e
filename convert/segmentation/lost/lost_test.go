package main

import (
	"encoding/json"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lineitem/convert/segmentation"
)

// folder returns a folder with one picture of testdata/pictures, whose truth has a word
// that the picture does not show.
func folder(t *testing.T) string {
	t.Helper()
	const from, name = "../../../testdata/pictures", "us-accounting-clean"
	text, err := os.ReadFile(filepath.Join(from, name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth map[string]any
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	truth["rows"].([]any)[0].(map[string]any)["notes"] = "qwzxqwzx"
	if text, err = json.Marshal(truth); err != nil {
		t.Fatal(err)
	}
	picture, err := os.ReadFile(filepath.Join(from, truth["file"].(string)))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for file, data := range map[string][]byte{name + ".json": text, truth["file"].(string): picture,
		"folds.tsv": []byte("file\tfold\twriting\n" + truth["file"].(string) + "\t3\tprint\n")} {
		if err := os.WriteFile(filepath.Join(dir, file), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestTable checks that the tables account for every word, and that a word found
// nowhere is listed as such.
func TestTable(t *testing.T) {
	words := filepath.Join(t.TempDir(), "words")
	var out, errors strings.Builder
	if status := run([]string{"-by", "writing", "-words", words, folder(t)}, &out, &errors); status != 0 {
		t.Fatalf("status %d: %s", status, errors.String())
	}
	if !strings.Contains(out.String(), "print") || !strings.Contains(out.String(), "with digits") {
		t.Errorf("the tables are\n%s", out.String())
	}
	lost, err := os.ReadFile(words)
	if err != nil || !strings.Contains(string(lost), "\tnowhere\t\tqwzxqwzx\n") {
		t.Errorf("lost words: %v, %q", err, lost)
	}
	if status := run(nil, &out, &errors); status != 2 {
		t.Errorf("without folders the status is %d, want 2", status)
	}
}

// TestStrips checks that strips are as high as the recogniser wants them, and that the
// index gives each strip's fold and text.
func TestStrips(t *testing.T) {
	dir := t.TempDir()
	var out, errors strings.Builder
	if status := run([]string{"-strips", dir, folder(t)}, &out, &errors); status != 0 {
		t.Fatalf("status %d: %s", status, errors.String())
	}
	index, err := os.ReadFile(filepath.Join(dir, "index.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(index)), "\n")
	if len(rows) < 20 {
		t.Errorf("%d strips, want 20 at least:\n%s", len(rows), index)
	}
	for _, row := range rows {
		cells := strings.Split(row, "\t")
		if len(cells) != 3 || cells[1] != "3" || cells[2] == "" {
			t.Fatalf("the index has the row %q", row)
		}
		if size := sizeOf(t, filepath.Join(dir, cells[0])); size.Y != 32 {
			t.Errorf("%s is %d pixels high, want 32", cells[0], size.Y)
		}
	}
}

func sizeOf(t *testing.T, path string) image.Point {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	config, err := png.DecodeConfig(file)
	if err != nil {
		t.Fatal(err)
	}
	return image.Pt(config.Width, config.Height)
}

// reading returns a reading of the text in which all characters have the given
// confidence.
func reading(text string, confidence float32) segmentation.Reading {
	var out segmentation.Reading
	for _, r := range text {
		out = append(out, segmentation.Glyph{Rune: r, Confidence: confidence})
	}
	return out
}

// TestLabel checks that a label has the truth's spelling where a line was misread, and
// that there is no label where neither the truth nor a confident recogniser settles a
// character.
func TestLabel(t *testing.T) {
	cells := []truthCell{textCell("Galvanised hexagon bolt M8"), {words: []word{{forms: numberForms("1234.5"), text: "1234.5"}}}}
	for _, c := range []struct {
		read       string
		confidence float32
		want       string
	}{
		{"Galvanlsed hexagcn bolt M8", 0.5, "Galvanised hexagon bolt M8"},
		{"GALVANISED HEXAG0N BOLT", 0.5, "GALVANISED HEXAGON BOLT"},
		{"hexagon bolt M8 of steel", 0.99, "hexagon bolt M8 of steel"},
		{"hexagon bolt M8 of steel", 0.5, ""},
		{"1,234.5O", 0.5, "1,234.50"},
		{"1,234.60", 0.99, ""},
		{"another line", 0.99, ""},
	} {
		text, ok := new(tracer).label(reading(c.read, c.confidence), cells)
		if text != c.want && (ok || c.want != "") {
			t.Errorf("label(%q, confidence %v) = %q, %t, want %q", c.read, c.confidence, text, ok, c.want)
		}
	}
}

func TestForms(t *testing.T) {
	for _, c := range []struct {
		forms []string
		want  string
	}{
		{numberForms("1234.5"), "1.234,50"},
		{numberForms("1234567"), "12,34,567.00"},
		{numberForms("0.5"), ".50"},
		{dateForms("2026-03-05"), "5.3.26"},
		{dateForms("2026-03-05"), "march 5, 2026"},
	} {
		if !slices.Contains(c.forms, c.want) {
			t.Errorf("the forms %q lack %q", c.forms, c.want)
		}
	}
}

// TestOccurrences checks that a word counts only where no letter, digit or part of a
// number touches it.
func TestOccurrences(t *testing.T) {
	for _, c := range []struct {
		within, text string
		want         int
	}{{"12 x 12", "12", 2}, {"112 12.5 1,12", "12", 0}, {"(12), 12.", "12", 2}} {
		if got := occurrences(c.within, c.text); got != c.want {
			t.Errorf("occurrences(%q, %q) = %d, want %d", c.within, c.text, got, c.want)
		}
	}
}
