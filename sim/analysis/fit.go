package analysis

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/features"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
)

// Fit predicts V(x) from observations, without the analysis.
type Fit struct {
	estimator.Fit
	Map  features.Description
	Hash string // SHA-256 of the data; empty for a domain
}

// addFit adds the fit at λ̂, with the covariance of θ, in two passes over the data. For a domain,
// observations are the features that Engine.Write writes.
func (e *Engine) addFit(ctx context.Context, a *Result, _ Request) error {
	if a.streamed != nil {
		from, err := e.description(a.Settings, a.Selection.Features)
		a.Fit = &Fit{a.streamed.fit, from, a.Settings.Hash}
		return err
	}
	return e.withData(ctx, a.Settings, "errors of values", func(ctx context.Context, data []*estimator.Trajectory) error {
		from, err := e.description(a.Settings, data[0].Dim())
		if err != nil {
			return err
		}
		fit := a.Selection.Fit()
		whole, err := fit.WithCovariance(ctx, data, e.optionsAt(a.Settings, fit.Lambda))
		a.Fit = &Fit{whole, from, a.Settings.Hash}
		return err
	})
}

// description describes the feature map of checked settings with d features.
func (e *Engine) description(s settings.Settings, d int) (features.Description, error) {
	names := s.FeatureNames()
	if s.Recorded() {
		f, err := e.fileOf(s)
		if err != nil {
			return features.Description{}, err
		}
		m, err := featureMap(s, f)
		if err != nil {
			return features.Description{}, err
		}
		if m != nil {
			return m.Describe(features.Columns(s.Columns)), nil
		}
	}
	return features.Description{Kind: settings.FileFeatures, Columns: features.Columns(d), Features: names}, nil
}

// Predictions are the values of a fit at the states of trajectories.
type Predictions struct {
	Episodes []Predicted
	// States and StateErrors are the values of states without rewards and their standard errors.
	States, StateErrors []float64
	Hash                string // of the data
	Steps               int
	Weighted            bool // some trajectory has importance ratios other than 1
	// Beyond is the number of steps with an observation outside the scaling bounds of the fit.
	Beyond int

	starts []float64 // sum of the features of the first states of episodes
	groups recorded.Groups
}

// Predicted has the values at the starts of the transitions of an episode, and at the final
// observation of a truncated one.
type Predicted struct {
	ID         string // from the file, or the index of the episode
	Values     []float64
	Errors     []float64 // standard errors
	Returns    []float64 // observed until the end of the episode, a number for each transition
	Weighted   []float64 // Returns with importance ratios
	Terminated bool
}

// Predict computes values for the trajectories or states of files, and keeps no trajectory. Errors
// name file, line and field, or the features missing from the data.
func (f *Fit) Predict(ctx context.Context, source Source) (*Predictions, error) {
	out := &Predictions{}
	sum := sha256.New()
	r := &recorded.Reader{Least: 1, State: func(observation []float64) error {
		v, se, err := f.value(observation, make([]float64, f.Map.Dim()))
		if err != nil {
			return fmt.Errorf("state %d: %w", len(out.States), err)
		}
		if out.Steps++; f.beyond(observation) {
			out.Beyond++
		}
		out.States = append(out.States, v)
		out.StateErrors = append(out.StateErrors, se)
		return nil
	}}
	for _, part := range source.files() {
		file, err := part.each(ctx, r, func(t *estimator.Trajectory) error { return out.add(f, t) })
		if err != nil {
			return nil, err
		}
		if out.Episodes != nil && out.States != nil {
			return nil, fmt.Errorf("%s: episodes and states without rewards: want predict for each alone", part.Name)
		}
		out.Hash = file.Hash
		sum.Write([]byte(out.Hash))
	}
	if source.Parts != nil {
		out.Hash = hex.EncodeToString(sum.Sum(nil))
	}
	all := r.Data()
	out.groups = all.Groups
	for i, id := range all.IDs {
		if id != "" {
			out.Episodes[i].ID = id
		}
	}
	return out, nil
}

// value returns V̂ of an observation and its standard error, and sets x to the features.
func (f *Fit) value(observation, x []float64) (v, se float64, err error) {
	if len(observation) != len(f.Map.Columns) {
		return 0, 0, fmt.Errorf("observations of %s: want %s, which the fit is of", columnsText(features.Columns(len(observation))), columnsText(f.Map.Columns))
	}
	if err := f.Map.Unseen(observation); err != nil {
		return 0, 0, err
	}
	f.Map.Set(observation, x)
	v = f.Value(x)
	se = f.StandardError(x)
	if !finite(v) || !finite(se) {
		return 0, 0, errors.New("V̂ overflows: want observations like those that the fit was made from")
	}
	return v, se, nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// WithoutError returns the number of steps with a standard error of 0 up to rounding. At most
// one trajectory of the fit has visited such a state, or the visiting trajectories are alike.
func (p *Predictions) WithoutError() (steps int) {
	const rounding = 1e-9 // of the largest
	starts := slices.Clone(p.StateErrors)
	largest := slices.Max(append(starts, 0))
	for _, e := range p.Episodes {
		starts = append(starts, e.Errors[:len(e.Returns)]...)
		largest = max(largest, slices.Max(e.Errors))
	}
	for _, se := range starts {
		if se <= rounding*largest {
			steps++
		}
	}
	return steps
}

// columnsText lists columns, with an ellipsis for many: "obs_0, obs_1 … obs_8".
func columnsText(columns []string) string {
	const few = 4
	if len(columns) <= few {
		return textfmt.And(columns)
	}
	return strings.Join(columns[:2], ", ") + " … " + columns[len(columns)-1]
}

// add adds a trajectory, or returns an error if a number overflows.
func (p *Predictions) add(f *Fit, t *estimator.Trajectory) error {
	h := t.Len()
	states := h
	if !t.Terminated() {
		states++
	}
	one := Predicted{ID: strconv.Itoa(len(p.Episodes)), Values: make([]float64, states), Errors: make([]float64, states), Weighted: t.Returns(f.Gamma, 0), Terminated: t.Terminated()}
	if one.Returns = one.Weighted; t.Ratios() != nil {
		p.Weighted = true
		one.Returns = make([]float64, h)
		after := 0.0
		for step, r := range slices.Backward(t.Rewards()) {
			after = r + float64(f.Gamma*after)
			one.Returns[step] = after
		}
	}
	if p.starts == nil {
		p.starts = make([]float64, f.Map.Dim())
	}
	x := make([]float64, f.Map.Dim())
	room := make([]float64, t.Dim())
	for step := range states {
		observation := t.FeaturesInto(room, step)
		v, se, err := f.value(observation, x)
		if err == nil && step < h && !(finite(one.Returns[step]) && finite(one.Weighted[step])) {
			err = errors.New("the return overflows: want smaller rewards")
		}
		if err != nil {
			return fmt.Errorf("episode %d, step %d: %w", len(p.Episodes), step, err)
		}
		one.Values[step] = v
		one.Errors[step] = se
		if step == 0 {
			for j, v := range x {
				p.starts[j] += v
			}
		}
		if step < h && f.beyond(observation) {
			p.Beyond++
		}
	}
	p.Steps += h
	p.Episodes = append(p.Episodes, one)
	return nil
}

// beyond reports whether an observation lies outside the scaling bounds of the fit.
func (f *Fit) beyond(observation []float64) bool {
	for j, low := range f.Map.Low {
		if observation[j] < low || observation[j] > f.Map.High[j] {
			return true
		}
	}
	return false
}
