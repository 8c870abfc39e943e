// Package nodetest has tests of stores: backups, databases, and several nodes that share one.
package nodetest

import (
	"testing"

	"lineitem/convert/cli"
	"lineitem/convert/cli/clitest"
	"lineitem/quota/pgstore/pgtest"
)

// The test binary is also the program, its server and its workers.
func TestMain(m *testing.M) { clitest.Main(m, cli.Run, pgtest.End) }
