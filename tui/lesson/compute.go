package lesson

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"lambdascope/sim/analysis"
	"lambdascope/sim/panics"
	"lambdascope/sim/study"
	"lambdascope/tui/state"
)

// maxWork is how much processor time the numbers of a step may take, by what they are
// priced at.
const maxWork = 30 * time.Second

// affordable returns an error for work that costs too much.
func affordable(what string, cost time.Duration) error {
	if cost <= maxWork {
		return nil
	}
	return fmt.Errorf("%s take about %.0f s of a processor: want at most %.0f s; fewer trajectories, λ's or trials take less", what, cost.Seconds(), maxWork.Seconds())
}

// planOf returns the trials of settings, as the page Trials has them.
func planOf(s analysis.Settings, trials int) study.Plan {
	return study.Plan{Settings: s, Sizes: []int{s.Trajectories}, Trials: trials}
}

// planCost returns about how much processor time all trials of a plan take.
func planCost(p study.Plan) time.Duration { return time.Duration(p.Trials) * p.Cost() }

// cost returns about how much processor time the numbers of some texts take.
func cost(texts ...text) time.Duration {
	type work struct {
		settings analysis.Settings
		trials   int
		where    string
	}
	seen := make(map[work]bool)
	total := time.Duration(0)
	for _, t := range texts {
		t.values(func(v *value, _ int) {
			q := v.quantity
			if q == nil || v.immediate() {
				return
			}
			w := work{settings: v.settings}
			each := analysis.Cost(v.settings, analysis.Extra{})
			switch {
			case v.where != nil:
				w.trials, w.where = v.trials, v.text
				each *= time.Duration(v.trials)
			case q.overTrials():
				w.trials = v.trials
				each = planCost(planOf(v.settings, v.trials))
			}
			if !seen[w] {
				seen[w] = true
				total += each
			}
		})
	}
	return total
}

// errNoEngine is the error of what takes an analysis, of a computer that has no engine.
var errNoEngine = errors.New("not known without an analysis")

// computer computes values. It keeps what they have in common.
type computer struct {
	ctx       context.Context
	engine    *analysis.Engine
	scene     state.State // which has the cursor
	summaries map[summaryKey]*study.Summary
}

type summaryKey struct {
	settings analysis.Settings
	trials   int
}

func newComputer(ctx context.Context, e *analysis.Engine, scene state.State) *computer {
	return &computer{ctx: ctx, engine: e, scene: scene, summaries: make(map[summaryKey]*study.Summary)}
}

// value computes a value.
func (c *computer) value(v *value) (result, error) {
	switch {
	case v.literal != nil:
		return *v.literal, nil
	case v.ratio != nil:
		return c.ratio(v)
	case v.quantity.field != "":
		return fieldResult(v.quantity.field, v.settings, v.trials), nil
	}
	r, err := c.quantity(v)
	if err == nil && r.kind != kindWord && math.IsNaN(r.number) {
		err = errors.New("there is none of these settings")
	}
	return r, err
}

func (c *computer) ratio(v *value) (result, error) {
	var sides [2]float64
	for i, side := range v.ratio {
		r, err := c.value(side)
		if err != nil {
			return r, err
		}
		sides[i] = r.number
	}
	if sides[1] == 0 || math.IsInf(sides[0], 0) || math.IsInf(sides[1], 0) {
		return result{}, fmt.Errorf("there is no ratio of %v to %v", sides[0], sides[1])
	}
	return result{number: sides[0] / sides[1]}, nil
}

func (c *computer) quantity(v *value) (result, error) {
	q := v.quantity
	r := result{kind: q.kind}
	switch {
	case v.immediate():
		r.number = q.settings(v.settings, v.at.value, v.steps)
		return r, nil
	case c.engine == nil:
		return r, errNoEngine
	case v.where != nil:
		count, err := c.count(v)
		r.number = float64(count)
		if q.pattern == shareOfTrials {
			r.number /= float64(v.trials)
		}
		return r, err
	case q.overTrials():
		return c.overTrials(v)
	}
	a, err := c.engine.Analyze(c.ctx, v.settings)
	if err != nil {
		return r, err
	}
	if q.folds != nil || q.pattern == rewardOfTrajectory {
		return c.ofTrajectory(v, a)
	}
	at := v.at
	if !at.given {
		at = lambda{name: q.pattern, given: true} // selected, best, worst or cursor
		if !isLambda(q.pattern) {
			at.name = "selected"
		}
	}
	k, err := at.index(a, c.scene)
	switch {
	case err != nil:
		return r, err
	case q.truth && a.Truth == nil:
		return r, errNoTruth
	case q.settings != nil:
		r.number = q.settings(v.settings, a.Selection.Candidates[k].Lambda, v.steps)
	default:
		r.number = q.data(a, k)
	}
	return r, nil
}

// ofTrajectory computes what is of a trajectory, or of all of them.
func (c *computer) ofTrajectory(v *value, a *analysis.Result) (result, error) {
	r := result{kind: v.quantity.kind}
	f, err := c.engine.Folds(c.ctx, a)
	if err == nil && v.quantity.folds != nil {
		f, err = c.engine.Without(c.ctx, f)
	}
	if err != nil {
		return r, err
	}
	i := f.Order[0]
	if v.trajectory != "" && v.trajectory != topTrajectory {
		if i, err = strconv.Atoi(v.trajectory); err != nil {
			return r, err
		}
	}
	if v.quantity.folds != nil {
		r.number = v.quantity.folds(f, i)
		return r, nil
	}
	episode, err := c.engine.Episode(c.ctx, a, i)
	if err == nil {
		r.number = total(episode.Trajectory.Rewards())
	}
	return r, err
}

// overTrials computes what is over data sets.
func (c *computer) overTrials(v *value) (result, error) {
	q := v.quantity
	s, err := c.summary(v)
	if err != nil {
		return result{}, err
	}
	if q.word != nil {
		return result{kind: kindWord, word: q.word(s)}, nil
	}
	m := method{selected: v.at.name == "selected", random: v.at.name == "random"}
	switch v.at.name {
	case "best":
		m.k = s.Sizes[0].Best
	case "worst":
		m.k = s.Sizes[0].Worst
	case "":
		for k, lambda := range s.Lambdas {
			if lambda == v.at.value {
				m.k = k
			}
		}
	}
	return result{kind: q.kind, number: q.trials(s, m)}, nil
}

// summary returns what the data sets of a value say together.
func (c *computer) summary(v *value) (*study.Summary, error) {
	key := summaryKey{v.settings, v.trials}
	if s := c.summaries[key]; s != nil {
		return s, nil
	}
	trials := study.NewCollector(c.engine, planOf(v.settings, v.trials), nil)
	if err := trials.Run(c.ctx, nil, func() {}); err != nil {
		return nil, err
	}
	c.summaries[key] = trials.Now().Summary
	return c.summaries[key], nil
}

// count returns in how many data sets the comparisons of a value hold.
func (c *computer) count(v *value) (int, error) {
	var count atomic.Int64
	trials, ctx := errgroup.WithContext(c.ctx)
	trials.SetLimit(c.engine.Workers())
	for j := range v.trials {
		trials.Go(func() error {
			return panics.Guard(func() error {
				one := newComputer(ctx, c.engine, c.scene)
				holds, err := one.all(v.where.ofTrial(j))
				if err == nil && holds {
					count.Add(1)
				}
				return err
			})
		})
	}
	err := trials.Wait()
	panics.Raise(err)
	return int(count.Load()), err
}

// ofTrial returns the comparisons with the data of trial j.
func (all comparisons) ofTrial(j int) comparisons {
	out := make(comparisons, len(all))
	for i, c := range all {
		out[i] = comparison{c.a.ofTrial(j), c.b.ofTrial(j), c.op}
	}
	return out
}

func (v *value) ofTrial(j int) *value {
	out := *v
	out.settings.Seed += uint64(j)
	out.ratio = nil
	for _, side := range v.ratio {
		out.ratio = append(out.ratio, side.ofTrial(j))
	}
	return &out
}

// all tells whether all comparisons hold.
func (c *computer) all(comparisons comparisons) (bool, error) {
	for _, one := range comparisons {
		a, err := c.value(one.a)
		if err != nil {
			return false, err
		}
		b, err := c.value(one.b)
		if err != nil {
			return false, err
		}
		if !holds(a, one.op, b) {
			return false, nil
		}
	}
	return true, nil
}

// isLambda tells whether a quantity is a λ by its name.
func isLambda(pattern string) bool {
	l, err := readLambda(pattern)
	return err == nil && l.name == pattern && !strings.Contains(pattern, " ")
}
