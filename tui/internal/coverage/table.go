package main

import (
	"bytes"
	"fmt"
	"strings"

	"lambdascope/tui/internal/measured"
)

// tablesFrom is the heading from which on the page is generated.
const tablesFrom = "## By LOTO error\n"

// low is the share below which a share is in bold.
const low = 0.93

// tables returns the part of the page that is generated, its heading left out.
func tables(rows []measured.Row) []byte {
	var w bytes.Buffer
	share := func(column string) func(r measured.Row) string {
		return func(r measured.Row) string {
			v := r.Number(column)
			text := fmt.Sprintf("%.0f", 100*v)
			if v < low {
				text = "**" + text + "**"
			}
			return text
		}
	}
	fmt.Fprintf(&w, "\nIn what share (%%) of the data sets the λ with the lowest mean LOTO error is not ruled out: this is what the set promises. What is under 93 %% is in bold.\n\n")
	table(&w, rows, share("covered"))
	fmt.Fprintf(&w, "\n## By MSVE\n\nIn what share (%%) of the data sets the λ with the lowest mean MSVE is not ruled out.\n\n")
	table(&w, rows, share("covered_msve"))
	fmt.Fprintf(&w, "\n## Size of the set\n\nThe mean share (%%) of the λ's that are not ruled out.\n\n")
	table(&w, rows, func(r measured.Row) string {
		return fmt.Sprintf("%.0f", 100*r.Number("mean_size")/r.Number("lambdas"))
	})
	fmt.Fprintf(&w, "\n## Standard error and spread\n\nThe mean of the standard error that single data sets give to the difference of LOTO errors between λ = 1 and λ = 0, over the standard deviation of this difference over the data sets.\n\n")
	table(&w, rows, func(r measured.Row) string { return ratio(r.Number("diff_se"), r.Number("diff_sd")) })
	fmt.Fprintf(&w, "\nThe same of typical data sets: the median of the standard error, over half the range that the middle 68 %% of the differences span.\n\n")
	table(&w, rows, func(r measured.Row) string { return ratio(r.Number("diff_se_median"), r.Number("diff_half")) })
	return w.Bytes()
}

// ratio writes a quotient.
func ratio(a, b float64) string {
	if !(b > 0) {
		return "–"
	}
	return fmt.Sprintf("%.2f", a/b)
}

// table writes a table of Markdown: a line for each problem, a column for each number
// of trajectories.
func table(w *bytes.Buffer, rows []measured.Row, cell func(r measured.Row) string) {
	fmt.Fprint(w, "| problem | data sets |")
	for size := range strings.SplitSeq(sizes, ",") {
		fmt.Fprintf(w, " n = %s |", size)
	}
	fmt.Fprintf(w, "\n|---|---:|%s", strings.Repeat("---:|", strings.Count(sizes, ",")+1))
	last := ""
	for _, r := range rows {
		if r.Name != last {
			fmt.Fprintf(w, "\n| %s | %s |", r.Name, r.Text("trials"))
			last = r.Name
		}
		fmt.Fprintf(w, " %s |", cell(r))
	}
	fmt.Fprintln(w)
}
