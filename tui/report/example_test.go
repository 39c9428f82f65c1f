package report_test

import (
	"context"
	"fmt"
	"log"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui/report"
)

// analyze analyses 30 walks over 5 states, on a grid of three λ's.
func analyze() *analysis.Result {
	s, err := settings.Defaults("random-walk")
	if err != nil {
		log.Fatal(err)
	}
	s.Trajectories, s.Lambdas = 30, "0,0.5,1"
	r, err := analysis.NewEngine(0).Run(context.Background(), analysis.Request{Settings: s})
	if err != nil {
		log.Fatal(err)
	}
	return r
}

// The sentences below the table of run, and the headlines of the app.
func ExampleVerdict() {
	r := analyze()
	fmt.Println(report.Verdict(r))
	fmt.Println(report.Constant(r)[0])
	fmt.Println(report.Truth(r)[0])
	// Output:
	// λ̂ = 0.5, but the data cannot rule out any of the other 2 λ's (95 %). Differences under .0069 can't be seen here; the largest is .0019.
	// LOTO error .134 at λ̂; a constant prediction scores .167: the features explain 20 % of the variance.
	// Truth: root MSVE 0.0437 at λ̂; the lowest of the grid on these data is 0.0376, at λ = 0.
}

// A row for each λ of the grid; here three of its columns.
func ExampleRows() {
	header, rows := report.Rows(analyze())
	for _, row := range append([][]string{header}, rows...) {
		fmt.Println(row[0], row[5], row[9])
	}
	// Output:
	// lambda not_ruled_out selected
	// 0 true false
	// 0.5 true true
	// 1 true false
}

// Columns have the decimals that tell neighbours apart, and the dash stands for an unknown number.
func ExampleLevelDigits() {
	errors := []float64{0.021, 0.022, 0.023}
	fmt.Println(report.LevelDigits([]float64{0.5, 0.5003, 0.502}, errors).Cells([]float64{0.5, 0.5003, 0.502}))
	fmt.Println(report.LevelDigits([]float64{25134.5, 25871.2}, []float64{410, 420}).Cells([]float64{25134.5, 25871.2}))
	// Output:
	// [0.5000 0.5003 0.5020]
	// [25134 25871]
}
