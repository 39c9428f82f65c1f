package figure

import (
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/sim/study"
	"lambdascope/sim/testutil"
	"lambdascope/tui/chart"
	"lambdascope/tui/chart/file"
)

// gallery has each figure, and figures of rows that are hard to draw.
func gallery() map[string]*chart.Spec {
	return map[string]*chart.Spec{
		"lambda": Lambda(lambdaRows(11)), "methods": Methods(methodRows()), "levels": MethodLevels(methodRows()), "times": Times(timeRows()),
		"consistency":        Consistency(consistencyRows()),
		"coinciding methods": Methods(coinciding()), "all stopped": Times(allStopped()), "no lambda": Lambda(nil), "no method": Methods(nil), "no time": Times(nil),
		"one NaN": Lambda([]study.LambdaRow{{Trajectories: 2, RootMSVE: math.NaN()}}), "never": Times([]study.TimeRow{{Trajectories: 2, Method: study.NameNaive, Stopped: true}}),
		"another method":     Methods([]study.MethodRow{{Trajectories: 2, Method: "another", RootMSVE: 1, Low: math.NaN(), High: math.NaN()}}),
		"few of consistency": Consistency(consistencyRows()[:1]), "none of consistency": Consistency(nil),
	}
}

// coinciding holds methods with equal numbers; the figure must show all of them.
func coinciding() (rows []study.MethodRow) {
	for _, m := range []string{study.NameALLSTD, study.NameLSTDBest, study.NameRLSTDBest} {
		for _, n := range sizes {
			rows = append(rows, study.MethodRow{Trajectories: n, Method: m, RootMSVE: 1, Low: 1, High: 1})
		}
	}
	return rows
}

// allStopped holds equal times of stopped methods; the figure must show all of them.
func allStopped() (rows []study.TimeRow) {
	for _, m := range study.TimedMethods() {
		rows = append(rows, study.TimeRow{Trajectories: 2, Method: m, Seconds: 1, Stopped: true, Runs: 1})
	}
	return rows
}

// TestFigures compares the text and the picture of each figure with golden files that were
// checked by eye. Every curve must have its name, on the smallest screen for figures and on
// paper.
func TestFigures(t *testing.T) {
	numbers := func(values []float64) string {
		var out []string
		for _, v := range values {
			out = append(out, strconv.FormatFloat(v, 'g', 4, 64))
		}
		return strings.Join(out, " ")
	}
	for name, s := range gallery() {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			fmt.Fprintf(&b, "x %q, log %v, ticks %v\ny %q, log %v\n", s.X.Label, s.X.Log, s.X.Ticks, s.Y.Label, s.Y.Log)
			for _, q := range s.Series {
				fmt.Fprintf(&b, "%s: ink %d, line %d, marker %d, marks %v\n  x %s\n  y %s\n", q.Name, q.Ink, q.Line, q.Marker, q.Marks, numbers(q.X), numbers(q.Y))
			}
			for _, q := range s.Intervals {
				fmt.Fprintf(&b, "band %q: ink %d\n  x %s\n  from %s\n  to %s\n", q.Name, q.Ink, numbers(q.X), numbers(q.Lo), numbers(q.Hi))
			}
			drawn := strings.Join(s.Draw(78, 18, chart.Options{}).Lines, "\n")
			golden.RequireEqual(t, b.String()+"\n"+drawn+"\n")
			plain := strings.Join(s.Draw(78, 18, chart.Options{Glyphs: chart.Plain}).Lines, "\n")
			for _, e := range s.Entries() {
				if !strings.Contains(drawn, e.Name) || !strings.Contains(plain, chart.ASCII(e.Name)) {
					t.Errorf("%s is not in\n%s", e.Name, plain)
				}
			}
			testutil.Check(t, file.Write(io.Discard, s, file.SVG, file.Options{}))
		})
	}
}

// TestCurvesLookDifferent checks that curves differ without colour, unless other lines cover
// them. The order of rows must not matter, and must stay unchanged.
func TestCurvesLookDifferent(t *testing.T) {
	var many []study.LambdaRow
	for n := range 15 {
		many = append(many, study.LambdaRow{Trajectories: n + 2, RootMSVE: 1})
	}
	figures := gallery()
	figures["15 sizes"] = Lambda(many)
	for _, name := range []string{"lambda", "methods", "levels", "times", "consistency", "15 sizes"} {
		seen := map[string]string{}
		for _, q := range figures[name].Series {
			look := fmt.Sprint(q.Line, q.Marker)
			if other, ok := seen[look]; ok && q.Name != "falls as 1/n" {
				t.Errorf("%s: %s and %s look the same", name, other, q.Name)
			}
			seen[look] = q.Name
			if guide := q.Name == "falls as 1/n"; q.Marker.Drawn() == guide {
				t.Errorf("%s: %s has marker %d", name, q.Name, q.Marker)
			}
		}
	}
	rows := lambdaRows(11)
	slices.Reverse(rows)
	if turned := Lambda(rows); !reflect.DeepEqual(turned, figures["lambda"]) || rows[0].Trajectories != sizes[len(sizes)-1] {
		t.Errorf("rows in another order make\n%+v\nwant\n%+v", turned, figures["lambda"])
	}
}

// TestSplit checks that the sentence names the larger part at each end, only once if both ends
// agree, and that Level is true exactly when levels would hide the differences.
func TestSplit(t *testing.T) {
	for _, c := range []struct {
		bias2, variance []float64
		want            string
	}{
		{[]float64{3, 2, 1}, []float64{1, 2, 3}, "At λ = 0, 75 % of the error is bias; at 1, 75 % is variance."},
		{[]float64{0, 0, 0}, []float64{1, 2, 3}, "100 % of the error is variance at λ = 0, 100 % at 1."},
		{[]float64{96, 95, 97}, []float64{4, 5, 3}, "96 % of the error is bias at λ = 0, 97 % at 1."},
		{[]float64{0, 0, 0}, []float64{0, 0, 0}, "100 % of the error is variance at λ = 0, 100 % at 1."},
	} {
		if got := (Split{Lambdas: []float64{0, .5, 1}, Bias2: c.bias2, Variance: c.variance}).Ends(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestColumns checks that a table has every field of a row under the field's name.
func TestColumns(t *testing.T) {
	checkColumns(t, LambdaColumns())
	checkColumns(t, MethodColumns())
	checkColumns(t, TimeColumns())
	rows := []study.MethodRow{{Method: study.NameALLSTD, Lambda: math.NaN()}, {Method: study.NameLSTDBest, Lambda: .1}}
	header, lines := Table("2048", rows, MethodColumns())
	if at := slices.Index(header, "lambda"); header[0] != "domain" || len(lines) != 2 || lines[0][0] != "2048" || lines[0][at] != "" || lines[1][at] != "0.1" {
		t.Errorf("%q: %q", header, lines)
	}
	if header, lines := Table("2048", consistencyRows(), ConsistencyColumns()); len(header) != 14 || len(lines) != 12 || lines[0][3] != study.NameByStep {
		t.Errorf("%q, %q", header, lines[0])
	}
}

// checkColumns fills the fields of a row with distinct numbers and looks for each number in its
// column.
func checkColumns[R any](t *testing.T, columns []Column[R]) {
	t.Helper()
	var row R
	v := reflect.ValueOf(&row).Elem()
	if v.NumField() != len(columns) {
		t.Fatalf("%T: %d columns of %d fields", row, len(columns), v.NumField())
	}
	for i, c := range columns {
		name, want := v.Type().Field(i).Name, strconv.Itoa(i+1)
		switch f := v.Field(i); f.Kind() {
		case reflect.Int:
			f.SetInt(int64(i + 1))
		case reflect.Float64:
			f.SetFloat(float64(i + 1))
		case reflect.String:
			f.SetString(want)
		case reflect.Bool:
			f.SetBool(true)
			want = "true"
		}
		if got := c.Text(row); got != want || !strings.EqualFold(strings.ReplaceAll(c.Name, "_", ""), name) {
			t.Errorf("%T.%s: column %s has %s, want %s", row, name, c.Name, got, want)
		}
	}
}
