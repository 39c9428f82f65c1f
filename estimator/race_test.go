package estimator

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// mustRace races with a δ at which λ's are dropped in these small data.
func mustRace(t testing.TB, data []*Trajectory, opt Options, racing Racing) (*Selection, *Standing) {
	t.Helper()
	racing.anySize = true
	s, standing, err := Race(context.Background(), data, opt, racing)
	if err != nil {
		t.Fatal(err)
	}
	return s, standing
}

// settled returns what a race has to leave of a candidate as it is, bit by bit.
func settled(c Candidate) Candidate {
	return Candidate{Lambda: c.Lambda, Theta: c.Theta, Singular: c.Singular, Folds: c.Folds, Status: c.Status, Score: c.Score, SE: c.SE}
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
	long := delayed(t, 120, 3, 10, 9)
	long = append(long, delayed(t, 2, 3, 90, 10)...) // in any case
	return map[string]kind{
		"dense":     {synthetic(t, 120, 5, 6, 1), Options{Lambdas: grid(11)}},
		"shared":    {delayed(t, 120, 6, 26, 2), Options{Lambdas: grid(11)}},
		"chunks":    {delayed(t, 300, 16, 25, 3), Options{Lambdas: grid(57)}},
		"lean":      {delayed(t, 150, 56, 26, 4), Options{Lambdas: grid(11), Method: Cached}},
		"woodbury":  {delayed(t, 120, 40, 3, 5), Options{Lambdas: grid(5), Ridge: .1, Method: Woodbury}},
		"repeated":  {repeatedOneHot(t, 200), Options{Lambdas: grid(6)}},
		"truncated": {truncatedSynthetic(t, 120, 3, 12, 6), Options{Lambdas: grid(11), Tail: TailBootstrap}},
		"groups":    {delayed(t, 240, 4, 12, 7), Options{Lambdas: grid(11), Groups: groups}},
		"grouptraj": {delayed(t, 240, 4, 12, 7), Options{Lambdas: grid(11), Groups: groups, Weighting: ByTrajectory}},
		"heavy":     {long, Options{Lambdas: grid(11)}},
		"byweight":  {long, Options{Lambdas: grid(11), Weighting: ByTrajectory}},
		"few":       {synthetic(t, 20, 3, 12, 8), Options{Lambdas: grid(11)}},
		"one":       {synthetic(t, 200, 3, 12, 8), Options{Lambdas: []float64{.5}}},
	}
}

// delayed returns trajectories whose last reward is that of a sign which only their first
// state shows, so that small λ's are far worse.
func delayed(t testing.TB, n, d, h int, seed uint64) []*Trajectory {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	data := make([]*Trajectory, n)
	for i := range data {
		x := make([]float64, (h+1)*d)
		for j := range x {
			x[j] = random.NormFloat64()
			if j%d == 0 {
				x[j] = 0
			}
		}
		x[0] = float64(2*(i%2) - 1)
		rewards := make([]float64, h)
		for s := range rewards {
			rewards[s] = .1 * random.NormFloat64()
		}
		rewards[h-1] += 5 * x[0]
		var err error
		if data[i], err = NewTrajectory(d, x, rewards, true); err != nil {
			t.Fatal(err)
		}
	}
	return data
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
			if !reflect.DeepEqual(settled(s.Candidates[at]), settled(full.Candidates[k])) {
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
		all.Elapsed, full.Elapsed = 0, 0
		if !reflect.DeepEqual(all, full) {
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
		if !slices.Contains([]string{"shared", "truncated", "groups"}, name) {
			continue
		}
		c.opt.Gamma = .95
		want := ""
		for _, processors := range []int{1, 8} {
			runtime.GOMAXPROCS(processors)
			for _, do := range []func(context.Context, int, func(int)){nil, shuffled} {
				got := ""
				c.opt.Do = do
				racing := Racing{Delta: .5, Seed: 4, Round: func(s *Standing) { s.SoFar = nil; got += fmt.Sprintf("%+v\n", *s) }}
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
					if last != nil && (l.Folds < last.Lambdas[k].Folds || last.Lambdas[k].Dropped && l.Round != last.Lambdas[k].Round) {
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

// TestRaceRule holds a race against the definition, written anew: on every sample of the
// order, the λ with the least score leads, and one is dropped when the lower end of its
// difference is above 0.
func TestRaceRule(t *testing.T) {
	droppedAnywhere := 0
	for name, c := range raceKinds(t) {
		if name == "chunks" || name == "lean" { // which race in chunks, or over fewer folds
			continue
		}
		c.opt.Gamma = .95
		for _, delta := range []float64{.05, .5} {
			full := mustSelect(t, c.data, c.opt)
			var standings []*Standing
			mustRace(t, c.data, c.opt, Racing{Delta: delta, Seed: 11, Complete: true, Round: func(s *Standing) { standings = append(standings, s) }})
			if len(standings) == 0 {
				continue
			}
			p, err := newFoldProblem(t.Context(), c.data, c.opt)
			if err != nil {
				t.Fatal(err)
			}
			weights := make([]float64, p.folds())
			for i := range weights {
				weights[i] = p.foldWeight(i)
			}
			order := newSampling(weights, 11).order
			distinct, _ := p.distinct()
			planned := 0 // rounds, each with half as many folds more, up to a third of the distinct ones
			for m := max(16, (len(weights)+31)/32); m <= len(distinct)/3-heavyFolds(weights); m = (3*m + 1) / 2 {
				planned++
			}
			droppedAnywhere += checkRule(t, name, full, weights, order, delta/float64(planned), standings)
		}
	}
	if droppedAnywhere < 30 {
		t.Errorf("%d λ's dropped in all: they tell little", droppedAnywhere)
	}
}

// heavyFolds returns how many folds have more than eight times the mean weight.
func heavyFolds(weights []float64) (count int) {
	mean := 0.
	for _, w := range weights {
		mean += w / float64(len(weights))
	}
	for _, w := range weights {
		if w > 8*mean {
			count++
		}
	}
	return count
}

// checkRule replays a race from the errors of all folds, with δ for each round.
func checkRule(t *testing.T, name string, full *Selection, weights []float64, order []int, delta float64, standings []*Standing) (dropped int) {
	t.Helper()
	n, k := len(weights), len(full.Candidates)
	mean, certain := 0., 0
	for _, w := range weights {
		mean += w / float64(n)
	}
	for weights[order[certain]] > 8*mean {
		certain++
	}
	for _, i := range order[certain:] {
		if weights[i] > 8*mean {
			t.Fatalf("%s: a fold of weight %v, %v times the mean, is left to chance", name, weights[i], weights[i]/mean)
		}
	}
	// score returns Σwℓ/Σw, with the mean over the sample for all that it is of.
	score := func(of func(i int) float64, m int) (score, slope float64) {
		known, sample, weight, rest := 0., 0., 0., 0.
		for at, i := range order {
			switch {
			case at < certain:
				known += weights[i] * of(i)
			case at < m:
				sample += weights[i] * of(i)
				weight += weights[i]
				rest += weights[i]
			default:
				rest += weights[i]
			}
		}
		return (known + sample/weight*rest) / (mean * float64(n)), sample / weight
	}
	out := make([]bool, k)
	for round, s := range standings {
		m := 0
		for _, l := range s.Lambdas {
			m = max(m, l.Folds)
		}
		leader, least := -1, math.Inf(1)
		for j := range out {
			if !out[j] {
				if v, _ := score(func(i int) float64 { return full.Candidates[j].Folds[i] }, m); v < least {
					leader, least = j, v
				}
			}
		}
		if s.Leader != leader {
			t.Errorf("%s, round %d: %d leads, want %d", name, round+1, s.Leader, leader)
		}
		level := delta / float64(k-1)
		size, all := float64(m-certain), float64(n-certain)
		student := distuv.StudentsT{Sigma: 1, Nu: size - 1}
		for j := range out {
			if j == leader || out[j] {
				continue
			}
			of := func(i int) float64 { return full.Candidates[j].Folds[i] - full.Candidates[leader].Folds[i] }
			diff, slope := score(of, m)
			meanWeight, restWeight := 0., 0.
			for at, i := range order[certain:] {
				restWeight += weights[i]
				if float64(at) < size {
					meanWeight += weights[i] / size
				}
			}
			sum, largest := 0., 0.
			for _, i := range order[certain:m] {
				z := weights[i] / meanWeight * (of(i) - slope)
				sum += z * z
				largest = max(largest, math.Abs(z))
			}
			margin := student.Quantile(1-level)*math.Sqrt(sum/(size-1)/size) + math.Log(1/level)/3*largest/size
			margin *= math.Sqrt((all-size)/(all-1)) * restWeight / (mean * float64(n))
			l := s.Lambdas[j]
			unit := 1e-7 * full.MeanSquaredReturn
			if math.Abs(l.Diff-diff) > unit || math.Abs(l.Margin-margin) > unit+1e-6*margin || math.Abs(l.Score-least-diff) > unit {
				t.Errorf("%s, round %d, λ = %v: %v, %v ± %v, want %v, %v ± %v", name, round+1, l.Lambda, l.Score, l.Diff, l.Margin, least+diff, diff, margin)
			}
			if math.Abs(diff-margin) > 2*unit {
				out[j] = diff > margin
			} else {
				out[j] = l.Dropped
			}
			if out[j] {
				dropped++
			}
			if l.Dropped != out[j] || out[j] && l.Round != round+1 {
				t.Errorf("%s, round %d, λ = %v: dropped %t, want %t", name, round+1, l.Lambda, l.Dropped, out[j])
			}
		}
	}
	return dropped
}

// TestRaceRefuses names what a race can't be.
func TestRaceRefuses(t *testing.T) {
	data := synthetic(t, 20, 2, 5, 1)
	for _, c := range []struct {
		opt    Options
		racing Racing
		want   string
	}{
		{Options{Lambdas: grid(3), Method: RSM}, Racing{}, "method rsm in a race: want auto, cached or woodbury"},
		{Options{Lambdas: grid(3), Method: Naive}, Racing{}, "method naive in a race: want auto, cached or woodbury"},
		{Options{Lambdas: grid(3)}, Racing{Delta: 1}, "delta 1: want 0 < δ < 1"},
		{Options{Lambdas: grid(3)}, Racing{Delta: math.NaN()}, "delta NaN: want 0 < δ < 1"},
		{Options{}, Racing{}, "no lambdas: want at least one"},
	} {
		if _, _, err := Race(t.Context(), data, c.opt, c.racing); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	racing := Racing{Round: func(*Standing) { cancel() }, anySize: true}
	if _, _, err := Race(ctx, synthetic(t, 200, 3, 10, 1), Options{Gamma: .9, Lambdas: grid(11)}, racing); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled in a round: %v", err)
	}
}

// TestRaceLostDigits has a trajectory that outweighs all others: λ's are scored in full.
func TestRaceLostDigits(t *testing.T) {
	data := synthetic(t, 200, 3, 10, 1)
	data[17] = mapped(t, data[17:18], func(x []float64) []float64 {
		return []float64{1e6 * x[0], 1e6 * x[1], 1e6 * x[2]}
	}, same)[0]
	opt := Options{Gamma: .95, Lambdas: grid(11)}
	for seed := range uint64(4) {
		s, standing := mustRace(t, data, opt, Racing{Delta: .5, Seed: seed})
		full := mustSelect(t, data, opt)
		if standing.Dropped() == 0 && bits(t, s, nil) != bits(t, full, nil) {
			t.Error("other bits than those of Select")
		}
		if s.Best().Lambda != full.Best().Lambda {
			t.Errorf("λ̂ = %v, want %v", s.Best().Lambda, full.Best().Lambda)
		}
	}
}

// TestRaceFewFolds has too few folds for a race to pay, but enough for rounds.
func TestRaceFewFolds(t *testing.T) {
	data, opt := synthetic(t, 150, 3, 10, 1), Options{Gamma: .9, Lambdas: grid(11)}
	for _, c := range []struct {
		racing Racing
		races  bool
	}{{Racing{}, false}, {Racing{Complete: true}, true}, {Racing{anySize: true}, true}} {
		s, standing, err := Race(t.Context(), data, opt, c.racing)
		if err != nil {
			t.Fatal(err)
		}
		if raced := standing.Round > 0; raced != c.races {
			t.Errorf("%+v: %d rounds, want some: %v", c.racing, standing.Round, c.races)
		}
		if !c.races && (standing.Scored != standing.Folds || len(s.Candidates) != len(opt.Lambdas)) {
			t.Errorf("%d of %d folds and %d of %d λ's are scored, want all", standing.Scored, standing.Folds, len(s.Candidates), len(opt.Lambdas))
		}
	}
}
