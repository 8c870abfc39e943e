// Package abusetest has tests of what strangers send to a server: hostile documents, mappers
// and requests, and many customers at once.
package abusetest

import (
	"testing"

	"lineitem/convert/cli"
	"lineitem/convert/cli/clitest"
)

// The test binary is also the program, its server and its workers.
func TestMain(m *testing.M) { clitest.Main(m, cli.Run) }
