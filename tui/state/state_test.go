package state

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/testutil"
	"lambdascope/tui/shell"
)

func walk(t interface{ Fatal(...any) }) settings.Settings {
	s, err := settings.Defaults("")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestArgsRoundTrip writes states as flags and as the command that the app copies, and reads them
// back, with every setting of every domain and problem. Flags of other pages are not written.
func TestArgsRoundTrip(t *testing.T) {
	start := walk(t)
	rapid.Check(t, func(t *rapid.T) {
		s := New(start)
		for range rapid.IntRange(0, 8).Draw(t, "turns") {
			k := rapid.SampledFrom(SettingKnobs(s.Settings, nil)).Draw(t, "knob")
			_ = k.Set(&s, k.Turn(s, rapid.IntRange(-9, 9).Draw(t, "steps"))) // a refused value changes nothing
		}
		s.Settings.Seed = rapid.Uint64().Draw(t, "seed")
		s.Page = rapid.SampledFrom([]Page{PageExplore, PageFolds, PageTrials, PageFigures}).Draw(t, "page")
		s.Hidden = rapid.Bool().Draw(t, "hidden")
		if rapid.Bool().Draw(t, "moved") {
			s.Cursor = Some(rapid.Float64Range(0, 1).Draw(t, "cursor"))
		}
		for range rapid.IntRange(0, MaxPins).Draw(t, "pins") {
			pinned := start
			pinned.Gamma = rapid.Float64Range(.1, .9).Draw(t, "gamma")
			s.Pins = s.Pins.With(pinned)
		}
		s.Trials = rapid.IntRange(1, study.MaxTrials).Draw(t, "trials")
		charts := s.Page.chartsOf(s.Settings)
		s.Charts[s.Page] = Chart(slices.Index(s.Page.Charts(), rapid.SampledFrom(charts).Draw(t, "chart")))
		if s.Page == PageFolds {
			s.Charts[PageFolds] = min(s.Charts[PageFolds], FoldsCurves)
			s.Trajectory = Some(rapid.IntRange(0, s.Settings.Trajectories-1).Draw(t, "trajectory"))
			if rapid.Bool().Draw(t, "replay") {
				s.Step = Some(rapid.IntRange(0, 100).Draw(t, "step"))
			}
		}
		args := s.Args()
		got, err := Parse(args)
		if err != nil || got != s {
			t.Fatalf("%q: %+v, %v, want %+v", args, got, err, s)
		}
		now := New(start) // a copied command opens its state from any other state
		now.Hold, now.Settings.Gamma = true, .1
		line := shell.Join(append([]string{Program}, args...))
		if got, err := now.Command(line); err != nil || got != s {
			t.Fatalf("%s: %+v, %v, want %+v", line, got, err, s)
		}
	})
}

func TestParse(t *testing.T) {
	s, err := Parse([]string{"-n50", "--gamma=0.5", "--step", "3", "--pin", "--states 7"})
	if err != nil || s.Settings.Trajectories != 50 || s.Settings.Gamma != .5 || s.Page != PageFolds || s.Step != Some(3) || s.Pins.List()[0].Problem.States != 7 {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := Parse([]string{"--page", "trials", "--trajectory", "1", "--hide"}); err != nil || s.Page != PageTrials || !s.Hidden {
		t.Errorf("%+v, %v", s, err)
	}
	for args, want := range map[string]string{
		"--cursor 2":               `cursor "2": want a number, 0 ≤ λ ≤ 1`,
		"--page sweep":             `page "sweep": want dial, explore, folds, trials or figures`,
		"--page figures:e":         `page "figures:e": want a chart of figures: a, b, c, trajectories, gamma, features or ridge`,
		"--page explore:maps":      `page "explore:maps": want a chart of explore: errors or values`,
		"-n 5 --trajectory 5":      `trajectory "5": want a whole number, 0 to 4`,
		"--domain 2048 --states 5": "--states does not apply to 2048",
		"--gamma 2":                "gamma 2: want 0 ≤ γ ≤ 1",
		"walk":                     `argument "walk": want flags`,
		"--colour red":             "colour",
		"--pin -n1":                `pin "-n1": trajectories 1: want`,
		"--pin -n5 --pin -n6 --pin -n7 --pin -n8": `pin "-n8": want at most 3`,
	} {
		if _, err := Parse(strings.Fields(args)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}

// TestPages: --page opens every chart, and is written again.
func TestPages(t *testing.T) {
	car := testutil.Get(Parse([]string{"--domain", "mountain-car"}))(t)
	for _, text := range pageTexts(car) {
		s, err := Parse([]string{"--domain", "mountain-car", "--page", text})
		again, wrong := Parse(s.Args())
		if err != nil || wrong != nil || again != s || !s.Shows(text) {
			t.Errorf("%s: %v, shows %s; %q opens %s", text, err, s.pageText(), s.Args(), again.pageText())
		}
	}
	for text, want := range map[string]Optional[int]{"folds": Some(3), "folds:curves": Some(3), "folds:replay": Some(3), "folds:rows": {}} {
		s := testutil.Get(Parse([]string{"--page", "folds:curves", "--step", "3"}))(t)
		if err := s.setPage(text); err != nil || s.Step != want || !s.Shows(text) {
			t.Errorf("%s: %v, step %v", text, err, s.Step)
		}
	}
}
