package value

import "testing"

func TestDate(t *testing.T) {
	us, eu := Locale{}, Locale{dates: dayFirst}
	tests := []struct {
		in     string
		us, eu string // read with the month first, and with the day first
	}{
		{"2026-03-04", "2026-03-04", "2026-03-04"},
		{"2026/3/4", "2026-03-04", "2026-03-04"},
		{"2026.03.04", "2026-03-04", "2026-03-04"},
		{"03/04/2026", "2026-03-04", "2026-04-03"},
		{"3/4/26", "2026-03-04", "2026-04-03"},
		{"03-04-2026", "2026-03-04", "2026-04-03"},
		{"03.04.2026", "2026-04-03", "2026-04-03"},
		{"3.4.26", "2026-04-03", "2026-04-03"},
		{"13/04/2026", "2026-04-13", "2026-04-13"},
		{"04/13/2026", "2026-04-13", "2026-04-13"},
		{"12 / 31 / 2026", "2026-12-31", "2026-12-31"},
		{"31 12 2026", "2026-12-31", "2026-12-31"},
		{"13-DEC-2026", "2026-12-13", "2026-12-13"},
		{"13-Dec-26", "2026-12-13", "2026-12-13"},
		{"13Dec2026", "2026-12-13", "2026-12-13"},
		{"13 Dec '26", "2026-12-13", "2026-12-13"},
		{"Dec-13-2026", "2026-12-13", "2026-12-13"},
		{"December 13, 2026", "2026-12-13", "2026-12-13"},
		{"Dec. 13th, 2026", "2026-12-13", "2026-12-13"},
		{"Sunday, December 13, 2026", "2026-12-13", "2026-12-13"},
		{"Sun 13 December 2026", "2026-12-13", "2026-12-13"},
		{"1st of May 2026", "2026-05-01", "2026-05-01"},
		{"W/C 14/12/2026", "2026-12-14", "2026-12-14"},
		{"13. Dezember 2026", "2026-12-13", "2026-12-13"},
		{"den 3. März 2026", "2026-03-03", "2026-03-03"},
		{"Mo., 5. Jänner 2026", "2026-01-05", "2026-01-05"},
		{"le 13 décembre 2026", "2026-12-13", "2026-12-13"},
		{"1er août 2026", "2026-08-01", "2026-08-01"},
		{"5 févr. 2026", "2026-02-05", "2026-02-05"},
		{"5 de enero de 2026", "2026-01-05", "2026-01-05"},
		{"lunes, 5 de octubre del 2026", "2026-10-05", "2026-10-05"},
		{"5 gennaio 2026", "2026-01-05", "2026-01-05"},
		{"5 ago. 2026", "2026-08-05", "2026-08-05"},
		{"5 de março de 2026", "2026-03-05", "2026-03-05"},
		{"15 out 2026", "2026-10-15", "2026-10-15"},
		{"5 maart 2026", "2026-03-05", "2026-03-05"},
		{"5 mrt. 2026", "2026-03-05", "2026-03-05"},
		{"2026年1月5日", "2026-01-05", "2026-01-05"},
		{"2026 年 1 月 5 日", "2026-01-05", "2026-01-05"},
		{"２０２６/０１/０５", "2026-01-05", "2026-01-05"},
		{"２０２６／０１／０５", "2026-01-05", "2026-01-05"},
		{"２０２６－０１－０５", "2026-01-05", "2026-01-05"},
		{"2026．01．05", "2026-01-05", "2026-01-05"},
		{"令和8年1月5日", "2026-01-05", "2026-01-05"},
		{"令和8.1.5", "2026-01-05", "2026-01-05"},
		{"2026년 01월 05일", "2026-01-05", "2026-01-05"},
		{"26년 1월 5일", "2026-01-05", "2026-01-05"},
		{"ngày 5 tháng 1 năm 2026", "2026-01-05", "2026-01-05"},
		{"5 كانون الثاني 2026", "2026-01-05", "2026-01-05"},
		{"5 בינואר 2026", "2026-01-05", "2026-01-05"},
		{"2026 m. sausio 5 d.", "2026-01-05", "2026-01-05"},
		{"5/III/2026", "2026-03-05", "2026-03-05"},
		{"5th day of March, 2026", "2026-03-05", "2026-03-05"},
		{"5 mes 3 año 2026", "2026-03-05", "2026-03-05"},
		{"中華民國115年1月5日", "2026-01-05", "2026-01-05"},
		{"115年1月5日", "2026-01-05", "2026-01-05"},
		{"5 ม.ค. 2569", "2026-01-05", "2026-01-05"},
		{"๕ มกราคม ๒๕๖๙", "2026-01-05", "2026-01-05"},
		{"13/12/2569", "2026-12-13", "2026-12-13"},
		{"29/02/2028", "2028-02-29", "2028-02-29"},
	}
	for _, tt := range tests {
		if got, ok := us.Date(tt.in); !ok || got != tt.us {
			t.Errorf("month first: Date(%q) = %q, %v, want %q", tt.in, got, ok, tt.us)
		}
		if got, ok := eu.Date(tt.in); !ok || got != tt.eu {
			t.Errorf("day first: Date(%q) = %q, %v, want %q", tt.in, got, ok, tt.eu)
		}
	}
}

func TestDateRefuses(t *testing.T) {
	var l Locale
	for _, in := range []string{
		"", "2026", "13.12", "12/2026", "KW 12/2026", "29/02/2026", "32/01/2026", "13/13/2026", "00/01/2026", "1.2.3.4", "192.168.10.26",
		"06 12 34 56 78", "12.5", "1,234.50", "May", "12-34-5678", "1 2 26", "PO 12/03/2026", "Date 12/03/2026", "10:45", "202612311",
		"01 42 12 05", "40-12-05", "5 of 12 of 26", "2026 of 5 of 12",
	} {
		if got, ok := l.Date(in); ok {
			t.Errorf("Date(%q) = %q, want none", in, got)
		}
	}
}

func TestFindDate(t *testing.T) {
	var l Locale
	for in, want := range map[string]string{
		"Bestellung Nr. 4711 vom 12.03.2026":     "2026-03-12",
		"4500045619 / 12/13/2026":                "2026-12-13",
		"Delivery by 13 Dec 2026 at the latest":  "2026-12-13",
		"Ordine n. 118/2026 del 05/11/2026":      "2026-05-11",
		"no date in here":                        "",
		"call 01 42 12 05 26":                    "",
		"01.42.12.05.26":                         "",
		"192.68.10.26":                           "",
		"version 1.2.3 of the form, 4 May 2026.": "2026-05-04",
	} {
		got, from, to, ok := l.FindDate(in)
		if got != want || ok != (want != "") || ok && in[from:to] == "" {
			t.Errorf("FindDate(%q) = %q, %v, want %q", in, got, ok, want)
		}
	}
}

// TestMonthsOfLanguages checks that a name that stands for different months in different
// languages is read in the document's language.
func TestMonthsOfLanguages(t *testing.T) {
	for language, want := range map[string]string{"pl": "2026-11-05", "hr": "2026-10-05"} {
		l := Locale{language: language}
		if got, ok := l.Date("5 listopada 2026"); !ok || got != want {
			t.Errorf("%s: Date(5 listopada 2026) = %q, %v, want %q", language, got, ok, want)
		}
	}
}

// TestErasOfLanguages checks that years of the calendars of Thailand, Taiwan and Japan are
// converted, also where they have fewer than four digits.
func TestErasOfLanguages(t *testing.T) {
	for _, c := range [...]struct{ language, text, want string }{
		{"th", "05/01/69", "2026-01-05"}, {"th", "05/01/26", "2026-01-05"}, {"zh", "115/01/05", "2026-01-05"}, {"en", "115/01/05", ""},
		{"ja", "R8.01.05", "2026-01-05"}, {"ja", "H30/4/1", "2018-04-01"}, {"en", "R8.01.05", "2005-01-08"},
	} {
		l := Locale{language: c.language, dates: dayFirst}
		if got, _ := l.Date(c.text); got != c.want {
			t.Errorf("%s: Date(%s) = %q, want %q", c.language, c.text, got, c.want)
		}
	}
}

// TestDayAndMonth checks that a date without a year is placed within the year that begins two
// months before another date.
func TestDayAndMonth(t *testing.T) {
	us, eu, se := Locale{}, Locale{dates: dayFirst}, Locale{dates: dayFirst, monthDay: true}
	for _, c := range [...]struct {
		locale     *Locale
		text, want string
	}{
		{&us, "12/06", "2025-12-06"}, {&eu, "12/06", "2026-06-12"}, {&se, "05/06", "2026-05-06"}, {&eu, "05.10.", "2025-10-05"},
		{&eu, "Mo 04.08.", "2026-08-04"}, {&eu, "3 Sep", "2025-09-03"}, {&us, "Aug 20", "2026-08-20"}, {&eu, "20-Aug-", "2026-08-20"}, {&eu, "6月10日", "2026-06-10"}, {&eu, "6월 10일", "2026-06-10"},
		{&eu, "05.10", ""}, {&eu, "2 3", ""}, {&eu, "3-4", ""}, {&eu, "31/13", ""}, {&eu, "3/4 in", ""}, {&eu, "", ""},
	} {
		if got, _ := c.locale.DayAndMonth(c.text, "2025-11-02"); got != c.want {
			t.Errorf("DayAndMonth(%q) = %q, want %q", c.text, got, c.want)
		}
	}
	if got, ok := us.DayAndMonth("12/06", ""); ok {
		t.Errorf("DayAndMonth beside no date = %q", got)
	}
}

func FuzzDate(f *testing.F) {
	for _, s := range []string{"12/31/2026", "13. Dezember 2026", "2026年1月5日", "Dec-13-26", "31 12 2026"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1<<10 {
			return
		}
		l := Locale{dates: dayFirst}
		iso, from, to, ok := l.FindDate(s)
		if !ok {
			return
		}
		if from < 0 || to > len(s) || from >= to {
			t.Fatalf("FindDate(%q) = %q at [%d:%d]", s, iso, from, to)
		}
		if again, ok := l.Date(iso); !ok || again != iso {
			t.Errorf("FindDate(%q) = %q, which reads back as %q", s, iso, again)
		}
	})
}
