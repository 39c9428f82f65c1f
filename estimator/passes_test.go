package estimator

import (
	"context"
	"encoding"
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

// coded is a value that is kept as bytes.
type coded[T any] interface {
	*T
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// again returns a value as it is read from its bytes.
func again[T any, P coded[T]](v P) (P, error) {
	b, err := v.MarshalBinary()
	if err != nil {
		return nil, err
	}
	out := P(new(T))
	return out, out.UnmarshalBinary(b)
}

// passed is a selection in passes, and the leverages at λ̂.
type passed struct {
	*Selection
	leverage []float64
}

// inPasses selects in passes over random parts of the data, each by its own values,
// which are merged in a random order where order plays no part.
func inPasses(data []*Trajectory, opt Options, random *rand.Rand) (out passed, err error) {
	ctx := context.Background()
	var sums *Sums
	parts := divided(data, random)
	for _, at := range random.Perm(len(parts)) {
		part, err := NewSums(data[0].Dim(), opt.Gamma, opt.Lambdas)
		if err != nil {
			return out, err
		}
		for _, block := range divided(parts[at], random) {
			if err := part.Add(ctx, block, opt.Do); err != nil {
				return out, err
			}
		}
		if part, err = again(part); err != nil {
			return out, err
		}
		if sums == nil {
			sums = part
		} else if err := sums.Merge(part); err != nil {
			return out, err
		}
	}
	p, err := sums.Open(ctx, passesOf(opt))
	if err != nil {
		return out, err
	}
	scores := p.NewLOTOErrors()
	for _, block := range divided(data, random) {
		part := p.NewLOTOErrors()
		for _, some := range divided(block, random) {
			if err := p.LeaveOut(ctx, part, some); err != nil {
				return out, err
			}
		}
		part, err := again(part)
		if err != nil {
			return out, err
		}
		if err := scores.Append(part); err != nil {
			return out, err
		}
	}
	spreader, err := p.Spreader(ctx, scores)
	if err != nil {
		return out, err
	}
	spread := p.NewSpread()
	for _, block := range divided(data, random) {
		part := p.NewSpread()
		if err := spreader.Add(ctx, part, block); err != nil {
			return out, err
		}
		if part, err = again(part); err != nil {
			return out, err
		}
		if err := spread.Append(part); err != nil {
			return out, err
		}
	}
	out.leverage = spread.Leverage()
	out.Selection, err = p.Selection(ctx, scores, spread)
	if selected := scores.Selected(opt.Weighting); err == nil && selected != out.Selected {
		err = fmt.Errorf("the scores alone select %d, with a spread it is %d", selected, out.Selected)
	}
	return out, err
}

// opened returns sums of data, what the passes after the first work with, and the LOTO
// errors of all trajectories.
func opened(t testing.TB, data []*Trajectory, opt Options) (*Sums, *Passes, *LOTOErrors) {
	t.Helper()
	ctx := context.Background()
	sums := must(NewSums(data[0].Dim(), opt.Gamma, opt.Lambdas))(t)
	if err := sums.Add(ctx, data, opt.Do); err != nil {
		t.Fatal(err)
	}
	p := must(sums.Open(ctx, passesOf(opt)))(t)
	loto := p.NewLOTOErrors()
	loto.Grow(len(data))
	if err := p.LeaveOut(ctx, loto, data); err != nil {
		t.Fatal(err)
	}
	return sums, p, loto
}

// TestPassesOutweighed leaves out trajectories that outweigh all others, in all features
// or in some: what is left is what the others are, with nothing lost.
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
			opt := Options{Gamma: 0.9, Lambdas: grid(4), Method: Cached}
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

// TestPassesAnyParts: results are the same to 1e−12 however the data are divided.
func TestPassesAnyParts(t *testing.T) {
	data := append(truncatedSynthetic(t, 10, 5, 40, 2), synthetic(t, 20, 5, 40, 3)...)
	opt := Options{Gamma: 0.95, Lambdas: grid(5)}
	var first passed
	for seed := range uint64(6) {
		opt.Do = nil
		if seed%2 == 1 {
			opt.Do = sequential
		}
		s := must(inPasses(data, opt, rand.New(rand.NewPCG(seed, 9))))(t)
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
