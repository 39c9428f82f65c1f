package sim

import (
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim/features"
	"lambdascope/sim/textfmt"
)

// BiasSuffix after the name of a feature map appends a constant 1.
const BiasSuffix = features.BiasSuffix

// checkFeatures returns the usual name of a feature map, or an error unless it is one of
// maps, with or without a bias, or a map of observations of so many numbers, if any.
func checkFeatures(name string, maps []string, columns int) (string, error) {
	base := strings.TrimSuffix(name, BiasSuffix)
	if slices.Contains(maps, base) {
		return name, nil
	}
	if columns == 0 {
		return "", fmt.Errorf("features %q: want %s, with or without %s", name, textfmt.Or(maps), BiasSuffix)
	}
	spec, err := features.Parse(name)
	if err == nil {
		_, err = spec.Dim(columns)
		return spec.String(), err
	}
	if family, _, given := strings.Cut(base, ":"); given && slices.ContainsFunc(features.Names(), func(s string) bool { return strings.HasPrefix(s, family+":") }) {
		return "", err // which says what is wrong with its numbers
	}
	return "", fmt.Errorf("features %q: want %s, each with or without %s, or a map of observations, such as poly:2", name, textfmt.Or(maps), BiasSuffix)
}

// Observed returns the names of the maps of observations that the options' domain has
// besides its own, an example of each family that has not too many features; none of a
// problem. The error names a domain that does not exist.
func Observed(o Options) ([]string, error) {
	e, err := lookup(o)
	if err != nil || e.columns == 0 {
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

// FeatureNames returns what the features of valid options are called, in their order, the
// bias's included: "state 3", "row 1 col 2", "position²".
func FeatureNames(o Options) ([]string, error) {
	d, err := New(o)
	if err != nil {
		return nil, err
	}
	o = d.Options()
	if names := mapNames(o, o.Features); names != nil {
		return names, nil
	}
	base, bias := strings.CutSuffix(o.Features, BiasSuffix)
	names := ownNames(o, base)
	for j := len(names); j < d.Dim(); j++ {
		names = append(names, fmt.Sprintf("feature %d", j+1))
	}
	if bias {
		names[d.Dim()-1] = features.Bias
	}
	return names, nil
}

// columnNames returns what the numbers of an observation of a domain are called.
func columnNames(o Options) []string {
	switch o.Domain {
	case "2048":
		var out []string
		for j := range 16 {
			out = append(out, fmt.Sprintf("row %d col %d", j/4+1, j%4+1))
		}
		return out
	case "mountain-car":
		return []string{"position", "velocity"}
	}
	return []string{"place"}
}

// ownNames returns what the features of a domain's own map, or a problem's, are called; of
// a problem's given features nothing.
func ownNames(o Options, base string) []string {
	var out []string
	switch base {
	case oneHotFeatures:
		for j := range o.States {
			out = append(out, fmt.Sprintf("state %d", j+1))
		}
		if o.Problem != nil {
			for _, s := range o.Problem.States {
				out = append(out, s.Name)
			}
		}
	case "dependent": // each of as many states
		half := o.States / 2
		for j := range half + 1 {
			out = append(out, fmt.Sprintf("states %d to %d", j+1, j+half+1))
		}
	case "raw", "tiles", "log-tiles":
		out = columnNames(o)
	case "rbf":
		out = mapNames(o, fmt.Sprintf("rbf:%d", rbfSide))
	case "tile-coding":
		out = mapNames(o, fmt.Sprintf("tile-coding:%dx%d", tilings, tilingSide))
	}
	return out
}

// mapNames returns what the features of a map of a domain's observations are called, nil
// where there is no such map.
func mapNames(o Options, name string) []string {
	spec, err := features.Parse(name)
	if err != nil {
		return nil
	}
	names, err := spec.FeatureNames(columnNames(o))
	if err != nil {
		return nil
	}
	return names
}
