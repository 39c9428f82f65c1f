package folds

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"

	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// TestFoldsOfGroups: a row is a group, a replay shows its first trajectory, and exports
// have the names of groups.
func TestFoldsOfGroups(t *testing.T) {
	a, p := startFolds(t, 160, 40, apptest.Grouped(t))
	if len(p.found.Value.Order) != 4 {
		t.Fatalf("%d rows, want 4", len(p.found.Value.Order))
	}
	selected := p.found.Value.Order[0]
	name := foldName(p.found.Value.Analysis, selected)
	if !strings.HasPrefix(name, "group ") || !strings.HasSuffix(name, ")") {
		t.Errorf("the group is called %q", name)
	}
	a.Wants("4 groups, by influence", " "+name+", λ", "trajectories: 3", "12 trajectories in 4 groups")
	a.Lacks("no trajectory")
	e := a.Data()
	if e.Tables[0].Header[0] != "group" || !strings.HasPrefix(e.Tables[0].Made()[0][0], "day ") {
		t.Errorf("%q, %q", e.Tables[0].Header, e.Tables[0].Made()[0])
	}
	text, err := json.Marshal(e.Object(page.Origin{}))
	if err != nil || !strings.Contains(string(text), `"groups":[{"group":"day `) || strings.Contains(string(text), "trajector") {
		t.Errorf("%s, %v", text, err)
	}
	if lines := strings.Join(p.Reading(a.Snapshot()), "\n"); !strings.HasPrefix(lines, "These data have groups") {
		t.Error(lines)
	}

	a.Press("enter")
	a.Wants("the first trajectory of "+name, "group when left out is")
	replay := a.Data()
	if replay.Tables[0].Header[0] != "group" || !strings.HasPrefix(replay.Tables[0].Made()[0][0], "day ") {
		t.Errorf("%q, %q", replay.Tables[0].Header, replay.Tables[0].Made()[0])
	}
	checkExport(t, replay)
}

// TestActOfGroups leaves out groups, one after another.
func TestActOfGroups(t *testing.T) {
	grouped := apptest.Grouped(t)
	synctest.Test(t, func(t *testing.T) {
		seen := ""
		playAct(t, 160, 40, grouped, func(a *apptest.App, p *Page) bool {
			seen += a.Screen()
			return p.act.beat == beatEnd
		})
		for _, want := range []string{"4 groups", "Leave group 0 (day 1) out. The dots are the returns of its first trajectory", "each of 4 groups predicted by a fit"} {
			if !strings.Contains(seen, want) {
				t.Errorf("no %q", want)
			}
		}
	})
}

// TestFoldsIgnoreGroups has a row for each trajectory again.
func TestFoldsIgnoreGroups(t *testing.T) {
	a, p := startFolds(t, 120, 36, func(c *apptest.Config) {
		apptest.Grouped(t)(c)
		c.Settings.IgnoreGroups = true
		c.Trajectory = state.Some(11)
	})
	if len(p.found.Value.Order) != 12 {
		t.Fatalf("%d rows, want 12", len(p.found.Value.Order))
	}
	a.Wants("12 trajectories, by influence", " trajectory 11, λ")
	a.Lacks("12 trajectories in 4 groups")
}
