package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"lambdascope/sim/study"
	"lambdascope/tui/figure"
	"lambdascope/tui/report"
)

// selectors compares the rules that choose λ.
func selectors() page {
	return page{name: "selectors", figure: figure.NameSelectors, entries: selectorEntries(), from: "## Above the best fixed λ\n", tables: selectorTables}
}

// What all studies of selectors have. The seeds are of nothing else that is measured here.
const (
	selectorSizes = "5,10,20,50,100,200"
	selectorSeed  = "30000001"
)

// selectorEntries returns the problems of the tables. Those with fewer data sets take long.
func selectorEntries() []entry {
	var out []entry
	for _, p := range []struct {
		name, flags string
		trials      int
	}{
		{"walk 5", "--domain random-walk", 1000},
		{"walk 19 dependent", "--domain random-walk --states 19 --features dependent", 1000},
		{"2048", "--domain 2048", 1000},
		{"car raw", "--domain mountain-car", 500},
		{"car rbf", "--domain mountain-car --features rbf", 500},
	} {
		out = append(out, entry{
			name:  p.name,
			flags: strings.Fields(p.flags),
			study: []string{"--figures", "selectors", "--trials", strconv.Itoa(p.trials), "--trajectories", selectorSizes, "--seed", selectorSeed},
		})
	}
	return out
}

// selectorTables returns the part of the page that is generated, its heading left out.
func selectorTables(rows []row) []byte {
	var w bytes.Buffer
	fmt.Fprintf(&w, "\nBy how many %% root MSVE is above that of LSTD(best), and half of the 95 %% interval, paired over the data sets. In bold is the lowest of the selectors, with those that the data sets cannot distinguish from it: there is a chance of 5 %% that any two selectors of a table are told apart wrongly. λ is that of LSTD(best).\n")
	eachProblem(&w, rows, func(r row) string {
		text := fmt.Sprintf("%s ±%.1f", percent("%.1f", r.number("ratio")), 50*(r.number("ratio_high")-r.number("ratio_low")))
		switch {
		case r.text("selector") == study.NameLSTDBest:
			return "λ = " + r.text("lambda_mean")
		case r.text("place") != "":
			return "**" + text + "**"
		}
		return text
	})
	fmt.Fprintf(&w, "\n## Root MSVE\n\nRoot MSVE, and half of its 95 %% interval.\n")
	eachProblem(&w, rows, func(r row) string {
		root, half := r.number("root_msve"), (r.number("high")-r.number("low"))/2
		f := report.Significant([]float64{half}, 2)
		return f.Format(root) + " ±" + f.Format(half)
	})
	fmt.Fprintf(&w, "\n## Beside ALLSTD\n\nHow much better (−) or worse (+) than ALLSTD, in %% of its root MSVE, where the data sets tell. A point stands where they do not, and `=` where it is as good in every data set; +0.0 is less than 0.05.\n")
	eachProblem(&w, rows, func(r row) string {
		name := r.text("selector")
		switch {
		case name == "loto" || name == study.NameLSTDBest || name == study.NameLSTDWorst:
			return "" // no row
		case r.text("over_allstd") == "same":
			return "="
		case r.text("over_allstd") == "":
			return "·"
		}
		return percent("%+.1f", r.number("allstd_ratio"))
	})
	fmt.Fprintf(&w, "\n## λ = 0 by bellman\n\nIn how many %% of the data sets `bellman` chooses λ = 0, and, after the stroke, the mean λ that it chooses.\n\n")
	fmt.Fprintf(&w, "%s|\n", heading("problem"))
	for _, e := range selectorEntries() {
		fmt.Fprintf(&w, "| %s |", e.name)
		for _, r := range rows {
			if r.name == e.name && r.text("selector") == "bellman" {
				fmt.Fprintf(&w, " %.0f / %.2f |", 100*r.number("lambda_zero")/r.number("trials"), r.number("lambda_mean"))
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
	n := strings.Split(selectorSizes, ",")
	return "| " + first + " | n = " + strings.Join(n, " | n = ") + " |\n|---" + strings.Repeat("|---:", len(n))
}

// eachProblem writes a table of Markdown for each problem: a line for each selector, with a cell
// for each number of trajectories; none where the cells are empty.
func eachProblem(w *bytes.Buffer, rows []row, cell func(r row) string) {
	for _, e := range selectorEntries() {
		var own []row
		for _, r := range rows {
			if r.name == e.name {
				own = append(own, r)
			}
		}
		fmt.Fprintf(w, "\n%s|\n", heading(fmt.Sprintf("%s, %s data sets", e.name, own[0].text("trials"))))
		last := ""
		for _, r := range own {
			text := cell(r)
			if text == "" {
				continue
			}
			if name := r.text("selector"); name != last {
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
