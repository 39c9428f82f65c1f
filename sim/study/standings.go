package study

import "slices"

// Standing says which selectors differ in root MSVE at one number of trajectories.
type Standing struct {
	Trajectories int
	// Least is the selector with the lowest root MSVE, and Level are those that the
	// trials do not tell from it, in order.
	Least string
	Level []string
	// Better and Worse are those that are told to be below and above ALLSTD.
	Better, Worse []string
	// Same are those that are as good as ALLSTD in every trial, up to rounding.
	Same []string
}

// Standings compares the selectors that were asked for, and ALLSTD where it is not among
// them, with each other, paired over trials. There is a chance of 5 % that any two of
// them are told apart wrongly, at all numbers of trajectories together. Fewer than
// FewestTrials tell none apart.
func (s *Summary) Standings() []Standing {
	if len(s.Plan.Selectors) == 0 {
		return nil
	}
	names := slices.Clone(s.Plan.Selectors)
	reference := slices.Index(names, lotoName)
	if reference < 0 {
		names, reference = slices.Insert(names, 0, lotoName), 0
	}
	var all []evidence // that one is above another, for each ordered pair, size by size
	for i := range s.Sizes {
		sides := s.Sizes[i].contenders(names)
		for a := range sides {
			for b := range sides {
				if a != b {
					all = append(all, above(sides[a], 1, sides[b]))
				}
			}
		}
	}
	holds := decideAmong(len(all)/2, all) // as both orders of a pair are one
	out := make([]Standing, len(s.Sizes))
	for i := range s.Sizes {
		pairs := len(names) * (len(names) - 1)
		of := holds[i*pairs : (i+1)*pairs]
		isAbove := func(a, b int) bool {
			if b > a {
				b--
			}
			return s.Trials >= FewestTrials && of[a*(len(names)-1)+b] == DoesHold
		}
		out[i] = s.Sizes[i].standing(names, reference, isAbove)
	}
	return out
}

// of returns SelectorRow.Place and SelectorRow.OverALLSTD of a selector.
func (at *Standing) of(name string) (place, over string) {
	switch {
	case name == at.Least:
		place = "lowest"
	case slices.Contains(at.Level, name):
		place = "level"
	}
	switch {
	case slices.Contains(at.Better, name):
		over = "better"
	case slices.Contains(at.Worse, name):
		over = "worse"
	case slices.Contains(at.Same, name):
		over = "same"
	}
	return place, over
}

// lotoName is the name of ALLSTD as a selector.
const lotoName = "loto"

// contenders returns the sides of selectors, or of ALLSTD, by their names.
func (z *SizeSummary) contenders(names []string) []side {
	out := make([]side, len(names))
	for i, name := range names {
		if at := slices.IndexFunc(z.Selectors, func(of SelectorSummary) bool { return of.Name == name }); at >= 0 {
			out[i] = z.selector(at)
		} else {
			out[i] = z.chosen()
		}
	}
	return out
}

// standing sorts the selectors by what is above what.
func (z *SizeSummary) standing(names []string, reference int, isAbove func(a, b int) bool) Standing {
	sides := z.contenders(names)
	out, least := Standing{Trajectories: z.Trajectories}, 0
	for i := range sides {
		if meanOf(sides[i].each).Mean < meanOf(sides[least].each).Mean {
			least = i
		}
	}
	out.Least = names[least]
	for i, name := range names {
		if i != least && !isAbove(i, least) {
			out.Level = append(out.Level, name)
		}
		switch {
		case i == reference:
		case isAbove(reference, i):
			out.Better = append(out.Better, name)
		case isAbove(i, reference):
			out.Worse = append(out.Worse, name)
		case equal(sides[i].each, sides[reference].each):
			out.Same = append(out.Same, name)
		}
	}
	return out
}

// equal tells whether MSVEs differ by no more than rounding, trial by trial.
func equal(a, b []float64) bool {
	for i := range a {
		if d := a[i] - b[i]; max(d, -d) > roundingShare*max(a[i], -a[i]) {
			return false
		}
	}
	return true
}
