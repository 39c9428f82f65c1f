package lesson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/sim/testutil"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/report"
	"lambdascope/tui/state"
)

// said returns the text of a lesson of one step with a scene, and what follows a wait.
func said(t *testing.T, e *analysis.Engine, flags, until, above, below string) (before, after string) {
	t.Helper()
	l := testutil.Get(Parse(e, "f.md", []byte(written(above, flags, until, below))))(t)
	before = testutil.Get(l.Before(t.Context(), e, 0))(t)
	after, _, err := l.After(t.Context(), e, 0, nil)
	testutil.Check(t, err)
	return strings.TrimSpace(before), strings.TrimSpace(after)
}

// numberIn reads a number as a text has it.
func numberIn(t *testing.T, text string) float64 {
	t.Helper()
	share := strings.HasSuffix(text, noBreak+"%")
	v := testutil.Get(strconv.ParseFloat(strings.Replace(strings.TrimSuffix(text, noBreak+"%"), "−", "-", 1), 64))(t)
	if share {
		v /= 100
	}
	return v
}

// TestNumbersAreThoseOfRun compares numbers with the JSON of an analysis.
func TestNumbersAreThoseOfRun(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	const flags = "--states 19 --features dependent -n 20 --seed 3"
	scene := testutil.Get(openScene(e, flags))(t)
	a := testutil.Get(e.Run(t.Context(), analysis.Request{Settings: scene.Settings}))(t)
	var text bytes.Buffer
	testutil.Check(t, report.WriteJSON(&text, a, ""))
	var run any
	testutil.Check(t, json.Unmarshal(text.Bytes(), &run))
	at := func(path ...any) float64 {
		v := run
		for _, p := range path {
			switch p := p.(type) {
			case string:
				v = v.(map[string]any)[p]
			case int:
				v = v.([]any)[p]
			}
		}
		return v.(float64)
	}
	for number, want := range map[string]float64{
		"selected": at("selected", "lambda"), "best": at("best", "lambda"), "worst": at("worst", "lambda"), "cursor": at("selected", "lambda"),
		"rmsve at selected": at("selected", "rmsve"), "rmsve at best": at("best", "rmsve"), "rmsve at worst": at("worst", "rmsve"),
		"loto at 0.3": at("curve", 3, "loto"), "loto_se at 0.3": at("curve", 3, "loto_se"), "diff at 0": at("curve", 0, "diff"),
		"diff_se at 0":           at("curve", 0, "diff_se"),
		"count not ruled out":    at("not_ruled_out", "count"),
		"smallest not ruled out": at("not_ruled_out", "smallest"), "largest not ruled out": at("not_ruled_out", "largest"),
		"steps": at("data", "steps"), "truncated": at("data", "truncated"),
		"n": 20, "trajectories": 20, "seed": 3, "gamma": .95, "states": 19, "grid": 11, "trials": 80,
		"ratio rmsve at 1 to rmsve at 0": at("curve", 10, "rmsve") / at("curve", 0, "rmsve"),
	} {
		for digits := range 10 {
			written, tolerance := "{"+number+"}", .006
			if digits > 0 {
				written, tolerance = fmt.Sprintf("{%s, %d digits}", number, digits), 6*math.Pow(10, -float64(digits))
			}
			text, _ := said(t, e, flags, "", written, "")
			if got := numberIn(t, text); math.Abs(got-want) > tolerance*math.Abs(want) {
				t.Errorf("%s is %s, want %v", written, text, want)
			}
		}
	}
	for number, want := range map[string]string{
		"selected": textfmt.Number(at("selected", "lambda")), "features": "dependent", "domain": "random-walk", "tail": "none", "n": "20",
		"gamma": "0.95", "max-steps": "100000",
	} {
		if text, _ := said(t, e, flags, "", "{"+number+"}", ""); text != want {
			t.Errorf("{%s} is %q, want %q", number, text, want)
		}
	}
}

// TestNumbersOfTrajectories are those of Folds.
func TestNumbersOfTrajectories(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	const flags = "--states 5 -n 3 --seed 4"
	scene := testutil.Get(openScene(e, flags))(t)
	a := testutil.Get(e.Run(t.Context(), analysis.Request{Settings: scene.Settings, Folds: true, Exact: true}))(t)
	f := a.Folds
	top := f.Order[0]
	share := f.Influence[top] / (f.Influence[0] + f.Influence[1] + f.Influence[2])
	want := fmt.Sprintf("%d %.1f%s%% %s %d", f.Steps[top], 100*share, noBreak, textfmt.Number(a.Selection.Candidates[f.Without[top]].Lambda), f.NumPivotal())
	got, _ := said(t, e, flags, "", "{steps of trajectory top} {influence of trajectory top} {selected without trajectory top} {deciding}", "")
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNumbersOverTrials are those of the page Trials, and of single data sets.
func TestNumbersOverTrials(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	const flags = "--states 19 --features dependent -n 5 --trials 12 --seed 3"
	scene := testutil.Get(openScene(e, flags))(t)
	var s *study.Summary
	testutil.Check(t, study.Collect(t.Context(), e, planOf(scene), func(now study.Collected) { s = now.Summary }))
	z := &s.Sizes[0]
	count := 0
	for j := range 12 {
		one := scene.Settings
		one.Seed += uint64(j)
		a := testutil.Get(e.Run(t.Context(), analysis.Request{Settings: one}))(t)
		if a.Best == a.Selection.Selected {
			count++
		}
	}
	for number, want := range map[string]float64{
		"msve over trials at 0.5": z.LSTD[5].MSVE.Mean, "rmsve over trials at 0.5": math.Sqrt(z.LSTD[5].MSVE.Mean),
		"bias2 over trials at 0": z.Bias2[0], "variance over trials at 1": z.Variance[10],
		"best over trials": s.Lambdas[z.Best], "worst over trials": s.Lambdas[z.Worst],
		"rmsve over trials at best": math.Sqrt(z.LSTD[z.Best].MSVE.Mean), "rmsve over trials at worst": math.Sqrt(z.LSTD[z.Worst].MSVE.Mean),
		"rmsve over trials at selected": math.Sqrt(z.ALLSTD.MSVE.Mean), "rmsve over trials at random": math.Sqrt(z.Random.MSVE.Mean),
		"chosen over trials at 1": float64(z.Chosen[10]), "kept over trials at 0": float64(z.NotRuledOut[0]),
		"count of trials where selected = best":     float64(count),
		"count of trials where n = 5 and best > -1": 12,
	} {
		written := "{" + number + ", 9 digits}"
		text, _ := said(t, e, flags, "", written, "")
		if got := numberIn(t, text); math.Abs(got-want) > 1e-4*math.Abs(want) {
			t.Errorf("%s is %s, want %v", written, text, want)
		}
	}
	want := map[study.Holds]string{study.DoesHold: "yes", study.DoesNotHold: "no", study.Unclear: "unclear"}[z.Helps()]
	if text, _ := said(t, e, flags, "", "{helps over trials} {if helps over trials = "+want+"}as said{end}", ""); text != want+" as said" {
		t.Errorf("%q, want %s", text, want)
	}
	with, _ := said(t, e, "--states 5", "", "{rmsve over trials at 0.5 with states 19 features dependent n 5 trials 12 seed 3}", "")
	if same, _ := said(t, e, flags, "", "{rmsve over trials at 0.5}", ""); with != same {
		t.Errorf("%q with settings, %q of a scene that has them", with, same)
	}
}

// TestChoices takes the texts whose conditions hold.
func TestChoices(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	for above, want := range map[string]string{
		"{if n = 20}a{else}b{end}":                             "a",
		"{if n = 21}a{else}b{end}":                             "b",
		"{if n = 21}a{else if n > 10 and n < 21}c{else}b{end}": "c",
		"x {if n = 21}a{end} y":                                "x  y",
		"{if rmsve at worst > rmsve at best}a{end}":            "a",
		"{if ratio rmsve at best to rmsve at worst < 1}a{end}": "a",
		"{rmsve\nat 0.5, 1\ndigit} {n}":                        "0.1 20",
		"{if 0.5 < 1}a{end}{if 2 > n}b{end}{n with n 5}":       "a5",
	} {
		if got, _ := said(t, e, "--states 5 -n 20", "", above, ""); got != want {
			t.Errorf("%q is %q, want %q", above, got, want)
		}
	}
}

// TestAfterIsOfTheSceneAsTheWaitMakesIt: numbers below the block.
func TestAfterIsOfTheSceneAsTheWaitMakesIt(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	const flags = "--states 5 -n 20 --hide --cursor 0.2"
	for until, want := range map[string]string{
		"n = 50": "50 0.2", "cursor at 0.7": "20 0.7", "cursor at 0.7 and n = 30 and revealed": "30 0.7", "revealed": "20 0.2",
		"page = trials and trials done": "20 0.2",
	} {
		if _, got := said(t, e, flags, until, "A", "{n} {cursor}"); got != want {
			t.Errorf("%s: %q, want %q", until, got, want)
		}
	}
	l := testutil.Get(Parse(e, "f.md", []byte(written("A", flags, "revealed", "{if rmsve at 0.2 > 0}{cursor}{end} {n}"))))(t)
	learner := l.Steps[0].Scene
	learner.Cursor, learner.Settings.Trajectories = state.Some(.6), 7
	if got, of, err := l.After(t.Context(), e, 0, &learner); err != nil || strings.TrimSpace(got) != "0.6 7" || of != learner {
		t.Errorf("the learner is at %q, %v, of %+v", got, err, of)
	}
	learner.Settings.Lambdas = "0,0.5" // without a λ that the text has
	if got, of, err := l.After(t.Context(), e, 0, &learner); err != nil || !strings.HasSuffix(strings.TrimSpace(got), "20") || of.Settings != l.Steps[0].Scene.Settings {
		t.Errorf("where the learner has no such number it is %q, %v, of %+v", got, err, of)
	}
}

// TestMet checks each condition before and after a change that fulfils it.
func TestMet(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	for until, change := range map[string]func(s *Situation){
		"cursor at 0.5":      func(s *Situation) { s.Cursor = .5 },
		"n = 50":             func(s *Situation) { s.State.Settings.Trajectories = 50 },
		"trajectories = 50":  func(s *Situation) { s.State.Settings.Trajectories = 50 },
		"page = folds":       func(s *Situation) { s.State = testutil.Get(s.State.Command("page folds:curves"))(t) },
		"page = figures:b":   func(s *Situation) { s.State = testutil.Get(s.State.Command("page figures:b"))(t) },
		"revealed":           func(s *Situation) { s.State.Hidden = false },
		"trials done":        func(s *Situation) { s.State.Page, s.Trials = state.PageTrials, true },
		"replay at end":      func(s *Situation) { s.State.Page, s.State.Step, s.Played = state.PageFolds, state.Some(9), true },
		"leave-one-out done": func(s *Situation) { s.State.Page, s.Played = state.PageFolds, true },
	} {
		l := testutil.Get(Parse(e, "f.md", []byte(written("A", "--states 5 -n 20 --hide", until, ""))))(t)
		s := Situation{State: l.Steps[0].Scene}
		if Met(l.Steps[0].Until, s) {
			t.Errorf("%s: has come from the start", until)
		}
		if does, _ := Waiting(l.Steps[0].Until, s.State); does == "" {
			t.Errorf("%s: is not said", until)
		}
		change(&s)
		if !Met(l.Steps[0].Until, s) {
			t.Errorf("%s: does not come", until)
		}
	}
}
