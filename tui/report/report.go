// Package report turns results into sentences, JSON and CSV, for the commands, the pages and the exports
// of the app. One function makes a sentence, so that a screen, a table and a file agree:
//
//	analysis.Result      Verdict, Constant, Truth, Warnings, StartText
//	analysis.Comparison  ComparisonVerdict, ComparisonWarnings
//	analysis.Survey      Findings, NextCommand
//	study.Summary        Claims, with the verdicts on the paper
//
// WriteJSON, WriteCSV, WriteFit and WritePredictions write files. Digits chooses the decimals of a column,
// because readers compare the numbers of a column at a glance.
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
