// Package abusetest tests how a server copes with what strangers send: hostile documents,
// mappers and requests, and many customers at once.
package abusetest

import (
	"testing"

	"lineitem/convert/cli"
	"lineitem/convert/cli/clitest"
)

// The test binary also serves as the program, its server and its workers.
func TestMain(m *testing.M) { clitest.Main(m, cli.Run) }
