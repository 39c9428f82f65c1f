package cli

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
)

// writeCSV writes a result as CSV, a row for each λ. Cells that have no number,
// as the MSVE has none without truth, are empty.
func writeCSV(w io.Writer, r result) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"lambda", "loto", "loto_se", "diff", "diff_se", "tied", "rank_deficient_folds", "msve", "rmsve", "selected"}}
	for k := range r.Selection.Candidates {
		c := &r.Selection.Candidates[k]
		rows = append(rows, []string{
			exact(c.Lambda),
			exact(c.Score),
			exact(c.SE),
			exact(c.Diff),
			exact(c.DiffSE),
			strconv.FormatBool(c.Tied),
			strconv.Itoa(c.DeficientFolds()),
			exact(msve(r.Analysis, k)),
			exact(r.RootMSVE(k)),
			strconv.FormatBool(k == r.Selection.Selected),
		})
	}
	return out.WriteAll(rows)
}

// exact returns the shortest text that reads back as v, empty for what is not a
// number.
func exact(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
