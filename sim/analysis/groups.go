package analysis

import (
	"fmt"
	"slices"

	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
)

// withGroups returns the settings with how many groups their file has, or an error where
// all of its first n trajectories are of one.
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

// countGroups returns how many groups the first trajectories of a file are of. They are
// numbered by their first trajectories.
func countGroups(of []int) int {
	count := 0
	for _, g := range of {
		count = max(count, g+1)
	}
	return count
}

// groups returns the group of each trajectory of checked settings, nil where each is left
// out by itself.
func (e *Engine) groups(s settings.Settings) []int {
	if s.Groups == 0 || s.IgnoreGroups {
		return nil
	}
	f, err := e.fileOf(s)
	if err != nil { // which using the trajectories finds, too
		return nil
	}
	return f.groups.Of[:s.Trajectories]
}

// describe sets what a result says of the file that its trajectories are from.
func (e *Engine) describe(a *Result) {
	f, err := e.fileOf(a.Settings)
	if err != nil || !a.Settings.Recorded() {
		return
	}
	n := a.Selection.Folds
	switch {
	case n < a.Selection.Trajectories:
		a.Groups = f.groups.Names[:n]
	case f.ids != nil:
		a.IDs = f.ids[:n]
	}
	for _, p := range f.parts {
		a.Files = append(a.Files, p.Name)
	}
	if f.repeats.copies() {
		a.Copies = f.repeats.count(a.Settings.Trajectories, e.groups(a.Settings))
	}
}

// folds returns how many folds checked settings have.
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

// FoldNoun is what a fold leaves out: trajectory or group.
func (a *Result) FoldNoun() string {
	if a.Groups != nil {
		return "group"
	}
	return "trajectory"
}

// FoldsNoun is the plural.
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
