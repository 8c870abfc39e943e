package cli

import (
	"testing"

	"lineitem/convert/cli/clitest"
)

// The test binary also serves as the program, its server and its workers.
func TestMain(m *testing.M) { clitest.Main(m, Run) }
