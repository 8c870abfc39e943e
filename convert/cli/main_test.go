package cli

import (
	"testing"

	"lineitem/convert/cli/clitest"
)

// The test binary is also the program, its server and its workers.
func TestMain(m *testing.M) { clitest.Main(m, Run) }
