// Command comparison compares the selectors on the problems of the guide, and writes the
// tables of the page selectors.md and all numbers to selectors.csv.
//
//	go run ./tui/internal/comparison FOLDER
//
// The folder has a study for each problem. Studies that are finished are not made again,
// and one that was interrupted goes on. It has to run in the project's folder.
package main

import (
	"os"

	"lambdascope/tui/figure"
	"lambdascope/tui/internal/measured"
)

func main() { comparison().Main("comparison", os.Args[1:]) }

// comparison returns the report.
func comparison() measured.Report {
	return measured.Report{
		Page: "assets/reports/selectors.md", Numbers: "assets/reports/selectors.csv", Figure: figure.NameSelectors,
		Entries: entries(), From: tablesFrom, Tables: tables,
	}
}
