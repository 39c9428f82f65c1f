// Package report writes analyses as JSON, as CSV and in words, for the commands and the exports of the app.
package report

import (
	"math"

	"lambdascope/sim/analysis"
)

// Result is an analysis with the extras of the request.
type Result struct {
	*analysis.Result
	Build    string            // version of the program
	Leverage []float64         // per trajectory at λ̂; adds the single folds to the JSON
	Without  []int             // per trajectory, the index of λ̂ without it; see analysis.Folds
	Exact    []bool            // per trajectory, whether Without selected again on the rest
	Refined  *analysis.Refined // beyond the grid, nil if not asked for
}

// Made names the program that made an output.
func Made(build string) string { return "Made by lambdascope " + build + "." }

// msve returns the MSVE at the k-th λ; NaN without truth.
func msve(a *analysis.Result, k int) float64 {
	if a.Truth == nil {
		return math.NaN()
	}
	return a.MSVE[k]
}
