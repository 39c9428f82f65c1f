package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/tui/internal/measured"
	"lambdascope/tui/state"
)

const root = "../../.."

// shipped returns the rows of the file that is shipped.
func shipped(t *testing.T) []measured.Row {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, coverage().Numbers))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := measured.Decode(content)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := measured.Encode(rows); err != nil || string(again) != string(content) {
		t.Errorf("%s reads back to something else: %v", coverage().Numbers, err)
	}
	return rows
}

// TestPageHasWhatWasMeasured: the tables of the page are those of the file, and the
// file has every entry.
func TestPageHasWhatWasMeasured(t *testing.T) {
	rows := shipped(t)
	text, err := os.ReadFile(filepath.Join(root, coverage().Page))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := coverage().WithTables(text, rows); err != nil || string(again) != string(text) {
		t.Errorf("the tables of %s are not those of %s: %v", coverage().Page, coverage().Numbers, err)
	}
	var got, want []string
	for _, r := range rows {
		got = append(got, r.Name+": "+r.Flags+" -n "+r.Text("trajectories")+", "+r.Text("trials"))
	}
	for _, e := range entries() {
		trials := e.Study[slices.Index(e.Study, "--trials")+1]
		for n := range strings.SplitSeq(sizes, ",") {
			want = append(want, e.Name+": "+strings.Join(e.Flags, " ")+" -n "+n+", "+trials)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s has\n%s\nwant\n%s", coverage().Numbers, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestLowCoverageIsWarnedOf: where the set has the best λ too seldom, an analysis says
// what the set is about.
func TestLowCoverageIsWarnedOf(t *testing.T) {
	engine := analysis.NewEngine(64 << 20)
	seen := 0
	for _, r := range shipped(t) {
		if r.Number("covered") >= low && r.Number("covered_msve") >= low {
			continue
		}
		seen++
		at, err := state.Parse(append(strings.Fields(r.Flags), "-n", r.Text("trajectories")))
		if err != nil {
			t.Fatal(err)
		}
		a, err := engine.Analyze(t.Context(), at.Settings)
		if err != nil {
			t.Fatal(err)
		}
		warnings := a.Selection.Warnings()
		if len(warnings) == 0 || !warnings[0].Kind.OfSet() || !slices.Contains(a.Warnings(), warnings[0].Text) {
			t.Errorf("%s, n = %s: %s by LOTO error and %s by MSVE, without a warning: %q",
				r.Name, r.Text("trajectories"), r.Text("covered"), r.Text("covered_msve"), a.Warnings())
		}
	}
	if seen == 0 {
		t.Error("no row has a low coverage")
	}
}

// TestTables has a page made again.
func TestTables(t *testing.T) {
	columns := []string{"trajectories", "trials", "lambdas", "covered", "covered_msve", "mean_size", "diff_sd", "diff_se", "diff_half", "diff_se_median"}
	var rows []measured.Row
	for _, n := range []string{"2", "3", "5", "10", "20", "100"} {
		rows = append(rows, measured.Row{Name: "walk", Flags: "--domain random-walk", Columns: columns, Values: []string{n, "500", "11", "0.9299", "0.95", "5.5", "2", "1", "0", "0"}})
	}
	got, err := coverage().WithTables([]byte("# Title\n\n"+tablesFrom+"old"), rows)
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
	if _, err := coverage().WithTables([]byte("# Title\n"), rows); err == nil {
		t.Error("a page without the heading is accepted")
	}
}
