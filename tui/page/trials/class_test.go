package trials

import (
	"fmt"
	"math"
	"slices"
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
	const texts = 2
	show := p.Show(s)
	f := show.Draw(s.Body)
	lines := append(slices.Concat(show.DrawSentence(texts), f.Lines), f.Readout)
	rows := s.Body.Dy() + 1 + texts
	for i, l := range lines {
		lines[i] = s.Styles.Line(s.Width).Styled(l).String()
	}
	return drive.Plain(t, strings.Join(s.Styles.Fill(lines, s.Width, rows), "\n"), s.Width, rows)
}

// TestGoldenClass is the picture of a class of 27 over 80 trials.
func TestGoldenClass(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {120, 36}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			a, p := onTrials(t, size[0], size[1], nil)
			s := withClass(t, a, p, 27, 4)
			golden.RequireEqual(t, screenOf(t, p, s))
		})
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
		return v.onShow(nil).Chart
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
	if last := e.Views[len(e.Views)-1]; last.Name != "class" || len(last.Tables[0].Rows()) != 4 {
		t.Errorf("the last view is %+v", last)
	}
	drive.Wants(t, strings.Join(e.Sentences, "\n"), "4 of 5 data sets, one a seat")
}
