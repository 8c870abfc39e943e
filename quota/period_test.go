package quota

import (
	"testing"
	"time"
)

func TestMonth(t *testing.T) {
	for _, test := range []struct{ start, at, first, next string }{
		{"2027-01-15", "2027-01-15", "2027-01-15", "2027-02-15"},
		{"2027-01-15", "2027-01-14", "2026-12-15", "2027-01-15"}, // a clock that went back
		{"2027-01-15", "2028-01-01", "2027-12-15", "2028-01-15"},
		{"2027-01-31", "2027-02-27", "2027-01-31", "2027-02-28"},
		{"2027-01-31", "2027-02-28", "2027-02-28", "2027-03-31"},
		{"2027-01-31", "2027-03-30", "2027-02-28", "2027-03-31"},
		{"2027-01-31", "2027-04-30", "2027-04-30", "2027-05-31"},
		{"2027-01-30", "2027-02-28", "2027-02-28", "2027-03-30"},
		{"2027-01-29", "2027-02-28", "2027-02-28", "2027-03-29"},
		{"2027-01-31", "2028-02-28", "2028-01-31", "2028-02-29"},
		{"2027-01-31", "2028-02-29", "2028-02-29", "2028-03-31"},
		{"2028-02-29", "2029-03-01", "2029-02-28", "2029-03-29"},
		{"2027-01-31", "2027-12-31", "2027-12-31", "2028-01-31"},
		{"2027-01-01", "2027-12-31", "2027-12-01", "2028-01-01"},
		{"1969-11-30", "1969-12-30", "1969-12-30", "1970-01-30"}, // days below 0
	} {
		date := func(s string) time.Time {
			d, err := time.Parse(time.DateOnly, s)
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
		for _, clock := range []time.Duration{0, 24*time.Hour - 1} {
			first, next := month(date(test.start).Add(13*time.Hour), date(test.at).Add(clock))
			if first != day(date(test.first)) || next != day(date(test.next)) {
				t.Errorf("month(%s, %s + %v) = %s, %s, want %s, %s", test.start, test.at, clock,
					dayStart(first).Format(time.DateOnly), dayStart(next).Format(time.DateOnly), test.first, test.next)
			}
		}
	}
}
