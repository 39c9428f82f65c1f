package settings

import (
	"fmt"
)

// targetStops returns the usual target policies of a domain.
func targetStops(s Settings) []float64 {
	targets := s.Targets()
	switch {
	case targets == nil:
		return nil
	case targets.Choices != nil:
		return targets.Choices
	}
	return []float64{.05, .1, .2, .3, .4, .45, .5, .55, .6, .7, .8, .9, .95}
}

// TrajectoryCounts returns the usual n: 2 3 5 7 10 15 20 30 50 70 100 …
func TrajectoryCounts() []float64 {
	counts := []float64{2, 3, 5, 7}
	for decade := 10.0; decade < MaxTrajectories; decade *= 10 {
		for _, v := range []float64{1, 1.5, 2, 3, 5, 7} {
			counts = append(counts, v*decade)
		}
	}
	return append(counts, MaxTrajectories)
}

func nextSeed(s Settings, steps int) string {
	seed := s.Seed + uint64(steps)
	if steps < 0 && uint64(-steps) > s.Seed {
		seed = 0
	}
	return fmt.Sprint(seed)
}

// nextGrid turns through grids from 0 to 1, from coarse to fine.
func nextGrid(s Settings, steps int) string {
	spacings := []float64{.25, .2, .1, .05, .02, .01}
	values, err := ParseLambdas(s.Lambdas)
	if err != nil {
		return s.Lambdas
	}
	spacing, uniform := gridStep(values)
	if !uniform {
		return UniformGrid(.1)
	}
	at := 0
	for at < len(spacings)-1 && spacings[at] > spacing {
		at++
	}
	return UniformGrid(spacings[max(0, min(len(spacings)-1, at+steps))])
}
