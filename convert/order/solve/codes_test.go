package solve

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"lineitem/convert/order/items"
	"lineitem/convert/order/schema"
)

// TestCountedCodes checks that codes that count the items become their line numbers, unless other
// numbers are stated.
func TestCountedCodes(t *testing.T) {
	for _, tt := range []struct {
		codes, numbers, wantCodes, want []string
	}{
		{codes: []string{"1", "2", "3"}, want: []string{"1", "2", "3"}},
		{codes: []string{"0010", "0020"}, want: []string{"0010", "0020"}},
		{codes: []string{"1", "2", "1", "2"}, want: []string{"1", "2", "1", "2"}}, // of two orders
		{codes: []string{"1", "2.5", "7"}},                                        // quantities
		{codes: []string{"001", "002", "007"}, wantCodes: []string{"001", "002", "007"}},
		{codes: []string{"1", "2", "KT-1"}, wantCodes: []string{"1", "2", "KT-1"}},
		{codes: []string{"401", "402"}, wantCodes: []string{"401", "402"}},
		{codes: []string{"1", ""}},
		{codes: []string{"1. KT-1", "2. KT-2"}, wantCodes: []string{"KT-1", "KT-2"}, want: []string{"1", "2"}},
		{codes: []string{"", ""}, numbers: []string{"10 KT-1", "20 KT-2"}, wantCodes: []string{"KT-1", "KT-2"}, want: []string{"10", "20"}},
		{codes: []string{"1 KT-1", "2 KT-2", "3"}, wantCodes: []string{"KT-1", "KT-2", ""}, want: []string{"1", "2", "3"}}, // one item has no code
		{codes: []string{"KT-1", "not before the end of May"}, wantCodes: []string{"KT-1", ""}},
		{codes: []string{"1 KT-1", "3 KT-2"}, wantCodes: []string{"1 KT-1", "3 KT-2"}}, // they do not count the items
		{codes: []string{"", ""}, numbers: []string{"1 - 1", "2 - 1"}, want: []string{"1 - 1", "2 - 1"}},
		{codes: []string{"KT-1", "-", "----"}, wantCodes: []string{"KT-1", "", ""}},
		{codes: []string{"due 10/05/26", "10.10.2026", "2 17-Nov-2026", "5.1.03", "00-05-21"}, wantCodes: []string{"", "", "", "5.1.03", "00-05-21"}},
		{codes: []string{"", "", ""}, numbers: []string{"8489", "8490", "8488"}, wantCodes: []string{"8489", "8490", "8488"}}, // they do not count up
		{codes: []string{"", "", ""}, numbers: []string{"100", "200", "300"}, want: []string{"100", "200", "300"}},
		{codes: []string{"", "", ""}, numbers: []string{"100", "200", "400"}, want: []string{"100", "200", "400"}}, // one was lost
		{codes: []string{"", "", ""}, numbers: []string{"3", "5", "9"}, want: []string{"3", "5", "9"}},
		{codes: []string{"1", "2"}, numbers: []string{"5", "6"}, want: []string{"5", "6"}},
	} {
		var table items.Table
		for i, c := range tt.codes {
			var line schema.Cells
			line[schema.ItemCode].Value = c
			if tt.numbers != nil {
				line[schema.LineNumber].Value = tt.numbers[i]
			}
			table.Lines = append(table.Lines, line)
		}
		new(reader).placeCodes([]*items.Table{&table})
		got := table.Lines
		for i := range tt.codes {
			wantCode, want := "", ""
			if tt.wantCodes != nil {
				wantCode = tt.wantCodes[i]
			}
			if tt.want != nil {
				want = tt.want[i]
			}
			if got[i][schema.ItemCode].Value != wantCode || got[i][schema.LineNumber].Value != want {
				t.Errorf("codes %q, numbers %q: item %d has code %q and number %q, want %q and %q", tt.codes, tt.numbers,
					i, got[i][schema.ItemCode].Value, got[i][schema.LineNumber].Value, wantCode, want)
			}
		}
	}
}

// TestMarkedCodes checks that codes that most descriptions mark are taken out of the
// descriptions.
func TestMarkedCodes(t *testing.T) {
	for _, tt := range []struct {
		descriptions, codes, rests []string
	}{
		{[]string{"[KT-04] Door mat", "Lamp"}, []string{"KT-04", ""}, []string{"Door mat", "Lamp"}},
		{[]string{"401 - Door mat", "402 - Lamp", "Delivery"}, []string{"401", "402", ""}, []string{"Door mat", "Lamp", "Delivery"}},
		{[]string{"KP-1200: Pump housing", "KL-1200: Lid"}, []string{"KP-1200", "KL-1200"}, []string{"Pump housing", "Lid"}},
		{[]string{"Door mat (KT-04)", "Lamp (LMP)", "Shelf (KT-09)"}, []string{"KT-04", "LMP", "KT-09"}, []string{"Door mat", "Lamp", "Shelf"}},
		{[]string{"KT-04 - Door mat", "KT-05 : Lamp", "FIT - Mounting"}, []string{"KT-04", "KT-05", "FIT"}, []string{"Door mat", "Lamp", "Mounting"}},
		{[]string{"Door mat (#KT-04) grey", "Lamp [KT- 05]", "Shelf (OAK)"}, []string{"KT-04", "KT-05", "OAK"}, []string{"Door mat grey", "Lamp", "Shelf"}},
		{[]string{"Door mat (KT-04)", "Lamp", "Shelf"}, []string{"", "", ""}, []string{"Door mat (KT-04)", "Lamp", "Shelf"}},
		{[]string{"Lamp (LED)", "Shelf (OAK)"}, []string{"", ""}, []string{"Lamp (LED)", "Shelf (OAK)"}},
	} {
		var table items.Table
		for _, d := range tt.descriptions {
			var line schema.Cells
			line[schema.Description].Value = d
			table.Lines = append(table.Lines, line)
		}
		new(reader).placeCodes([]*items.Table{&table})
		got := table.Lines
		for i := range got {
			if code, rest := got[i][schema.ItemCode].Value, got[i][schema.Description].Value; code != tt.codes[i] || rest != tt.rests[i] {
				t.Errorf("%q: code %q and description %q, want %q and %q", tt.descriptions[i], code, rest, tt.codes[i], tt.rests[i])
			}
		}
	}
	for code, want := range map[string]string{"[KT-04]": "KT-04", "KT-04)": "KT-04", "(KT)-04": "(KT)-04", "KT-04": "KT-04"} {
		if got := unbracketed(code); got != want {
			t.Errorf("unbracketed(%q) = %q, want %q", code, got, want)
		}
	}
}

// FuzzMarks checks that marks match like these regular expressions, which are not used themselves
// as they would make the program for browsers larger.
func FuzzMarks(f *testing.F) {
	expressions := [...]struct {
		codePattern
		*regexp.Regexp
	}{
		{inBrackets, regexp.MustCompile(`^\[(?P<code>[^\]]{2,40})\] (?P<rest>.+)$`)},
		{beforeDash, regexp.MustCompile(`^(?P<code>[\p{Lu}\d./_-]+)(?: [-–—:]|:) (?P<rest>.+)$`)},
	}
	for _, s := range []string{
		"[KT-0412] Door mat", "[K] Door mat", "[KT]0] Door mat", "[KT-0412]", "KT0412 - Door mat", "KT0412 : Door mat", "KT-: Door mat", "KT0412 — x", "kt - x", "KT -  x", ": x",
		"Door mat (KT-0412)", "Door mat [KT]", " (KT)", "x (KT) (kt)", "Door mat (KT", "Door (mat) (É.1]", "", "(", ")",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) || strings.Contains(s, "\n") {
			return
		}
		for _, e := range expressions {
			var want [2]string
			if found := e.FindStringSubmatch(s); found != nil {
				want = [2]string{found[e.SubexpIndex("code")], found[e.SubexpIndex("rest")]}
			}
			if code, rest := e.codePattern(s); code != want[0] || code != "" && rest != want[1] {
				t.Errorf("%q: code %q and rest %q, want %q", s, code, rest, want)
			}
		}
	})
}

// TestShortenNumber checks that a sentence in the place of an item's number is reduced to the
// number with which it begins or ends.
func TestShortenNumber(t *testing.T) {
	for printed, want := range map[string]string{
		"00010 Your material number": "00010", "SEEN FROM INSIDE 1.": "1", "Your position 10 is confirmed apart": "",
		"1 of 5": "1 of 5", "1 - 2": "1 - 2", "Option A": "Option A", "": "",
	} {
		cell := schema.Cell{Value: printed}
		new(reader).shortenNumber(&cell)
		if cell.Value != want {
			t.Errorf("the number %q is shortened to %q, want %q", printed, cell.Value, want)
		}
	}
}
