package worker

import (
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
)

// TestBegin lets results and parts come at some times after a key, and looks at what is
// shown first, and when.
func TestBegin(t *testing.T) {
	const ms = time.Millisecond
	never := time.Hour
	for name, c := range map[string]struct {
		whole, part time.Duration
		share       float64 // of the work that is done, as the screen would show a part
		late        bool    // no picture can be expected soon
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
		"nothing soon":             {whole: never, part: never, late: true, want: "goes on", at: firstWait},
		"soon all the same":        {whole: never, part: 10 * ms, late: true, want: "part", at: firstWait},
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
					soon:  func() bool { return !c.late },
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
		s := analysis.Settings{Trajectories: 1000}
		outcome, parts := make(chan Result, 1), make(chan *analysis.Result, 1)
		work := analysisWork{parts: parts}
		show := func(after time.Duration, n int) {
			time.AfterFunc(after, func() { work.show(partFor(s, n, 21)) })
		}
		for i, n := range []int{30, 90, 270} {
			show(time.Duration(10+30*i)*time.Millisecond, n)
		}
		var sample atomic.Pointer[analysis.Result]
		for i, folds := range []int{100, 200, 400} { // of 21 λ's each
			time.AfterFunc(time.Duration(310+100*i)*time.Millisecond, func() { sample.Store(sampleOf(s, folds, 0, 21)) })
		}
		show(550*time.Millisecond, 600) // as nothing is that late
		time.AfterFunc(700*time.Millisecond, func() { outcome <- Result{} })
		start := time.Now()
		type picture struct{ at, n, folds int }
		var got []picture
		msg := tea.Msg(Progress{
			Outcome: outcome, parts: parts, Since: start,
			Share: func() (float64, bool) { return 0, false },
			soon:  func() bool { return true },
			soFar: sample.Load,
		}.begin())
		for {
			now := picture{at: int(time.Since(start).Milliseconds())}
			switch m := msg.(type) {
			case Result:
				want := []picture{{20, 30, 0}, {120, 270, 0}, {520, 0, 400 * 21}}
				if !slices.Equal(got, want) || now.at != 700 {
					t.Errorf("%v, the whole at %d, want %v, 700", got, now.at, want)
				}
				return
			case Part:
				if now.n = m.Analysis.Settings.Trajectories; m.Analysis.Race != nil {
					now.n, now.folds = 0, m.Analysis.Race.Scored
				}
				got = append(got, now)
				msg = m.Await()
			case Progress:
				msg = m.Await()
			}
		}
	})
}

// partFor returns a result without numbers of the first n trajectories.
func partFor(s analysis.Settings, n, lambdas int) *analysis.Result {
	s.Trajectories = n
	return &analysis.Result{Settings: s, Selection: &estimator.Selection{Folds: n, Candidates: make([]estimator.Candidate, lambdas)}}
}

// sampleOf returns a result without numbers of some folds, of the λ's from ≤ k < to of 21.
func sampleOf(s analysis.Settings, folds, from, to int) *analysis.Result {
	standing := &estimator.Standing{SoFar: new(estimator.Selection), Scored: folds * (to - from)}
	a := &analysis.Result{Settings: s, Selection: standing.SoFar, Race: &analysis.Race{Standing: standing}}
	for k := range 21 {
		l := estimator.Raced{Lambda: float64(k) / 20}
		if from <= k && k < to {
			l.Folds = folds
			a.Selection.Candidates = append(a.Selection.Candidates, estimator.Candidate{Lambda: l.Lambda})
		}
		standing.Lambdas = append(standing.Lambdas, l)
	}
	return a
}

func TestSharper(t *testing.T) {
	s := analysis.Settings{Trajectories: 1000}
	small, large := partFor(s, 30, 21), partFor(s, 90, 21)
	sample, later := sampleOf(s, 100, 0, 21), sampleOf(s, 300, 0, 21)
	for i, c := range []struct {
		a, before *analysis.Result
		want      bool
	}{
		{small, nil, true},
		{large, small, true},
		{small, large, false},
		{large, large, false},
		{sample, nil, true},
		{sample, large, true},
		{later, sample, true},
		{large, sample, false},
		{sample, partFor(s, 101, 21), false},   // of fewer folds
		{sampleOf(s, 1000, 0, 9), nil, false},  // too few λ's
		{sampleOf(s, 1000, 0, 11), nil, false}, // half of the grid
		{sampleOf(s, 1000, 2, 20), large, true},
	} {
		if got := sharper(c.a, c.before); got != c.want {
			t.Errorf("case %d: %t", i, got)
		}
	}
}
