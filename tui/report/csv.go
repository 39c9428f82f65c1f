package report

import (
	"encoding/csv"
	"io"
	"strconv"

	"lambdascope/sim/analysis"
)

// WriteCSV writes an analysis as CSV: a header, and a row for each λ. A comparison has a row for each map,
// ridge or pair.
func WriteCSV(w io.Writer, a *analysis.Result) error {
	if a.Comparison != nil {
		return csv.NewWriter(w).WriteAll(comparedRows(a.Comparison))
	}
	header, rows := Rows(a)
	return csv.NewWriter(w).WriteAll(append([][]string{header}, rows...))
}

// Rows returns the cells of the CSV. Cells without a number, as the MSVE without truth, are empty.
func Rows(a *analysis.Result) (header []string, rows [][]string) {
	header = []string{"lambda", "loto", "loto_se", "diff", "diff_se", "not_ruled_out", "rank_deficient_folds", "msve", "rmsve", "selected"}
	for k := range a.Selection.Candidates {
		c := &a.Selection.Candidates[k]
		rows = append(rows, []string{
			Exact(c.Lambda),
			Exact(c.LOTO),
			Exact(c.SE),
			Exact(c.Diff),
			Exact(c.RefitSE),
			strconv.FormatBool(c.NotRuledOut),
			strconv.Itoa(c.DeficientFolds()),
			Exact(msve(a, k)),
			Exact(a.RootMSVE(k)),
			strconv.FormatBool(k == a.Selection.Selected),
		})
	}
	return header, rows
}
