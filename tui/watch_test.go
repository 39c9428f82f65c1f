package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
	a.focus = "gamma"
	a.press("right")
	if screen := a.check(); strings.Contains(screen, "changed on disk") || a.analysis.Selection.Trajectories != 5 {
		t.Fatalf("before any change:\n%s", screen)
	}

	if args := a.args(); slices.Contains(args, "--trajectories") {
		t.Errorf("the command names n, though it is all of the file: %q", args)
	}
	writeEpisodes(t, name, 8, 3)
	a.press("left")
	if screen := a.check(); !strings.Contains(screen, "episodes.jsonl has changed on disk and was read again") {
		t.Errorf("nothing said of the change:\n%s", screen)
	}
	if n := a.analysis.Selection.Trajectories; n != 8 || a.Settings.Trajectories != 8 || a.Settings.Hash != a.worker.File.Hash {
		t.Errorf("%d trajectories analysed, %d set: want the 8 of the new file", n, a.Settings.Trajectories)
	}
	a.press("u")
	if screen := a.check(); a.failure != nil || a.analysis.Selection.Trajectories != 8 || strings.Contains(screen, "changed on disk") {
		t.Errorf("after undo: %v\n%s", a.failure, screen)
	}

	must.Succeed(t, os.Remove(name))
	a.press("right", "right")
	if screen := a.check(); a.failure != nil || a.analysis.Settings.Gamma != a.Settings.Gamma || !strings.Contains(screen, "read before") {
		t.Errorf("a file that is gone: %v\n%s", a.failure, screen)
	}
	writeEpisodes(t, name, 6, 2)
	a.press("left")
	if screen := a.check(); a.analysis.Selection.Trajectories != 6 || strings.Contains(screen, "read before") {
		t.Errorf("a file that is back:\n%s", screen)
	}
}
