package estimator

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func mustResample(t testing.TB, s *Selection, count int, seed uint64, do func(ctx context.Context, n int, f func(i int))) []int {
	t.Helper()
	wins, err := s.Resample(context.Background(), count, seed, do)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, w := range wins {
		sum += w
	}
	if sum != count || len(wins) != len(s.Candidates) {
		t.Fatalf("%v: want %d λ's and %d wins", wins, len(s.Candidates), count)
	}
	return wins
}

// antisymmetric returns the errors of two λ's that trade places on half of the
// trajectories, by amounts of which no two sums are the same.
func antisymmetric(n int) [][]float64 {
	random := rand.New(rand.NewPCG(4, 4))
	out := [][]float64{make([]float64, n), make([]float64, n)}
	for i := 0; i < n; i += 2 {
		a, b := random.Float64(), random.Float64()
		out[0][i], out[1][i] = a, b
		out[0][i+1], out[1][i+1] = b, a
	}
	return out
}

func repeat(h, n int) []int {
	return slices.Repeat([]int{h}, n)
}

// TestResampleSymmetry expects two λ's with mirrored errors to win half of the
// draws each, over seeds too, within five standard deviations.
func TestResampleSymmetry(t *testing.T) {
	s := scored(t, ByStep, 1, repeat(2, 20), antisymmetric(20)...)
	total := 0
	const seeds, count = 40, 500
	for seed := range uint64(seeds) {
		wins := mustResample(t, s, count, seed, nil)[0]
		total += wins
		if math.Abs(float64(wins)-count/2) > 5*math.Sqrt(count)/2 {
			t.Errorf("seed %d: %d wins of %d", seed, wins, count)
		}
	}
	if math.Abs(float64(total)-seeds*count/2) > 5*math.Sqrt(seeds*count)/2 {
		t.Errorf("%d wins of %d", total, seeds*count)
	}
}

// TestResampleShare compares with the four draws of two trajectories: by step
// λ 0 wins only where trajectory 1 is drawn twice, by trajectory also in the two
// mixed draws, whose sums are (3·1 against 1·1.5) and (1 against 1.5).
func TestResampleShare(t *testing.T) {
	for weighting, share := range map[Weighting]float64{ByStep: 0.25, ByTrajectory: 0.75} {
		s := scored(t, weighting, 1, []int{1, 3}, []float64{0, 1}, []float64{1.5, 0})
		const count = 10000
		wins := mustResample(t, s, count, 3, nil)[0]
		if math.Abs(float64(wins)-share*count) > 5*math.Sqrt(count*share*(1-share)) {
			t.Errorf("%v: %d wins of %d, want about %v", weighting, wins, count, share*count)
		}
	}
}

// TestResampleDominated has a λ that is worse on every trajectory, and one tied
// in every draw with a smaller one.
func TestResampleDominated(t *testing.T) {
	folds := antisymmetric(10)
	worse := make([]float64, 10)
	for i := range worse {
		worse[i] = max(folds[0][i], folds[1][i]) + 0.01
	}
	s := scored(t, ByStep, 1, repeat(3, 10), folds[0], worse, folds[1], folds[1])
	wins := mustResample(t, s, 2000, 1, nil)
	if wins[1] != 0 || wins[3] != 0 || wins[0] == 0 || wins[2] == 0 {
		t.Errorf("wins %v: want none for the dominated λ and for the larger of two equal ones", wins)
	}
}

// TestResampleTolerance: draws pass over a λ as a selection does, for a score
// better by more than 1e−9·mean G²; here of trajectories of five steps.
func TestResampleTolerance(t *testing.T) {
	for above, want := range map[float64]int{0.9e-6: 0, 1.1e-6: 100} {
		worse := slices.Repeat([]float64{2 + above}, 6)
		s := scored(t, ByStep, 1000, repeat(5, 6), worse, slices.Repeat([]float64{2}, 6))
		if wins := mustResample(t, s, 100, 1, nil); wins[1] != want {
			t.Errorf("%g above the least: wins %v", above, wins)
		}
	}
}

// TestResampleSeed: the counts depend on the seed alone, and odd counts work.
func TestResampleSeed(t *testing.T) {
	s := scored(t, ByStep, 1, repeat(2, 8), antisymmetric(8)...)
	for _, count := range []int{0, 1, 49, 50, 51, 1000} {
		want := mustResample(t, s, count, 9, nil)
		for _, do := range []func(context.Context, int, func(int)){nil, sequential, reversed, shuffled} {
			if got := mustResample(t, s, count, 9, do); !slices.Equal(got, want) {
				t.Errorf("%d draws: %v and %v of one seed", count, got, want)
			}
		}
	}
	different := map[int]bool{}
	for seed := range uint64(10) {
		different[mustResample(t, s, 1000, seed, nil)[0]] = true
	}
	if len(different) < 3 {
		t.Error("all seeds draw the same")
	}
	if _, err := s.Resample(context.Background(), -1, 0, nil); err == nil {
		t.Error("no error for −1 draws")
	}
}
