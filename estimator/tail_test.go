package estimator

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestTailBootstrap scores by the definition, from fits to the other
// trajectories.
func TestTailBootstrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data, opt := drawData(t, rapid.SampledFrom([]string{"dense", "one-hot", "sparse"}).Draw(t, "kind")), drawOptions(t)
		opt.Tail = TailBootstrap
		opt.Method = rapid.SampledFrom(append(methods, Auto)).Draw(t, "method")
		s, err := Select(context.Background(), data, opt)
		if err != nil {
			t.Fatal(err)
		}
		for k := range s.Candidates {
			ref := newReference(data, opt.Gamma, opt.Lambdas[k], opt.Ridge)
			for i, trajectory := range data {
				if ref.folds[i].borderline {
					continue
				}
				theta, h := ref.folds[i].theta, trajectory.Len()
				var sum, size float64
				for step := range h {
					g, discount := returnOf(trajectory, step, opt.Gamma)
					v := dot(trajectory.Features(step), theta)
					size += v * v
					if !trajectory.Terminated() {
						tail := discount * dot(trajectory.Features(h), theta)
						v -= tail
						size += tail * tail
					}
					sum += (v - g) * (v - g)
				}
				want := sum / float64(h)
				// An error δ of θ weighs as much as the values beside the error.
				floor := max(want, 1e-6*ref.meanG2)
				allowed := 1e-9 + lossTolerance(i, ref)*max(1, math.Sqrt(size/float64(h)/floor))
				if e := math.Abs(s.Candidates[k].Folds[i]-want) / floor; !(e <= allowed) {
					t.Errorf("λ = %v: ℓ_%d = %v, want %v: off by %.2g, allowed %.2g", opt.Lambdas[k], i+1, s.Candidates[k].Folds[i], want, e, allowed)
				}
			}
		}
	})
}

// TestTailOfTerminatedData changes nothing where nothing is cut off.
func TestTailOfTerminatedData(t *testing.T) {
	data := synthetic(t, 6, 3, 9, 1)
	opt := Options{Gamma: 0.9, Lambdas: grid(3)}
	a, err := Select(context.Background(), data, opt)
	if err != nil {
		t.Fatal(err)
	}
	opt.Tail = TailBootstrap
	b, err := Select(context.Background(), data, opt)
	if err != nil {
		t.Fatal(err)
	}
	for k := range a.Candidates {
		if a.Candidates[k].LOTO != b.Candidates[k].LOTO {
			t.Errorf("λ = %v: %v and %v", a.Candidates[k].Lambda, a.Candidates[k].LOTO, b.Candidates[k].LOTO)
		}
	}
}
