package state

import (
	"errors"
	"slices"
)

// Page is one of the app's views of the settings.
type Page int

// The pages, by the digits that open them. The app opens on Explore.
const (
	PageDial Page = iota
	PageExplore
	PageFolds
	PageTrials
	PageFigures
	NumPages
)

// PageNames are the texts of the pages, in order.
func PageNames() []string { return []string{"dial", "explore", "folds", "trials", "figures"} }

// Title is the page's name for a person.
func (p Page) Title() string {
	return [...]string{"Dial", "Explore", "Folds", "Trials", "Figures"}[p]
}

// HasControls tells whether the page shows the controls of the settings.
func (p Page) HasControls() bool { return p != PageDial }

// exploreCharts are the names of Explore's charts, in their order.
func exploreCharts() []string { return []string{"errors", "values", "maps"} }

// WithChart returns the state with a chart on show, once a page is, that looks as a text
// says; see ParseLook. The error says what there is.
func (s State) WithChart(p Page, text string) (State, error) {
	look, err := ParseLook(text)
	if err != nil {
		return s, err
	}
	i := 0
	switch p {
	case PageDial:
		_, err = index(look.Chart, lookedAt(p))
	case PageExplore:
		i, err = index(look.Chart, exploreCharts())
		s.Chart = i + 1
	case PageTrials:
		i, err = index(look.Chart, TrialsChartNames())
		s.TrialsChart = TrialsChart(i)
	default:
		err = errors.New("the page " + PageNames()[p] + " has one chart: want the pages dial, explore or trials")
	}
	if err != nil || look == (Look{Chart: look.Chart}) {
		return s, err
	}
	if s.Look = look; !slices.Contains(lookedAt(p), look.Chart) {
		err = errors.New(look.Chart + " has no axis of errors or values, and its names stay: want its name alone")
	}
	return s, err
}

// TrialsChart is a chart of the Trials page.
type TrialsChart int

// The charts of the Trials page. Those after the first stand beside or below it where
// there is room.
const (
	TrialsSplit       TrialsChart = iota // MSVE, bias² and variance against λ
	TrialsValues                         // values of states
	TrialsChoices                        // what was chosen, and what that gives
	TrialsDifferences                    // LOTO difference against true difference
	TrialsClass                          // what the seats of a room have found, over the trials
)

// TrialsChartNames are the texts of the charts of the Trials page, in order.
func TrialsChartNames() []string {
	return []string{"split", "values", "choices", "differences", "class"}
}

// Figure is one of the Figures page.
type Figure int

// The figures: those of the paper, and the sweep.
const (
	FigureLambda Figure = iota
	FigureMethods
	FigureTimes
	FigureSweep
)

// OfTrials tells whether a figure is of the trials and times of the paper's figures: the
// others have their own work.
func (f Figure) OfTrials() bool { return f <= FigureTimes }

// FigureNames are the texts of the figures, in order.
func FigureNames() []string { return []string{"a", "b", "c", "sweep"} }

// Sweep is a quantity that the LOTO error is shown over, beside λ.
type Sweep int

// The sweeps.
const (
	SweepTrajectories Sweep = iota
	SweepGamma
	SweepFeatures // feature maps
	SweepRidge
)

// SweepNames are the texts of the sweeps, in order.
func SweepNames() []string { return []string{"trajectories", "gamma", "features", "ridge"} }
