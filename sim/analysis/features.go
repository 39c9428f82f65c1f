package analysis

import (
	"context"
	"fmt"

	"lambdascope/estimator"
	"lambdascope/sim/features"
	"lambdascope/sim/settings"
)

// Scaling maps the observations of a file to the range of the features: Low of each column to
// one end, and High to the other.
type Scaling struct {
	features.Box
	FromData []bool // by column: bounds from the whole file, not given
}

// scaling returns the Scaling of the settings for a file; nil without scaling. An error names
// the column.
func scaling(s settings.Settings, f *file) (*Scaling, error) {
	spec, bounds, err := s.FeatureSpec()
	if err != nil || !spec.Scaled() {
		return nil, err
	}
	out := new(Scaling)
	if out.Box, out.FromData, err = bounds.Over(f.box); err != nil {
		return nil, fmt.Errorf("features %s of %s: %w", spec, settings.FileLabel(f.Name), err)
	}
	return out, nil
}

// mapped is the cache key of the trajectories of a file after a feature map.
type mapped struct{ hash, features, bounds string }

// mapped returns the first n trajectories of the settings' file after the feature map.
// Features that need more than half of the cache are computed on each access, because storing
// them would evict most other values.
func (e *Engine) mapped(ctx context.Context, s settings.Settings, f *file) ([]*estimator.Trajectory, error) {
	spec, _, err := s.FeatureSpec()
	if err != nil || spec.Plain() {
		return f.trajectories[:s.Trajectories], err
	}
	m, err := featureMap(s, f)
	if err != nil {
		return nil, err
	}
	kept := e.Holds(8 * (f.steps + f.Trajectories) * m.Dim())
	key := mapped{s.Hash, s.Features, s.Bounds}
	return e.made(ctx, key, s.Trajectories, func(i int) (*estimator.Trajectory, error) {
		return mapTrajectory(m, f.trajectories[i], kept)
	})
}

// featureMap returns the feature map of the settings for a file; nil if the features are the
// observations.
func featureMap(s settings.Settings, f *file) (*features.Map, error) {
	spec, _, err := s.FeatureSpec()
	if err != nil || spec.Plain() {
		return nil, err
	}
	scaling, err := scaling(s, f)
	if err != nil {
		return nil, err
	}
	var box features.Box
	if scaling != nil {
		box = scaling.Box
	}
	return features.New(spec, f.Features, box)
}

// mapTrajectory applies a feature map to a trajectory. The features are stored if kept is
// true, otherwise computed on each access.
func mapTrajectory(m *features.Map, t *estimator.Trajectory, kept bool) (*estimator.Trajectory, error) {
	row := func(step int, out []float64) { m.Set(t.Features(step), out) }
	out, err := estimator.NewComputedTrajectory(m.Dim(), row, 0, t.Rewards(), t.Terminated())
	if kept {
		x := make([]float64, (t.Len()+1)*m.Dim())
		states := t.Len() + 1
		if t.Terminated() { // the last row stays zero
			states--
		}
		for step := range states {
			row(step, x[step*m.Dim():(step+1)*m.Dim()])
		}
		out, err = estimator.NewTrajectory(m.Dim(), x, t.Rewards(), t.Terminated())
	}
	if err == nil && t.Ratios() != nil {
		return out.WithRatios(t.Ratios())
	}
	return out, err
}

// extents is the box around the observations of trajectories, their levels, and the number of
// transitions.
type extents struct {
	box    features.Box
	steps  int
	levels features.LevelCounter
}

// add extends the box and the number by a trajectory.
func (e *extents) add(t *estimator.Trajectory) {
	states := t.Len()
	e.steps += states
	if !t.Terminated() {
		states++
	}
	for step := range states {
		x := t.Features(step)
		e.levels.Add(x)
		if e.box.Low == nil {
			e.box.Low, e.box.High = append(e.box.Low, x...), append(e.box.High, x...)
		}
		for j, v := range x {
			e.box.Low[j], e.box.High[j] = min(e.box.Low[j], v), max(e.box.High[j], v)
		}
	}
}
