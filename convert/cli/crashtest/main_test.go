// Package crashtest tests what a server and a watched folder survive: workers and
// servers that are killed, and disks that are full.
package crashtest

import (
	"testing"

	"lineitem/convert/cli"
	"lineitem/convert/cli/clitest"
)

// The test binary also serves as the program, its server and its workers.
func TestMain(m *testing.M) { clitest.Main(m, cli.Run) }
