package main

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/sim/study"
	"lambdascope/tui/state"
)

// root is the project's folder.
const root = "../../.."

// shipped returns the rows of the file beside a page.
func shipped(t *testing.T, p page) []row {
	t.Helper()
	content := must.Have(os.ReadFile(filepath.Join(root, folder, p.name+".csv")))(t)
	rows := must.Have(decode(content))(t)
	if again, err := encode(rows); err != nil || string(again) != string(content) {
		t.Errorf("%s.csv reads back to something else: %v", p.name, err)
	}
	return rows
}

// TestTablesAreOfTheNumbers: the tables of a page are those of the file beside it, which
// has every problem.
func TestTablesAreOfTheNumbers(t *testing.T) {
	for _, p := range pages() {
		rows := shipped(t, p)
		text := must.Have(os.ReadFile(filepath.Join(root, folder, p.name+".md")))(t)
		if again, err := p.withTables(text, rows); err != nil || string(again) != string(text) {
			t.Errorf("the tables of %s.md are not those of %s.csv: %v", p.name, p.name, err)
		}
		var got, want []string
		for _, r := range rows {
			got = append(got, r.name+": "+r.flags+", "+r.text("trials"))
		}
		for _, e := range p.entries {
			want = append(want, e.name+": "+strings.Join(e.flags, " ")+", "+e.study[slices.Index(e.study, "--trials")+1])
		}
		if got := slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("%s.csv has\n%s\nwant\n%s", p.name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestLowCoverageIsWarnedOf: where the set has the best λ too seldom, an analysis says
// what the set is about. The page names the cases of which the data show nothing.
func TestLowCoverageIsWarnedOf(t *testing.T) {
	engine := analysis.NewEngine(64 << 20)
	seen := 0
	var unwarned []string
	for _, r := range shipped(t, coverage()) {
		if !r.misses("covered") && !r.misses("covered_msve") {
			continue
		}
		if r.number("warned") == 0 {
			unwarned = append(unwarned, r.name+" "+r.text("trajectories"))
			continue
		}
		seen++
		at := must.Have(state.Parse(append(strings.Fields(r.flags), "-n", r.text("trajectories"))))(t)
		a := must.Have(engine.Analyze(t.Context(), at.Settings))(t)
		warnings := a.Selection.Warnings()
		if len(warnings) == 0 || !warnings[0].Kind.OfSet() || !slices.Contains(a.Warnings(), warnings[0].Text) {
			t.Errorf("%s, n = %s: %s by LOTO error and %s by MSVE, without a warning: %q",
				r.name, r.text("trajectories"), r.text("covered"), r.text("covered_msve"), a.Warnings())
		}
	}
	if seen == 0 {
		t.Error("no row has a low coverage")
	}
	if want := []string{"long-short 2", "rare-branch 5", "rare-branch 10", "rare-branch 20", "rare-branch 100", "t-maze 3"}; !slices.Equal(unwarned, want) {
		t.Errorf("a low coverage without a warning: %q, want %q", unwarned, want)
	}
}

// TestWhatIsSaidOfCoverage: where the page and the guide say that the promise holds, and
// where not, the table says so.
func TestWhatIsSaidOfCoverage(t *testing.T) {
	var missed []string
	for _, r := range shipped(t, coverage()) {
		n, low, high := r.text("trajectories"), min(r.number("covered"), r.number("covered_msve")), max(r.number("covered"), r.number("covered_msve"))
		if se := max(r.number("covered_se"), r.number("covered_msve_se")); se > 0.015 {
			t.Errorf("%s, n = %s: a standard error of %v", r.name, n, se)
		}
		switch {
		case strings.Contains(r.name, "cap ") || strings.Contains(r.name, "by trajectory"):
		case r.name == "long-short":
			if n == "2" && low > 0.9 || n != "2" && low < 0.935 || n != "100" && high > 0.97 {
				t.Errorf("long-short, n = %s: %v to %v", n, low, high)
			}
		case r.name == "rare-branch":
			if n == "10" && high > 0.6 || n == "20" && high > 0.47 || n == "100" && high > 0.9 {
				t.Errorf("rare-branch, n = %s: %v to %v", n, low, high)
			}
		case r.misses("covered") || r.misses("covered_msve"):
			missed = append(missed, r.name+" "+n)
		}
	}
	if want := []string{"t-maze 3", "walk 5, ρ = 1 2"}; !slices.Equal(missed, want) {
		t.Errorf("the promise is not kept for %q, want %q", missed, want)
	}
}

// TestWhatIsSaidOfSelectors compares the sentences of the page with the rows.
func TestWhatIsSaidOfSelectors(t *testing.T) {
	find := func(problem, selector, n string) row {
		for _, r := range shipped(t, selectors()) {
			if r.name == problem && r.text("selector") == selector && r.text("trajectories") == n {
				return r
			}
		}
		t.Fatalf("no row of %s, %s, n = %s", problem, selector, n)
		return row{}
	}
	for _, r := range shipped(t, selectors()) {
		name, n, problem := r.text("selector"), r.text("trajectories"), r.name
		if name == "average" && r.text("over_allstd") == "worse" && (problem != "walk 19 dependent" || n != "50" || r.number("allstd_ratio") > 1.0045) {
			t.Errorf("average is worse on %s at n = %s", problem, n)
		}
		if name == "greedy" && problem == "walk 5" && r.number("ratio") > 1.0155 {
			t.Errorf("greedy is far from the best on %s at n = %s", problem, n)
		}
		if name == "bellman" && problem == "car raw" && (r.number("lambda_zero") < 0.99*r.number("trials") || r.number("ratio") < 1.315) {
			t.Errorf("bellman is not the worst on %s at n = %s", problem, n)
		}
		if name == "loto" && problem == "walk 5" && (r.number("ratio") < 1.055 || r.number("ratio") > 1.135) {
			t.Errorf("ALLSTD is elsewhere on %s at n = %s", problem, n)
		}
	}
	for _, n := range []string{"50", "100", "200"} {
		greedy, worst := find("walk 19 dependent", "greedy", n), find("walk 19 dependent", study.NameLSTDWorst, n)
		if greedy.number("low") <= worst.number("high") || greedy.number("ratio") < 1.38 {
			t.Errorf("greedy is not clearly worse than the worst λ at n = %s", n)
		}
	}
}

// decode reads what encode writes.
func decode(content []byte) ([]row, error) {
	lines, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		return nil, err
	}
	var out []row
	for _, values := range lines[1:] {
		out = append(out, row{values[0], values[1], lines[0][2:], values[2:]})
	}
	return out, nil
}
