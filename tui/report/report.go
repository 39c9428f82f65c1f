// Package report writes an analysis down: as JSON, as CSV and in words. The
// commands print what it returns, and the app exports it.
package report

import (
	"encoding/json"
	"io"
	"math"

	"lambdascope/sim/analysis"
)

// Result is one analysis with what was asked for besides.
type Result struct {
	*analysis.Result
	Build    string            // version of the program
	Leverage []float64         // per trajectory at λ̂; with it the JSON has the single folds too
	Without  []int             // with it, the index of λ̂ without each trajectory; see analysis.Folds
	Exact    []bool            // whether that is by selecting on the others
	Refined  *analysis.Refined // beyond the grid, nil if not asked for
}

// Made says what made an output.
func Made(build string) string { return "Made by lambdascope " + build + "." }

// writeObject writes JSON on one line, with <, > and & as they are.
func writeObject(w io.Writer, object any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(object)
}

// msve returns the MSVE at the k-th λ; NaN without truth.
func msve(a *analysis.Result, k int) float64 {
	if a.Truth == nil {
		return math.NaN()
	}
	return a.MSVE[k]
}
