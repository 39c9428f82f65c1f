package analysis

import (
	"context"
	"fmt"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/features"
)

// Scaling is what the observations of a file are scaled by: each column's Low is taken
// to one end of the range that its features are of, and its High to the other.
type Scaling struct {
	features.Box
	FromData []bool // the column's least and largest in the whole file, not given
}

// normalFeatures returns the settings with the features of a file in their usual text, or
// an error that says what is wrong with them.
func (s Settings) normalFeatures() (Settings, error) {
	if !s.Recorded() {
		s.Columns, s.Features, s.Bounds = 0, "", ""
		s.Groups, s.IgnoreGroups = 0, false
		return s, nil
	}
	if s.Features == "" {
		s.Features = fileFeatures
	}
	spec, bounds, err := s.featureSpec()
	if err != nil {
		return s, err
	}
	if s.Features, s.Bounds = spec.String(), bounds.String(); s.Bounds == features.FromData {
		s.Bounds = ""
	}
	return s, nil
}

// featureSpec returns what the features and the bounds of a file's settings name, or an
// error where they can't be of observations of so many columns, if that is known.
func (s Settings) featureSpec() (spec features.Spec, bounds features.Bounds, err error) {
	if spec, err = features.Parse(s.Features); err != nil {
		return spec, nil, err
	}
	if bounds, err = features.ParseBounds(s.boundsText()); err != nil {
		return spec, nil, err
	}
	if s.Columns > 0 {
		if _, err = spec.Dim(s.Columns); err == nil {
			err = bounds.Check(s.Columns)
		}
	}
	return spec, bounds, err
}

// boundsText returns the bounds as ParseBounds reads them.
func (s Settings) boundsText() string {
	if s.Bounds == "" {
		return features.FromData
	}
	return s.Bounds
}

// scaled tells whether the features scale what is observed.
func (s Settings) scaled() bool {
	spec, _, err := s.featureSpec()
	return s.Recorded() && err == nil && spec.Scaled()
}

// setFeatures sets the feature map of whichever source.
func setFeatures(s *Settings, text string) error {
	if !s.Recorded() {
		return setProblem("features", name("the name of a feature map"), func(o *sim.Options, v string) { o.Features = v })(s, text)
	}
	next := *s
	next.Features = text
	return s.become(next)
}

// setBounds sets what the columns of a file are scaled by.
func setBounds(s *Settings, text string) error {
	if _, err := features.ParseBounds(text); err != nil { // no text would stand for the default
		return err
	}
	next := *s
	next.Bounds = text
	return s.become(next)
}

// become makes the settings of a file those with other features, if these are right.
func (s *Settings) become(next Settings) error {
	if _, err := features.Parse(next.Features); err != nil { // no text would stand for the default
		return err
	}
	next, err := next.normalFeatures()
	if err == nil {
		*s = next
	}
	return err
}

// recordedFeatures are the maps that the features of a file are turned through: those of
// which there are not too many.
func recordedFeatures(s Settings) []string {
	var out []string
	for _, name := range features.Names() {
		for _, name := range []string{name, name + sim.BiasSuffix} {
			if spec, err := features.Parse(name); err == nil {
				if _, err := spec.Dim(max(1, s.Columns)); err == nil {
					out = append(out, name)
				}
			}
		}
	}
	return out
}

// scaling returns what the settings scale the observations of a file by, nil where they
// do not. The error names a column.
func (s Settings) scaling(f *file) (*Scaling, error) {
	spec, bounds, err := s.featureSpec()
	if err != nil || !spec.Scaled() {
		return nil, err
	}
	out := new(Scaling)
	if out.Box, out.FromData, err = bounds.Over(f.box); err != nil {
		return nil, fmt.Errorf("features %s of %s: %w", spec, fileLabel(f.Name), err)
	}
	return out, nil
}

// mapped identifies the trajectories of a file with other features.
type mapped struct{ hash, features, bounds string }

// mapped returns the first n trajectories of the settings' file with the features of its
// map. Those of a large file are computed whenever they are asked for.
func (e *Engine) mapped(ctx context.Context, s Settings, f *file) ([]*estimator.Trajectory, error) {
	spec, _, err := s.featureSpec()
	if err != nil || spec.Plain() {
		return f.trajectories[:s.Trajectories], err
	}
	m, err := s.featureMap(f)
	if err != nil {
		return nil, err
	}
	kept := e.cache.holds(8 * (f.steps + f.Trajectories) * m.Dim())
	key := mapped{s.Hash, s.Features, s.Bounds}
	return e.made(ctx, key, s.Trajectories, func(i int) (*estimator.Trajectory, error) {
		return mapTrajectory(m, f.trajectories[i], kept)
	})
}

// featureMap returns the map that the settings have the features of a file by, nil where
// these are the observations.
func (s Settings) featureMap(f *file) (*features.Map, error) {
	spec, _, err := s.featureSpec()
	if err != nil || spec.Plain() {
		return nil, err
	}
	scaling, err := s.scaling(f)
	if err != nil {
		return nil, err
	}
	var box features.Box
	if scaling != nil {
		box = scaling.Box
	}
	return features.New(spec, f.Features, box)
}

// mapTrajectory returns a trajectory with the features of a map, which are kept or
// computed whenever they are asked for.
func mapTrajectory(m *features.Map, t *estimator.Trajectory, kept bool) (*estimator.Trajectory, error) {
	out, err := mapFeatures(m, t, kept)
	if err == nil && t.Ratios() != nil {
		return out.WithRatios(t.Ratios())
	}
	return out, err
}

// mapFeatures is mapTrajectory without importance ratios.
func mapFeatures(m *features.Map, t *estimator.Trajectory, kept bool) (*estimator.Trajectory, error) {
	if !kept {
		row := func(step int, out []float64) { m.Set(t.Features(step), out) }
		return estimator.NewComputedTrajectory(m.Dim(), row, 0, t.Rewards(), t.Terminated())
	}
	out := make([]float64, (t.Len()+1)*m.Dim())
	states := t.Len() + 1
	if t.Terminated() { // the last row stays zero
		states--
	}
	for step := range states {
		m.Set(t.Features(step), out[step*m.Dim():(step+1)*m.Dim()])
	}
	return estimator.NewTrajectory(m.Dim(), out, t.Rewards(), t.Terminated())
}

// extents is the box that the observations of trajectories lie in, and how many
// transitions there are.
type extents struct {
	box   features.Box
	steps int
}

// add adds those of a trajectory.
func (e *extents) add(t *estimator.Trajectory) {
	states := t.Len()
	e.steps += states
	if !t.Terminated() {
		states++
	}
	for step := range states {
		x := t.Features(step)
		if e.box.Low == nil {
			e.box.Low, e.box.High = append(e.box.Low, x...), append(e.box.High, x...)
		}
		for j, v := range x {
			e.box.Low[j], e.box.High[j] = min(e.box.Low[j], v), max(e.box.High[j], v)
		}
	}
}

// FeatureNames returns what the features of checked settings are called, in their order.
func (s Settings) FeatureNames() []string {
	var names []string
	var err error
	if s.Recorded() {
		var spec features.Spec
		if spec, _, err = s.featureSpec(); err == nil {
			names, err = spec.FeatureNames(features.Columns(s.Columns))
		}
	} else {
		names, err = sim.FeatureNames(s.Problem)
	}
	if err != nil {
		return nil
	}
	return names
}
