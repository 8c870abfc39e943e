package doc

import (
	"fmt"
	"strings"
)

// A FormatError says that a file is malformed: it claims to be of a kind but violates its
// format so badly that nothing can be read.
type FormatError struct {
	Page   int    // from 1; 0 when it is about the whole file
	Reason string // one clause without a full stop
}

func (e *FormatError) Error() string { return place(e.Page) + e.Reason }

// An UnsupportedError says that a file is, or uses, something that is not read
// here although it may be perfectly valid.
type UnsupportedError struct {
	Page    int
	Feature string
}

func (e *UnsupportedError) Error() string { return place(e.Page) + e.Feature + " is not supported" }

// An EncryptedError says that a document opens only with a password.
type EncryptedError struct{}

func (e *EncryptedError) Error() string {
	return "the document is protected by a password; save it without one and try again"
}

// A LimitError says which named limit a document exceeds.
type LimitError struct {
	Limit string // the limit's name: "pages", "bytes", "words", ...
	Max   int64  // in the limit's unit
}

// AnswerLimit is the name of the limit on the size of a result.
const AnswerLimit = "bytes of the answer"

func (e *LimitError) Error() string {
	unit := e.Limit
	if e.Max == 1 && !strings.Contains(unit, " ") { // the limits that users may set are single words
		unit = strings.TrimSuffix(unit, "s")
	}
	return fmt.Sprintf("the document exceeds the limit of %d %s", e.Max, unit)
}

// SizeText formats a limit in bytes for messages, in the largest unit in which it is a whole number.
func SizeText(n int64) string {
	switch {
	case n == 1:
		return "1 byte"
	case n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

// A MapperError says that a customer's mapper failed, or refused the document.
// The fault is the mapper's, not the document's.
type MapperError struct {
	// Reason is a part of a sentence whose subject is the mapper: "exited with
	// status 3". It is empty where the mapper itself says why, in Message.
	Reason  string
	Stderr  string // the end of what it wrote to its standard error, at most 4 KiB of valid UTF-8
	Message string // the error message that the mapper itself returned; empty if it returned none
}

func (e *MapperError) Error() string {
	if e.Message != "" {
		return "the mapper says: " + e.Message
	}
	return "the mapper " + e.Reason
}

func place(page int) string {
	if page == 0 {
		return ""
	}
	return fmt.Sprintf("page %d: ", page)
}
