package figure

import (
	"math"
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/tui/report"
)

// Column is a column of a table: its name, and the text that it has of a row, in
// full precision.
type Column[R any] struct {
	Name string
	Text func(r R) string
}

// Table returns rows as texts, each after the name of its domain, and the names
// of the columns.
func Table[R any](domain string, rows []R, columns []Column[R]) (header []string, lines [][]string) {
	header = []string{"domain"}
	for _, c := range columns {
		header = append(header, c.Name)
	}
	for _, r := range rows {
		line := []string{domain}
		for _, c := range columns {
			line = append(line, c.Text(r))
		}
		lines = append(lines, line)
	}
	return header, lines
}

// LambdaColumns are the columns of figure (a).
func LambdaColumns() []Column[study.LambdaRow] {
	type row = study.LambdaRow
	return []Column[row]{
		{"trajectories", func(r row) string { return strconv.Itoa(r.Trajectories) }},
		{"trials", func(r row) string { return strconv.Itoa(r.Trials) }},
		{"lambda", func(r row) string { return report.Exact(r.Lambda) }},
		{"root_msve", func(r row) string { return report.Exact(r.RootMSVE) }},
		{"low", func(r row) string { return report.Exact(r.Low) }},
		{"high", func(r row) string { return report.Exact(r.High) }},
		{"msve", func(r row) string { return report.Exact(r.MSVE) }},
		{"msve_se", func(r row) string { return report.Exact(r.MSVESE) }},
		{"bias2", func(r row) string { return report.Exact(r.Bias2) }},
		{"variance", func(r row) string { return report.Exact(r.Variance) }},
		{"chosen", func(r row) string { return strconv.Itoa(r.Chosen) }},
		{"not_ruled_out", func(r row) string { return strconv.Itoa(r.NotRuledOut) }},
		{"loto_diff", func(r row) string { return report.Exact(r.LotoDiff) }},
		{"loto_se", func(r row) string { return report.Exact(r.LotoSE) }},
		{"loto_sd", func(r row) string { return report.Exact(r.LotoSD) }},
		{"msve_diff", func(r row) string { return report.Exact(r.MSVEDiff) }},
	}
}

// MethodColumns are the columns of figure (b).
func MethodColumns() []Column[study.MethodRow] {
	type row = study.MethodRow
	return []Column[row]{
		{"trajectories", func(r row) string { return strconv.Itoa(r.Trajectories) }},
		{"trials", func(r row) string { return strconv.Itoa(r.Trials) }},
		{"method", func(r row) string { return r.Method }},
		{"lambda", func(r row) string { return report.Exact(r.Lambda) }},
		{"root_msve", func(r row) string { return report.Exact(r.RootMSVE) }},
		{"low", func(r row) string { return report.Exact(r.Low) }},
		{"high", func(r row) string { return report.Exact(r.High) }},
		{"msve", func(r row) string { return report.Exact(r.MSVE) }},
		{"msve_se", func(r row) string { return report.Exact(r.MSVESE) }},
		{"ratio", func(r row) string { return report.Exact(r.Ratio) }},
		{"ratio_low", func(r row) string { return report.Exact(r.RatioLow) }},
		{"ratio_high", func(r row) string { return report.Exact(r.RatioHigh) }},
	}
}

// SelectorColumns are the columns of the comparison of selectors.
func SelectorColumns() []Column[study.SelectorRow] {
	type row = study.SelectorRow
	root := func(r row) float64 { v, _, _ := r.MSVE.Root(); return v }
	low := func(r row) float64 { _, v, _ := r.MSVE.Root(); return v }
	high := func(r row) float64 { _, _, v := r.MSVE.Root(); return v }
	return []Column[row]{
		{"trajectories", func(r row) string { return strconv.Itoa(r.Trajectories) }},
		{"trials", func(r row) string { return strconv.Itoa(r.Trials) }},
		{"selector", func(r row) string { return r.Selector }},
		{"lambda_mean", func(r row) string { return report.Exact(r.Lambda) }},
		{"lambda_zero", func(r row) string {
			if math.IsNaN(r.Lambda) {
				return ""
			}
			return strconv.Itoa(r.AtZero)
		}},
		{"root_msve", func(r row) string { return report.Exact(root(r)) }},
		{"low", func(r row) string { return report.Exact(low(r)) }},
		{"high", func(r row) string { return report.Exact(high(r)) }},
		{"msve", func(r row) string { return report.Exact(r.MSVE.Mean) }},
		{"msve_se", func(r row) string { return report.Exact(r.MSVE.SE) }},
		{"ratio", func(r row) string { return report.Exact(r.Ratio.Ratio) }},
		{"ratio_low", func(r row) string { return report.Exact(r.Ratio.Low) }},
		{"ratio_high", func(r row) string { return report.Exact(r.Ratio.High) }},
		{"allstd_ratio", func(r row) string { return report.Exact(r.OfALLSTD.Ratio) }},
		{"allstd_ratio_low", func(r row) string { return report.Exact(r.OfALLSTD.Low) }},
		{"allstd_ratio_high", func(r row) string { return report.Exact(r.OfALLSTD.High) }},
		{"place", func(r row) string { return r.Place }},
		{"over_allstd", func(r row) string { return r.OverALLSTD }},
	}
}

// TimeColumns are the columns of figure (c).
func TimeColumns() []Column[study.TimeRow] {
	type row = study.TimeRow
	return []Column[row]{
		{"trajectories", func(r row) string { return strconv.Itoa(r.Trajectories) }},
		{"method", func(r row) string { return r.Method }},
		{"seconds", func(r row) string { return report.Exact(r.Seconds) }},
		{"least", func(r row) string { return report.Exact(r.Least) }},
		{"most", func(r row) string { return report.Exact(r.Most) }},
		{"runs", func(r row) string { return strconv.Itoa(r.Runs) }},
		{"data_sets", func(r row) string { return strconv.Itoa(r.DataSets) }},
		{"stopped", func(r row) string { return strconv.FormatBool(r.Stopped) }},
	}
}
