package cli

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// parseTime parses a duration such as 90s, 1h30m or 7d. It must not be negative.
func parseTime(text string) (time.Duration, error) {
	const day = 24 * time.Hour
	if number, ok := strings.CutSuffix(text, "d"); ok {
		const most = 100 * 365 // more than anything here may take
		if n, err := strconv.Atoi(number); err == nil && n >= 0 && n <= most {
			return time.Duration(n) * day, nil
		}
	}
	if d, err := time.ParseDuration(text); err == nil && d >= 0 {
		return d, nil
	}
	return 0, errors.New("want a time such as 90s, 24h or 7d")
}

// shortTime shortens the text of a duration: 2m0s becomes 2m, 72h0m0s becomes 72h,
// and 0s becomes empty. It returns other texts as they are.
func shortTime(text string) string {
	switch d, err := time.ParseDuration(text); {
	case err != nil || d.String() != text:
		return text
	case d == 0:
		return ""
	}
	if short, ok := strings.CutSuffix(text, "m0s"); ok {
		text = short + "m"
	}
	if short, ok := strings.CutSuffix(text, "h0m"); ok {
		text = short + "h"
	}
	return text
}

// wait is a flag for a duration that may be 0.
type wait time.Duration

func (w *wait) String() string { return time.Duration(*w).String() }

func (w *wait) Set(text string) error {
	d, err := parseTime(text)
	*w = wait(d)
	return err
}

// span is a flag for a duration above 0.
type span time.Duration

func (s *span) String() string { return time.Duration(*s).String() }

func (s *span) Set(text string) error {
	d, err := parseTime(text)
	if err != nil {
		return err
	}
	if d == 0 {
		return errors.New("want a time above 0, such as 30s or 2m")
	}
	*s = span(d)
	return nil
}
