package control

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"lambdascope/sim/settings"
)

// among returns a turn through given values, in increasing order.
func among(values []float64, get func(settings.Settings) float64) func(settings.Settings, int) string {
	return func(s settings.Settings, steps int) string { return turnedAmong(values, get(s), steps) }
}

// turnedAmong returns the text of the value that is steps away from another, of
// given ones in increasing order. From a value between two, one step goes to the
// next of them.
func turnedAmong(values []float64, from float64, steps int) string {
	at, exact := slices.BinarySearch(values, from)
	if !exact && steps > 0 {
		at-- // the first step up lands on the value above
	}
	at = max(0, min(len(values)-1, at+steps))
	next := values[at]
	if (next-from)*float64(steps) < 0 { // beyond the last value already
		next = from
	}
	return strconv.FormatFloat(next, 'f', -1, 64)
}

// turnChoice returns a turn through a field's choices, round and round.
func turnChoice(f settings.Field) func(settings.Settings, int) string {
	return func(s settings.Settings, steps int) string {
		if f.Choices == nil {
			return f.Get(s)
		}
		choices := f.Choices(s)
		return turnedChoice(slices.Index(choices, f.Get(s)), steps, choices)
	}
}

func turnSeed(s settings.Settings, steps int) string {
	seed := s.Seed + uint64(steps)
	if steps < 0 && uint64(-steps) > s.Seed {
		seed = 0
	}
	return fmt.Sprint(seed)
}

// turnGrid goes through grids from 0 to 1, from coarse to fine.
func turnGrid(s settings.Settings, steps int) string {
	spacings := []float64{.25, .2, .1, .05, .02, .01}
	values, err := settings.ParseLambdas(s.Lambdas)
	if err != nil {
		return s.Lambdas
	}
	spacing, uniform := settings.GridStep(values)
	if !uniform {
		return settings.UniformGrid(.1)
	}
	at := 0
	for at < len(spacings)-1 && spacings[at] > spacing {
		at++
	}
	return settings.UniformGrid(spacings[max(0, min(len(spacings)-1, at+steps))])
}

// TrajectoryCounts are the n a person wants: 2 3 5 7 10 15 20 30 50 70 100 …
func TrajectoryCounts() []float64 {
	counts := []float64{2, 3, 5, 7}
	for decade := 10.0; decade < settings.MaxTrajectories; decade *= 10 {
		for _, v := range []float64{1, 1.5, 2, 3, 5, 7} {
			counts = append(counts, v*decade)
		}
	}
	return append(counts, settings.MaxTrajectories)
}

// turnedChoice returns the text that is steps after another, round and round. A big turn
// that would come round to where it began goes one step.
func turnedChoice(at, steps int, names []string) string {
	n := len(names)
	if steps%n == 0 {
		steps = cmp.Compare(steps, 0)
	}
	return names[((at+steps)%n+n)%n]
}
