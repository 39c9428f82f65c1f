package tui

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/tui/chart"
	"lambdascope/tui/state"
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
		"slow, no part":            {whole: never, part: never, want: "goes on", at: patience},
		"nothing soon":             {whole: never, part: never, late: true, want: "goes on", at: firstWait},
		"soon all the same":        {whole: never, part: 10 * ms, late: true, want: "part", at: firstWait},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				outcome, parts := make(chan resultMsg, 1), make(chan *analysis.Result, 1)
				time.AfterFunc(c.part, func() { parts <- new(analysis.Result) })
				time.AfterFunc(c.whole, func() { outcome <- resultMsg{} })
				start, got := time.Now(), "goes on"
				switch (slowMsg{
					outcome: outcome, parts: parts, since: start,
					share: func() (float64, bool) { return c.share, c.share > 0 },
					soon:  func() bool { return !c.late },
				}).begin().(type) {
				case resultMsg:
					got = "whole"
				case partMsg:
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
		outcome, parts := make(chan resultMsg, 1), make(chan *analysis.Result, 1)
		work := analysisWork{parts: parts}
		show := func(after time.Duration, n int) {
			time.AfterFunc(after, func() { work.show(partFor(s, n, 21)) })
		}
		for i, n := range []int{30, 90, 270} {
			show(time.Duration(10+30*i)*time.Millisecond, n)
		}
		var sample *analysis.Result
		for i, folds := range []int{100, 200, 400} { // of 21 λ's each
			time.AfterFunc(time.Duration(310+100*i)*time.Millisecond, func() { sample = sampleOf(s, folds, 0, 21) })
		}
		show(550*time.Millisecond, 600) // as nothing is that late
		time.AfterFunc(700*time.Millisecond, func() { outcome <- resultMsg{} })
		start := time.Now()
		type picture struct{ at, n, folds int }
		var got []picture
		msg := tea.Msg(slowMsg{
			outcome: outcome, parts: parts, since: start,
			share: func() (float64, bool) { return 0, false },
			soon:  func() bool { return true },
			soFar: func() *analysis.Result { return sample },
		}.begin())
		for {
			now := picture{at: int(time.Since(start).Milliseconds())}
			switch m := msg.(type) {
			case resultMsg:
				want := []picture{{20, 30, 0}, {120, 270, 0}, {520, 0, 400 * 21}}
				if !slices.Equal(got, want) || now.at != 700 {
					t.Errorf("%v, the whole at %d, want %v, 700", got, now.at, want)
				}
				return
			case partMsg:
				if now.n = m.analysis.Settings.Trajectories; m.analysis.Race != nil {
					now.n, now.folds = 0, m.analysis.Race.Scored
				}
				got = append(got, now)
				msg = m.await()
			case slowMsg:
				msg = m.await()
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

// TestEarlyPart shows a part before patience ends: in its colours, with its words, and not
// as a result.
func TestEarlyPart(t *testing.T) {
	for _, size := range [][2]int{{200, 60}, {120, 36}, {80, 24}, {60, 20}} {
		a := startApp(t, size[0], size[1], nil)
		before := a.analysis
		next := a.State
		next.Settings.Trajectories, next.Settings.Seed = 1000, 7
		a.stage(next) // the work is not run
		part := next.Settings
		part.Trajectories = 25
		msg := partMsg{slowMsg{generation: a.worker.generation, since: time.Now().Add(time.Hour)}, analyzed(t, part)}
		a.Update(msg)
		a.wants("First 25 of 1000 trajectories.", "computing …")
		if coloured(a, chart.InkEstimate) == 0 {
			t.Error("the part is grey at once")
		}
		a.press("e")
		if a.overlays.Empty() && a.fault == "" {
			t.Error("the part can be exported")
		}
		a.press("esc")
		if a.analysis != before {
			t.Error("the part counts as a result")
		}
		msg.since = time.Now().Add(-patience)
		a.Update(msg)
		a.wants("First 25 of 1000 trajectories.")
		if coloured(a, chart.InkEstimate) > 0 {
			t.Error("the part does not turn grey")
		}
	}
}

// TestPartsOfTurns turns on while a part shows: it stays until there is one of the new
// settings, and nothing older comes back.
func TestPartsOfTurns(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	turn := func(n int, seed uint64) (slow slowMsg, deliver func(n int)) {
		next := a.State
		next.Settings.Trajectories, next.Settings.Seed = n, seed
		a.stage(next) // the work is not run
		slow = slowMsg{generation: a.worker.generation, since: time.Now().Add(-patience)}
		return slow, func(n int) {
			part := next.Settings
			part.Trajectories = n
			a.Update(partMsg{slow, analyzed(t, part)})
		}
	}
	_, first := turn(1000, 7)
	first(50)
	a.wants("First 50 of 1000 trajectories")
	shown := a.shown()
	slow, second := turn(500, 8)
	first(100) // late
	if a.shown() != shown {
		t.Error("another picture than the last takes its place")
	}
	a.wants("First 50 of 1000 trajectories")
	a.Update(slow)
	a.wants("Computing. Until that is done")
	a.lacks("of 1000 trajectories")
	second(40)
	a.wants("First 40 of 500 trajectories")
	turn(700, 8)
	if known := a.knownPart(); known != a.part {
		t.Error("the first 40 trajectories of 500 are not known as those of 700")
	}
	turn(700, 9)
	if known := a.knownPart(); known != nil {
		t.Errorf("known: %+v", known.Settings)
	}
	a.open(state.PageFolds)
	if a.shown() != a.analysis {
		t.Error("another page draws the part")
	}
}

// TestPartsLeaveAxes shows a part of other data on the scale of the last result.
func TestPartsLeaveAxes(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) {
		domainOf(t, "2048")(c)
		c.Settings.Trajectories = 200
	})
	axes, _ := a.axes()
	next := a.State
	next.Settings.Trajectories, next.Settings.Seed = 1000, 3
	a.stage(next) // the work is not run
	slow := slowMsg{generation: a.worker.generation, since: time.Now()}
	for _, n := range []int{30, 60, 120} {
		part := next.Settings
		part.Trajectories = n
		a.Update(partMsg{slow, analyzed(t, part)})
		a.wants(fmt.Sprintf("irst %d of 1000", n))
		if now, _ := a.axes(); now != axes {
			t.Errorf("the first %d trajectories: axes\n%s\nafter\n%s", n, now, axes)
		}
	}
}
