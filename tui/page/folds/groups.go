package folds

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/analysis"
	"lambdascope/tui/shell"
)

// foldName is the name of a fold in texts: trajectory 3, with its ID in the file unless that is a
// number, or for groups, group 3 (north).
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

// foldLabel is the name of a fold in tables: a number, or the name of the group.
func foldLabel(a *analysis.Result, i int) string {
	if a.Groups == nil {
		return strconv.Itoa(i)
	}
	return a.Groups[i]
}

// episodeName is the name of the trajectory of a replay in texts.
func episodeName(a *analysis.Result, i int) string {
	if a.Groups == nil {
		return foldName(a, i)
	}
	return "the first trajectory of " + foldName(a, i)
}

// upper begins a sentence.
func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
