// Package nodetest tests the program with its stores: backups, databases, and several nodes that share one.
package nodetest

import (
	"testing"

	"lineitem/convert/cli"
	"lineitem/convert/cli/clitest"
	"lineitem/quota/pgstore/pgtest"
)

// The test binary also serves as the program, its server and its workers.
func TestMain(m *testing.M) { clitest.Main(m, cli.Run, pgtest.End) }
