package settings

import (
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/features"
)

// File describes a file of trajectories that an Engine holds.
type File struct {
	Name         string // as it was named
	Hash         string // SHA-256 of its content
	Trajectories int    // how many it has
	Features     int    // numbers of an observation
	Groups       int    // of trajectories; 0 where it has none
	Ratios       bool   // whether it has importance ratios
}

// between is what no name of a file has.
const between = "\x00"

// JoinFiles returns the names of files as one text, as a File and Settings have
// them.
func JoinFiles(names []string) string { return strings.Join(names, between) }

// Files returns the files of recorded data as they were named, each a file, a folder
// or a pattern.
func (s Settings) Files() []string { return strings.Split(s.File, between) }

// fileLabel is what messages call files.
func FileLabel(name string) string { return strings.ReplaceAll(name, between, ", ") }

// The discount and the features that recorded data start with.
const (
	fileGamma    = 0.99
	FileFeatures = "identity"
)

// FileDefaults returns the settings a file starts with: all its trajectories.
func FileDefaults(f File) Settings {
	return Settings{
		File:             f.Name,
		Hash:             f.Hash,
		FileTrajectories: f.Trajectories,
		Columns:          f.Features,
		Features:         FileFeatures,
		Groups:           f.Groups,
		Trajectories:     f.Trajectories,
		Gamma:            fileGamma,
		Lambdas:          defaultLambdas,
	}
}

// Recorded tells whether the trajectories come from a file.
func (s Settings) Recorded() bool { return s.Hash != "" }

// The texts of the field groups.
const (
	useGroups    = "use"
	IgnoreGroups = "ignore"
)

func groupChoices() []string { return []string{useGroups, IgnoreGroups} }

// normalFeatures returns the settings with the features of a file in their usual text, or
// an error that says what is wrong with them.
func (s Settings) normalFeatures() (Settings, error) {
	if !s.Recorded() {
		s.Columns, s.Features, s.Bounds = 0, "", ""
		s.Groups, s.IgnoreGroups = 0, false
		return s, nil
	}
	if s.Features == "" {
		s.Features = FileFeatures
	}
	spec, bounds, err := s.FeatureSpec()
	if err != nil {
		return s, err
	}
	if s.Features, s.Bounds = spec.String(), bounds.String(); s.Bounds == features.FromData {
		s.Bounds = ""
	}
	return s, nil
}

// featureSpec returns what the features and the bounds of a file's settings name, or an
// error where they can't be of observations of so many columns, if that is known.
func (s Settings) FeatureSpec() (spec features.Spec, bounds features.Bounds, err error) {
	if spec, err = features.Parse(s.Features); err != nil {
		return spec, nil, err
	}
	if bounds, err = features.ParseBounds(s.boundsText()); err != nil {
		return spec, nil, err
	}
	if s.Columns > 0 {
		if _, err = spec.Dim(s.Columns); err == nil {
			err = bounds.Check(s.Columns)
		}
	}
	return spec, bounds, err
}

// boundsText returns the bounds as ParseBounds reads them.
func (s Settings) boundsText() string {
	if s.Bounds == "" {
		return features.FromData
	}
	return s.Bounds
}

// scaled tells whether the features scale what is observed.
func (s Settings) scaled() bool {
	spec, _, err := s.FeatureSpec()
	return s.Recorded() && err == nil && spec.Scaled()
}

// setBounds sets what the columns of a file are scaled by.
func setBounds(s *Settings, text string) error {
	if _, err := features.ParseBounds(text); err != nil { // no text would stand for the default
		return err
	}
	next := *s
	next.Bounds = text
	return s.become(next)
}

// become makes the settings of a file those with other features, if these are right.
func (s *Settings) become(next Settings) error {
	if _, err := features.Parse(next.Features); err != nil { // no text would stand for the default
		return err
	}
	next, err := next.normalFeatures()
	if err == nil {
		*s = next
	}
	return err
}

// recordedFeatures are the maps that the features of a file are turned through: those of
// which there are not too many.
func recordedFeatures(s Settings) []string {
	var out []string
	for _, name := range features.Names() {
		for _, name := range []string{name, name + sim.BiasSuffix} {
			if spec, err := features.Parse(name); err == nil {
				if _, err := spec.Dim(max(1, s.Columns)); err == nil {
					out = append(out, name)
				}
			}
		}
	}
	return out
}
