package settings

import (
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/features"
	"lambdascope/sim/textfmt"
)

// mostMaps bounds the number of feature maps in a comparison.
const mostMaps = 20

// ParseMaps reads comma-separated feature maps of the source and returns their names in canonical
// form. The error names the accepted maps.
func (s Settings) ParseMaps(text string) (out []string, err error) {
	if n := strings.Count(text, ",") + 1; n > mostMaps {
		return nil, fmt.Errorf("maps: %d of them: want at most %d", n, mostMaps)
	}
	for item := range strings.SplitSeq(text, ",") {
		if err := setFeatures(&s, strings.TrimSpace(item)); err != nil && item == text {
			return nil, err
		} else if err != nil {
			return nil, fmt.Errorf("maps %q: %w", textfmt.Clip(text), err)
		}
		name := s.FeatureMap()
		if slices.Contains(out, name) {
			return nil, fmt.Errorf("maps %q: %s comes twice: want each map once", textfmt.Clip(text), name)
		}
		out = append(out, name)
	}
	return out, nil
}

// WithFeatures returns the settings with another feature map, by canonical name.
func (s Settings) WithFeatures(name string) Settings {
	if s.Recorded() {
		s.Features = name
	} else {
		s.Problem.Features = name
	}
	return s
}

// UsualMaps returns feature maps for a comparison: a few with at most 100 features, since
// larger ones take long, or, if all is set, an example of each kind, with and without a bias.
func (s Settings) UsualMaps(all bool) []string {
	var out []string
	switch {
	case all && s.Recorded():
		out = recordedFeatures(s)
	case s.Recorded():
		names := []string{"identity+bias", "poly:2+bias", "fourier:3", "rbf:3+bias", "rff:50+bias"}
		if labels, _ := s.Levels.Labels(); labels != nil {
			names = append(names, "1-hot")
		}
		out = s.small(names)
	default:
		own, _ := sim.FeatureMaps(s.Problem) // none of an unknown domain
		own = slices.Clip(own)
		if !all {
			return s.small(append(own, "poly:2+bias", "fourier:3"))
		}
		observed, err := sim.Observed(s.Problem)
		if err != nil {
			return own
		}
		for _, name := range append(own, observed...) {
			out = append(out, name, name+sim.BiasSuffix)
		}
	}
	return out[:min(len(out), mostMaps)]
}

// small returns the maps with at most 100 features, or with no more features than columns.
func (s Settings) small(names []string) []string {
	const most = 100
	return slices.DeleteFunc(names, func(name string) bool {
		if !s.Recorded() {
			d, err := sim.New(s.WithFeatures(name).Problem)
			return err != nil || d.Dim() > most
		}
		spec, err := s.parseFeatures(name)
		if err != nil {
			return true
		}
		dim, err := spec.Dim(max(1, s.Columns))
		return err != nil || dim > max(most, s.Columns+1)
	})
}

// FeatureNames returns the names of the features in order. The settings are in canonical form.
func (s Settings) FeatureNames() (names []string) {
	var err error
	if s.Recorded() {
		var spec features.Spec
		if spec, _, err = s.FeatureSpec(); err == nil {
			names, err = spec.FeatureNames(features.Columns(s.Columns))
		}
	} else {
		names, err = sim.FeatureNames(s.Problem)
	}
	if err != nil {
		return nil
	}
	return names
}

func featureChoices(s Settings) (names []string) {
	if s.Recorded() {
		return recordedFeatures(s)
	}
	maps, err := sim.FeatureMaps(s.Problem)
	if err != nil {
		return nil
	}
	for _, m := range maps {
		names = append(names, m, m+sim.BiasSuffix)
	}
	return names
}

// setFeatures sets the feature map.
func setFeatures(s *Settings, text string) error {
	if !s.Recorded() {
		return option(Knob[Settings]{Name: "features"}, "the name of a feature map", func(o *sim.Options) *string { return &o.Features }).Set(s, text)
	}
	next := *s
	next.Features = text
	return s.become(next)
}

// aboutFeatures describes a feature map by bias and variance.
func aboutFeatures(s Settings) (about string) {
	base, bias := strings.CutSuffix(s.FeatureMap(), sim.BiasSuffix)
	if s.Recorded() || strings.Contains(base, ":") || base == "identity" {
		base, _, _ = strings.Cut(base, ":") // because rbf and tiles depend on the number of columns
		base = "obs " + base
	}
	switch base {
	case "given":
		about = fmt.Sprintf("%d of the file, for %d states", s.Problem.Problem.Dim(), len(s.Problem.Problem.States))
	case "1-hot":
		about = "a table, one weight a state; any values fit, no bias stays"
	case "dependent":
		about = fmt.Sprintf("%d for %d states; not all values fit, some bias stays", (s.Problem.States+1)/2, s.Problem.States)
	case "tiles":
		about = "the 16 tiles; not all values fit, some bias stays"
	case "log-tiles":
		about = "log₂ of the 16 tiles; not all values fit, some bias stays"
	case "raw":
		about = "position and velocity alone; few values fit, much bias stays"
	case "rbf":
		about = "25 smooth bumps; values nearly fit, little bias stays"
	case "tile-coding":
		about = "256 tiles; values nearly fit, from many data"
	case "obs identity":
		about = "obs as they are; what is not linear in them stays bias"
	case "obs poly":
		about = "monomials with cross terms; fits smooth values"
	case "obs fourier":
		about = "cosines of sums of obs; fits smooth values"
	case "obs rbf":
		about = "a grid of bumps; many soon, in many columns"
	case "obs tile-coding":
		about = "tiles; fits edges, needs many data"
	case "obs 1-hot":
		about = "a weight for each value of columns of labels; any values fit"
	case "obs rff":
		about = "random cosines; fits smooth values in many columns"
	}
	if bias {
		about = "+bias: a constant feature; " + about
	}
	return about
}
