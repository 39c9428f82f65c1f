// Package report writes analyses as JSON, as CSV and in words, for the commands and the exports of the app.
package report

import (
	"math"

	"lambdascope/sim/analysis"
)

// Made names the program that made an output.
func Made(build string) string { return "Made by lambdascope " + build + "." }

// msve returns the MSVE at the k-th λ; NaN without truth.
func msve(a *analysis.Result, k int) float64 {
	if a.Truth == nil {
		return math.NaN()
	}
	return a.MSVE[k]
}
