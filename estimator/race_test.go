package estimator

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"testing"
)

// mustRace races with a δ at which λ's are dropped in these small data.
func mustRace(t testing.TB, data []*Trajectory, opt Options, racing Racing) (*Selection, *Standing) {
	t.Helper()
	s, standing, err := Race(context.Background(), data, opt, racing)
	if err != nil {
		t.Fatal(err)
	}
	return s, standing
}

// scoreBits returns the numbers of a candidate that a race has to leave as they are.
func scoreBits(c *Candidate) string {
	out := ""
	for _, numbers := range [][]float64{c.Theta, c.Folds, {c.Lambda, c.Score, c.SE}} {
		for _, v := range numbers {
			out += fmt.Sprintf("%x ", math.Float64bits(v))
		}
	}
	return out + fmt.Sprintln(c.Singular, c.Status)
}

// raceKinds are data of each kind that folds are scored in another way for.
func raceKinds(t testing.TB) map[string]struct {
	data []*Trajectory
	opt  Options
} {
	type kind = struct {
		data []*Trajectory
		opt  Options
	}
	groups := make([]int, 240)
	for i := range groups {
		groups[i] = i / 3 % 70
	}
	long := synthetic(t, 120, 3, 30, 9)
	long = append(long, synthetic(t, 2, 3, 900, 10)...) // in any case
	return map[string]kind{
		"dense":     {synthetic(t, 200, 5, 6, 1), Options{Lambdas: grid(21)}},
		"shared":    {synthetic(t, 120, 16, 60, 2), Options{Lambdas: grid(21)}},
		"chunks":    {synthetic(t, 400, 16, 30, 3), Options{Lambdas: grid(57)}},
		"lean":      {synthetic(t, 200, 64, 30, 4), Options{Lambdas: grid(11), Method: Cached}},
		"woodbury":  {synthetic(t, 150, 48, 4, 5), Options{Lambdas: grid(7), Ridge: .1}},
		"repeated":  {repeatedOneHot(t, 300), Options{Lambdas: grid(11)}},
		"truncated": {truncatedSynthetic(t, 120, 3, 12, 6), Options{Lambdas: grid(11), Tail: TailBootstrap}},
		"groups":    {synthetic(t, 240, 4, 12, 7), Options{Lambdas: grid(21), Groups: groups}},
		"grouptraj": {synthetic(t, 240, 4, 12, 7), Options{Lambdas: grid(21), Groups: groups, Weighting: ByTrajectory}},
		"heavy":     {long, Options{Lambdas: grid(11)}},
		"byweight":  {long, Options{Lambdas: grid(11), Weighting: ByTrajectory}},
		"few":       {synthetic(t, 20, 3, 12, 8), Options{Lambdas: grid(11)}},
		"one":       {synthetic(t, 200, 3, 12, 8), Options{Lambdas: []float64{.5}}},
	}
}

// repeatedOneHot returns trajectories of which many are equal.
func repeatedOneHot(t testing.TB, n int) []*Trajectory {
	t.Helper()
	var out []*Trajectory
	for len(out) < n {
		out = append(out, oneHot(t, 60, 3, uint64(len(out)))...)
	}
	return out[:n]
}

// TestRaceBits asks for the bits of Select of every λ that is not dropped, and of all of
// them where all are scored in the end.
func TestRaceBits(t *testing.T) {
	droppedAnywhere := 0
	for name, c := range raceKinds(t) {
		c.opt.Gamma = .95
		full := mustSelect(t, c.data, c.opt)
		s, standing := mustRace(t, c.data, c.opt, Racing{Delta: .5, Seed: 3})
		droppedAnywhere += standing.Dropped()
		at := 0
		for k, l := range standing.Lambdas {
			if l.Dropped {
				continue
			}
			if got, want := scoreBits(&s.Candidates[at]), scoreBits(&full.Candidates[k]); got != want {
				t.Errorf("%s, λ = %v: other bits than those of Select", name, l.Lambda)
			}
			if got, want := s.Candidates[at].RefitSE, full.Candidates[k].RefitSE; s.Best().Lambda == full.Best().Lambda && math.Abs(got-want) > 1e-9*max(want, 1e-6*full.MeanSquaredReturn) {
				t.Errorf("%s, λ = %v: standard error %v, want %v", name, l.Lambda, got, want)
			}
			at++
		}
		if at != len(s.Candidates) {
			t.Errorf("%s: %d λ's left, of which the selection has %d", name, at, len(s.Candidates))
		}
		t.Logf("%s: %d of %d λ's dropped, %d of %d folds in %d rounds", name, standing.Dropped(), len(standing.Lambdas), standing.Scored, standing.Folds, standing.Round)
		all, standing := mustRace(t, c.data, c.opt, Racing{Delta: .5, Seed: 3, Complete: true})
		if bits(t, all, nil) != bits(t, full, nil) {
			t.Errorf("%s: other bits than those of Select, all folds scored", name)
		}
		if standing.Scored != standing.Folds {
			t.Errorf("%s: %d of %d folds scored", name, standing.Scored, standing.Folds)
		}
	}
	if droppedAnywhere < 50 {
		t.Errorf("%d λ's dropped in all: they tell little", droppedAnywhere)
	}
}

// TestRaceDeterminism asks for the same bits on any number of processors and for any
// order of the work, after each round.
func TestRaceDeterminism(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for name, c := range raceKinds(t) {
		if !slices.Contains([]string{"dense", "lean", "chunks", "woodbury", "groups"}, name) {
			continue
		}
		c.opt.Gamma = .95
		want := ""
		for _, processors := range []int{1, 2, 8} {
			runtime.GOMAXPROCS(processors)
			for _, do := range []func(context.Context, int, func(int)){nil, reversed, shuffled} {
				got := ""
				c.opt.Do = do
				racing := Racing{Delta: .5, Seed: 4, Round: func(s *Standing) { got += fmt.Sprintf("%+v\n", *s) }}
				s, standing := mustRace(t, c.data, c.opt, racing)
				standing.Saved = 0
				got += fmt.Sprintf("%+v\n", *standing) + bits(t, s, do)
				if want == "" {
					want = got
				}
				if got != want {
					t.Errorf("%s: other bits on %d processors", name, processors)
				}
			}
			if testing.Short() {
				break
			}
		}
	}
}

// TestRaceRounds looks at what is told after every round.
func TestRaceRounds(t *testing.T) {
	for name, c := range raceKinds(t) {
		c.opt.Gamma = .95
		for _, complete := range []bool{false, true} {
			var progress Progress
			c.opt.Progress = &progress
			var last *Standing
			rounds := 0
			racing := Racing{Delta: .5, Seed: 5, Complete: complete}
			racing.Round = func(s *Standing) {
				rounds++
				scored, all := progress.Folds()
				if s.Round != rounds || s.Scored != scored || s.Folds != all || s.Leader < 0 || s.Lambdas[s.Leader].Dropped {
					t.Errorf("%s: round %d of %d, %d of %d folds, the progress says %d of %d; leader %d", name, s.Round, rounds, s.Scored, s.Folds, scored, all, s.Leader)
				}
				for k, l := range s.Lambdas {
					if last != nil && (l.Folds < last.Lambdas[k].Folds || last.Lambdas[k].Dropped && !reflect.DeepEqual([]any{l.Dropped, l.Round}, []any{true, last.Lambdas[k].Round})) {
						t.Errorf("%s, λ = %v: %+v after %+v", name, l.Lambda, l, last.Lambdas[k])
					}
					if (l.Folds > 0) == math.IsNaN(l.Score) || (l.Folds > 0) == (l.Theta == nil) {
						t.Errorf("%s, λ = %v: %+v", name, l.Lambda, l)
					}
				}
				last = s
			}
			_, end := mustRace(t, c.data, c.opt, racing)
			if end.Round != rounds || rounds == 0 != (name == "few" || name == "one") {
				t.Errorf("%s: %d rounds told of, %d in the end", name, rounds, end.Round)
			}
			if scored, _ := progress.Folds(); scored != end.Scored {
				t.Errorf("%s: %d folds, the progress says %d", name, end.Scored, scored)
			}
		}
	}
}
