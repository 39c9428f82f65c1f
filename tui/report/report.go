// Package report writes an analysis: as JSON, as CSV and in words. The commands print the text, and the app
// exports it.
package report

import (
	"encoding/json"
	"io"
	"math"

	"lambdascope/sim/analysis"
)

// Result is an analysis with the extras of the request.
type Result struct {
	*analysis.Result
	Build    string            // version of the program
	Leverage []float64         // per trajectory at λ̂; adds the single folds to the JSON
	Without  []int             // the index of λ̂ without each trajectory, with Leverage; see analysis.Folds
	Exact    []bool            // whether Without is from selecting on the others
	Refined  *analysis.Refined // beyond the grid, nil if not asked for
}

// Made names the program that made an output.
func Made(build string) string { return "Made by lambdascope " + build + "." }

// writeObject writes JSON on one line, without escapes for <, > and &.
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
