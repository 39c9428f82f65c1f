package explore

import (
	"strings"
	"testing"

	"lambdascope/tui/internal/apptest"
)

// TestExploreOfGroups says how many there are, what n is, and turns groups off.
func TestExploreOfGroups(t *testing.T) {
	a, p := start(t, 160, 40, apptest.Grouped(t))
	a.Wants("12 trajectories in 4 groups", "4 groups cannot rule out", "groups           use")
	if text := strings.Join(p.Reading(a.Snapshot()), "\n"); !strings.Contains(text, "a group that n cuts") {
		t.Error(text)
	}
	a.Press("down", "right")
	a.Wants("‹ ignore ›", "12 trajectories ·")
	a.Lacks("in 4 groups")
	if !strings.Contains(a.Args(), "--groups ignore") {
		t.Errorf("the command is %s", a.Args())
	}
}
