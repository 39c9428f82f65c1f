package main

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lambdascope/tui/figure"
)

// coverage tells in how many data sets the λ that is best on average is among those that are
// not ruled out.
func coverage() page {
	return page{name: "coverage", figure: figure.NameCoverage, entries: coverageEntries(), from: "## By LOTO error\n", tables: coverageTables}
}

// problem is one of the problems of the tables.
type problem struct {
	name, flags  string
	limit, ridge string // of the variants that cut episodes, and that have a ridge
	// How many data sets each of the variants has: as many as give each share a standard
	// error of 1.5 % or less, 0 where it is left out.
	trials [6]int
}

// problems returns the problems. The caps cut most episodes, and the ridges take more
// than 5 % of θ at some of the sizes.
func problems() []problem {
	return []problem{
		{"walk 5", "--domain random-walk", "8", "1", [6]int{500, 500, 500, 500, 2000, 200}},
		{"walk 19 dependent", "--domain random-walk --states 19 --features dependent", "40", "1", [6]int{500, 500, 500, 1200, 500, 500}},
		{"2048", "--domain 2048", "60", "10000", [6]int{500, 800, 800, 500, 500, 300}},
		{"car raw", "--domain mountain-car", "150", "1", [6]int{500, 600, 900, 500, 500, 200}},
		{"car rbf", "--domain mountain-car --features rbf", "150", "1", [6]int{500, 360, 820, 400, 200, 260}},
		{"long-short", "--problem long-short", "", "", [6]int{1200}},
		{"rare-branch", "--problem rare-branch", "", "", [6]int{1200}},
		{"t-maze", "--problem t-maze", "", "", [6]int{1200}},
		{"grid", "--problem grid", "", "", [6]int{1200}},
		{"garnet", "--problem garnet", "", "", [6]int{1200}},
	}
}

// variant is a change of the default settings, the same for all problems.
type variant struct {
	name, flags func(p problem) string
}

// variants returns them, the defaults first.
func variants() [6]variant {
	always := func(text string) func(problem) string { return func(problem) string { return text } }
	return [6]variant{
		{always(""), always("")},
		{func(p problem) string { return "cap " + p.limit }, func(p problem) string { return "--max-steps " + p.limit }},
		{func(p problem) string { return "cap " + p.limit + ", bootstrap" }, func(p problem) string { return "--max-steps " + p.limit + " --tail bootstrap" }},
		{always("by trajectory"), always("--weighting trajectory")},
		{func(p problem) string { return "ρ = " + p.ridge }, func(p problem) string { return "--ridge " + p.ridge }},
		{always("101 λ's"), always("--lambdas 0:1:0.01")},
	}
}

// coverageSizes are the numbers of trajectories.
const coverageSizes = "2,3,5,10,20,100"

// coverageEntries returns all of them, variant by variant.
func coverageEntries() []entry {
	var out []entry
	for i, v := range variants() {
		for _, p := range problems() {
			if p.trials[i] == 0 {
				continue
			}
			name := p.name
			if with := v.name(p); with != "" {
				name += ", " + with
			}
			out = append(out, entry{
				name:  name,
				flags: slices.Concat(strings.Fields(p.flags), strings.Fields(v.flags(p))),
				study: []string{"--figures", "coverage", "--trials", strconv.Itoa(p.trials[i]), "--trajectories", coverageSizes},
			})
		}
	}
	return out
}

// misses tells whether a share is under the 95 % that are promised, by more than two
// standard errors.
func (r row) misses(column string) bool {
	return r.number(column)+2*r.number(column+"_se") < 0.95
}

// coverageTables returns the part of the page that is generated, its heading left out.
func coverageTables(rows []row) []byte {
	var w bytes.Buffer
	share := func(column string) func(r row) string {
		return func(r row) string {
			v := r.number(column)
			text := fmt.Sprintf("%.0f", 100*v)
			if r.misses(column) {
				text = "**" + text + "**"
			}
			return text
		}
	}
	fmt.Fprintf(&w, "\nIn what share (%%) of the data sets the λ with the lowest mean LOTO error is not ruled out: this is what the set promises. What is under 95 %% by more than two standard errors is in bold.\n\n")
	byProblem(&w, rows, share("covered"))
	fmt.Fprintf(&w, "\n## By MSVE\n\nIn what share (%%) of the data sets the λ with the lowest mean MSVE is not ruled out.\n\n")
	byProblem(&w, rows, share("covered_msve"))
	fmt.Fprintf(&w, "\n## Size of the set\n\nThe mean share (%%) of the λ's that are not ruled out.\n\n")
	byProblem(&w, rows, func(r row) string {
		return fmt.Sprintf("%.0f", 100*r.number("mean_size")/r.number("lambdas"))
	})
	fmt.Fprintf(&w, "\n## Standard error and spread\n\nThe mean of the standard error that single data sets give to the difference of LOTO errors between λ = 1 and λ = 0, over the standard deviation of this difference over the data sets.\n\n")
	byProblem(&w, rows, func(r row) string { return ratio(r.number("diff_se"), r.number("diff_sd")) })
	fmt.Fprintf(&w, "\nThe same of typical data sets: the median of the standard error, over half the range that the middle 68 %% of the differences span.\n\n")
	byProblem(&w, rows, func(r row) string { return ratio(r.number("diff_se_median"), r.number("diff_half")) })
	return w.Bytes()
}

// ratio writes a quotient.
func ratio(a, b float64) string {
	if !(b > 0) {
		return "–"
	}
	return fmt.Sprintf("%.2f", a/b)
}

// byProblem writes a table of Markdown: a line for each problem, a column for each number
// of trajectories.
func byProblem(w *bytes.Buffer, rows []row, cell func(r row) string) {
	fmt.Fprint(w, "| problem | data sets |")
	for size := range strings.SplitSeq(coverageSizes, ",") {
		fmt.Fprintf(w, " n = %s |", size)
	}
	fmt.Fprintf(w, "\n|---|---:|%s", strings.Repeat("---:|", strings.Count(coverageSizes, ",")+1))
	last := ""
	for _, r := range rows {
		if r.name != last {
			fmt.Fprintf(w, "\n| %s | %s |", r.name, r.text("trials"))
			last = r.name
		}
		fmt.Fprintf(w, " %s |", cell(r))
	}
	fmt.Fprintln(w)
}
