package quota

import (
	"fmt"
	"slices"
	"strings"
)

const maxIDLength = 64

// parseID reads an account's ID as people write it: 1 to 64 ASCII letters,
// digits and . _ - @ +, with a letter or a digit first. It returns the ID in small
// letters: IDs that differ only in case are the same, so that nobody can have an
// account that looks like another one. Error: *ArgumentError.
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

// FoldID returns an account's ID in small letters, the same for all its spellings. It
// accepts any text, also one that cannot be an ID.
func FoldID(text string) string { return strings.ToLower(text) }

// findID is parseID for the ID of an existing account: a text that cannot be an ID
// names no account. Error: ErrNotFound.
func findID(text string) (id string, err error) {
	id, err = parseID(text)
	if err != nil {
		return "", fmt.Errorf("account %q: %w", text, ErrNotFound)
	}
	return id, nil
}

// reservedIDs are the IDs that nobody may choose when registering, because they could
// be taken for the operator of the service or a part of it (RFC 2142, and other common
// names). An operator may assign them.
var reservedIDs = []string{
	"abuse", "account", "accounts", "admin", "administrator", "admins", "anonymous", "api", "billing", "contact", "help", "helpdesk",
	"hostmaster", "info", "invoice", "invoices", "legal", "lineitem", "mail", "mailerdaemon", "moderator", "noc", "nobody", "noreply",
	"official", "operator", "operators", "owner", "payments", "postmaster", "privacy", "root", "sales", "security", "service", "settings",
	"staff", "status", "superuser", "support", "sysadmin", "system", "team", "test", "undefined", "null", "webmaster", "www",
}

// isReserved reports whether an ID without its punctuation is a reserved one.
func isReserved(id string) bool {
	letters := strings.Map(func(r rune) rune {
		if strings.ContainsRune(base62, r) {
			return r
		}
		return -1
	}, id)
	return slices.Contains(reservedIDs, letters)
}
