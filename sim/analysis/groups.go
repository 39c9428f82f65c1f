package analysis

import (
	"fmt"
	"slices"

	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
)

// withGroups returns the settings with the number of groups of the file, or an error if the
// first n trajectories are in a single group, because leaving out that group would leave no
// data.
func withGroups(s settings.Settings, f *file) (settings.Settings, error) {
	if s.Groups = f.Groups; s.Groups == 0 {
		s.IgnoreGroups = false
	}
	if s.Groups > 0 && !s.IgnoreGroups && countGroups(f.groups.Of[:s.Trajectories]) < 2 {
		return s, fmt.Errorf("trajectories %d: all of group %q of %s: want at least 2 groups to leave one out, or groups %s",
			s.Trajectories, textfmt.Clip(f.groups.Names[0]), settings.FileLabel(f.Name), settings.IgnoreGroups)
	}
	return s, nil
}

// countGroups returns the number of groups of the first trajectories of a file. Groups are
// numbered by first appearance, so that the largest number gives the count.
func countGroups(of []int) (count int) {
	for _, g := range of {
		count = max(count, g+1)
	}
	return count
}

// groups returns the group of each trajectory of checked settings; nil if single trajectories
// are left out.
func (e *Engine) groups(s settings.Settings) []int {
	if s.Groups == 0 || s.IgnoreGroups {
		return nil
	}
	f, err := e.fileOf(s)
	if err != nil { // also found on use of the trajectories
		return nil
	}
	return f.groups.Of[:s.Trajectories]
}

// describe sets the fields of a result about the file: scaling, groups, IDs, file names, seams,
// copies and constants.
func (e *Engine) describe(a *Result) error {
	if !a.Settings.Recorded() {
		return nil
	}
	f, err := e.fileOf(a.Settings)
	if err != nil {
		return err
	}
	if n := a.Selection.Folds; n < a.Selection.Trajectories {
		a.Groups = f.groups.Names[:n]
	} else if f.ids != nil {
		a.IDs = f.ids[:n]
	}
	for _, p := range f.parts {
		a.Files = append(a.Files, p.Name)
	}
	a.Seams = f.seams
	spec, _, err := a.Settings.FeatureSpec()
	a.NoConstant = err == nil && !spec.SpansConstant() && !slices.ContainsFunc(f.box.Constant(), func(j int) bool { return f.box.Low[j] != 0 })
	if f.repeats.copies() {
		a.Copies = f.repeats.among(a.Settings.Trajectories, e.groups(a.Settings))
	}
	a.Scaling, err = scaling(a.Settings, f)
	return err
}

// folds returns the number of folds of checked settings.
func (e *Engine) folds(s settings.Settings) int {
	if of := e.groups(s); of != nil {
		return countGroups(of)
	}
	return s.Trajectories
}

// foldOf returns the fold of trajectory i.
func foldOf(groups []int, i int) int {
	if groups == nil {
		return i
	}
	return groups[i]
}

// FoldNoun is the noun for a fold: trajectory or group.
func (a *Result) FoldNoun() string {
	if a.Groups != nil {
		return "group"
	}
	return "trajectory"
}

// FoldsNoun is the plural of FoldNoun.
func (a *Result) FoldsNoun() string {
	if a.Groups != nil {
		return "groups"
	}
	return "trajectories"
}

// firstOf returns the first trajectory of a fold.
func (e *Engine) firstOf(s settings.Settings, fold int) int {
	if of := e.groups(s); of != nil {
		return slices.Index(of, fold)
	}
	return fold
}
