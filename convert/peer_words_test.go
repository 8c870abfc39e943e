package convert

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// picture is a document of pixels with what a careful reader sees on it, as
// stated by the JSON file beside the document.
type picture struct {
	File        string
	Lang        string     // ISO 639-1
	Degradation string     // what happened to the page; figures are reported for each kind
	Words       [][]string // of each page, in any order
	// Ornaments are words in logos, stamps and the like: they may be read, but
	// need not be.
	Ornaments []string

	path string
}

// pictures returns the pictures of a folder whose words are known.
func pictures(folder string) ([]picture, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	var list []picture
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var p picture
		if err := json.Unmarshal(text, &p); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if len(p.Words) == 0 {
			continue
		}
		p.path = filepath.Join(folder, p.File)
		list = append(list, p)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no JSON files with words in %s", folder)
	}
	return list, nil
}

// alike replaces characters by those that look the same to a reader.
var alike = strings.NewReplacer(
	"‘", "'", "’", "'", "‚", "'", "′", "'", "`", "'", "´", "'",
	"“", `"`, "”", `"`, "„", `"`, "″", `"`, "«", `"`, "»", `"`,
	"‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "−", "-",
	"ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "…", "...", "\u00ad", "",
)

// tokens counts the words between blanks, treating all kinds of quotation marks
// and dashes alike. Tokens with no letter, digit or currency sign, such as rules
// and bullets, are left out.
func tokens(words []string) map[string]int {
	counts := make(map[string]int)
	for _, token := range strings.Fields(alike.Replace(norm.NFC.String(strings.Join(words, " ")))) {
		if strings.ContainsFunc(token, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.Sc) }) {
			counts[token]++
		}
	}
	return counts
}

// score is how well words were read, and at what cost.
type score struct {
	wanted, found, read   int // tokens
	numbers, numbersFound int // tokens with a digit: quantities, prices, dates, codes
	pages                 int
	cpu                   time.Duration // user and system
}

func (s *score) add(o score) {
	s.wanted, s.found, s.read = s.wanted+o.wanted, s.found+o.found, s.read+o.read
	s.numbers, s.numbersFound = s.numbers+o.numbers, s.numbersFound+o.numbersFound
	s.pages, s.cpu = s.pages+o.pages, s.cpu+o.cpu
}

// recall is the share of wanted tokens that were found.
func (s *score) recall() float64 { return share(s.found, s.wanted) }

// precision is the share of tokens read that were wanted.
func (s *score) precision() float64 { return share(s.found, s.read) }

// numberRecall is the share of wanted tokens with a digit that were found.
func (s *score) numberRecall() float64 { return share(s.numbersFound, s.numbers) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// score compares the words read with those on the pages, page by page.
func (p *picture) score(read [][]string, cpu time.Duration) score {
	s := score{pages: len(p.Words), cpu: cpu}
	ornaments := tokens(p.Ornaments)
	for i, words := range p.Words {
		var got map[string]int
		if i < len(read) {
			got = tokens(read[i])
		}
		want := tokens(words)
		for token, n := range want {
			found := min(n, got[token])
			s.wanted += n
			s.found += found
			if strings.ContainsFunc(token, unicode.IsDigit) {
				s.numbers += n
				s.numbersFound += found
			}
		}
		for token, n := range got {
			s.read += n - min(max(n-want[token], 0), ornaments[token])
		}
	}
	return s
}
