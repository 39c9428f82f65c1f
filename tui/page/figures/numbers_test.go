package figures

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/testutil"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/state"
)

// swept opens the page on the sweep over n.
func swept(c *apptest.Config) { c.Charts[state.PageFigures] = state.FigureTrajectories }

// TestMouse: clicks on charts choose an n, a λ and a map.
func TestMouse(t *testing.T) {
	for _, c := range []struct {
		change      func(*apptest.Config)
		text        string // near which the click is
		right, down int
		want        string
	}{
		{nil, "100───200", 1, -5, "$ … --trajectories 100"}, // figure b is the first with n below
		{nil, "──.3─", 3, -5, "$ … --cursor 0.3"},
		{swept, "300 ┤", 10, 0, "$ … --trajectories 300 | $ … --cursor 0"},
		{comparing(t, state.FigureFeatures), "rbf ┤", 20, 0, "$ … --features rbf"},
	} {
		a, _ := startFigures(t, 200, 60, c.change)
		x, y := a.Find(c.text)
		a.ClickAt(x+c.right, y+c.down)
		drive.Tell(a, "| "+c.want)
	}
}

// TestHeadlinesAgreeWithTheNumbers reads the headlines of figures a and b and of sweeps from the screen,
// of random states, and computes their claims again from other trials and analyses of the same seeds.
func TestHeadlinesAgreeWithTheNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(48, 4))
	features := []string{"1-hot", "dependent", "dependent+bias"}
	sizes := [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}}
	e := analysis.NewEngine(0)
	for range 6 {
		flags := fmt.Sprintf("--states %d --features %s -n %d --seed %d --gamma .%d", 3+2*r.IntN(3), features[r.IntN(len(features))], 3+r.IntN(30), 1+r.IntN(2000), 5+r.IntN(5))
		size := sizes[r.IntN(len(sizes))]
		a, p := startFigures(t, size[0], size[1], apptest.Flags(t, flags+" --trials 4 --page figures"))
		headline := func() string { return strings.Split(a.Check(), "\n")[1] }
		wants := func(claim string) {
			t.Helper()
			if got := headline(); !strings.HasSuffix(got, claim) && !strings.Contains(got, claim+" ") {
				t.Errorf("%s %v: %q, want %q", flags, size, got, claim)
			}
		}
		plan := p.view(a.Snapshot()).plan()
		var trials []*study.Trial
		testutil.Check(t, study.Run(t.Context(), e, plan, func(x *study.Trial) { trials = append(trials, x) }))
		s := testutil.Get(study.Summarize(e, plan, trials))(t)
		lowest := func(z *study.SizeSummary) (k int) {
			for i := range z.LSTD {
				if z.LSTD[i].MSVE.Mean < z.LSTD[k].MSVE.Mean {
					k = i
				}
			}
			return k
		}
		moves := func(from, to float64) string {
			if from == to {
				return textfmt.Number(from) + "."
			}
			return fmt.Sprintf("goes from %s to %s.", textfmt.Number(from), textfmt.Number(to))
		}
		few, many := &s.Sizes[0], &s.Sizes[len(s.Sizes)-1]
		wants(moves(s.Lambdas[lowest(few)], s.Lambdas[lowest(many)]))

		a.Press("o")
		costs := "costs under 1 % over"
		if percent := 100 * (math.Sqrt(many.ALLSTD.MSVE.Mean/many.LSTD[lowest(many)].MSVE.Mean) - 1); percent >= 1 {
			costs = fmt.Sprintf("costs %.0f %% over", percent)
		}
		wants(costs)

		for _, over := range []string{"trajectories", "gamma"} {
			drive.Tell(a, `: "page figures:`+over+`" enter`)
			values, _ := sweepRows(a)
			chosen := func(value string) float64 {
				k, _ := settings.KnobNamed(over)
				at := a.Settings
				testutil.Check(t, k.Set(&at, value))
				return testutil.Get(e.Run(t.Context(), analysis.Request{Settings: at}))(t).Selection.Best().Lambda
			}
			first := slices.IndexFunc(values, func(value string) bool { return value != "0" }) // all λ's are the same at γ = 0
			wants(moves(chosen(values[first]), chosen(values[len(values)-1])))
		}
	}
}

// sweepRows returns the first and the last cells of the rows of the sweep's table.
func sweepRows(a *apptest.App) (values []string, rows [][]string) {
	views := a.Data().Views
	rows = views[len(views)-1].Tables[0].Rows()
	for _, r := range rows {
		values = append(values, r[0])
	}
	return slices.Compact(values), rows
}

// TestSweepRows compares the table of a sweep with analyses by another engine.
func TestSweepRows(t *testing.T) {
	a, _ := startFigures(t, 120, 36, func(c *apptest.Config) { swept(c); c.Settings.Trajectories = 12 })
	check := func(want string, set func(s *settings.Settings, value float64)) {
		t.Helper()
		values, rows := sweepRows(a)
		if got := strings.Join(values, " "); got != want || !a.Show().Done.Work {
			t.Errorf("rows of %s, want %s", got, want)
		}
		for i, row := range rows {
			s := a.Settings
			set(&s, testutil.Get(strconv.ParseFloat(row[0], 64))(t))
			r := testutil.Get(a.Engine.Run(t.Context(), analysis.Request{Settings: s}))(t)
			k := i % len(r.Selection.Candidates)
			c := &r.Selection.Candidates[k]
			if row[2] != textfmt.Number(c.LOTO) || row[5] != strconv.FormatBool(c.NotRuledOut) || row[7] != textfmt.Number(r.RootMSVE(k)) {
				t.Errorf("row %q, want LOTO error %v, root MSVE %v", row, c.LOTO, r.RootMSVE(k))
			}
			if (apart(r, k) <= 1) != c.NotRuledOut {
				t.Errorf("row %q is %v apart", row, apart(r, k))
			}
		}
	}
	n := func(s *settings.Settings, value float64) { s.Trajectories = int(value) }
	check("2 3 5 7 10 12 15 20 30 50 70 100 150 200 300", n)
	drive.Tell(a, `: "gamma 0.9" enter`) // all rows are of another γ
	check("2 3 5 7 10 12 15 20 30 50 70 100 150 200 300", n)
	drive.Tell(a, `: "page figures:gamma" enter | γ = 0.9 ·`)
	check("0 0.5 0.8 0.9 0.95 0.98 0.99 0.995 1", func(s *settings.Settings, value float64) { s.Gamma = value })
}

// TestSweepOfGroups has no rows with all trajectories in one group: of 12 in groups of 3, 2 and 3.
func TestSweepOfGroups(t *testing.T) {
	grouped := apptest.Grouped(t)
	a, _ := startFigures(t, 120, 36, func(c *apptest.Config) {
		grouped(c)
		swept(c)
	})
	if values, _ := sweepRows(a); !slices.Equal(values, []string{"5", "7", "10", "12"}) {
		t.Errorf("rows of %v:\n%s", values, a.Check())
	}
}

// TestSweepsCompare: the sweeps over maps and ridges say the same as the command compare.
func TestSweepsCompare(t *testing.T) {
	for over, ridges := range map[state.Chart][]float64{state.FigureFeatures: nil, state.FigureRidge: settings.UsualRidges()} {
		a, p := startFigures(t, 120, 36, comparing(t, over))
		var maps []string
		if ridges == nil {
			maps = strings.Fields(p.view(a.Snapshot()).sweepPlan().values)
		}
		want := testutil.Get(analysis.NewEngine(0).Run(t.Context(), analysis.Request{Settings: a.Settings, Maps: maps, Ridges: ridges}))(t).Comparison
		best, rivals, _ := strings.Cut(report.ComparisonVerdict(want), "; ")
		a.Wants(best[:40])
		next := second(want)
		drive.Wants(t, strings.Join(a.Data().Sentences, " "), best+".", rivals[1:]+".", "Next is "+want.Name(next)+" with λ = ", "higher by "+textfmt.WithError(want.Against[next].Diff, want.Against[next].SE))
	}
}

// TestSweepWithinLimits leaves out a map that takes too long in a session, and says so.
func TestSweepWithinLimits(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	s := testutil.Get(e.Check(analysis.Request{Settings: drive.Defaults(t, "mountain-car").WithFeatures("tile-coding")}))(t)
	st := state.New(s)
	st.Charts[state.PageFigures] = state.FigureFeatures
	now := newSweep(e, new(Page).view(&page.Snapshot{State: st}).sweepPlan(), nil)
	session := e.NewShare(engine.Limits{Processor: 200 * time.Millisecond}, 0)
	testutil.Check(t, now.fill(session.Context(t.Context()), e, func(s *sweep) { now = s }))
	drive.Wants(t, strings.Join(now.comparison().Text(), " "), "Maps: ", "Without tile-coding: ", "stopped after 0.2 s of processor time")
}
