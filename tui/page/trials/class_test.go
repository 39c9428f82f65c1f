package trials

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// withClass returns a snapshot of the app as it is in a room whose seats have data of
// their own: those of the first trials but the first.
func withClass(t *testing.T, a *apptest.App, p *Page, seats, own int) *page.Snapshot {
	t.Helper()
	s := a.Snapshot()
	m := &page.Sample{Settings: s.Settings, Seed: s.Settings.Seed, Own: own, Of: seats + 1}
	for _, trial := range p.run.Now.Trials[1 : 1+seats] {
		o := &trial.Outcomes[0]
		m.Lambda = append(m.Lambda, p.run.Now.Summary.Lambdas[o.Selected])
		m.RootMSVE = append(m.RootMSVE, math.Sqrt(o.MSVE[o.Selected]))
	}
	s.Class, s.Hidden = &page.Class{Sample: m}, false
	s.Charts[state.PageTrials] = state.TrialsClass
	return s
}

// screenOf returns what the page draws of a snapshot.
func screenOf(t *testing.T, p *Page, s *page.Snapshot) string {
	t.Helper()
	f := p.Show(s).Draw()
	lines := append(append([]string{}, f.Lines...), f.Readout)
	rows := s.Body().Dy() + 1 + s.TextRows
	for i, l := range lines {
		lines[i] = s.Styles.Line(s.Width).Styled(l).String()
	}
	return drive.Plain(t, strings.Join(s.Styles.Fill(append(lines, f.Findings...), s.Width, rows), "\n"), s.Width, rows)
}

// TestGoldenClass is the picture of a class of 27 over 80 trials.
func TestGoldenClass(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {120, 36}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			a, p := onTrials(t, size[0], size[1], nil)
			s := withClass(t, a, p, 27, 4)
			s.TextRows = 3
			golden.RequireEqual(t, screenOf(t, p, s))
		})
	}
}

// TestClassNumbers: mean and standard deviation of the seats and of all trials, counted
// by hand; seats without a true error have no dot.
func TestClassNumbers(t *testing.T) {
	a, p := onTrials(t, 120, 36, nil)
	s := withClass(t, a, p, 4, 2)
	m := s.Class.Sample
	m.Lambda, m.RootMSVE = []float64{0, .5, .5, 1}, []float64{.1, .2, .3, math.NaN()}
	charts := p.Show(s).Data().Charts
	spec := charts[len(charts)-1].Spec
	trials, class, own := spec.Series[0], spec.Series[1], spec.Series[2]
	if len(trials.X) != 80 || len(class.X) != 3 || own.X[0] != class.X[2] || own.Y[0] != .3 || class.X[1] != .5 || !(class.X[2] > .5 && class.X[2] < .55) {
		t.Errorf("%d trials, %d seats, yours at %v, %v", len(trials.X), len(class.X), own.X, own.Y)
	}
	if got := spec.Strip.Y; got[0] != 1 || got[5] != 2 || got[10] != 1 || got[3] != 0 {
		t.Errorf("strip %v", got)
	}
	s.TextRows = 3
	screen := screenOf(t, p, s)
	for _, want := range []string{"class, 4 of 5", "λ̂ .333 ± .29", "root MSVE .200 ± .10", "80 trials", "3 data sets of one problem"} {
		if !strings.Contains(screen, want) {
			t.Errorf("no %q:\n%s", want, screen)
		}
	}
	for i, trial := range p.run.Now.Trials {
		o := &trial.Outcomes[0]
		if math.Abs(trials.X[i]-p.run.Now.Summary.Lambdas[o.Selected]) > .04 || trials.Y[i] != math.Sqrt(o.MSVE[o.Selected]) {
			t.Fatalf("trial %d at %v, %v", i, trials.X[i], trials.Y[i])
		}
	}
}

// TestClassElsewhere: without a class there is no picture of it, nor of a class with another
// problem; what the seats have found is among the files, and in the words.
func TestClassElsewhere(t *testing.T) {
	a, p := onTrials(t, 120, 36, nil)
	alone := a.Snapshot()
	alone.Charts[state.PageTrials] = state.TrialsClass
	other, s := withClass(t, a, p, 3, 0), withClass(t, a, p, 4, 2)
	other.Class.Sample.Settings.Gamma /= 2
	shown := func(s *page.Snapshot) state.Chart {
		v := p.view(s)
		return v.charts(nil)[v.chartAt()].chart
	}
	if got := shown(alone); got != state.TrialsSplit || shown(other) == state.TrialsClass || trialSettings(other) != other.Settings {
		t.Errorf("chart %d without a class, or the class of another problem", got)
	}
	s.Class.Sample.Seed = 100
	if got := trialSettings(s).Seed; got != 100 {
		t.Errorf("trials from seed %d, want those of the presenter", got)
	}
	s.Class.Sample.Seed = s.Settings.Seed
	e := p.Show(s).Data()
	table, picture := e.Tables[len(e.Tables)-1], e.Charts[len(e.Charts)-1]
	if table.Name != "class" || len(table.Rows) != 4 || picture.Name != "class" {
		t.Errorf("the last table %+v, the last chart %s", table, picture.Name)
	}
	drive.Wants(t, strings.Join(e.Text(), "\n"), "4 data sets of one problem, one a seat")
}
