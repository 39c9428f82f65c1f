package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/tui/state"
)

const root = "../../.."

// shipped returns the rows of the file that is shipped.
func shipped(t *testing.T) []row {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, numbers))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := decode(content)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := encode(rows); err != nil || string(again) != string(content) {
		t.Errorf("%s reads back to something else: %v", numbers, err)
	}
	return rows
}

// TestPageHasWhatWasMeasured: the tables of the page are those of the file, and the
// file has every entry.
func TestPageHasWhatWasMeasured(t *testing.T) {
	rows := shipped(t)
	text, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := withTables(text, rows); err != nil || string(again) != string(text) {
		t.Errorf("the tables of %s are not those of %s: %v", page, numbers, err)
	}
	var got, want []string
	for _, r := range rows {
		got = append(got, r.name+": "+r.flags+" -n "+r.text("trajectories")+", "+r.text("trials"))
	}
	for _, e := range entries() {
		trials := e.study[slices.Index(e.study, "--trials")+1]
		for n := range strings.SplitSeq(sizes, ",") {
			want = append(want, e.name+": "+strings.Join(e.flags, " ")+" -n "+n+", "+trials)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s has\n%s\nwant\n%s", numbers, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestLowCoverageIsWarnedOf: where the set has the best λ too seldom, an analysis says
// what the set is about.
func TestLowCoverageIsWarnedOf(t *testing.T) {
	engine := analysis.NewEngine(64 << 20)
	seen := 0
	for _, r := range shipped(t) {
		if r.number("covered") >= low && r.number("covered_msve") >= low {
			continue
		}
		seen++
		at, err := state.Parse(append(strings.Fields(r.flags), "-n", r.text("trajectories")))
		if err != nil {
			t.Fatal(err)
		}
		a, err := engine.Analyze(t.Context(), at.Settings)
		if err != nil {
			t.Fatal(err)
		}
		caveats := a.Selection.Caveats()
		caveats = slices.DeleteFunc(caveats, func(c estimator.Caveat) bool { return c == estimator.CaveatFew })
		if len(caveats) == 0 || !slices.Contains(a.Warnings(), caveats[0].String()) {
			t.Errorf("%s, n = %s: %s by LOTO error and %s by MSVE, without a warning: %q",
				r.name, r.text("trajectories"), r.text("covered"), r.text("covered_msve"), a.Warnings())
		}
	}
	if seen == 0 {
		t.Error("no row has a low coverage")
	}
}

// TestTables has a page made again.
func TestTables(t *testing.T) {
	columns := []string{"trajectories", "trials", "lambdas", "covered", "covered_msve", "mean_size", "diff_sd", "diff_se", "diff_half", "diff_se_median"}
	var rows []row
	for _, n := range []string{"2", "3", "5", "10", "20", "100"} {
		rows = append(rows, row{"walk", "--domain random-walk", columns, []string{n, "500", "11", "0.9299", "0.95", "5.5", "2", "1", "0", "0"}})
	}
	got, err := withTables([]byte("# Title\n\n"+tablesFrom+"old"), rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# Title\n\n" + tablesFrom + "\nIn what", "| problem | data sets | n = 2 | n = 3 |", "\n| walk | 500 | **93** | **93** |", "\n| walk | 500 | 95 | 95 |", "\n| walk | 500 | 50 |", "\n| walk | 500 | 0.50 |", "\n| walk | 500 | – |",
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if _, err := withTables([]byte("# Title\n"), rows); err == nil {
		t.Error("a page without the heading is accepted")
	}
}
