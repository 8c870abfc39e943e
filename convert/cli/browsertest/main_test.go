// Package browsertest tests the program's pages in a browser.
package browsertest

import (
	"testing"

	"lineitem/convert/cli"
	"lineitem/convert/cli/clitest"
)

// The test binary also serves as the program, its server and its workers.
func TestMain(m *testing.M) { clitest.Main(m, cli.Run, func() { endBrowser() }) }
