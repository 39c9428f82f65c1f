package apptest

import (
	"fmt"
	"strings"
	"testing"

	"lambdascope/tui/internal/drive"
)

// Grouped returns a change of a config to a file of 12 trajectories in 4 groups.
func Grouped(t testing.TB) func(*Config) {
	return func(c *Config) {
		t.Helper()
		var out strings.Builder
		for i := range 12 {
			fmt.Fprintf(&out, `{"group":"day %d","observations":[[1,%d],[0,2]],"rewards":[%d,1],"terminated":true}`+"\n", i/3+1, i%5, i*i%4)
		}
		c.Settings = drive.Load(t, c.Engine, "days.jsonl", out.String())
	}
}
