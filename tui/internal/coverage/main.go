// Command coverage measures in how many data sets the λ that is best on average is
// among those that are not ruled out, for the problems of the guide, and writes the
// tables of the page coverage.md and all numbers to coverage.csv.
//
//	go run ./tui/internal/coverage FOLDER
//
// The folder has a study for each problem with its settings. Studies that are finished
// are not made again, and one that was interrupted goes on. It has to run in the
// project's folder.
package main

import (
	"os"

	"lambdascope/tui/figure"
	"lambdascope/tui/internal/measured"
)

func main() { coverage().Main("coverage", os.Args[1:]) }

// coverage returns the report.
func coverage() measured.Report {
	return measured.Report{
		Page: "assets/reports/coverage.md", Numbers: "assets/reports/coverage.csv", Figure: figure.NameCoverage,
		Entries: entries(), From: tablesFrom, Tables: tables,
	}
}
