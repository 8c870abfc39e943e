// Package browsertest has tests of the pages, in a browser.
package browsertest

import (
	"testing"

	"lineitem/convert/cli"
	"lineitem/convert/cli/clitest"
)

// The test binary is also the program, its server and its workers.
func TestMain(m *testing.M) { clitest.Main(m, cli.Run, func() { endBrowser() }) }
