package cli

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim/study"
	"lambdascope/tui/figure"
)

// summaryText returns the summary of a study as Markdown.
func summaryText(s *studyStore, results []domainResult) []byte {
	var w bytes.Buffer
	d := &s.design
	fmt.Fprintln(&w, "# Choosing λ of LSTD(λ): the experiments of the ALLSTD paper")
	fmt.Fprintln(&w)
	fmt.Fprintf(&w, "%s, with %s trajectories. The command that makes this folder:\n\n", studied(d), every(d.Trajectories))
	fmt.Fprintf(&w, "```\n%s\n```\n", commandLine(append(append([]string{"study"}, d.args()...), "--"+outFlag, s.name)))
	writeWords(&w, d)
	for i := range results {
		writeDomainSummary(&w, &d.Domains[i], d, &results[i])
	}
	writeHow(&w, d)
	return w.Bytes()
}

// writeWords says what is meant where a claim is said to hold.
func writeWords(w *bytes.Buffer, d *design) {
	fmt.Fprintf(w, "\n## What holds\n\n")
	if d.simulates() {
		fmt.Fprintf(w, "A claim about root MSVE is decided by the differences between its two sides, paired over trials, which have the same data. It **holds** if their mean is on the side that it says, and **does not hold** if it is on the other, by more than chance could do: there is a chance of 5 %% that this is said wrongly, over all numbers of trajectories together. Otherwise it is **unclear**, as it is with fewer than 10 trials. A claim about every number of trajectories does not hold if it fails at one. What was only counted, as in how many trials a λ is chosen, is taken as it stands.\n")
		if d.has(figureLambda) {
			fmt.Fprintf(w, "\nA λ that is best in hindsight flatters itself on the trials that it was chosen on. In the claims of figure a the best λ is therefore chosen on the other half of the trials; where a claim gives figures of it, it says so, and they can differ from the table's, which has the best λ of all trials.\n")
		}
	}
	if d.has(figureTimes) {
		if d.simulates() {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "A claim about training times **holds** or **does not hold** if both the medians and the least times say so, and is **unclear** if they disagree or were not measured.\n")
	}
}

// studied says in a few words what a study is of.
func studied(d *design) string {
	if !d.simulates() {
		return "Training times"
	}
	if d.Trials == 1 {
		return "One trial of each domain"
	}
	return fmt.Sprintf("%d trials of each domain", d.Trials)
}

// every lists numbers as a sentence does.
func every(numbers []int) string {
	var texts []string
	for _, n := range numbers {
		texts = append(texts, strconv.Itoa(n))
	}
	return strings.ReplaceAll(either(texts), " or ", " and ")
}

// holdsText says what the figures make of a claim.
func holdsText(h study.Holds) string {
	switch h {
	case study.DoesHold:
		return "holds"
	case study.DoesNotHold:
		return "does not hold"
	}
	return "unclear"
}

// writeDomainSummary writes the section of a domain.
func writeDomainSummary(w *bytes.Buffer, of *domainDesign, d *design, r *domainResult) {
	fmt.Fprintf(w, "\n## %s\n\n", r.name)
	fmt.Fprintf(w, "Settings: %s.\n\n", settingsText(of))
	fmt.Fprintf(w, "### Claims of the paper\n\n")
	for _, c := range r.claimed(d, false) {
		fmt.Fprintf(w, "- Figure %s, **%s**: %s %s\n", c.Figure, holdsText(c.Holds), c.Text, c.Measured)
	}
	if besides := r.claimed(d, true); len(besides) > 0 {
		fmt.Fprintf(w, "\nBesides, not from the paper:\n\n")
		for _, c := range besides {
			fmt.Fprintf(w, "- Figure %s, **%s**: %s %s\n", c.Figure, holdsText(c.Holds), c.Text, c.Measured)
		}
	}
	for _, f := range d.Figures {
		fmt.Fprintf(w, "\n### Figure %s: %s\n\n", f, figure.Title(f))
		fmt.Fprintf(w, "![%s: %s](%s-%s.svg)\n\n", r.name, figure.Title(f), r.name, f)
		switch f {
		case figureLambda:
			writeLambdaTable(w, r)
		case figureMethods:
			writeMethodTable(w, r)
		case figureTimes:
			writeTimeTable(w, r)
		}
	}
}

// claimed returns the claims about the figures that were made: those of the paper,
// or those besides.
func (r *domainResult) claimed(d *design, besides bool) []study.Claim {
	return slices.DeleteFunc(slices.Clone(r.claims), func(c study.Claim) bool {
		return !d.has(c.Figure) || c.Besides != besides
	})
}

// settingsText lists the settings of a domain.
func settingsText(of *domainDesign) string {
	var parts []string
	for _, f := range studyFields() {
		if value, ok := of.Settings[f.Name]; ok {
			parts = append(parts, f.Name+" "+value)
		}
	}
	return strings.Join(parts, ", ")
}

// writeRows writes a table of Markdown, the first row being the headings.
func writeRows(w *bytes.Buffer, rows [][]string) {
	for i, row := range rows {
		fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintf(w, "|---%s\n", strings.Repeat("|---:", len(row)-1)+"|")
		}
	}
}

// sizeHeadings returns a heading for each number of trajectories after a first.
func sizeHeadings(first string, sizes []int) []string {
	headings := []string{first}
	for _, n := range sizes {
		headings = append(headings, fmt.Sprintf("n = %d", n))
	}
	return headings
}

// writeLambdaTable writes the root MSVE of each λ at each number of trajectories,
// the least of each in bold, where the grid is not too long to read.
func writeLambdaTable(w *bytes.Buffer, r *domainResult) {
	const most = 21
	if len(r.summary.Lambdas) > most {
		fmt.Fprintf(w, "The numbers are in [%[1]s-a.csv](%[1]s-a.csv).\n", r.name)
		return
	}
	roots := make(map[int][]float64) // by number of trajectories
	for _, row := range r.summary.LambdaRows() {
		roots[row.Trajectories] = append(roots[row.Trajectories], row.RootMSVE)
	}
	rows := [][]string{sizeHeadings("λ", r.plan.Sizes)}
	for k, lambda := range r.summary.Lambdas {
		row := []string{plain(lambda)}
		for _, z := range r.summary.Sizes {
			of := roots[z.Trajectories]
			text := telling(of, z.Best).format(of[k])
			if k == z.Best {
				text = "**" + text + "**"
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	writeRows(w, rows)
}

// writeMethodTable writes the root MSVE of each method at each number of
// trajectories, with the λ where that is the same in every trial.
func writeMethodTable(w *bytes.Buffer, r *domainResult) {
	methods := r.summary.MethodRows()
	roots := make(map[int][]float64) // by number of trajectories
	for _, m := range methods {
		roots[m.Trajectories] = append(roots[m.Trajectories], m.RootMSVE)
	}
	rows := [][]string{sizeHeadings("method", r.plan.Sizes)}
	for _, m := range methods {
		text := alike(roots[m.Trajectories]).format(m.RootMSVE)
		if lambda := exact(m.Lambda); lambda != "" {
			text += " (λ = " + lambda + ")"
		}
		rows = setCell(rows, m.Method, slices.Index(r.plan.Sizes, m.Trajectories), text)
	}
	writeRows(w, rows)
}

// rootSignificant is how many digits the least of root MSVEs that stand together
// has.
const rootSignificant = 4

// alike returns digits for numbers that stand together.
func alike(values []float64) digits { return significant(values, rootSignificant) }

// telling returns digits for numbers that stand together, with which one of them
// does not look like another that it differs from, if there is room.
func telling(values []float64, one int) digits {
	for n := rootSignificant; ; n++ {
		d := significant(values, n)
		same := slices.ContainsFunc(values, func(v float64) bool {
			return v != values[one] && d.format(v) == d.format(values[one])
		})
		if !same || n >= maxSignificant {
			return d
		}
	}
}

// significant returns digits with which the least of some numbers has n that count.
func significant(values []float64, n int) digits {
	sizes := magnitudes(values, 0)
	if len(sizes) == 0 {
		return digits{'f', n - 1}
	}
	return fitting(n-1-place(sizes[0]), sizes[len(sizes)-1])
}

// writeTimeTable writes the training time of each method at each number of
// trajectories.
func writeTimeTable(w *bytes.Buffer, r *domainResult) {
	rows := [][]string{sizeHeadings("method", r.plan.Sizes)}
	for _, t := range r.times {
		text := seconds(t.Seconds)
		if t.Stopped {
			text = "> " + text
		}
		if runs := t.FewRuns(); runs != "" {
			text += " (" + runs + ")"
		}
		rows = setCell(rows, t.Method, slices.Index(r.plan.Sizes, t.Trajectories), text)
	}
	writeRows(w, rows)
}

// setCell puts a text into the column of a size, in the row of that name, which is
// added if need be.
func setCell(rows [][]string, name string, size int, text string) [][]string {
	last := len(rows) - 1
	if last == 0 || rows[last][0] != name {
		row := make([]string, len(rows[0]))
		row[0] = name
		rows, last = append(rows, row), last+1
	}
	rows[last][1+size] = text
	return rows
}

// seconds returns a time with two digits that count.
func seconds(v float64) string {
	unit := " s"
	switch {
	case v < 1e-3:
		v, unit = v*1e6, " µs"
	case v < 1:
		v, unit = v*1e3, " ms"
	}
	return digits{'f', max(0, 1-place(v))}.format(v) + unit
}

// writeHow says how the figures were made.
func writeHow(w *bytes.Buffer, d *design) {
	fmt.Fprintf(w, "\n## How the figures were made\n\n")
	if d.simulates() {
		fmt.Fprintf(w, "Trial j, from 0, draws fresh trajectories with seed + j and takes the first n of them, so that `%s run` with that seed shows the same data. LSTD(λ) is fitted for every λ of the grid. Its MSVE is the mean squared error of the values that it estimates against the true ones, over the states that the policy visits; root MSVE is the root of the mean over the trials. The intervals of 95 %% in the CSV and in figure b are of that mean over trials.\n\n", program)
	}
	if d.has(figureMethods) {
		fmt.Fprintf(w, "LSTD(best) and LSTD(worst) have the fixed λ with the least and the largest mean MSVE over the trials: they are chosen in hindsight, by true values that nobody has in practice, and on the same trials, which flatters the best. ALLSTD chooses λ anew in every trial, by leave-one-trajectory-out cross-validation on its data alone. NaiveCV+LSTD does the same by fitting again without each trajectory; it is run up to n = %d. RLSTD(λ) is LSTD(λ) with a ridge of %d.\n\n", naiveTo, study.RLSTDRidge)
	}
	if d.has(figureTimes) {
		fmt.Fprintf(w, "Training times are medians of several runs on the data of trial 0, on warmed code, all λ's of the grid together, with all processors; where there were fewer than 5 runs, as of what takes seconds, their number stands with the time. A run that took longer than its budget was stopped: > stands before the budget then. Times are of the machine that they were measured on, and differ from run to run; nothing else does. ALLSTD (RSM) is the algorithm as the paper has it. k×LSTD and k×RLSTD fit every λ without choosing one.\n\n")
	}
	fmt.Fprintf(w, "The tables are CSV files, one for each domain and figure; `-trials.csv` has every trial. The `.jsonl` files and `%s` keep the study, so that `--%s` goes on with it.\n", designFile, resumeFlag)
}

// writeClaims writes which claims hold, for a person to read.
func writeClaims(w *bytes.Buffer, d *design, results []domainResult, s tableStyle) {
	for i := range results {
		r := &results[i]
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, s.bold(r.name))
		for _, c := range r.claimed(d, false) {
			s.sentence(w, claimLine(c))
		}
		if besides := r.claimed(d, true); len(besides) > 0 {
			fmt.Fprintln(w, s.faint("besides, not from the paper:"))
			for _, c := range besides {
				s.sentence(w, claimLine(c))
			}
		}
	}
}

// claimLine returns whether a claim holds, its figure and what it says.
func claimLine(c study.Claim) string {
	return fmt.Sprintf("%-13s  %s  %s", holdsText(c.Holds), c.Figure, c.Text)
}
