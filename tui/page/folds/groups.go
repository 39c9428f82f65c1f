package folds

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/analysis"
	"lambdascope/tui/shell"
)

// foldName is what texts call a fold: trajectory 3, with what its file calls it, if that is
// more than a number, or where groups are left out, group 3 (north).
func foldName(a *analysis.Result, i int) string {
	const most = 24 // columns
	switch {
	case a.Groups == nil && a.IDs != nil && a.IDs[i] != "":
		return fmt.Sprintf("trajectory %d (%s)", i, ansi.Truncate(shell.Escape(a.IDs[i]), most, "…"))
	case a.Groups == nil:
		return fmt.Sprintf("trajectory %d", i)
	}
	return fmt.Sprintf("group %d (%s)", i, ansi.Truncate(a.Groups[i], most, "…"))
}

// foldLabel is what tables call it: its number, or the name of the group.
func foldLabel(a *analysis.Result, i int) string {
	if a.Groups == nil {
		return strconv.Itoa(i)
	}
	return a.Groups[i]
}

// episodeName is what texts call the trajectory of a fold that is replayed.
func episodeName(a *analysis.Result, i int) string {
	if a.Groups == nil {
		return foldName(a, i)
	}
	return "the first trajectory of " + foldName(a, i)
}

// upper begins a sentence.
func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
