package sim

import (
	"fmt"
	"strings"

	"lambdascope/sim/words"
)

// BiasSuffix after the name of a feature map appends a constant 1.
const BiasSuffix = "+bias"

// FeatureMap is a feature map that a domain offers.
type FeatureMap struct {
	Name string
	Doc  string // one sentence: what the features are and how many
}

// checkFeatures returns an error unless features is one of maps, with or
// without a bias.
func checkFeatures(features string, maps []FeatureMap) error {
	base := strings.TrimSuffix(features, BiasSuffix)
	names := make([]string, len(maps))
	for i, m := range maps {
		if names[i] = m.Name; m.Name == base {
			return nil
		}
	}
	return fmt.Errorf("features %q: want %s, each with or without %s", features, words.Or(names), BiasSuffix)
}

// withBias returns the rows of x, dim numbers each, with a 1 after each.
func withBias(dim int, x []float64) (int, []float64) {
	out := make([]float64, 0, len(x)/dim*(dim+1))
	for ; len(x) > 0; x = x[dim:] {
		out = append(append(out, x[:dim]...), 1)
	}
	return dim + 1, out
}
