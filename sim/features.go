package sim

import (
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim/features"
	"lambdascope/sim/words"
)

// BiasSuffix after the name of a feature map appends a constant 1.
const BiasSuffix = features.BiasSuffix

// checkFeatures returns the usual name of a feature map, or an error unless it is one of
// maps, with or without a bias, or a map of observations of so many numbers.
func checkFeatures(name string, maps []string, columns int) (string, error) {
	base := strings.TrimSuffix(name, BiasSuffix)
	if slices.Contains(maps, base) {
		return name, nil
	}
	spec, err := features.Parse(name)
	if err == nil {
		_, err = spec.Dim(columns)
		return spec.String(), err
	}
	if family, _, given := strings.Cut(base, ":"); given && slices.ContainsFunc(features.Names(), func(s string) bool { return strings.HasPrefix(s, family+":") }) {
		return "", err // which says what is wrong with its numbers
	}
	return "", fmt.Errorf("features %q: want %s, each with or without %s, or a map of observations, such as poly:2", name, words.Or(maps), BiasSuffix)
}

// Observed returns the names of the maps of observations that a domain ("" is the default
// one) has besides its own, an example of each family that has not too many features. The
// error names a domain that does not exist.
func Observed(domain string) ([]string, error) {
	e, err := lookup(domain)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(features.Names(), func(name string) bool {
		spec, err := features.Parse(name)
		if err == nil {
			_, err = spec.Dim(e.columns)
		}
		return err != nil
	}), nil
}

// observedMap returns the map of a valid name of observations that lie in a box; nil for
// the name of a domain's own map.
func observedMap(name string, box features.Box) *features.Map {
	spec, err := features.Parse(name)
	if err != nil {
		return nil
	}
	m, err := features.New(spec, len(box.Low), box)
	if err != nil {
		return nil
	}
	return m
}

// withBias returns the rows of x, dim numbers each, with a 1 after each.
func withBias(dim int, x []float64) (int, []float64) {
	out := make([]float64, 0, len(x)/dim*(dim+1))
	for ; len(x) > 0; x = x[dim:] {
		out = append(append(out, x[:dim]...), 1)
	}
	return dim + 1, out
}
