package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lambdascope/estimator"
)

// Choice is what a selector of Plan.Selectors gives on the data of an Outcome.
type Choice struct {
	Selector string   // its name
	Lambda   *float64 // nil where no single λ gives Theta
	Theta    []float64
	MSVE     float64
}

// UsualSelectors returns the names of selectors in the order of estimator.Selectors, so
// that plans with the same selectors are equal. The error is that of
// estimator.ParseSelectors.
func UsualSelectors(names []string) ([]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	asked, err := estimator.ParseSelectors(strings.Join(names, ","))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, s := range estimator.Selectors() {
		if slices.Contains(asked, s) {
			out = append(out, s.String())
		}
	}
	return out, nil
}

// selectors returns the selectors of the plan, which is in its usual form.
func (p Plan) selectors() ([]estimator.Selector, error) {
	if len(p.Selectors) == 0 {
		return nil, nil
	}
	return estimator.ParseSelectors(strings.Join(p.Selectors, ","))
}

// choice returns what a selector chose in an outcome, nil where it was not asked.
func (o *Outcome) choice(name string) *Choice {
	if i := slices.IndexFunc(o.Selectors, func(c Choice) bool { return c.Selector == name }); i >= 0 {
		return &o.Selectors[i]
	}
	return nil
}

// hasSelectors tells whether an outcome has all selectors of the plan.
func (p Plan) hasSelectors(o *Outcome) bool {
	return !slices.ContainsFunc(p.Selectors, func(name string) bool { return o.choice(name) == nil })
}

// choices returns those of the selectors of the plan, nil without any.
func (p Plan) choices(o *Outcome) (out []Choice) {
	for _, name := range p.Selectors {
		out = append(out, *o.choice(name))
	}
	return out
}

// adoptChoices compares what selectors chose with the truth.
func (x *experiment) adoptChoices(choices []estimator.Choice, o *Outcome) error {
	o.Selectors = nil
	for _, c := range choices {
		chosen := Choice{Selector: c.Selector.String(), Theta: c.Theta, MSVE: x.truth.MSVE(c.Theta)}
		if !math.IsNaN(c.Lambda) {
			chosen.Lambda = &c.Lambda
		}
		if chosen.MSVE-chosen.MSVE != 0 {
			return fmt.Errorf("selector %s: the squared error overflows; scale the rewards down", chosen.Selector)
		}
		o.Selectors = append(o.Selectors, chosen)
	}
	return nil
}

// SelectorSummary is what trials say of a selector at one number of trajectories.
type SelectorSummary struct {
	Name string
	MSVE Mean
	// Ratio is its root MSVE over that of LSTD(best), and OfALLSTD over that of ALLSTD,
	// paired over trials.
	Ratio, OfALLSTD Ratio
	// Lambda is the mean λ, and AtZero in how many trials it is 0; NaN and 0 of a
	// selector that has no single λ.
	Lambda float64
	AtZero int
}

// addSelectors fills in what there is to say of the selectors that were asked for, once
// the rest of the summary is there.
func (z *SizeSummary) addSelectors(y yardstick) {
	for i, c := range z.outcomes[0].Selectors {
		thetas := make([][]float64, len(z.outcomes))
		lambda, zero, single := 0.0, 0, c.Lambda != nil
		for j, o := range z.outcomes {
			own := &o.Selectors[i]
			thetas[j] = own.Theta
			if single = single && own.Lambda != nil; !single {
				continue
			}
			lambda += *own.Lambda
			if *own.Lambda == 0 {
				zero++
			}
		}
		z.truth.selectors = append(z.truth.selectors, y.MSVEErrors(thetas...))
		s := SelectorSummary{Name: c.Selector, Lambda: math.NaN()}
		if single {
			s.Lambda, s.AtZero = lambda/float64(len(z.outcomes)), zero
		}
		of := z.selector(i)
		s.MSVE = of.mean()
		s.Ratio, s.OfALLSTD = ratioOf(of, z.at(z.Best)), ratioOf(of, z.chosen())
		z.Selectors = append(z.Selectors, s)
	}
}

// selector returns the side of the i-th selector.
func (z *SizeSummary) selector(i int) side {
	return side{z.outcomes.all(func(o *Outcome) float64 { return o.Selectors[i].MSVE }), z.truth.selectors[i]}
}

// SelectorRow is a row of the comparison of selectors: one of them, or LSTD at the best
// or the worst λ in hindsight, at one number of trajectories.
type SelectorRow struct {
	Trajectories, Trials int
	Selector             string
	SelectorSummary
	// Place is "lowest", "level" where the trials do not tell it from the lowest, or empty.
	// OverALLSTD is "better", "worse", "same" in every trial, or empty. See Standing.
	Place, OverALLSTD string
}

// SelectorRows returns the comparison of the selectors that were asked for, one by one,
// sizes in order, and LSTD(best) and LSTD(worst) after them.
func (s *Summary) SelectorRows() []SelectorRow {
	var rows []SelectorRow
	standings := s.Standings()
	for i, name := range s.Plan.Selectors {
		for j := range s.Sizes {
			z := &s.Sizes[j]
			place, over := standings[j].of(name)
			rows = append(rows, SelectorRow{z.Trajectories, s.Trials, name, z.Selectors[i], place, over})
		}
	}
	for _, fixed := range []struct {
		name string
		at   func(z *SizeSummary) int
	}{
		{NameLSTDBest, func(z *SizeSummary) int { return z.Best }},
		{NameLSTDWorst, func(z *SizeSummary) int { return z.Worst }},
	} {
		for j := range s.Sizes {
			z := &s.Sizes[j]
			rows = append(rows, SelectorRow{z.Trajectories, s.Trials, fixed.name, z.fixed(fixed.name, fixed.at(z), s.Lambdas), "", ""})
		}
	}
	return rows
}

// ChosenSummary says of ALLSTD what a SelectorSummary says of a selector.
func (z *SizeSummary) ChosenSummary() SelectorSummary {
	return SelectorSummary{Name: NameALLSTD, MSVE: z.ALLSTD, Ratio: ratioOf(z.chosen(), z.at(z.Best)), OfALLSTD: Ratio{1, 1, 1}, Lambda: math.NaN()}
}

// fixed says of LSTD at the k-th λ what a SelectorSummary says of a selector.
func (z *SizeSummary) fixed(name string, k int, lambdas []float64) SelectorSummary {
	out := SelectorSummary{Name: name, MSVE: z.LSTD[k], Lambda: lambdas[k]}
	if lambdas[k] == 0 {
		out.AtZero = len(z.outcomes)
	}
	out.Ratio, out.OfALLSTD = ratioOf(z.at(k), z.at(z.Best)), ratioOf(z.at(k), z.chosen())
	return out
}
