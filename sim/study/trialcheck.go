package study

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
)

// CheckTrial returns an error where a trial cannot be one of the plan, which has
// been checked: for a trial that was read from a file. It looks at the shape and
// the range of the numbers, not at whether they are right.
func (p Plan) CheckTrial(t *Trial) error {
	lambdas, err := analysis.ParseLambdas(p.Settings.Lambdas)
	if err != nil {
		return err
	}
	domain, err := sim.New(p.Settings.Problem)
	if err != nil {
		return err
	}
	return p.checkTrial(t, len(lambdas), domain)
}

func (p Plan) checkTrial(t *Trial, k int, domain sim.Domain) error {
	switch {
	case t == nil:
		return errors.New("no trial: want one")
	case t.Index < 0 || t.Index >= p.Trials:
		return analysis.RangeError("trial", t.Index, "0 to %d", p.Trials-1)
	case t.Seed != p.Settings.Seed+uint64(t.Index):
		return fmt.Errorf("trial %d: seed %d: want %d", t.Index, t.Seed, p.Settings.Seed+uint64(t.Index))
	case len(t.Outcomes) != len(p.Sizes):
		return fmt.Errorf("trial %d: %d outcomes: want %d, one per number of trajectories", t.Index, len(t.Outcomes), len(p.Sizes))
	}
	for i := range t.Outcomes {
		err := p.checkOutcome(&t.Outcomes[i], p.Sizes[i], k, domain.Dim())
		if err == nil {
			err = t.Outcomes[i].checkRange(domain)
		}
		if err != nil {
			return fmt.Errorf("trial %d, %d trajectories: %w", t.Index, p.Sizes[i], err)
		}
	}
	return nil
}

func (p Plan) checkOutcome(o *Outcome, size, k, d int) error {
	switch {
	case o.Trajectories != size:
		return fmt.Errorf("an outcome of %d trajectories: want one of %d", o.Trajectories, size)
	case o.chooses() == p.FitsOnly:
		return errors.New("LOTO errors: want them unless the plan asks for fits alone")
	case o.Selected < 0 || o.Selected >= k:
		return analysis.RangeError("selected", o.Selected, "0 to %d", k-1)
	case (o.RLSTD != nil) != p.RLSTD:
		return errors.New("RLSTD: want it where the plan asks for it")
	case (o.Naive != nil) != (size <= p.NaiveTo):
		return errors.New("NaiveCV+LSTD: want it up to the plan's number of trajectories")
	case o.Naive != nil && (o.Naive.Selected < 0 || o.Naive.Selected >= k):
		return analysis.RangeError("selected by NaiveCV+LSTD", o.Naive.Selected, "0 to %d", k-1)
	case p.CoverageOnly && o.Theta != nil:
		return errors.New("theta: want none in trials for coverage alone")
	case !p.CoverageOnly && len(o.Theta) != k || !p.FitsOnly && (len(o.NotRuledOut) != k || !o.NotRuledOut[o.Selected]):
		return fmt.Errorf("%d λ's, %d that are ruled out or not: want %d, and λ̂ not ruled out", len(o.Theta), len(o.NotRuledOut), k)
	}
	for _, theta := range o.Theta {
		if len(theta) != d {
			return fmt.Errorf("%d weights: want %d", len(theta), d)
		}
	}
	for _, c := range o.perLambda(false) {
		if len(c.of) != k {
			return fmt.Errorf("%d numbers: want %d, one per λ", len(c.of), k)
		}
	}
	return p.checkChoices(o, d)
}

// numbers are those of an outcome under one name, and the least that they may be.
type numbers struct {
	name  string
	of    []float64
	least float64
}

// leastMSVE is the least that an MSVE may be. Where the truth is not exact it is
// estimated, without bias, and may be below 0.
func leastMSVE(exact bool) float64 {
	if exact {
		return 0
	}
	return math.Inf(-1)
}

// perLambda returns those of which there is one per λ, but for θ.
func (o *Outcome) perLambda(exact bool) []numbers {
	out := []numbers{{"msve", o.MSVE, leastMSVE(exact)}}
	if o.chooses() {
		out = append(out, numbers{"loto", o.Loto, 0}, numbers{"loto_diff", o.LotoDiff, math.Inf(-1)}, numbers{"loto_diff_se", o.LotoDiffSE, 0})
	}
	if o.RLSTD != nil {
		out = append(out, numbers{"rlstd", o.RLSTD, leastMSVE(exact)})
	}
	return out
}

// checkRange returns an error for a number that is not finite, or less than it may be.
func (o *Outcome) checkRange(domain sim.Domain) error {
	_, exact := domain.(sim.Exact)
	all := append(o.perLambda(exact), numbers{"theta", slices.Concat(o.Theta...), math.Inf(-1)})
	for _, c := range o.Selectors {
		all = append(all, numbers{c.Selector + " msve", []float64{c.MSVE}, leastMSVE(exact)}, numbers{c.Selector + " theta", c.Theta, math.Inf(-1)})
	}
	if o.Naive != nil {
		all = append(all, numbers{"apart", []float64{o.Naive.Apart}, 0})
	}
	for _, c := range all {
		for _, v := range c.of {
			if err := inRange(c.name, v, c.least); err != nil {
				return err
			}
		}
	}
	return nil
}

// inRange returns an error for a number that is not finite or below the least.
func inRange(name string, v, least float64) error {
	switch {
	case v-v == 0 && v >= least:
		return nil
	case math.IsInf(least, -1):
		return analysis.RangeError(name, v, "a finite number")
	}
	return analysis.RangeError(name, v, "a finite number, at least %v", least)
}

// CheckTime returns an error where a row of figure (c) cannot be one of the plan,
// which has been checked: for a row that was read from a file.
func (p Plan) CheckTime(r TimeRow) error {
	switch {
	case !slices.Contains(TimedMethods(), r.Method):
		return fmt.Errorf("method %q: want %s", r.Method, strings.Join(TimedMethods(), ", "))
	case !slices.Contains(p.Sizes, r.Trajectories):
		return analysis.RangeError("trajectories", r.Trajectories, "one of %s", strings.Trim(fmt.Sprint(p.Sizes), "[]"))
	case !(0 <= r.Least && r.Least <= r.Seconds && r.Seconds <= r.Most && r.Most <= math.MaxFloat64):
		return fmt.Errorf("least %v, seconds %v, most %v: want finite numbers with 0 ≤ least ≤ seconds ≤ most", r.Least, r.Seconds, r.Most)
	case r.Runs < 0 || r.Runs == 0 && !r.Stopped:
		return analysis.RangeError("runs", r.Runs, "1 or more, or 0 of what was stopped before")
	case r.DataSets < min(r.Runs, 1) || r.DataSets > min(r.Runs, TimedSets):
		return analysis.RangeError("data_sets", r.DataSets, "%d to %d with %d runs", min(r.Runs, 1), min(r.Runs, TimedSets), r.Runs)
	}
	return nil
}

// checkFinite returns an error for an outcome that overflows; θ never does.
func (o *Outcome) checkFinite(lambdas []float64) error {
	for _, c := range o.perLambda(false) {
		for k, v := range c.of {
			if math.IsInf(v, 0) || math.IsNaN(v) {
				return fmt.Errorf("λ = %v: the squared error overflows; scale the rewards down", lambdas[k])
			}
		}
	}
	return nil
}
