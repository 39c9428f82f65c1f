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

// inPasses selects in passes over random parts of the data, each by values of its own,
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
	return out, err
}

// checkSame compares all that a selection in passes says with one in memory.
func checkSame(t *testing.T, got passed, want *Selection, leverage []float64, tolerance float64) {
	t.Helper()
	near := func(what string, got, want, size float64) {
		t.Helper()
		if e := math.Abs(got - want); !(e <= tolerance*max(math.Abs(want), size)) {
			t.Errorf("%s %v, want %v: off by %.2g", what, got, want, e/max(math.Abs(want), size))
		}
	}
	if got.Selected != want.Selected || got.Rank != want.Rank || got.Steps != want.Steps || got.Truncated != want.Truncated || got.Trajectories != want.Trajectories || got.Features != want.Features {
		t.Errorf("selected %d, rank %d, %d steps, %d truncated; want %d, %d, %d, %d",
			got.Selected, got.Rank, got.Steps, got.Truncated, want.Selected, want.Rank, want.Steps, want.Truncated)
	}
	near("mean squared return", got.MeanSquaredReturn, want.MeanSquaredReturn, 0)
	near("cut weight", got.CutWeight, want.CutWeight, 0)
	near("shrinkage", got.Shrinkage, want.Shrinkage, 0)
	near("quantile", got.Quantile, want.Quantile, 0)
	if !slices.Equal(got.Warnings(), want.Warnings()) {
		t.Errorf("warnings %q; want %q", got.Warnings(), want.Warnings())
	}
	for k := range want.Candidates {
		g, w := &got.Candidates[k], &want.Candidates[k]
		at := fmt.Sprintf("λ = %v: ", w.Lambda)
		near(at+"score", g.LOTO, w.LOTO, 1e-6*want.MeanSquaredReturn)
		near(at+"error", g.SE, w.SE, 1e-6*want.MeanSquaredReturn)
		near(at+"difference", g.Diff, w.Diff, w.LOTO)
		near(at+"error with refits", g.RefitSE, w.RefitSE, 1e-3*w.LOTO)
		near(at+"paired error", g.PairedSE, w.PairedSE, 1e-3*w.LOTO)
		if g.NotRuledOut != w.NotRuledOut || g.Singular != w.Singular || !slices.Equal(g.Status, w.Status) {
			t.Errorf("%sruled out %v, singular %v, folds %v; want %v, %v, %v", at, !g.NotRuledOut, g.Singular, g.Status, !w.NotRuledOut, w.Singular, w.Status)
		}
		for i, l := range w.Folds {
			near(fmt.Sprintf("%strajectory %d: ℓ", at, i+1), g.Folds[i], l, 1e-6*want.MeanSquaredReturn)
		}
		for j, v := range w.Theta {
			near(fmt.Sprintf("%sθ_%d", at, j+1), g.Theta[j], v, norm(w.Theta))
		}
	}
	for i, h := range leverage {
		near(fmt.Sprintf("leverage %d", i+1), got.leverage[i], h, 1)
	}
}

// TestPassesEqualSelect compares all that is said of data with all sorts of options,
// features and parts.
func TestPassesEqualSelect(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	add := func(data []*Trajectory, f func(x []float64) []float64) []*Trajectory {
		return mapped(t, data, f, same)
	}
	base := append(truncatedSynthetic(t, 8, 4, 30, 1), synthetic(t, 16, 4, 30, 2)...)
	sources := map[string][]*Trajectory{
		"plain":     base,
		"collinear": add(base, func(x []float64) []float64 { return []float64{x[0], x[1], x[0] + 2*x[1], x[3]} }),
		"unused":    add(base, func(x []float64) []float64 { return []float64{0, x[0], 0, x[3]} }),
		"scales":    add(base, func(x []float64) []float64 { return []float64{1e6 * x[0], x[1], 1e-7 * x[2], x[3]} }),
		"repeated":  append(slices.Clone(base), base[:9]...),
		"short":     synthetic(t, 40, 3, 2, 5),
		"two":       synthetic(t, 2, 2, 40, 6),
		"ratios":    offPolicy(t, base, 1),
	}
	for name, data := range sources {
		for _, ridge := range []float64{0, 0.5, 20} {
			for _, weighting := range []Weighting{ByStep, ByTrajectory} {
				for _, tail := range []Tail{TailNone, TailBootstrap} {
					opt := Options{Gamma: 0.95, Lambdas: grid(6), Ridge: ridge, Weighting: weighting, Tail: tail, Method: Cached}
					t.Run(fmt.Sprintf("%s/%v/%v/%v", name, ridge, weighting, tail), func(t *testing.T) {
						got, err := inPasses(data, opt, random)
						if err != nil {
							t.Fatal(err)
						}
						want := mustSelect(t, data, opt)
						leverage, err := leverageAt(context.Background(), data, opt, want.Best().Lambda)
						if err != nil {
							t.Fatal(err)
						}
						checkSame(t, got, want, leverage, 1e-9)
					})
				}
			}
		}
	}
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
			got, err := inPasses(data, opt, random)
			if err != nil {
				t.Fatal(err)
			}
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
		s, err := inPasses(data, opt, rand.New(rand.NewPCG(seed, 9)))
		if err != nil {
			t.Fatal(err)
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

// TestPassesErrors: what is wrong is named as Select does, and what does not belong is
// refused.
func TestPassesErrors(t *testing.T) {
	ctx := context.Background()
	data := synthetic(t, 6, 2, 4, 1)
	opt := Options{Gamma: 0.9, Lambdas: grid(3)}
	for name, bad := range map[string][]*Trajectory{
		"overflow":  mapped(t, data, same, func(r float64) float64 { return r * 1e200 }),
		"underflow": mapped(t, data, same, func(r float64) float64 { return r * 1e-170 }),
	} {
		_, want := Select(ctx, bad, opt)
		_, err := inPasses(bad, opt, rand.New(rand.NewPCG(1, 1)))
		if want == nil || err == nil {
			t.Errorf("%s: error %v, in memory %v", name, err, want)
		}
	}
	sums, err := NewSums(2, opt.Gamma, opt.Lambdas)
	if err != nil {
		t.Fatal(err)
	}
	if err := sums.Add(ctx, data, nil); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []PassOptions{{Ridge: -1}, {Weighting: -1}, {Tail: 2}} {
		if _, err := sums.Open(ctx, wrong); err == nil {
			t.Errorf("sums were opened with %+v", wrong)
		}
	}
	p, err := sums.Open(ctx, passesOf(opt))
	if err != nil {
		t.Fatal(err)
	}
	scores := p.NewLOTOErrors()
	if err := p.LeaveOut(ctx, scores, data[1:]); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Selection(ctx, scores, nil); err == nil {
		t.Error("a trajectory is missing, and no error")
	}
	if err := p.LeaveOut(ctx, scores, synthetic(t, 1, 3, 4, 1)); err == nil {
		t.Error("a trajectory of other features was scored")
	}
	if err := sums.Add(ctx, synthetic(t, 1, 3, 4, 1), nil); err == nil {
		t.Error("a trajectory of other features was added")
	}
	for _, dim := range []int{0, 1 << 15} {
		if _, err := NewSums(dim, opt.Gamma, opt.Lambdas); err == nil {
			t.Errorf("sums of %d features", dim)
		}
	}
}

// TestPassesWithoutSpread: without the third pass all is there but how sure it is.
func TestPassesWithoutSpread(t *testing.T) {
	ctx := context.Background()
	data := synthetic(t, 12, 2, 4, 1)
	opt := Options{Gamma: 0.9, Lambdas: grid(3)}
	sums, _ := NewSums(2, opt.Gamma, opt.Lambdas)
	if err := sums.Add(ctx, data, nil); err != nil {
		t.Fatal(err)
	}
	p, err := sums.Open(ctx, passesOf(opt))
	if err != nil {
		t.Fatal(err)
	}
	scores := p.NewLOTOErrors()
	scores.Grow(len(data))
	if err := p.LeaveOut(ctx, scores, data); err != nil {
		t.Fatal(err)
	}
	s, err := p.Selection(ctx, scores, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := mustSelect(t, data, opt)
	if s.Compared() || !want.Compared() || s.Selected != want.Selected {
		t.Errorf("compared %v, in memory %v", s.Compared(), want.Compared())
	}
}
