package main

import (
	"bytes"
	"fmt"
	"strings"

	"lambdascope/sim/study"
	"lambdascope/tui/internal/measured"
	"lambdascope/tui/report"
)

// tablesFrom is the heading from which on the page is generated.
const tablesFrom = "## Above the best fixed λ\n"

// tables returns the part of the page that is generated, its heading left out.
func tables(rows []measured.Row) []byte {
	var w bytes.Buffer
	fmt.Fprintf(&w, "\nBy how many %% root MSVE is above that of LSTD(best), and half of the 95 %% interval, paired over the data sets. In bold is the lowest of the selectors, with those that the data sets do not tell from it: there is a chance of 5 %% that any two selectors of a table are told apart wrongly. λ is that of LSTD(best).\n")
	each(&w, rows, func(r measured.Row) string {
		text := fmt.Sprintf("%s ±%.1f", percent("%.1f", r.Number("ratio")), 50*(r.Number("ratio_high")-r.Number("ratio_low")))
		switch {
		case r.Text("selector") == study.NameLSTDBest:
			return "λ = " + r.Text("lambda_mean")
		case r.Text("place") != "":
			return "**" + text + "**"
		}
		return text
	})
	fmt.Fprintf(&w, "\n## Root MSVE\n\nRoot MSVE, and half of its 95 %% interval.\n")
	each(&w, rows, func(r measured.Row) string {
		root, half := r.Number("root_msve"), (r.Number("high")-r.Number("low"))/2
		f := report.Significant([]float64{half}, 2)
		return f.Format(root) + " ±" + f.Format(half)
	})
	fmt.Fprintf(&w, "\n## Beside ALLSTD\n\nHow much better (−) or worse (+) than ALLSTD, in %% of its root MSVE, where the data sets tell. A point stands where they do not, and `=` where it is as good in every data set; +0.0 is less than 0.05.\n")
	each(&w, rows, func(r measured.Row) string {
		name := r.Text("selector")
		switch {
		case name == "loto" || name == study.NameLSTDBest || name == study.NameLSTDWorst:
			return "" // no row
		case r.Text("over_allstd") == "same":
			return "="
		case r.Text("over_allstd") == "":
			return "·"
		}
		return percent("%+.1f", r.Number("allstd_ratio"))
	})
	fmt.Fprintf(&w, "\n## λ = 0 by bellman\n\nIn how many %% of the data sets `bellman` chooses λ = 0, and, after the stroke, the mean λ that it chooses.\n\n")
	fmt.Fprintf(&w, "%s|\n", heading("problem"))
	for _, e := range entries() {
		fmt.Fprintf(&w, "| %s |", e.Name)
		for _, r := range rows {
			if r.Name == e.Name && r.Text("selector") == "bellman" {
				fmt.Fprintf(&w, " %.0f / %.2f |", 100*r.Number("lambda_zero")/r.Number("trials"), r.Number("lambda_mean"))
			}
		}
		fmt.Fprintln(&w)
	}
	return w.Bytes()
}

// percent writes by how many % a ratio is above 1.
func percent(format string, ratio float64) string {
	text := fmt.Sprintf(format, 100*(ratio-1))
	if text == "-0.0" {
		return "0.0"
	}
	return strings.Replace(text, "-", "−", 1)
}

// heading returns the first two lines of a table with a column per number of
// trajectories, without the end of the second.
func heading(first string) string {
	n := strings.Split(sizes, ",")
	return "| " + first + " | n = " + strings.Join(n, " | n = ") + " |\n|---" + strings.Repeat("|---:", len(n))
}

// each writes a table of Markdown for each problem: a line for each selector, with a cell
// for each number of trajectories; none where the cells are empty.
func each(w *bytes.Buffer, rows []measured.Row, cell func(r measured.Row) string) {
	for _, e := range entries() {
		var own []measured.Row
		for _, r := range rows {
			if r.Name == e.Name {
				own = append(own, r)
			}
		}
		fmt.Fprintf(w, "\n%s|\n", heading(fmt.Sprintf("%s, %s data sets", e.Name, own[0].Text("trials"))))
		last := ""
		for _, r := range own {
			text := cell(r)
			if text == "" {
				continue
			}
			if name := r.Text("selector"); name != last {
				if last != "" {
					fmt.Fprintln(w)
				}
				fmt.Fprintf(w, "| %s |", name)
				last = name
			}
			fmt.Fprintf(w, " %s |", text)
		}
		fmt.Fprintln(w)
	}
}
