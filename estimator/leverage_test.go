package estimator

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// TestLeverage compares h_i with tr(A⁻¹A_i) by dense matrices, and their sum
// with d − ρ·tr A⁻¹.
func TestLeverage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data, opt := drawData(t, "dense"), drawOptions(t)
		lambda := rapid.SampledFrom([]float64{0, 0.4, 1}).Draw(t, "λ")
		d := data[0].Dim()
		a := mat.NewDense(d, d, nil)
		var own []*mat.Dense
		for _, trajectory := range data {
			part := systemOf(trajectory, opt.Gamma, lambda, units(d, func(int) bool { return true })).a
			own = append(own, part)
			a.Add(a, part)
		}
		for j := range d {
			a.Set(j, j, a.At(j, j)+opt.Ridge)
		}
		var inverse mat.Dense
		if mat.Cond(a, 2) > 1e6 || inverse.Inverse(a) != nil {
			t.Skip("nearly singular")
		}
		opt.Lambdas, opt.Groups = []float64{lambda}, nil
		got := leverageAt(t, data, opt, lambda)
		passes := must(inPasses(data, opt, rand.New(rand.NewPCG(3, 4))))(t)
		opt.Groups = drawGroups(t, len(data))
		byGroup := leverageAt(t, data, opt, lambda)
		// Rounding goes with ε·‖A⁻¹‖·Σ‖A_i‖.
		size := opt.Ridge
		for _, part := range own {
			size += mat.Norm(part, 2)
		}
		tolerance := 1e-12 * mat.Norm(&inverse, 2) * size
		var sum float64
		for i, part := range own {
			var m mat.Dense
			m.Mul(&inverse, part)
			if want := mat.Trace(&m); math.Abs(got[i]-want) > tolerance || math.Abs(passes.leverage[i]-want) > tolerance {
				t.Errorf("h_%d = %v, in passes %v, want %v", i+1, got[i], passes.leverage[i], want)
			}
			sum += got[i]
		}
		for g, members := range groupsOf(opt.Groups) {
			for _, i := range members {
				byGroup[g] -= got[i]
			}
			if math.Abs(byGroup[g]) > tolerance {
				t.Errorf("that of group %d is off by %v", g, byGroup[g])
			}
		}
		if want := float64(d) - opt.Ridge*mat.Trace(&inverse); math.Abs(sum-want) > tolerance {
			t.Errorf("Σh = %v, want %v", sum, want)
		}
	})
}

// TestLeverageOfDeficientData: the sum is the rank of A.
func TestLeverageOfDeficientData(t *testing.T) {
	collinear := mapped(t, synthetic(t, 5, 4, 6, 1), func(x []float64) []float64 {
		return []float64{x[0], x[1], x[0] - 2*x[1], 0}
	}, same)
	tiles := tiled(t)
	// One state at γ = 1, never left: A = 0.
	still := []*Trajectory{
		mustTrajectory(t, [][]float64{{1, 2}, {1, 2}}, []float64{1}, false),
		mustTrajectory(t, [][]float64{{1, 2}, {1, 2}, {1, 2}}, []float64{1, 3}, false),
	}
	// Two states, never ended at γ = 1: a constant is in the kernel of A.
	endless := []*Trajectory{
		mustTrajectory(t, [][]float64{{1, 0}, {0, 1}}, []float64{1}, false),
		mustTrajectory(t, [][]float64{{1, 0}, {1, 0}, {0, 1}}, []float64{1, 3}, false),
	}
	for want, data := range map[float64][]*Trajectory{2: collinear, float64(newReference(tiles, Options{}, 0).rank): tiles, 5: oneHot(t, 6, 5, 3), 0: still, 1: endless} {
		for _, lambda := range []float64{0, 0.5, 1} {
			h := leverageAt(t, data, Options{Gamma: 1}, lambda)
			var sum float64
			for _, v := range h {
				sum += v
			}
			if math.Abs(sum-want) > 1e-10 {
				t.Errorf("λ = %v: Σh = %v, want %v", lambda, sum, want)
			}
		}
	}
}
