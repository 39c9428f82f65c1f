package estimator

import "fmt"

// Difference is the difference of two LOTO errors.
type Difference struct {
	Diff float64
	// SE is the standard error of Diff with refits, as Candidate.RefitSE.
	SE float64
	// NotRuledOut reports whether the larger LOTO error could still be the better on average, as
	// Candidate.NotRuledOut.
	NotRuledOut bool
}

// Difference returns the LOTO error of the k-th λ less the LOTO error of the ref-th. It takes
// O(n). It returns an error for an index out of range, and for an empty selection.
func (s *Selection) Difference(k, ref int) (Difference, error) {
	if err := s.check(); err != nil {
		return Difference{}, err
	}
	for _, i := range []int{k, ref} {
		if i < 0 || i >= len(s.Candidates) {
			return Difference{}, fmt.Errorf("λ %d of %d: want one of 0 to %d", i, len(s.Candidates), len(s.Candidates)-1)
		}
	}
	d, _ := s.difference(&s.Candidates[k], &s.Candidates[ref])
	return d, nil
}

// difference returns the difference of the LOTO errors of two candidates with the folds of s, and
// its paired standard error.
func (s *Selection) difference(a, b *Candidate) (d Difference, paired float64) {
	d.Diff, paired = meanAndError(a.Folds, b.Folds, s.weights)
	d.SE = refitSE(a, b, paired)
	d.NotRuledOut = d.Diff <= float64(s.Quantile*d.SE)+s.rounding()
	return d, paired
}

// Comparison compares selections from the same trajectories, with several feature maps or
// ridges.
type Comparison struct {
	Selections []*Selection
	// Best is the index of the selection of the least LOTO error. Within rounding, the selection
	// with the fewest features wins, then the first.
	Best int
	// Against compares λ̂ of each selection with λ̂ of the best.
	Against []Difference
}

// Compare compares selections from the same trajectories, at the same γ and weighting, with other
// features or another ridge. LOTO errors compare because returns do not depend on features.
// TailBootstrap is an exception: each selection completes the returns of truncated trajectories
// by its own fits. Compare returns an error for no selections, and names the first selection that
// is empty or differs in anything else.
func Compare(selections []*Selection) (*Comparison, error) {
	if len(selections) == 0 {
		return nil, fmt.Errorf("no selections: want at least 1")
	}
	for j, s := range selections {
		err := s.check()
		if err == nil && j > 0 {
			err = s.checkSame(selections[0])
		}
		if err != nil {
			return nil, fmt.Errorf("selection %d: %w", j+1, err)
		}
	}
	out := &Comparison{Selections: selections}
	loto := func(k int) float64 { return selections[k].Best().LOTO }
	out.Best = smallestWithin(len(selections), loto, selections[0].MeanSquaredReturn)
	for k := out.Best + 1; k < len(selections); k++ {
		within := loto(k) <= loto(out.Best)+selections[out.Best].rounding()
		if within && selections[k].Features < selections[out.Best].Features {
			out.Best = k
		}
	}
	for _, s := range selections {
		d, _ := selections[out.Best].difference(s.Best(), selections[out.Best].Best())
		out.Against = append(out.Against, d)
	}
	return out, nil
}

// check returns an error for a selection that the package did not make.
func (s *Selection) check() error {
	if s == nil || s.Best() == nil || len(s.weights) == 0 {
		return fmt.Errorf("an empty selection: want a result of Select")
	}
	return nil
}

// checkSame returns an error unless two selections are of the same trajectories and returns.
func (s *Selection) checkSame(o *Selection) error {
	return differ([]setting{
		{"trajectories", s.Trajectories, o.Trajectories},
		{"steps", s.Steps, o.Steps},
		{"truncated trajectories", s.Truncated, o.Truncated},
		{"folds", s.Folds, o.Folds},
		{"gamma", s.Gamma, o.Gamma},
		{"weighting", s.Weighting, o.Weighting},
		{"mean squared return", s.MeanSquaredReturn, o.MeanSquaredReturn},
	})
}

// checkFits returns an error unless two selections have fits to the same features.
func (s *Selection) checkFits(o *Selection) error {
	return differ([]setting{{"features", s.Features, o.Features}, {"ridge", s.Ridge, o.Ridge}, {"tail", s.Tail, o.Tail}})
}

// setting is a number or option of two selections.
type setting struct {
	name      string
	got, want any
}

// differ returns an error for the first setting that differs.
func differ(settings []setting) error {
	for _, f := range settings {
		if f.got != f.want {
			return fmt.Errorf("%s %v: want %v", f.name, f.got, f.want)
		}
	}
	return nil
}
