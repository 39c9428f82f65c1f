package settings

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/features"
	"lambdascope/sim/recorded"
	"lambdascope/sim/textfmt"
)

// File describes a file of trajectories after it was read.
type File struct {
	Name         string // as given by the user
	Hash         string // SHA-256 of the content
	Trajectories int    // number in the file
	Features     int    // numbers of an observation
	Groups       int    // of trajectories; 0 without groups
	Ratios       bool   // the file has importance ratios
	Seams        recorded.Repair
	Levels       features.Levels // of the observations
}

// between separates the names of files: no name contains it.
const between = "\x00"

// JoinFiles returns the names of files as one text, in the form of File.Name.
func JoinFiles(names []string) string { return strings.Join(names, between) }

// Files returns the names of the data, each of a file, a folder or a pattern.
func (s Settings) Files() []string { return strings.Split(s.File, between) }

// FileLabel returns the names of files in the form of messages.
func FileLabel(name string) string { return strings.ReplaceAll(name, between, ", ") }

// OpenFile returns the description of the file of s, if the names match.
func (s Settings) OpenFile(names []string) (f File, ok bool) {
	f = File{Name: s.File, Hash: s.Hash, Trajectories: s.FileTrajectories, Features: s.Columns, Groups: s.Groups, Seams: s.Seams, Levels: s.Levels}
	return f, s.Recorded() && JoinFiles(names) == s.File
}

// The default discount and features of recorded data.
const (
	fileGamma    = 0.99
	FileFeatures = "identity"
)

// FileDefaults returns the default settings of a file, with all trajectories.
func FileDefaults(f File) Settings {
	return Settings{
		File:             f.Name,
		Hash:             f.Hash,
		FileTrajectories: f.Trajectories,
		Columns:          f.Features,
		Features:         FileFeatures,
		Groups:           f.Groups,
		Seams:            f.Seams,
		Levels:           f.Levels,
		Trajectories:     f.Trajectories,
		Gamma:            fileGamma,
		Lambdas:          defaultLambdas,
	}
}

// Recorded reports whether the trajectories come from a file.
func (s Settings) Recorded() bool { return s.Hash != "" }

// The values of the knob groups.
const (
	useGroups    = "use"
	IgnoreGroups = "ignore"
)

func groupChoices() []string { return []string{useGroups, IgnoreGroups} }

// normalFeatures returns the settings with the features of a file in canonical form. The
// error names the fault.
func (s Settings) normalFeatures() (Settings, error) {
	if !s.Recorded() {
		s.Columns = 0
		s.Features = ""
		s.Bounds = ""
		s.Groups = 0
		s.IgnoreGroups = false
		s.Seams = recorded.Keep
		s.Levels = ""
		return s, nil
	}
	s.Features = cmp.Or(s.Features, FileFeatures)
	spec, bounds, err := s.FeatureSpec()
	if err != nil {
		return s, err
	}
	if s.Features, s.Bounds = spec.String(), bounds.String(); s.Bounds == features.FromData {
		s.Bounds = ""
	}
	return s, nil
}

// FeatureSpec returns the feature map and the bounds of a file. The error is of a map or
// bounds that do not suit the number of columns, 0 for an unread file.
func (s Settings) FeatureSpec() (spec features.Spec, bounds features.Bounds, err error) {
	if spec, err = s.parseFeatures(s.Features); err != nil {
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

// parseFeatures parses the name of a map of the observations of a file.
func (s Settings) parseFeatures(name string) (features.Spec, error) {
	spec, err := features.Parse(name)
	return spec.WithLevels(s.Levels), err
}

// boundsText returns the bounds in the form of features.ParseBounds.
func (s Settings) boundsText() string {
	if s.Bounds == "" {
		return features.FromData
	}
	return s.Bounds
}

// scaled reports whether the feature map scales the observations of a file.
func (s Settings) scaled() bool {
	spec, _, err := s.FeatureSpec()
	return s.Recorded() && err == nil && spec.Scaled()
}

// setBounds sets the bounds of the columns of a file.
func setBounds(s *Settings, text string) error {
	if _, err := features.ParseBounds(text); err != nil { // no text would stand for the default
		return err
	}
	next := *s
	next.Bounds = text
	return s.become(next)
}

// become changes the features of a file, unless the new features have a fault.
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

// recordedFeatures returns the maps that a control turns through for a file. Maps with too
// many features are left out.
func recordedFeatures(s Settings) (out []string) {
	for _, name := range features.Names() {
		for _, name := range []string{name, name + sim.BiasSuffix} {
			if spec, err := s.parseFeatures(name); err == nil {
				if _, err := spec.Dim(max(1, s.Columns)); err == nil {
					out = append(out, name)
				}
			}
		}
	}
	return out
}

// Unread is the Hash of a file before reading.
const Unread = "unread"

// seamChoices returns the repairs of episodes; of a file that was read, its repair alone.
func seamChoices(s Settings) []string {
	if s.Hash != Unread {
		return []string{s.Seams.String()}
	}
	return recorded.RepairNames()
}

// setSeams sets the repair of the episodes of a file, before it is read.
func setSeams(s *Settings, text string) error {
	i := slices.Index(recorded.RepairNames(), text)
	switch {
	case i < 0:
		return RangeError("seams", strconv.Quote(text), "%s", textfmt.Or(recorded.RepairNames()))
	case text != s.Seams.String() && s.Hash != Unread:
		return fmt.Errorf("seams %s: want it when the file is opened", text)
	}
	s.Seams = recorded.Repair(i)
	return nil
}
