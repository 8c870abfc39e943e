package taught

// Told is the result of learning as it is answered: to programs, as JSON, and on pages.
type Told struct {
	ID             string      `json:"id"`
	Name           string      `json:"name"`
	Examples       int         `json:"examples"`       // documents that the layout was learned from
	Remarks        []string    `json:"remarks"`        // what is remembered, a sentence each
	Unexplained    []ToldValue `json:"unexplained"`    // what nothing on the document explains
	Contradictions []string    `json:"contradictions"` // what earlier documents said otherwise, a sentence each
}

// ToldValue is a value of a row.
type ToldValue struct {
	Row   int    `json:"row,omitempty"` // its number, from 1; 0: a value of the order, which stands in all rows
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Told is the lesson as it is answered. No list of it is nil.
func (l *Lesson) Told() Told {
	told := Told{
		ID: l.Layout.ID, Name: l.Layout.Name, Examples: l.Layout.Examples, Remarks: append([]string{}, l.Layout.Remarks()...),
		Unexplained: []ToldValue{}, Contradictions: append([]string{}, l.Contradictions...),
	}
	for _, u := range l.Unexplained {
		told.Unexplained = append(told.Unexplained, ToldValue{u.Line + 1, u.Field.Key(), u.Value})
	}
	return told
}
