package lesson

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/state"
)

// errNoTruth is the error of values without the true errors that they need.
var errNoTruth = errors.New("the true errors of these settings are not known")

// kind is the notation of a result.
type kind int

const (
	kindNumber kind = iota // with some digits
	kindExact              // with all digits
	kindShare              // of 1, in percent
	kindWord
)

// result is a computed value.
type result struct {
	kind   kind
	number float64
	word   string // of kindWord
}

// computer computes the values of a scene.
type computer struct {
	ctx    context.Context
	engine *analysis.Engine
	scene  state.State
}

type summaryKey struct {
	settings settings.Settings
	trials   int
}

// value computes a value.
func (c *computer) value(v *value) (result, error) {
	if v.literal != nil {
		return *v.literal, nil
	}
	if v.ratio != nil {
		return c.ratio(v)
	}
	s, err := c.changed(v.with)
	if err != nil {
		return result{}, err
	}
	if v.field != "" {
		return fieldOf(s, v.field)
	}
	r, err := c.quantity(v, s)
	if err == nil && math.IsNaN(r.number) {
		err = errors.New("there is none of these settings")
	}
	return r, err
}

// changed returns the scene with changed settings.
func (c *computer) changed(with string) (state.State, error) {
	if with == "" {
		return c.scene, nil
	}
	next, err := c.scene.Command(with)
	if err != nil {
		return c.scene, err
	}
	return checked(c.engine, next)
}

// fieldOf returns the value of a setting, or the number of trials.
func fieldOf(s state.State, name string) (result, error) {
	if name == trialsName {
		return result{kind: kindExact, number: float64(s.Trials)}, nil
	}
	f, _ := settings.KnobNamed(name)
	if !f.Applies(s.Settings) {
		return result{}, fmt.Errorf("does not apply to %s", s.Settings.Problem.Name())
	}
	text := f.Get(s.Settings)
	if v, err := strconv.ParseFloat(text, 64); err == nil && f.Choices == nil { // 2048 is a name
		return result{kind: kindExact, number: v}, nil
	}
	return result{kind: kindWord, word: text}, nil
}

func (c *computer) ratio(v *value) (result, error) {
	var sides [2]float64
	for i, side := range v.ratio {
		r, err := c.value(side)
		if err == nil && r.kind == kindWord {
			err = fmt.Errorf("%s: want a number", side.text)
		}
		if err != nil {
			return r, err
		}
		sides[i] = r.number
	}
	ratio := sides[0] / sides[1]
	if math.IsNaN(ratio) || math.IsInf(ratio, 0) {
		return result{}, fmt.Errorf("there is no ratio of %v to %v", sides[0], sides[1])
	}
	return result{number: ratio}, nil
}

// quantity computes a quantity of a state.
func (c *computer) quantity(v *value, s state.State) (result, error) {
	q := v.quantity
	r := result{kind: q.kind}
	if v.where != nil {
		count, err := c.count(v, s)
		r.number = float64(count)
		return r, err
	}
	if q.overTrials() {
		return c.overTrials(v, s)
	}
	a, err := c.engine.Run(c.ctx, analysis.Request{Settings: s.Settings, Folds: q.folds != nil, Exact: true})
	switch {
	case err != nil:
		return r, err
	case q.folds != nil:
		r.number = q.folds(a, a.Folds.Order[0])
		return r, nil
	case a.Truth == nil && (q.truth || v.at.name == "best" || v.at.name == "worst"):
		return r, errNoTruth
	}
	k, err := v.at.index(gridOf(a), map[string]int{"selected": a.Selection.Selected, "cursor": s.CursorIndex(a), "best": a.Best, "worst": a.Worst})
	if q.hasLambda() && err != nil {
		return r, err
	}
	r.number = q.data(a, k)
	return r, nil
}

// gridOf returns the λ's of a result.
func gridOf(a *analysis.Result) (grid []float64) {
	for _, c := range a.Selection.Candidates {
		grid = append(grid, c.Lambda)
	}
	return grid
}

// index returns the index of a λ, by number or by name, in a grid.
func (l lambda) index(grid []float64, named map[string]int) (int, error) {
	if l.name == "" {
		if k := slices.Index(grid, l.value); k >= 0 {
			return k, nil
		}
		return 0, fmt.Errorf("λ = %v: want one of the grid, %v", l.value, grid)
	}
	if k, ok := named[l.name]; ok {
		return k, nil
	}
	return 0, fmt.Errorf("at %s: want a λ of the grid, %s", l.name, textfmt.Or(slices.Sorted(maps.Keys(named))))
}

// overTrials computes a quantity over data sets.
func (c *computer) overTrials(v *value, settings state.State) (result, error) {
	q := v.quantity
	r := result{kind: q.kind}
	s, err := c.summary(settings)
	if err != nil {
		return r, err
	}
	z := &s.Sizes[0]
	k, err := v.at.index(s.Lambdas, map[string]int{"best": z.Best, "worst": z.Worst})
	switch {
	case q.word != nil:
		r.word = q.word(s)
	case q.mean != nil && v.at.name == "selected":
		r.number = q.mean(z.ALLSTD.MSVE.Mean)
	case q.mean != nil && v.at.name == "random":
		r.number = q.mean(z.Random.MSVE.Mean)
	case q.hasLambda() && err != nil:
		return r, err
	case q.mean != nil:
		r.number = q.mean(z.LSTD[k].MSVE.Mean)
	default:
		r.number = q.trials(s, k)
	}
	return r, nil
}

// summary returns the summary of the data sets of a state. The engine caches it, because a text may
// have many numbers of a summary.
func (c *computer) summary(s state.State) (*study.Summary, error) {
	return engine.Cached(c.ctx, c.engine.Engine, summaryKey{s.Settings, s.Trials}, func(ctx context.Context) (*study.Summary, int, error) {
		var last study.Collected
		err := study.Collect(ctx, c.engine, planOf(s), func(now study.Collected) { last = now })
		return last.Summary, summaryBytes, err
	})
}

// summaryBytes is the approximate size of a summary in the cache.
const summaryBytes = 1 << 16

// planOf returns the trials of a state, the same as on the page Trials.
func planOf(s state.State) study.Plan {
	return study.Plan{Settings: s.Settings, Sizes: []int{s.Settings.Trajectories}, Trials: s.Trials}
}

// count returns the number of data sets of a state in which the comparisons of a value hold.
func (c *computer) count(v *value, s state.State) (count int, err error) {
	for range s.Trials {
		holds, err := (&computer{c.ctx, c.engine, s}).all(v.where)
		if err != nil {
			return 0, err
		}
		if holds {
			count++
		}
		s.Settings.Seed++
	}
	return count, nil
}

// all reports whether all comparisons hold.
func (c *computer) all(comparisons []comparison) (bool, error) {
	for _, one := range comparisons {
		a, err := c.value(one.a)
		if err != nil {
			return false, err
		}
		b, err := c.value(one.b)
		if err != nil {
			return false, err
		}
		if holds, err := one.holds(a, b); !holds {
			return false, err
		}
	}
	return true, nil
}
