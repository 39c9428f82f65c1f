package worker

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
)

// TestBegin lets results and parts come at some times after a key, and looks at what is
// shown first, and when.
func TestBegin(t *testing.T) {
	const ms = time.Millisecond
	never := time.Hour
	for name, c := range map[string]struct {
		whole, part time.Duration
		share       float64 // of the work that is done, as the screen would show a part
		want        string
		at          time.Duration
	}{
		"quick":                    {whole: 5 * ms, part: never, want: "whole", at: 5 * ms},
		"quick after a part":       {whole: 15 * ms, part: 5 * ms, want: "whole", at: 15 * ms},
		"nearly done":              {whole: 26 * ms, part: 5 * ms, share: .7, want: "whole", at: 26 * ms},
		"nearly done, but is not":  {whole: 90 * ms, part: 5 * ms, share: .7, want: "part", at: firstWait + nearly},
		"slow":                     {whole: 90 * ms, part: 5 * ms, share: .1, want: "part", at: firstWait},
		"slow, and so is the part": {whole: 90 * ms, part: 40 * ms, want: "part", at: 40 * ms},
		"no part":                  {whole: 90 * ms, part: never, want: "whole", at: 90 * ms},
		"slow, no part":            {whole: never, part: never, want: "goes on", at: Patience},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				outcome, parts := make(chan Result, 1), make(chan *analysis.Result, 1)
				time.AfterFunc(c.part, func() { parts <- new(analysis.Result) })
				time.AfterFunc(c.whole, func() { outcome <- Result{} })
				start, got := time.Now(), "goes on"
				switch (Progress{
					Outcome: outcome, parts: parts, Since: start,
					Share: func() (float64, bool) { return c.share, c.share > 0 },
				}).begin().(type) {
				case Result:
					got = "whole"
				case Part:
					got = "part"
				}
				if at := time.Since(start); got != c.want || at != c.at {
					t.Errorf("%s after %v, want %s after %v", got, at, c.want, c.at)
				}
			})
		})
	}
}

// TestPicturesInTurn follows an analysis to its end: pictures are no sooner after each
// other than they may be, and each is of more data.
func TestPicturesInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := settings.Settings{Trajectories: 1000}
		outcome, parts := make(chan Result, 1), make(chan *analysis.Result, 1)
		work := analysisWork{parts: parts}
		show := func(after time.Duration, n int) {
			time.AfterFunc(after, func() { work.show(partFor(s, n, 21)) })
		}
		for i, n := range []int{30, 90, 270} {
			show(time.Duration(10+30*i)*time.Millisecond, n)
		}
		show(550*time.Millisecond, 600)
		time.AfterFunc(700*time.Millisecond, func() { outcome <- Result{} })
		start := time.Now()
		type picture struct{ at, n int }
		var got []picture
		msg := tea.Msg(Progress{
			Outcome: outcome, parts: parts, Since: start,
			Share: func() (float64, bool) { return 0, false },
		}.begin())
		for {
			now := picture{at: int(time.Since(start).Milliseconds())}
			switch m := msg.(type) {
			case Result:
				want := []picture{{20, 30}, {120, 270}, {620, 600}}
				if !slices.Equal(got, want) || now.at != 700 {
					t.Errorf("%v, the whole at %d, want %v, 700", got, now.at, want)
				}
				return
			case Part:
				now.n = m.Analysis.Settings.Trajectories
				got = append(got, now)
				msg = m.Await()
			case Progress:
				msg = m.Await()
			}
		}
	})
}

// partFor returns a result without numbers of the first n trajectories.
func partFor(s settings.Settings, n, lambdas int) *analysis.Result {
	s.Trajectories = n
	return &analysis.Result{Settings: s, Selection: &estimator.Selection{Folds: n, Candidates: make([]estimator.Candidate, lambdas)}}
}
