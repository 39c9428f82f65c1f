package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/study"
	"lambdascope/tui/internal/measured"
)

const root = "../../.."

// shipped returns the rows of the file that is shipped.
func shipped(t *testing.T) []measured.Row {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, comparison().Numbers))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := measured.Decode(content)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := measured.Encode(rows); err != nil || string(again) != string(content) {
		t.Errorf("%s reads back to something else: %v", comparison().Numbers, err)
	}
	return rows
}

// TestPageHasWhatWasMeasured: the tables of the page are those of the file, and the
// file has every entry, selector and number of trajectories.
func TestPageHasWhatWasMeasured(t *testing.T) {
	rows := shipped(t)
	text, err := os.ReadFile(filepath.Join(root, comparison().Page))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := comparison().WithTables(text, rows); err != nil || string(again) != string(text) {
		t.Errorf("the tables of %s are not those of %s: %v", comparison().Page, comparison().Numbers, err)
	}
	var got, want []string
	for _, r := range rows {
		got = append(got, r.Name+": "+r.Flags+", "+r.Text("selector")+", "+r.Text("trajectories")+", "+r.Text("trials"))
	}
	for _, e := range entries() {
		trials := e.Study[slices.Index(e.Study, "--trials")+1]
		for _, name := range []string{"loto", "smallest", "average", "greedy", "plug-in", "bellman", study.NameLSTDBest, study.NameLSTDWorst} {
			for n := range strings.SplitSeq(sizes, ",") {
				want = append(want, e.Name+": "+strings.Join(e.Flags, " ")+", "+name+", "+n+", "+trials)
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s has\n%s\nwant\n%s", comparison().Numbers, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestWhatThePageSays holds the page's sentences against the rows.
func TestWhatThePageSays(t *testing.T) {
	find := func(problem, selector, n string) measured.Row {
		for _, r := range shipped(t) {
			if r.Name == problem && r.Text("selector") == selector && r.Text("trajectories") == n {
				return r
			}
		}
		t.Fatalf("no row of %s, %s, n = %s", problem, selector, n)
		return measured.Row{}
	}
	for _, r := range shipped(t) {
		name, n, problem := r.Text("selector"), r.Text("trajectories"), r.Name
		if name == "average" && r.Text("over_allstd") == "worse" && (problem != "walk 19 dependent" || n != "50" || r.Number("allstd_ratio") > 1.0035) {
			t.Errorf("average is worse on %s at n = %s", problem, n)
		}
		if name == "greedy" && problem == "walk 5" && r.Number("ratio") > 1.0155 {
			t.Errorf("greedy is far from the best on %s at n = %s", problem, n)
		}
		if name == "bellman" && problem == "car raw" && (r.Number("lambda_zero") < 0.99*r.Number("trials") || r.Number("ratio") < 1.315) {
			t.Errorf("bellman is not the worst on %s at n = %s", problem, n)
		}
		if name == "loto" && problem == "walk 5" && (r.Number("ratio") < 1.055 || r.Number("ratio") > 1.135) {
			t.Errorf("ALLSTD is elsewhere on %s at n = %s", problem, n)
		}
	}
	for _, n := range []string{"50", "100", "200"} {
		greedy, worst := find("walk 19 dependent", "greedy", n), find("walk 19 dependent", study.NameLSTDWorst, n)
		if greedy.Number("low") <= worst.Number("high") || greedy.Number("ratio") < 1.38 {
			t.Errorf("greedy is not clearly worse than the worst λ at n = %s", n)
		}
	}
}
