package estimator

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// divided returns the data in parts of random lengths, in order.
func divided(data []*Trajectory, random *rand.Rand) [][]*Trajectory {
	var parts [][]*Trajectory
	for len(data) > 0 {
		n := 1 + random.IntN(len(data))
		parts = append(parts, data[:n])
		data = data[n:]
	}
	return parts
}

// passed is a selection in passes, and the leverages at λ̂.
type passed struct {
	*Selection
	leverage []float64
}

// inPasses selects in passes, each over random blocks of the data.
func inPasses(data []*Trajectory, opt Options, random *rand.Rand) (out passed, err error) {
	ctx := context.Background()
	sums, err := NewSums(data[0].Dim(), opt)
	if err != nil {
		return out, err
	}
	for _, block := range divided(data, random) {
		if err := sums.Add(ctx, block); err != nil {
			return out, err
		}
	}
	p, err := sums.Open(ctx)
	if err != nil {
		return out, err
	}
	for _, pass := range []func(context.Context, []*Trajectory) error{p.LeaveOut, p.Spread} {
		for _, block := range divided(data, random) {
			if err := pass(ctx, block); err != nil {
				return out, err
			}
		}
	}
	out.leverage = p.Leverage()
	if out.Selection, err = p.Selection(ctx); err != nil {
		return out, err
	}
	if selected := p.Selected(opt.Weighting); selected != out.Selected {
		return out, fmt.Errorf("the second pass selects %d, the selection %d", selected, out.Selected)
	}
	theta, err := p.Theta()
	for k, c := range out.Candidates {
		if err == nil && !slices.Equal(theta[k], c.Theta) {
			err = fmt.Errorf("θ of the first pass at λ = %v is %v, of the selection %v", c.Lambda, theta[k], c.Theta)
		}
	}
	return out, err
}

// opened returns sums of data, and the passes after the first.
func opened(t *testing.T, data []*Trajectory, opt Options) (*Sums, *Passes) {
	t.Helper()
	ctx := context.Background()
	sums := must(NewSums(data[0].Dim(), opt))(t)
	saying(t, sums.Add(ctx, data), "")
	return sums, must(sums.Open(ctx))(t)
}

// TestPassesOutweighed leaves out trajectories that outweigh all other trajectories, in all
// features or in some: the rest must keep all digits.
func TestPassesOutweighed(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, c := range []float64{0x1p10, 0x1p30, 0x1p60, 0x1p120, 0x1p300} {
		for _, features := range []int{1, 3} {
			data := synthetic(t, 12, 3, 20, 1)
			data[4] = mapped(t, data[4:5], func(x []float64) []float64 {
				x = slices.Clone(x)
				for j := range features {
					x[j] *= c
				}
				return x
			}, same)[0]
			opt := Options{Gamma: 0.9, Lambdas: grid(4)}
			got := must(inPasses(data, opt, random))(t)
			want := mustSelect(t, data, opt)
			if got.Rank != want.Rank {
				t.Errorf("× %g: rank %d, want %d", c, got.Rank, want.Rank)
			}
			for k, w := range want.Candidates {
				g := got.Candidates[k]
				if !slices.Equal(g.Status, w.Status) {
					t.Errorf("× %g in %d features, λ = %v: folds %v, want %v", c, features, w.Lambda, g.Status, w.Status)
				}
				for i, l := range w.Folds {
					if e := math.Abs(g.Folds[i]-l) / max(l, 1e-6*want.MeanSquaredReturn); e > 1e-9 {
						t.Errorf("× %g in %d features, λ = %v: ℓ_%d = %v, want %v: off by %.2g", c, features, w.Lambda, i+1, g.Folds[i], l, e)
					}
				}
			}
		}
	}
}

// TestPassesAnyBlocks: results are the same to 1e−12 however the data are divided.
func TestPassesAnyBlocks(t *testing.T) {
	data := append(truncatedSynthetic(t, 10, 5, 40, 4), synthetic(t, 20, 5, 40, 5)...)
	opt := Options{Gamma: 0.95, Lambdas: grid(5)}
	var first passed
	for seed := range uint64(6) {
		opt.Do = nil
		if seed%2 == 1 {
			opt.Do = sequential
		}
		s := must(inPasses(data, opt, rand.New(rand.NewPCG(seed, 9))))(t)
		if want := leverageAt(t, data, opt, s.Best().Lambda); s.Selected == 0 || !(relative(s.leverage, want, 0) <= 1e-12) {
			t.Errorf("λ = %v: leverages %v, want %v", s.Best().Lambda, s.leverage, want)
		}
		if seed == 0 {
			first = s
			continue
		}
		for k, want := range first.Candidates {
			got := s.Candidates[k]
			if !(relative(got.Folds, want.Folds, 0) <= 1e-12) || !(relative(got.Theta, want.Theta, 0) <= 1e-12) {
				t.Errorf("λ = %v: folds %v, θ %v; want %v, %v", want.Lambda, got.Folds, got.Theta, want.Folds, want.Theta)
			}
			if e := math.Abs(got.RefitSE-want.RefitSE) / (want.RefitSE + 1e-300); e > 1e-12 {
				t.Errorf("λ = %v: error with refits off by %.2g", want.Lambda, e)
			}
		}
	}
}
