package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licence is a file with the terms of a module.
type licence struct {
	file string
	text []byte
	ids  []string // identifiers in the SPDX licence list, sorted; none for a notice or a patent grant
}

// licenceFile matches the names of files with the terms of a module.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)`)

// phrases are texts by which licences of the SPDX list are recognised, in lower case and
// with single spaces.
var phrases = []struct{ id, text string }{
	{"Apache-2.0", "apache license version 2.0, january 2004"},
	{"BSD-2-Clause", "redistributions in binary form must reproduce the above copyright notice"},
	{"BSD-3-Clause", "be used to endorse or promote products derived from this software"},
	{"ISC", "permission to use, copy, modify, and/or distribute this software for any purpose"},
	{"MIT", "permission is hereby granted, free of charge, to any person obtaining a copy of this software"},
	{"MPL-2.0", "mozilla public license version 2.0"},
}

// licenceIDs returns the licences that a text contains, by their identifiers in the SPDX list.
func licenceIDs(text []byte) []string {
	words := strings.Join(strings.Fields(strings.ToLower(string(text))), " ")
	var ids []string
	for _, p := range phrases {
		if strings.Contains(words, p.text) {
			ids = append(ids, p.id)
		}
	}
	if slices.Contains(ids, "BSD-3-Clause") { // it contains the text of BSD-2-Clause
		ids = slices.DeleteFunc(ids, func(id string) bool { return id == "BSD-2-Clause" })
	}
	return ids
}

// licencesOf reads the files with terms in a module's folder. It returns an error if none
// has a licence that is known here: then somebody has to read them.
func licencesOf(folder string) ([]licence, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var all []licence
	known := false
	for _, entry := range entries {
		if entry.IsDir() || !licenceFile.MatchString(entry.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return nil, err
		}
		l := licence{file: entry.Name(), text: text, ids: licenceIDs(text)}
		known = known || len(l.ids) > 0
		all = append(all, l)
	}
	if !known {
		return nil, fmt.Errorf("no file in %s has a licence that is known", folder)
	}
	return all, nil
}

// expression returns the licences of a module, all of which apply, as an SPDX expression.
func (m module) expression() string {
	var ids []string
	for _, l := range m.licences {
		ids = append(ids, l.ids...)
	}
	slices.Sort(ids)
	return strings.Join(slices.Compact(ids), " AND ")
}

// licenceTexts returns the terms of all modules as one text, which must be distributed
// with the program.
func licenceTexts(modules []module) []byte {
	var out bytes.Buffer
	out.WriteString("This program contains the following software, under the terms that follow each name.\n")
	for _, m := range modules {
		for _, l := range m.licences {
			fmt.Fprintf(&out, "\n%s\n%s %s: %s\n%[1]s\n\n%[5]s\n", strings.Repeat("=", 80), m.path, m.version, l.file, bytes.TrimSpace(l.text))
		}
	}
	return out.Bytes()
}
