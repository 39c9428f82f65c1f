package explore

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// TestCalibration: its table has the tenths of all steps, and the starts.
func TestCalibration(t *testing.T) {
	a, _ := start(t, 160, 40, apptest.Recorded(t))
	tables := a.Data().Tables
	rows := tables[slices.IndexFunc(tables, func(t page.Table) bool { return t.Name == "calibration" })].Rows
	steps, last := 0, len(rows)-1
	for _, row := range rows[:last] {
		steps += must.Have(strconv.Atoi(row[7]))(t)
	}
	if r := a.Snapshot().Result; rows[last][0] != "starts" || len(rows) != len(r.Calibration.Parts)+1 || steps != r.Selection.Steps {
		t.Errorf("%v", rows)
	}
}

// TestEnds: beside the values at the cursor the chart has those at the first and the
// last λ, which stay while the cursor moves.
func TestEnds(t *testing.T) {
	for name, change := range map[string]func(*apptest.Config){"random-walk": apptest.Domain(t, "random-walk"), "2048": apptest.Domain(t, "2048"), "file": apptest.Recorded(t)} {
		a, _ := start(t, 120, 36, change)
		a.Press("<")
		if name == "file" { // whose lower chart is the calibration
			a.Press("o")
		}
		a.Wants("⠒ ⠒ λ = 0", "⠒⠒⠒ λ = 1")
		ends := slices.Clone(a.Spec("values").Series[:2])
		if all := a.Snapshot().Result; name == "random-walk" && !slices.Equal(ends[1].Y, all.Values(len(all.Selection.Candidates)-1)) {
			t.Errorf("the last λ's values are drawn as %v", ends[1].Y)
		}
		for range 3 {
			a.Press(".")
			for i, s := range a.Spec("values").Series[:2] {
				if s.Name != []string{"λ = 0", "λ = 1"}[i] || s.Ink != chart.InkPinned || !slices.Equal(s.Y, ends[i].Y) {
					t.Errorf("%s: series %d is %q in ink %d, or moves with the cursor", name, i, s.Name, s.Ink)
				}
			}
		}
	}
}

// TestTenths compares the means of a scatter with those of its groups.
func TestTenths(t *testing.T) {
	var x, y []float64
	for i := range 100 {
		x, y = append(x, float64((i*37)%100)), append(y, float64(-((i*37)%100)))
	}
	gotX, gotY := tenths(x, y)
	for g := range 10 {
		if want := float64(10*g) + 4.5; gotX[g] != want || gotY[g] != -want {
			t.Errorf("tenth %d lies at %v, %v, want %v, %v", g, gotX[g], gotY[g], want, -want)
		}
	}
	if few, _ := tenths([]float64{3, 1}, []float64{0, 0}); !slices.Equal(few, []float64{1, 3}) {
		t.Errorf("two points have the means %v", few)
	}
}

// TestAskingHidesTheTruthAlone: z takes away what is drawn of the true errors and
// values, and nothing else; axes stay where they are.
func TestAskingHidesTheTruthAlone(t *testing.T) {
	for _, domain := range []string{"random-walk", "2048", "mountain-car"} {
		a, _ := start(t, 120, 36, apptest.Domain(t, domain))
		a.Press(">")
		specs := func() []*chart.Spec { return []*chart.Spec{a.Spec(""), a.Spec("values")} }
		open := specs()
		a.Press("z")
		a.Wants("Which λ has the lowest true error?", "LOTO error", "▼")
		a.Lacks("root MSVE")
		for i, hidden := range specs() {
			x, y := open[i].Scales()
			hx, hy := hidden.Scales()
			if x != hx || y != hy {
				t.Errorf("%s, chart %d: the axes move from %v, %v to %v, %v", domain, i, x, y, hx, hy)
			}
			for _, s := range hidden.Series {
				if s.Ink == chart.InkTruth && s.Len() > 0 && (s.Line != chart.LineNone || s.Marker != chart.MarkNone) {
					t.Errorf("%s, chart %d: %q is on show", domain, i, s.Name)
				}
			}
			if len(hidden.Bands) != len(open[i].Bands) || (hidden.Strip == nil) != (open[i].Strip == nil) || len(hidden.Notes) != len(open[i].Notes) {
				t.Errorf("%s, chart %d: more than the truth is hidden", domain, i)
			}
		}
		a.Press("z")
		a.Wants("Your λ = 1", "root MSVE")
	}
}

// TestTheMapsOfALambda: the difference is of the two others, gaps are shared, and
// the root of the weighted mean square of the difference is near the root MSVE.
func TestTheMapsOfALambda(t *testing.T) {
	a, _ := start(t, 120, 36, car(t, 5))
	a.Press("<")
	for k := range a.Snapshot().Result.Selection.Candidates {
		maps := make(map[string]*chart.Heat)
		for _, c := range a.Data().Charts {
			maps[c.Name] = c.Spec.Heat
		}
		a.Press(".")
		real, estimated, difference := maps["map-true"], maps["map-estimated"], maps["map-difference"]
		if real.Min != estimated.Min || real.Max != estimated.Max || real.Diverging || estimated.Diverging || !difference.Diverging {
			t.Fatalf("scales %v to %v, %v to %v", real.Min, real.Max, estimated.Min, estimated.Max)
		}
		known, largest := 0, 0.
		for i := range real.Z {
			d := estimated.Z[i] - real.Z[i]
			if math.IsNaN(real.Z[i]) != math.IsNaN(estimated.Z[i]) || math.IsNaN(d) != math.IsNaN(difference.Z[i]) {
				t.Fatalf("cell %d is a gap in one of the maps", i)
			}
			if math.IsNaN(d) {
				continue
			}
			known++
			largest = max(largest, math.Abs(d))
			if math.Abs(d-difference.Z[i]) > 1e-9 {
				t.Fatalf("cell %d: the difference is %v, want %v", i, difference.Z[i], d)
			}
		}
		// The mean of a cell is nearer than its states: the largest of means is
		// still no less than the mean over states of what all cells are off by.
		if known < 300 || largest < .5*a.Snapshot().Result.RootMSVE(k) {
			t.Errorf("λ %d: %d cells, at most %v off, root MSVE %v", k, known, largest, a.Snapshot().Result.RootMSVE(k))
		}
	}
}

// TestMapsAreExported with what is on show, and no more while the truth is hidden.
func TestMapsAreExported(t *testing.T) {
	a, _ := start(t, 120, 36, car(t, 5))
	names := func() (out []string) {
		for _, c := range a.Data().Charts {
			if c.Spec.Heat != nil {
				out = append(out, c.Name+": "+c.Spec.Heat.Name)
			}
		}
		return out
	}
	a.Press("<")
	want := []string{"map-true: true", "map-estimated: estimated at λ = 0", "map-difference: estimated − true at λ = 0"}
	if got := names(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	a.Press("z")
	if got := names(); !slices.Equal(got, want[1:2]) {
		t.Errorf("hidden: %q, want %q", got, want[1:2])
	}
}

// TestPinnedName: a curve is named by what has changed since, or by its source where that
// is another, and not by the defaults of that.
func TestPinnedName(t *testing.T) {
	file := analysis.FileDefaults(analysis.File{Name: "walk.jsonl", Hash: "x", Trajectories: 6})
	of := func(flags string) analysis.Settings {
		if flags == "file" {
			return file
		}
		if !strings.Contains(flags, "--domain") {
			flags += " --domain random-walk"
		}
		return must.Have(state.Parse(strings.Fields(flags)))(t).Settings
	}
	for _, c := range []struct{ pinned, now, want string }{
		{"", "", "pinned"}, {"", "-n 50", "n 20"}, {"", "-n 50 --gamma 0.5", "n 20, γ 0.95"}, {"--gamma 0.5", "", "γ 0.5"},
		{"--features dependent", "", "dependent"}, {"--max-steps 9", "", "max steps 9"}, {"--lambdas 0,0.5", "", "λ grid 0,0.5"},
		{"--gamma 0.5 -n 5 --seed 3 --ridge 1", "", "n 5, γ 0.5, ridge 1, …"},
		{"--domain 2048", "", "2048"}, {"--domain 2048 -n 50", "", "2048, n 50"}, {"", "--domain 2048", "random-walk"},
		{"--domain mountain-car --gamma 0.9", "file", "mountain-car, γ 0.9"},
	} {
		if got := pinnedName(of(c.pinned), of(c.now)); got != c.want {
			t.Errorf("%q beside %q: %q, want %q", c.pinned, c.now, got, c.want)
		}
	}
	half := file
	if half.Trajectories = 3; pinnedName(half, file) != "n 3" {
		t.Errorf("half of a file: %q", pinnedName(half, file))
	}
}

func TestPinnedCurvesDoNotFlatten(t *testing.T) {
	own := chart.Series{Y: []float64{1, 2}}
	for _, c := range []struct {
		ghost     []float64
		low, high float64 // that the axis goes over; 0 where it fits the data
	}{
		{[]float64{1, 1.5}, 0, 0},
		{[]float64{-1, 4}, 0, 0}, // two heights below and above
		{[]float64{-1, 5}, -1, 4},
		{[]float64{1, 500}, 1, 4},
		{[]float64{-500, 1}, -1, 2},
		{[]float64{100, 500}, 1, 4},
	} {
		s := &chart.Spec{Series: []chart.Series{{Y: c.ghost, Ink: chart.InkPinned}, own}}
		limitPinned(s)
		if want := (chart.Range{Lo: c.low, Hi: c.high}); s.Y.Over != want {
			t.Errorf("pinned from %v to %v: the axis goes over %v, want %v", c.ghost[0], c.ghost[1], s.Y.Over, want)
		}
	}
	flat := &chart.Spec{Series: []chart.Series{{Y: []float64{1, 500}, Ink: chart.InkPinned}, {Y: []float64{1, 1}}}}
	if limitPinned(flat); !flat.Y.Over.Empty() {
		t.Errorf("one λ alone: %+v", flat.Y)
	}
}

// TestEveryStateShowsBothValues counts, on the screen, the true and the estimated
// values: those of all states are there, however well they fit.
func TestEveryStateShowsBothValues(t *testing.T) {
	for glyphs, marks := range []struct{ truth, estimate, both, axis, corner string }{
		chart.Braille: {"●", "○", "◉", "│┤", "└"}, chart.Plain: {"*", "o", "@", "|+", "+"},
	} {
		for _, of := range []struct{ states, n int }{{5, 5}, {5, 1000}, {19, 20}, {19, 100}} {
			a, _ := start(t, 60, 20, func(c *apptest.Config) {
				c.Settings.Problem.States, c.Settings.Trajectories = of.states, of.n
				c.Chart, c.Glyphs = 2, chart.Glyphs(glyphs)
			})
			for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
				a.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				for _, key := range []string{"esc", "<", ">"} {
					a.Press(key)
					plot := valuePlot(a, marks.axis, marks.corner)
					both := strings.Count(plot, marks.both)
					truths, estimates := both+strings.Count(plot, marks.truth), both+strings.Count(plot, marks.estimate)
					if truths != of.states || estimates != of.states {
						t.Errorf("%d×%d, %q: %d true and %d estimated values\n%s", size[0], size[1], key, truths, estimates, a.Check())
					}
				}
			}
		}
	}
}

// valuePlot returns what is drawn in the chart of the values by state, right of its
// axis and above its foot.
func valuePlot(a *apptest.App, axis, corner string) string {
	x, y := a.Find("value by state")
	var rows []string
	for _, line := range strings.Split(a.Check(), "\n")[y+1:] {
		cells := []rune(line)[max(0, x-1):]
		at := strings.IndexAny(string(cells), axis)
		if strings.Contains(string(cells), corner+"1") {
			return strings.Join(rows, "\n")
		}
		if at >= 0 && !strings.Contains(line, "true") { // the legend has the marks too
			rows = append(rows, string(cells)[at+1:])
		}
	}
	a.Fatalf("no chart of values:\n%s", a.Check())
	return ""
}

// TestLinesDifferWithoutColours: no two lines with a name have the same dashes and marker,
// on any chart of values, and its title names λ in all glyphs.
func TestLinesDifferWithoutColours(t *testing.T) {
	const room = 34 // for a title at 80×24
	for _, domain := range []string{"random-walk", "2048", "mountain-car", ""} {
		for _, hidden := range []bool{false, true} {
			a, _ := start(t, 80, 24, func(c *apptest.Config) {
				change := apptest.Recorded(t)
				if domain != "" {
					change = apptest.Domain(t, domain)
				}
				change(c)
				c.Glyphs, c.Hidden = chart.Plain, hidden
			})
			seen := make(map[[2]int]string)
			for _, s := range a.Spec("values").Series {
				if s.Name == "" || s.Len() == 0 {
					continue
				}
				kind := [2]int{int(s.Line), int(s.Marker)}
				if other, twice := seen[kind]; twice {
					t.Errorf("%q, hidden %v: %q looks as %q does", domain, hidden, s.Name, other)
				}
				seen[kind] = s.Name
			}
			views := a.Show().Views
			values := views[slices.IndexFunc(views, func(v page.View) bool { return v.Name == valuesName })]
			if head := strings.TrimRight(ansi.Strip(values.Title(room+1)), " "); ansi.StringWidth(head) > room+1 || !strings.Contains(head, "lambda = ") {
				t.Errorf("%q, hidden %v: no title fits at 80×24: %q", domain, hidden, head)
			}
		}
	}
}
