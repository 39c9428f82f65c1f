package sim

import (
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim/features"
	"lambdascope/sim/textfmt"
)

// BiasSuffix, after the name of a feature map, appends a constant 1.
const BiasSuffix = features.BiasSuffix

// checkFeatures returns the canonical name of a feature map. The map must be one of maps, or a
// map of observations with a number of columns, if any, with or without a bias.
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
		return "", err // because err explains the numbers of the family
	}
	return "", fmt.Errorf("features %q: want %s, each with or without %s, or a map of observations, such as poly:2", name, textfmt.Or(maps), BiasSuffix)
}

// Observed returns an example of each family of maps of observations that suits the options'
// domain; none for a problem. The error names an unknown domain.
func Observed(o Options) ([]string, error) {
	e, err := lookup(o)
	if err != nil || e.columns == 0 {
		return nil, err
	}
	return slices.DeleteFunc(features.Names(), func(name string) bool {
		spec, err := features.Parse(name)
		if err == nil {
			_, err = spec.Dim(e.columns) // not of 1-hot without levels
		}
		return err != nil
	}), nil
}

// observedMap returns the map of observations in a box with a valid name; nil for the name of a
// domain's map.
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

// FeatureNames returns the names of the features of valid options, in order and including the
// bias: "state 3", "row 1 col 2", "position²".
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

// columnNames returns the names of the numbers of a domain's observation.
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

// ownNames returns the names of the features of a domain's or a problem's map; none for the
// features in a problem's file.
func ownNames(o Options, base string) (out []string) {
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
	case "dependent": // a feature covers half of the states
		half := o.States / 2
		for j := range half + 1 {
			out = append(out, fmt.Sprintf("states %d to %d", j+1, j+half+1))
		}
	case "raw", "tiles", "log-tiles":
		out = columnNames(o)
	case "rbf":
		out = mapNames(o, fmt.Sprintf("rbf:%d", rbfSide))
	case "tile-coding":
		out = mapNames(o, carTiles)
	}
	return out
}

// mapNames returns the names of the features of a map of observations; nil for another name.
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
