package study

import (
	"errors"
	"fmt"
	"math"

	"lambdascope/sim"
)

// CheckTrial returns an error where a trial cannot be one of the plan, which has
// been checked: for a trial that was read from a file. It looks at the shape, not
// at whether the numbers are right.
func (p Plan) CheckTrial(t *Trial) error {
	lambdas, err := ParseLambdas(p.Settings.Lambdas)
	if err != nil {
		return err
	}
	domain, err := sim.New(p.Settings.Problem)
	if err != nil {
		return err
	}
	return p.checkTrial(t, len(lambdas), domain.Dim())
}

func (p Plan) checkTrial(t *Trial, k, d int) error {
	switch {
	case t.Index < 0 || t.Index >= p.Trials:
		return rangeError("trial", t.Index, "0 to %d", p.Trials-1)
	case t.Seed != p.Settings.Seed+uint64(t.Index):
		return fmt.Errorf("trial %d: seed %d: want %d", t.Index, t.Seed, p.Settings.Seed+uint64(t.Index))
	case len(t.Outcomes) != len(p.Sizes):
		return fmt.Errorf("trial %d: %d outcomes: want %d, one per number of trajectories", t.Index, len(t.Outcomes), len(p.Sizes))
	}
	for i := range t.Outcomes {
		if err := p.checkOutcome(&t.Outcomes[i], p.Sizes[i], k, d); err != nil {
			return fmt.Errorf("trial %d, %d trajectories: %w", t.Index, p.Sizes[i], err)
		}
	}
	return nil
}

func (p Plan) checkOutcome(o *Outcome, size, k, d int) error {
	switch {
	case o.Trajectories != size:
		return fmt.Errorf("an outcome of %d trajectories: want one of %d", o.Trajectories, size)
	case o.Selected < 0 || o.Selected >= k:
		return rangeError("selected", o.Selected, "0 to %d", k-1)
	case (o.RLSTD != nil) != p.RLSTD:
		return errors.New("RLSTD: want it where the plan asks for it")
	case (o.Naive != nil) != (size <= p.NaiveTo):
		return errors.New("NaiveCV+LSTD: want it up to the plan's number of trajectories")
	case o.Naive != nil && (o.Naive.Selected < 0 || o.Naive.Selected >= k):
		return rangeError("selected by NaiveCV+LSTD", o.Naive.Selected, "0 to %d", k-1)
	case len(o.Theta) != k || len(o.Tied) != k || !o.Tied[o.Selected]:
		return fmt.Errorf("%d λ's, %d that are tied or not: want %d, and λ̂ tied", len(o.Theta), len(o.Tied), k)
	}
	for _, theta := range o.Theta {
		if len(theta) != d {
			return fmt.Errorf("%d weights: want %d", len(theta), d)
		}
	}
	for _, numbers := range o.perLambda() {
		if len(numbers) != k {
			return fmt.Errorf("%d numbers: want %d, one per λ", len(numbers), k)
		}
	}
	return nil
}

// perLambda returns the slices that hold a number per λ, but for θ.
func (o *Outcome) perLambda() [][]float64 {
	out := [][]float64{o.MSVE, o.Loto, o.LotoDiff, o.LotoDiffSE}
	if o.RLSTD != nil {
		out = append(out, o.RLSTD)
	}
	return out
}

// checkFinite returns an error for an outcome that overflows; θ never does.
func (o *Outcome) checkFinite(lambdas []float64) error {
	for _, numbers := range o.perLambda() {
		for k, v := range numbers {
			if math.IsInf(v, 0) || math.IsNaN(v) {
				return fmt.Errorf("λ = %v: the squared error overflows; scale the rewards down", lambdas[k])
			}
		}
	}
	return nil
}
