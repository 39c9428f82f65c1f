package table

import (
	"bytes"
	"fmt"
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// writeCoverage writes how often the λ that is best on average is not ruled out, a row
// for each number of trajectories.
func writeCoverage(w *bytes.Buffer, rows []study.CoverageRow, s Style) {
	var all []screen.Column
	add := func(top, bottom string, text func(r study.CoverageRow) string) {
		col := screen.Column{Top: top, Bottom: bottom}
		for _, r := range rows {
			col.Cells = append(col.Cells, text(r))
		}
		all = append(all, col)
	}
	add("", "n", func(r study.CoverageRow) string { return strconv.Itoa(r.Trajectories) })
	add("best λ by", "LOTO error", func(r study.CoverageRow) string { return report.Exact(r.Best) })
	add("not ruled", "out", func(r study.CoverageRow) string { return share(r.Covered) })
	add("best λ", "by MSVE", func(r study.CoverageRow) string { return report.Exact(r.BestMSVE) })
	add("not ruled", "out", func(r study.CoverageRow) string { return share(r.CoveredMSVE) })
	add("λ's not", "ruled out", func(r study.CoverageRow) string { return fmt.Sprintf("%.1f of %d", r.MeanSize, r.Lambdas) })
	s.table(w, all)
}

// share writes a share and its standard error in percent.
func share(m study.Mean) string { return fmt.Sprintf("%.1f ± %.1f %%", 100*m.Mean, 100*m.SE) }
