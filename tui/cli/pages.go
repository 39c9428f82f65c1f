package cli

import (
	"lambdascope/tui/page"
	"lambdascope/tui/page/explore"
	"lambdascope/tui/page/figures"
	"lambdascope/tui/page/folds"
	"lambdascope/tui/page/trials"
	"lambdascope/tui/state"
)

// pages makes the app's pages.
func pages(e page.Env) [state.NumPages]page.Page {
	return [state.NumPages]page.Page{
		state.PageExplore: explore.New(),
		state.PageFolds:   folds.New(e),
		state.PageTrials:  trials.New(e),
		state.PageFigures: figures.New(e),
	}
}
