package cli

import "strings"

// nearest returns which of the names a mistyped name may mean: the one with the
// fewest wrong letters, at most two, or else the first that is a prefix of name
// or has name as a prefix. It is empty if there is none.
func nearest(name string, names []string) string {
	best, fewest := "", 3
	for _, candidate := range names {
		if wrong := distance(name, candidate); wrong < min(fewest, len(candidate)) {
			best, fewest = candidate, wrong
		}
	}
	for _, candidate := range names {
		if best == "" && name != "" && (strings.HasPrefix(candidate, name) || strings.HasPrefix(name, candidate)) {
			best = candidate
		}
	}
	return best
}

// distance returns the least number of letters to insert, delete or replace that
// turns one word into the other (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
