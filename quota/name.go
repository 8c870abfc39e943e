package quota

import (
	"fmt"
	"slices"
	"strings"
)

const maxIDLength = 64

// parseID reads an account's ID as people write it: 1 to 64 ASCII letters,
// digits and . _ - @ +, with a letter or a digit first. Letters are one whether
// they are capital or small, so that nobody has what looks like the account of
// another: the ID has small ones. Error: *ArgumentError.
func parseID(text string) (id string, err error) {
	refuse := func(format string, args ...any) (string, error) {
		return "", &ArgumentError{"id", fmt.Sprintf(format, args...)}
	}
	if len(text) == 0 || len(text) > maxIDLength {
		return refuse("it must have 1 to %d characters", maxIDLength)
	}
	for i, r := range text {
		switch {
		case strings.ContainsRune(base62, r):
		case !strings.ContainsRune("._-@+", r):
			return refuse("%q is not a letter, a digit or one of . _ - @ +", r)
		case i == 0:
			return refuse("it must begin with a letter or a digit")
		}
	}
	return FoldID(text), nil
}

// FoldID returns the one form in which all spellings of an account's ID are the
// same, also of a text that can be none.
func FoldID(text string) string { return strings.ToLower(text) }

// findID is parseID for an account that is to be there: a text that cannot be an ID
// names no account. Error: ErrNotFound.
func findID(text string) (id string, err error) {
	id, err = parseID(text)
	if err != nil {
		return "", fmt.Errorf("account %q: %w", text, ErrNotFound)
	}
	return id, nil
}

// reservedIDs are those that nobody may choose who registers: they would pass
// for whoever runs the service, or for a part of it (RFC 2142, and what is common
// beside it). An operator may give them.
var reservedIDs = []string{
	"abuse", "account", "accounts", "admin", "administrator", "admins", "anonymous", "api", "billing", "contact", "help", "helpdesk",
	"hostmaster", "info", "invoice", "invoices", "legal", "lineitem", "mail", "mailerdaemon", "moderator", "noc", "nobody", "noreply",
	"official", "operator", "operators", "owner", "payments", "postmaster", "privacy", "root", "sales", "security", "service", "settings",
	"staff", "status", "superuser", "support", "sysadmin", "system", "team", "test", "undefined", "null", "webmaster", "www",
}

// isReserved reports whether an ID is reserved, whatever marks stand in it.
func isReserved(id string) bool {
	letters := strings.Map(func(r rune) rune {
		if strings.ContainsRune(base62, r) {
			return r
		}
		return -1
	}, id)
	return slices.Contains(reservedIDs, letters)
}
