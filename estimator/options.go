package estimator

import (
	"context"
	"fmt"
	"math"
	"strings"
)

// Tail is the way to score a truncated trajectory. It is needed because the returns miss the
// rewards after the cut.
type Tail int

const (
	// TailNone scores against the cut returns: the paper's formula.
	TailNone Tail = iota
	// TailBootstrap completes returns by the value of the last state under the fold's own fit:
	// the error of step t is (x_t − γ^{H+1−t} x_{H+1})ᵀθ_(i) − G_t.
	TailBootstrap
)

var tailNames = []string{"none", "bootstrap"}

// String returns the name: one of TailNames.
func (t Tail) String() string { return nameOf("Tail", int(t), tailNames) }

// TailNames returns the names in the order of the constants, the default first.
func TailNames() []string { return append([]string(nil), tailNames...) }

// nameOf returns the name of a value, or the type and a number for a value out of range.
func nameOf(what string, i int, names []string) string {
	if i < 0 || i >= len(names) {
		return fmt.Sprintf("%s(%d)", what, i)
	}
	return names[i]
}

// oneOf lists names: a, b or c.
func oneOf(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Do runs f(0) … f(n−1), in any order and on any goroutines, and returns after the last has
// ended; it may skip calls once ctx is done. A Do allows a caller to share a pool among many
// estimates. Nil means a goroutine per processor. f never calls Do.
type Do func(ctx context.Context, n int, f func(i int))

// Options are the parameters of a selection of λ, and of fits without a selection.
type Options struct {
	Gamma float64 // discount γ, 0 ≤ γ ≤ 1
	// Lambdas are the λ's, strictly increasing, each 0 ≤ λ ≤ 1. Nil means 0, 0.1 … 1.
	Lambdas   []float64
	Ridge     float64   // ρ ≥ 0, added to the diagonal of A and of every fold
	Weighting Weighting // how folds combine into the LOTO error
	Tail      Tail      // how truncated trajectories are scored
	// Method is another way to fit without each fold, to compare with; nil for the way of this
	// package. See package rivals.
	Method Method

	// Groups has a number for each trajectory. Trajectories of the same number are left out
	// together, because they are not independent. Nil leaves out single trajectories, as distinct
	// numbers do.
	Groups []int

	Do Do

	// Progress is kept up to date; nil for none.
	Progress *Progress
}

// completed returns the options with defaults in place of nil. The error names an option out of
// range.
func (o Options) completed() (Options, error) {
	if o.Do == nil {
		o.Do = goroutines
	}
	if o.Lambdas == nil {
		for i := range 11 {
			o.Lambdas = append(o.Lambdas, float64(i)/10)
		}
	}
	if !(o.Gamma >= 0 && o.Gamma <= 1) {
		return o, fmt.Errorf("gamma %v: want 0 ≤ γ ≤ 1", o.Gamma)
	}
	if !(o.Ridge >= 0) || math.IsInf(o.Ridge, 1) {
		return o, fmt.Errorf("ridge %v: want a finite number ≥ 0", o.Ridge)
	}
	if len(o.Lambdas) == 0 {
		return o, fmt.Errorf("no lambdas: want at least one")
	}
	for i, l := range o.Lambdas {
		if !(l >= 0 && l <= 1) {
			return o, fmt.Errorf("lambda %v: want 0 ≤ λ ≤ 1", l)
		}
		if i > 0 && l <= o.Lambdas[i-1] {
			return o, fmt.Errorf("lambda %v after %v: want increasing values", l, o.Lambdas[i-1])
		}
	}
	if o.Weighting < 0 || int(o.Weighting) >= len(weightingNames) {
		return o, fmt.Errorf("weighting %d: want %s", int(o.Weighting), oneOf(weightingNames))
	}
	if o.Tail < 0 || int(o.Tail) >= len(tailNames) {
		return o, fmt.Errorf("tail %d: want %s", int(o.Tail), oneOf(tailNames))
	}
	return o, nil
}
