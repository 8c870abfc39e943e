package openapi

import (
	"embed"
	"strings"
)

//go:embed examples
var exampleFiles embed.FS

// An example is a whole program that converts a file.
type example struct {
	ID       string // its file name, which is also its id in the page
	Language string
	Needs    string // what it needs to run
	Command  string // the command that runs it
	Text     string // the content of the file
}

// readExamples returns the examples in the order in which they are shown.
func readExamples() ([]example, error) {
	examples := []example{
		{ID: "convert.sh", Language: "curl", Needs: "curl 7.76 and any shell", Command: "sh convert.sh order.pdf > order.csv"},
		{ID: "convert.py", Language: "Python", Needs: "Python 3.9, without packages", Command: "python3 convert.py order.pdf"},
		{ID: "convert.mjs", Language: "JavaScript", Needs: "Node.js 20, without packages", Command: "node convert.mjs order.pdf"},
		{ID: "convert.go", Language: "Go", Needs: "Go 1.22, without modules", Command: "go run convert.go order.pdf"},
	}
	for i := range examples {
		text, err := exampleFiles.ReadFile("examples/" + examples[i].ID)
		if err != nil {
			return nil, err
		}
		examples[i].Text = strings.TrimSpace(string(text))
	}
	return examples, nil
}
