// Package all has all the pages of the app, for whoever opens it. It imports the
// pages, and is imported by the commands and by tests alone: the app knows pages by
// their interface.
package all

import (
	"lambdascope/tui/page"
	"lambdascope/tui/page/dial"
	"lambdascope/tui/page/explore"
	"lambdascope/tui/page/figures"
	"lambdascope/tui/page/folds"
	"lambdascope/tui/page/trials"
	"lambdascope/tui/state"
)

// New makes the app's pages, in the order of their keys.
func New(e page.Env) [state.NumPages]page.Page {
	return [state.NumPages]page.Page{
		state.PageDial:    dial.New(e),
		state.PageExplore: explore.New(e),
		state.PageFolds:   folds.New(e),
		state.PageTrials:  trials.New(e),
		state.PageFigures: figures.New(e),
	}
}
