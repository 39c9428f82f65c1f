package estimator

import (
	"context"
	"slices"

	"lambdascope/estimator/internal/dense"
)

// Method is another way to fit without each fold, to compare with the fold loop of this package.
// Package rivals has methods.
type Method interface {
	// String returns the name.
	String() string
	// Begin returns the refit of the method. It computes with Frame.Options.Do.
	Begin(ctx context.Context, f *Frame) Refit
}

// Refit fits without a fold at the k-th λ. others is the system without the fold, and theta its
// solution. Refit replaces theta by its own solution and returns FoldOK, or leaves theta and
// returns FoldRefit. Calls run in parallel.
type Refit func(k, fold int, others dense.System, theta []float64) FoldStatus

// Frame is the data of a fit, and the coordinates in which θ solves the system, for other methods
// than this package's. Coordinate j is feature Kept[j], divided by Scale[j].
type Frame struct {
	Data    []*Trajectory
	Options Options   // with defaults in place of nil
	Folds   [][]int   // the trajectories of each fold
	Kept    []int     // the features that are ever nonzero
	Scale   []float64 // powers of two
	view    *view
}

// NewFrame returns the frame of LSTD, with the same errors.
func NewFrame(ctx context.Context, data []*Trajectory, opt Options) (*Frame, error) {
	p, err := newProblem(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	return p.at(p.opt.Ridge).frame(), nil
}

// frame returns the frame of a view, in the coordinates of the view.
func (v *view) frame() *Frame {
	p := *v.problem
	own := *v
	p.scale = slices.Clone(p.scale)
	for j, by := range v.stretch {
		p.scale[j] /= by
	}
	own.problem = &p
	own.stretch = nil
	return &Frame{Data: v.data, Options: v.opt, Folds: v.members, Kept: v.kept, Scale: p.scale, view: &own}
}

// Enter completes a system summed in the coordinates of the frame: it adds the ridge, and without
// a ridge confines the solution to the directions that the data span.
func (f *Frame) Enter(s dense.System) { f.view.enter(s) }

// Weights returns θ in the units of the features. The error names a weight that overflows.
func (f *Frame) Weights(theta []float64) ([]float64, error) { return f.view.weights(theta) }
