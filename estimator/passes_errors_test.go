package estimator

import (
	"context"
	"math/rand/v2"
	"testing"
)

// TestScoresSelected: scores of passes with one weighting have the λ̂ of the other, too.
func TestScoresSelected(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 9))
	differ := 0
	for seed := range uint64(40) {
		data := append(synthetic(t, 4, 3, 40, seed), synthetic(t, 12, 3, 4, seed+100)...)
		want := make(map[Weighting]int)
		for _, w := range []Weighting{ByStep, ByTrajectory} {
			want[w] = mustSelect(t, data, Options{Gamma: 0.9, Lambdas: grid(11), Weighting: w}).Selected
		}
		if want[ByStep] != want[ByTrajectory] {
			differ++
		}
		opt := Options{Gamma: 0.9, Lambdas: grid(11), Weighting: Weighting(random.IntN(2))}
		sums, err := NewSums(3, opt.Gamma, opt.Lambdas)
		if err != nil {
			t.Fatal(err)
		}
		if err := sums.Add(context.Background(), data, nil); err != nil {
			t.Fatal(err)
		}
		p, err := sums.Open(context.Background(), passesOf(opt))
		if err != nil {
			t.Fatal(err)
		}
		scores := p.NewLOTOErrors()
		if err := p.LeaveOut(context.Background(), scores, data); err != nil {
			t.Fatal(err)
		}
		for w, k := range want {
			if got := scores.Selected(w); got != k {
				t.Errorf("seed %d, by %v: λ̂ is number %d, want %d", seed, w, got, k)
			}
		}
	}
	if differ < 5 {
		t.Errorf("the weightings differ in %d of 40 data sets: too alike", differ)
	}
}
