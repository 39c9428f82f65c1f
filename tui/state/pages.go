package state

import (
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
)

// Page is a page of the app.
type Page int

// The pages, in the order of their keys. The app opens on Explore.
const (
	PageDial Page = iota
	PageExplore
	PageFolds
	PageTrials
	PageFigures
	NumPages
)

// PageNames returns the names of the pages, in order.
func PageNames() []string { return []string{"dial", "explore", "folds", "trials", "figures"} }

// Title returns the title of the page.
func (p Page) Title() string {
	return [...]string{"Dial", "Explore", "Folds", "Trials", "Figures"}[p]
}

// About describes the page in a few words.
func (p Page) About() string {
	return [...]string{
		"what λ does, in a minute", "what the data say of each λ", "which trajectories drive the choice",
		"the experiment repeated with fresh data", "the paper's, and a sweep",
	}[p]
}

// aboutPage is About for a text of --page.
func aboutPage(_ State, text string) string {
	name, _, _ := strings.Cut(text, ":")
	return Page(slices.Index(PageNames(), name)).About()
}

// Chart is a chart of a page.
type Chart int

// The charts of Explore.
const (
	ExploreErrors Chart = iota // LOTO error and true error against λ
	ExploreCalibration
	ExploreValues // values of states
	ExploreMaps   // values over the states of Mountain Car
)

// The charts of Folds.
const (
	FoldsRows   Chart = iota // trajectories, or the state of a replay
	FoldsCurves              // errors without the selected trajectory, or values of a replay
	foldsReplay              // name of the table with an open replay
)

// The charts of Trials.
const (
	TrialsSplit  Chart = iota // bias² and variance against λ, and the error of each rule
	TrialsValues              // values of states
	TrialsClass               // results of the seats of a room beside the trials
)

// The charts of Figures: the paper's, and the LOTO error over λ and another setting.
const (
	FigureLambda Chart = iota
	FigureMethods
	FigureTimes
	FigureTrajectories
	FigureGamma
	FigureFeatures
	FigureRidge
)

// Charts returns the names of a page's charts, in order.
func (p Page) Charts() []string {
	return [NumPages][]string{
		PageDial:    {"error"},
		PageExplore: {"errors", "calibration", "values", "maps"},
		PageFolds:   {"rows", "curves", "replay"},
		PageTrials:  {"split", "values", "class"},
		PageFigures: {"a", "b", "c", "trajectories", "gamma", "features", "ridge"},
	}[p]
}

// shows reports whether a page has a chart for settings. Only Mountain Car has maps. The values of
// states, Trials and the paper's figures need the truth; recorded data have a calibration in place
// of the values. Only a class has results of a class.
func (p Page) shows(c Chart, s settings.Settings) bool {
	switch {
	case p == PageExplore && c == ExploreMaps:
		return s.Problem.Domain == "mountain-car"
	case p == PageExplore && c != ExploreErrors:
		return s.Recorded() == (c == ExploreCalibration)
	case p == PageTrials && c > TrialsSplit:
		return c != TrialsClass && !s.Recorded()
	case p == PageFigures && c < FigureTrajectories:
		return !s.Recorded()
	}
	return true
}

// chartsOf returns the names of the charts that a page has for settings.
func (p Page) chartsOf(s settings.Settings) (out []string) {
	for c, name := range p.Charts() {
		if p.shows(Chart(c), s) {
			out = append(out, name)
		}
	}
	return out
}

// pageText returns the name of the page, followed by the name of the chart unless that is the first.
func (s State) pageText() string {
	text := PageNames()[s.Page]
	if c := s.Charts[s.Page]; c > 0 && s.Page.shows(c, s.Settings) {
		text += ":" + s.Page.Charts()[c]
	}
	return text
}

// setPage opens a page by name, with a chart or without: trials:values, trials.
func (s *State) setPage(text string) error {
	name, chart, named := strings.Cut(strings.TrimSpace(text), ":")
	i, err := index(name, PageNames())
	if err != nil {
		return fmt.Errorf("page %q: %w", textfmt.Clip(text), err)
	}
	page := Page(i)
	if named {
		c := slices.Index(page.Charts(), chart)
		if c < 0 || !page.shows(Chart(c), s.Settings) {
			return fmt.Errorf("page %q: want a chart of %s: %s", textfmt.Clip(text), name, textfmt.Or(page.chartsOf(s.Settings)))
		}
		s.setChart(page, Chart(c))
	}
	s.Page = page
	return nil
}

// setChart selects the chart of a page. The table and the replay of Folds are one chart in two
// states.
func (s *State) setChart(p Page, c Chart) {
	s.Charts[p] = c
	if p == PageFolds && c == FoldsRows {
		s.Step = Optional[int]{}
	} else if p == PageFolds && c == foldsReplay {
		s.Charts[p] = FoldsRows
		s.Step = Some(s.Step.Value)
	}
}

// Shows reports whether the state is on a page and chart in the form of --page. A page without a
// chart matches all its charts.
func (s State) Shows(text string) bool {
	shown := s
	return shown.setPage(text) == nil && shown == s
}

// pageTexts returns the texts that setPage takes for settings.
func pageTexts(s State) (out []string) {
	for i, name := range PageNames() {
		out = append(out, name)
		for _, chart := range Page(i).chartsOf(s.Settings) {
			out = append(out, name+":"+chart)
		}
	}
	return out
}

// WithChart returns the state with the chart of a page, by name. The current page stays.
func (s State) WithChart(p Page, name string) (State, error) {
	page := s.Page
	err := s.setPage(PageNames()[p] + ":" + name)
	s.Page = page
	return s, err
}
