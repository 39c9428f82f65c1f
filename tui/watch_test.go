package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/tui/internal/drive"
)

// writeEpisodes writes a file of n episodes that pay the same reward.
func writeEpisodes(t *testing.T, name string, n int, reward float64) {
	t.Helper()
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, `{"observations":[[1],[2]],"rewards":[%v,0],"terminated":true}`+"\n", reward)
	}
	must.Succeed(t, os.WriteFile(name, []byte(b.String()), 0o600))
}

// TestFileThatChanges changes the file of an app at work: the next turn reads it
// again and says so, undo works on the new content, and what was read
// before stays while the file is gone.
func TestFileThatChanges(t *testing.T) {
	name := filepath.Join(t.TempDir(), "episodes.jsonl")
	writeEpisodes(t, name, 5, 1)
	a := startApp(t, 120, 36, func(c *Config) {
		c.Data, c.Settings = drive.Watch(t, c.Engine, name)
	})
	says := func(story string, n int) {
		t.Helper()
		drive.Tell(a, story)
		if a.failure != nil || a.analysis.Selection.Trajectories != n || a.analysis.Settings.Gamma != a.Settings.Gamma || a.Settings.Hash != a.worker.File.Hash {
			t.Errorf("%s: %d trajectories analysed, want %d; %v", story, a.analysis.Selection.Trajectories, n, a.failure)
		}
	}
	const changed = "episodes.jsonl has changed on disk and was read again"
	says("/ γ enter right | !changed on disk | !$ --trajectories", 5)
	writeEpisodes(t, name, 8, 3)
	says("left | "+changed+" | 8 trajectories", 8)
	says("u | !changed on disk", 8)
	says("x | 8 trajectories", 8)
	must.Succeed(t, os.Remove(name))
	says("right*2 | read before", 8)
	writeEpisodes(t, name, 6, 2)
	says("left | !read before", 6)
}
