// Package pages lists the pages of the app. The package may import the pages. Only commands and
// tests import package pages, because the app knows pages by an interface.
package pages

import (
	"lambdascope/tui/page"
	"lambdascope/tui/page/dial"
	"lambdascope/tui/page/explore"
	"lambdascope/tui/page/figures"
	"lambdascope/tui/page/folds"
	"lambdascope/tui/page/trials"
	"lambdascope/tui/state"
)

// New returns the pages of the app, in the order of the keys.
func New(e page.Env) [state.NumPages]page.Page {
	return [state.NumPages]page.Page{
		state.PageDial:    dial.New(e),
		state.PageExplore: explore.New(e),
		state.PageFolds:   folds.New(e),
		state.PageTrials:  trials.New(e),
		state.PageFigures: figures.New(e),
	}
}
