package figure

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/chart/file"
)

// named returns the series of a name, of which there must be one.
func named(t *testing.T, s *chart.Spec, name string) *chart.Series {
	t.Helper()
	var found []*chart.Series
	for i := range s.Series {
		if s.Series[i].Name == name {
			found = append(found, &s.Series[i])
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d series are named %s, want 1", len(found), name)
	}
	return found[0]
}

// distinct checks that no two curves look the same without colour.
func distinct(t *testing.T, s *chart.Spec) {
	t.Helper()
	seen := map[string]string{}
	for _, q := range s.Series {
		look := fmt.Sprint(q.Line, q.Marker)
		if other, ok := seen[look]; ok {
			t.Errorf("%s and %s look the same", other, q.Name)
		}
		seen[look] = q.Name
		if q.Marker.Rank() == 0 {
			t.Errorf("%s has no marker", q.Name)
		}
	}
}

func TestLambda(t *testing.T) {
	rows := lambdaRows(21)
	shuffled := slices.Clone(rows)
	slices.Reverse(shuffled)
	for _, rs := range [][]study.LambdaRow{rows, shuffled} {
		s := Lambda(rs)
		if len(s.Series) != len(sizes)+1 {
			t.Fatalf("%d curves, want %d and the path", len(s.Series), len(sizes))
		}
		path := named(t, s, "best λ")
		for i, n := range sizes {
			q := s.Series[i]
			if want := fmt.Sprintf("n = %d", n); q.Name != want {
				t.Errorf("curve %d is %s, want %s", i, q.Name, want)
			}
			for k := range 21 {
				if l := float64(k) / 20; q.X[k] != l || q.Y[k] != root(n, l) {
					t.Errorf("n = %d: point %d is %v, %v", n, k, q.X[k], q.Y[k])
				}
			}
			best := slices.Index(q.Y, slices.Min(q.Y))
			if path.X[i] != q.X[best] || path.Y[i] != q.Y[best] || q.Mark(best) != chart.MarkNone {
				t.Errorf("n = %d: the best is at %v, %v; want %v, %v", n, path.X[i], path.Y[i], q.X[best], q.Y[best])
			}
			if i > 0 && q.Ink <= s.Series[i-1].Ink {
				t.Errorf("the inks don't ascend at n = %d", n)
			}
		}
		distinct(t, s)
		if !s.Y.Log || s.X.Log {
			t.Error("want a logarithmic axis for root MSVE, a linear one for λ")
		}
	}
	if rows[0].Trajectories != sizes[0] || shuffled[0].Trajectories == sizes[0] {
		t.Error("the rows were moved")
	}
}

func TestManySizesLookDifferent(t *testing.T) {
	var rows []study.LambdaRow
	for n := range 15 {
		rows = append(rows, study.LambdaRow{Trajectories: n + 2, RootMSVE: 1})
	}
	distinct(t, Lambda(rows))
}

// A curve of many λ's has few markers.
func TestMarkersLeaveTheLineFree(t *testing.T) {
	for _, grid := range []int{2, 11, 13, 14, 101, 1001} {
		for _, q := range Lambda(lambdaRows(grid)).Series {
			if q.Name == "best λ" {
				continue
			}
			n := 1 // that of the path
			for i := range q.X {
				if q.Mark(i).Rank() > 0 {
					n++
				}
			}
			if n > marksPerCurve || n < min(grid, marksPerCurve/2) {
				t.Errorf("of %d points %d have markers", grid, n)
			}
		}
	}
}

func TestMethods(t *testing.T) {
	testMethods(t, Methods(methodRows()), "95 %, paired over trials", .02, func(r study.MethodRow) float64 { return r.Ratio })
	testMethods(t, MethodLevels(methodRows()), "95 % of the level", .07, func(r study.MethodRow) float64 { return r.RootMSVE })
}

func testMethods(t *testing.T, s *chart.Spec, interval string, side float64, of func(study.MethodRow) float64) {
	for _, r := range methodRows() {
		q := named(t, s, r.Method)
		i := slices.Index(q.X, float64(r.Trajectories))
		if i < 0 || q.Y[i] != of(r) {
			t.Errorf("%s at n = %d: %v", r.Method, r.Trajectories, q.Y)
		}
	}
	if s.Bands[0].Name != interval {
		t.Errorf("the interval is %q, want %q", s.Bands[0].Name, interval)
	}
	distinct(t, s)
	if q := named(t, s, study.NameNaive); q.Line != chart.LineNone {
		t.Error("NaiveCV+LSTD has a line")
	}
	if len(s.Series) != 6 || len(s.Bands) != 5 {
		t.Fatalf("%d series, %d bands", len(s.Series), len(s.Bands))
	}
	for i, m := range []string{study.NameALLSTD, study.NameRLSTDBest, study.NameRLSTDWorst, study.NameLSTDBest, study.NameLSTDWorst} {
		q, b := named(t, s, m), s.Bands[i]
		for j := range q.X {
			if b.Own != q.Ink || b.X[j] != q.X[j] || math.Abs(b.Lo[j]/q.Y[j]-1+side) > 1e-9 || math.Abs(b.Hi[j]/q.Y[j]-1-side) > 1e-9 {
				t.Errorf("%s: the band is %v to %v at %v", m, b.Lo[j], b.Hi[j], b.X[j])
			}
		}
	}
	want := []float64{2, 5, 10, 20, 50, 100, 200}
	if !s.X.Log || !slices.Equal(s.X.Ticks, want) {
		t.Errorf("ticks at %v, want %v", s.X.Ticks, want)
	}
}

func TestTimes(t *testing.T) {
	s := Times(timeRows())
	distinct(t, s)
	if !s.X.Log || !s.Y.Log {
		t.Error("the axes are not logarithmic")
	}
	for _, q := range s.Series {
		last := len(q.X) - 1
		stopped := q.Name == study.NameNaive
		if end := q.Mark(last) == chart.MarkUp; end != stopped {
			t.Errorf("%s ends in ▲: %v", q.Name, end)
		}
		if stopped && (q.X[last] != 200 || q.Y[last] != 60) {
			t.Errorf("%s is stopped at n = %v after %v s, want 200, 60", q.Name, q.X[last], q.Y[last])
		}
		for i := range last {
			if q.Mark(i) != q.Marker {
				t.Errorf("%s: marker %d at point %d", q.Name, q.Mark(i), i)
			}
		}
	}
	if len(s.Notes) != 1 || s.Notes[0].Text != "stopped after 60 s" || s.Notes[0].Marker != chart.MarkUp {
		t.Errorf("notes: %v", s.Notes)
	}
	var done []study.TimeRow
	for _, r := range timeRows() {
		if !r.Stopped {
			done = append(done, r)
		}
	}
	if s := Times(done); len(s.Notes) != 0 {
		t.Errorf("nothing is stopped, but: %v", s.Notes)
	}
}

func TestTheAxisIsLogarithmicWhereItPays(t *testing.T) {
	for _, c := range []struct {
		y    []float64
		want bool
	}{
		{[]float64{74.3, 98}, false}, // Mountain Car
		{[]float64{1, 4}, true},
		{[]float64{0, 100}, false},
		{[]float64{math.NaN(), 1, math.Inf(1)}, false},
		{nil, false},
	} {
		if got := logarithmic([]chart.Series{{Y: c.y}}); got != c.want {
			t.Errorf("%v: %v", c.y, got)
		}
	}
}

// Where LSTD and RLSTD coincide both are seen, as are methods stopped at one point.
func TestCoincidingMethodsAreSeen(t *testing.T) {
	var rows []study.MethodRow
	for _, m := range []string{study.NameALLSTD, study.NameLSTDBest, study.NameRLSTDBest} {
		for _, n := range sizes {
			rows = append(rows, study.MethodRow{Trajectories: n, Method: m, RootMSVE: 1, Low: 1, High: 1})
		}
	}
	s := Methods(rows)
	drawn := strings.Join(s.Draw(78, 18, chart.Options{}).Lines, "\n")
	for _, mark := range []string{"●", "■", "◇"} {
		if got := strings.Count(drawn, mark); got != len(sizes)+1 { // one is in the legend
			t.Errorf("%d of %s, want %d:\n%s", got, mark, len(sizes)+1, drawn)
		}
	}
	least := named(t, s, study.NameRLSTDBest)
	if least.Marker.Rank() >= named(t, s, study.NameLSTDBest).Marker.Rank() || s.Series[len(s.Series)-1].Name != study.NameLSTDBest {
		t.Error("LSTD is not drawn above RLSTD")
	}
	var stopped []study.TimeRow
	for _, m := range study.TimedMethods() {
		stopped = append(stopped, study.TimeRow{Trajectories: 2, Method: m, Seconds: 1, Stopped: true, Runs: 1})
	}
	drawn = strings.Join(Times(stopped).Draw(78, 18, chart.Options{}).Lines, "\n")
	if got := strings.Count(drawn, "▲"); got != 6 {
		t.Errorf("%d of ▲, want one for each method and one in the legend:\n%s", got, drawn)
	}
}

// The legend names every curve, on the smallest screen that has the figures and
// on paper; whatever rows there are can be drawn.
func TestFiguresCanBeDrawn(t *testing.T) {
	figures := []*chart.Spec{Lambda(lambdaRows(11)), Methods(methodRows()), Times(timeRows())}
	for _, s := range figures {
		for _, g := range []chart.Glyphs{chart.Braille, chart.Plain} {
			drawn := strings.Join(s.Draw(78, 18, chart.Options{Glyphs: g}).Lines, "\n")
			for _, e := range s.Entries() {
				name := e.Name
				if g == chart.Plain {
					name = chart.ASCII(name)
				}
				if !strings.Contains(drawn, name) {
					t.Errorf("%s is not in\n%s", name, drawn)
				}
			}
		}
	}
	none := []study.LambdaRow{{Trajectories: 2, RootMSVE: math.NaN()}}
	one := []study.MethodRow{{Trajectories: 2, Method: "another", RootMSVE: 1, Low: math.NaN(), High: math.NaN()}}
	never := []study.TimeRow{{Trajectories: 2, Method: study.NameNaive, Stopped: true}}
	figures = append(figures, Lambda(nil), Methods(nil), Times(nil), Lambda(none), Methods(one), Times(never))
	for i, s := range figures {
		s.Draw(60, 16, chart.Options{})
		if err := file.Write(io.Discard, s, file.SVG, file.Options{}); err != nil {
			t.Errorf("figure %d: %v", i, err)
		}
	}
}
