package analysis

import (
	"context"
	"math"
	"testing"

	"lambdascope/estimator"
)

// TestAnalyzeRace compares a race with the full analysis.
func TestAnalyzeRace(t *testing.T) {
	e := NewEngine(64 << 20)
	s, err := Defaults("mountain-car")
	if err != nil {
		t.Fatal(err)
	}
	s.Trajectories, s.Lambdas = 300, "0:1:0.1"
	full, err := e.Analyze(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	a, err := e.AnalyzeRace(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if a.Race == nil || a.Race.Dropped() == 0 || a.Race.Scored >= a.Race.Folds || a.Estimated() || a.ChosenAgain != nil {
		t.Fatalf("no race of the λ's: %+v", a.Race)
	}
	if got, want := a.Selection.Best(), full.Selection.Best(); got.Lambda != want.Lambda || got.Score != want.Score {
		t.Errorf("λ̂ = %v, %v, want %v, %v", got.Lambda, got.Score, want.Lambda, want.Score)
	}
	for k, msve := range full.MSVE {
		if a.Race.MSVE[k] != msve || math.Abs(a.Race.RootMSVE(k)-full.RootMSVE(k)) > 0 {
			t.Errorf("λ = %v: MSVE %v, want %v", a.Race.Lambdas[k].Lambda, a.Race.MSVE[k], msve)
		}
	}
	best, worst, _ := a.Extremes()
	wantBest, wantWorst, _ := full.Extremes()
	if best != wantBest || worst != wantWorst || len(a.Lambdas()) != 11 {
		t.Errorf("extremes %v, %v, want %v, %v", best, worst, wantBest, wantWorst)
	}
}

// TestSoFar looks at an analysis in rounds while it goes on, and compares its end with
// that of one without.
func TestSoFar(t *testing.T) {
	e := NewEngine(64 << 20)
	s, err := Defaults("2048")
	if err != nil {
		t.Fatal(err)
	}
	s.Trajectories, s.Lambdas = 2000, "0:1:0.05"
	s, lambdas, err := e.check(s)
	if err != nil {
		t.Fatal(err)
	}
	if !e.inRounds(s) {
		t.Fatal("so long an analysis has no rounds")
	}
	under, done := e.begin(s)
	if a, err := e.SoFar(t.Context(), s); a != nil || err != nil {
		t.Fatalf("there is something before the first round: %v", err)
	}
	rounds, last := 0, 0
	how := selecting{progress: &under.Progress, watched: under, racing: &estimator.Racing{Seed: s.Seed, Complete: true}}
	how.racing.Round = func(standing *estimator.Standing) {
		under.standing.Store(standing)
		rounds++
		a, err := e.SoFar(context.Background(), s)
		if err != nil {
			t.Error(err)
			return
		}
		again, _ := e.SoFar(context.Background(), s)
		scored, all := e.FoldsScored(s)
		if again != a || !a.Estimated() || scored <= last || scored != a.Race.Scored || all != s.Trajectories*21 || len(a.MSVE) != len(a.Selection.Candidates) {
			t.Errorf("round %d: %d of %d folds after %d", rounds, scored, all, last)
		}
		last = scored
	}
	a, err := e.analyze(t.Context(), s, lambdas, how)
	done()
	if err != nil {
		t.Fatal(err)
	}
	full, err := e.Analyze(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if rounds < 3 || a.Race != nil {
		t.Errorf("%d rounds, and a race in the result: %t", rounds, a.Race != nil)
	}
	for k := range full.Selection.Candidates {
		got, want := a.Selection.Candidates[k], full.Selection.Candidates[k]
		if got.Score != want.Score || got.RefitSE != want.RefitSE || got.NotRuledOut != want.NotRuledOut || a.ChosenAgain[k] != full.ChosenAgain[k] {
			t.Errorf("λ = %v: other numbers than without rounds", want.Lambda)
		}
	}
}
