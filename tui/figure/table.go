package figure

import (
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/tui/report"
)

// Column is a column of a table: a name, and the text of a row in full precision.
type Column[R any] struct {
	Name string
	Text func(r R) string
}

// Table returns the column names and the rows as text, with the domain as the first column.
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

// The names of the figures, as in the paper.
const (
	NameLambda  = "a"
	NameMethods = "b"
	NameLevels  = "b-levels" // figure b with errors instead of ratios
	NameTimes   = "c"

	NameConsistency = "d" // not in the paper; illustrates its theorem
)

// ShortTitle returns a shorter title of figure a, b or c.
func ShortTitle(name string) string {
	switch name {
	case NameLambda:
		return "root MSVE by λ"
	case NameMethods:
		return "root MSVE ÷ that of LSTD(best)"
	}
	return "training time (s)"
}

// Title returns the title of a figure.
func Title(name string) string {
	switch name {
	case NameLambda:
		return "root MSVE of LSTD(λ) against λ"
	case NameMethods:
		return "root MSVE ÷ that of LSTD(best), against the number of trajectories"
	case NameLevels:
		return "root MSVE against the number of trajectories"
	case NameConsistency:
		return "MSVE above the least that the features allow, against the number of trajectories"
	}
	return "training time (s) against the number of trajectories"
}
