package results

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/figure"
	"lambdascope/tui/report"
)

// summaryText returns the summary of a study as Markdown.
func summaryText(d *Design, results []Result, from Origin) []byte {
	var w bytes.Buffer
	fmt.Fprintf(&w, "# Choosing λ of LSTD(λ): the experiments of the ALLSTD paper\n\n")
	fmt.Fprintf(&w, "The command that makes this folder:\n\n```\n%s\n```\n\n%s\n", from.Command, report.Made(from.Build))
	writeVerdicts(&w, d)
	for i := range results {
		writeDomain(&w, d, &results[i])
	}
	writeUntested(&w)
	writeHow(&w, d)
	return w.Bytes()
}

// writeParagraphs writes a heading and paragraphs, except for empty ones.
func writeParagraphs(w *bytes.Buffer, heading string, paragraphs ...string) {
	fmt.Fprintf(w, "\n## %s\n", heading)
	for _, text := range paragraphs {
		if text != "" {
			fmt.Fprintf(w, "\n%s\n", text)
		}
	}
}

// about returns a text about something that the study has, or else "".
func about(has bool, text string) string {
	if has {
		return text
	}
	return ""
}

// writeVerdicts explains the verdicts on claims.
func writeVerdicts(w *bytes.Buffer, d *Design) {
	writeParagraphs(w, "What holds",
		"Every claim has two verdicts: **as printed**, with the errors of each trajectory divided by its length (`--weighting trajectory`) and rank-one updates (RSM), and as done **here**, with the settings of the study. Both are of the same trials and the same run. A claim as printed also has the verdict by the first 80 trials, as many as in the paper. Lines are of the paper's TeX source.",
		about(d.Simulates(), "Differences between the two sides, paired over trials with the same data, decide a claim about root MSVE. It **holds** if their mean is on the claimed side, and **does not hold** if it is on the other side, by more than chance explains: over all numbers of trajectories together, the probability of a wrong verdict is 5 %. Otherwise it is **near the threshold**. With fewer than 10 trials, or without a run of its methods, it is **not checked**. Brackets have the interval that chance leaves, at the same 5 %: a claim about a threshold is decided if the threshold is outside. A claim about every number of trajectories does not hold if it fails at one. Counts, such as the number of trials in which a λ is chosen, have no interval."),
		about(d.Has(figure.NameLambda), "A λ that is best in hindsight flatters itself on the trials that chose it. In the claims of figure a the other half of the trials therefore chooses the best λ. Such a claim says so; its numbers can differ from the table, which has the best λ of all trials."),
		about(d.Has(figure.NameConsistency), "A claim that the error of figure d goes to 0 **holds** if the slope of the error at the largest n is below −½ with its 95 % interval, and **does not hold** if the interval is above −½: theory has −1 for an error that goes to 0, and 0 for one that stays. The verdict covers n up to the largest, not beyond."),
		about(d.Has(figure.NameTimes), "A claim about training times **holds** or **does not hold** if both the medians and the least times say so. It is **near the threshold** if they disagree or are within a factor of 1.5 of it, because another run could decide otherwise, and **not checked** without measurements."),
	)
}

// trialsText lists the numbers of trials and trajectories of a domain.
func trialsText(d *Design, of *Domain) string {
	var parts []string
	if d.Simulates() {
		parts = append(parts, fmt.Sprintf("Trials: %d, with %s trajectories.", of.Plan.Trials, every(of.Plan.Sizes)))
	} else if d.Has(figure.NameTimes) {
		parts = append(parts, fmt.Sprintf("Training times with %s trajectories.", every(of.Plan.Sizes)))
	}
	if p := of.ConsistencyPlan; d.Has(figure.NameConsistency) {
		parts = append(parts, fmt.Sprintf("Trials of figure %s: %d, with %s trajectories.", figure.NameConsistency, p.Trials, every(p.Sizes)))
	}
	return strings.Join(parts, " ")
}

// every lists numbers as a sentence does.
func every(numbers []int) string {
	var texts []string
	for _, n := range numbers {
		texts = append(texts, strconv.Itoa(n))
	}
	return textfmt.And(texts)
}

// writeDomain writes the section of a domain.
func writeDomain(w *bytes.Buffer, d *Design, r *Result) {
	fmt.Fprintf(w, "\n## %s\n\n", r.Name)
	fmt.Fprintf(w, "Settings: %s.\n\n%s\n", settingsText(r.Plan.Settings), trialsText(d, &r.Domain))
	writeClaims(w, "### Claims of the paper", r.Claimed(false))
	writeClaims(w, "Besides, not from the paper:", r.Claimed(true))
	writeTruth(w, r)
	for _, f := range d.Figures {
		fmt.Fprintf(w, "\n### Figure %s: %s\n\n", f, figure.Title(f))
		fmt.Fprintf(w, "![%s: %s](%s-%s.svg)\n\n", r.Name, figure.Title(f), r.Name, f)
		switch f {
		case figure.NameLambda:
			writeLambdaTable(w, r)
		case figure.NameMethods:
			fmt.Fprintf(w, "With root MSVE on the axis, as in the paper: [%[1]s-%[2]s.svg](%[1]s-%[2]s.svg).\n\n", r.Name, figure.NameLevels)
			writeMethodTable(w, r)
		case figure.NameTimes:
			writeTimeTable(w, r)
		case figure.NameConsistency:
			writeConsistency(w, r)
		}
	}
}

// writeTruth gives the part of intervals that comes from an estimated truth.
func writeTruth(w *bytes.Buffer, r *Result) {
	if r.Summary == nil {
		return
	}
	most := 0.0
	for i := range r.Summary.Sizes {
		z := &r.Summary.Sizes[i]
		msve := z.LSTD[z.Best].MSVE.Mean
		if !(msve > 0) {
			return
		}
		// The error of a root is half as much, in proportion.
		most = max(most, z.TruthSE/msve/2)
	}
	levels, ratios := r.Summary.TruthShares()
	fmt.Fprint(w, truthText(most, levels, ratios))
}

// truthText gives the relative standard error of root MSVE from the truth, and the share by which
// intervals become wider, each at most.
func truthText(root, levels, ratios float64) string {
	if root == 0 || math.IsNaN(levels) {
		return ""
	}
	return fmt.Sprintf("\nThe true values are estimated themselves. That gives the root MSVE of the best λ a standard error of %s %%, at most, which is the same in all trials. All intervals and claims include it: intervals of root MSVE are up to %s times as wide as with exact true values, those of ratios between methods, where most of it cancels, up to %s times.\n",
		textfmt.Short(100*root, 2), textfmt.Short(1+levels, 3), textfmt.Short(1+ratios, 3))
}

// settingsText lists the settings of a domain.
func settingsText(s settings.Settings) string {
	var parts []string
	for _, f := range Fields() {
		if f.Applies(s) {
			parts = append(parts, f.Name+" "+f.Get(s))
		}
	}
	return strings.Join(parts, ", ")
}

// writeClaims writes claims below a heading.
func writeClaims(w *bytes.Buffer, heading string, claims []report.Claim) {
	for i, c := range claims {
		if i == 0 {
			fmt.Fprintf(w, "\n%s\n\n", heading)
		}
		fmt.Fprintf(w, "- Figure %s, as printed **%s**, here **%s**: %s", c.Figure, c.Printed.Holds, c.Here.Holds, c.Text)
		if c.Lines != "" {
			fmt.Fprintf(w, " (TeX line %s)", c.Lines)
		}
		fmt.Fprintf(w, " %s\n", strings.Join(c.Sentences(), " "))
	}
}

// writeUntested lists the statements of the paper that no verdict stands on.
func writeUntested(w *bytes.Buffer) {
	fmt.Fprintf(w, "\n## Not tested\n\n")
	rows := [][]string{{"TeX line", "the paper says", "why it is not tested"}}
	for _, u := range report.UntestedClaims() {
		rows = append(rows, []string{u.Lines, u.Text, u.Reason})
	}
	writeRows(w, rows, "---")
}

// numbers is the alignment of columns of numbers in Markdown.
const numbers = "---:"

// writeRows writes a table of Markdown, the first row being the headings. Columns after the first have an
// alignment.
func writeRows(w *bytes.Buffer, rows [][]string, alignment string) {
	for i, row := range rows {
		fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintf(w, "|---%s|\n", strings.Repeat("|"+alignment, len(row)-1))
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
// the least of each in bold, unless the grid is too long to read.
func writeLambdaTable(w *bytes.Buffer, r *Result) {
	const most = 21
	if len(r.Summary.Lambdas) > most {
		fmt.Fprintf(w, "The numbers are in [%[1]s-a.csv](%[1]s-a.csv).\n", r.Name)
		return
	}
	roots := make(map[int][]float64) // by number of trajectories
	for _, row := range r.Summary.LambdaRows() {
		roots[row.Trajectories] = append(roots[row.Trajectories], row.RootMSVE)
	}
	rows := [][]string{sizeHeadings("λ", r.Plan.Sizes)}
	for k, lambda := range r.Summary.Lambdas {
		row := []string{report.Exact(lambda)}
		for _, z := range r.Summary.Sizes {
			of := roots[z.Trajectories]
			text := report.Distinct(of, z.Best, rootSignificant).Format(of[k])
			if k == z.Best {
				text = "**" + text + "**"
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	writeRows(w, rows, numbers)
}

// writeMethodTable writes the root MSVE of each method at each number of
// trajectories, with the λ for methods with the same λ in every trial.
func writeMethodTable(w *bytes.Buffer, r *Result) {
	methods := r.Summary.MethodRows()
	roots := make(map[int][]float64) // by number of trajectories
	for _, m := range methods {
		roots[m.Trajectories] = append(roots[m.Trajectories], m.RootMSVE)
	}
	rows := [][]string{sizeHeadings("method", r.Plan.Sizes)}
	for _, m := range methods {
		text := report.Significant(roots[m.Trajectories], rootSignificant).Format(m.RootMSVE)
		if lambda := report.Exact(m.Lambda); lambda != "" {
			text += " (λ = " + lambda + ")"
		}
		rows = setCell(rows, m.Method, slices.Index(r.Plan.Sizes, m.Trajectories), text)
	}
	writeRows(w, rows, numbers)
}

// writeTimeTable writes the training time of each method at each number of
// trajectories, with the least and the most.
func writeTimeTable(w *bytes.Buffer, r *Result) {
	rows := [][]string{sizeHeadings("method", r.Plan.Sizes)}
	for _, t := range r.Times {
		text := report.Time(t.Seconds)
		if t.Stopped {
			text = "> " + text
		} else if t.Runs > 1 {
			text += ", " + report.Time(t.Least) + " to " + report.Time(t.Most)
		}
		rows = setCell(rows, t.Method, slices.Index(r.Plan.Sizes, t.Trajectories), text)
	}
	writeRows(w, rows, numbers)
}

// setCell puts a text into the column of a size, in the last row if that has the name, or else in
// a new row.
func setCell(rows [][]string, name string, size int, text string) [][]string {
	last := len(rows) - 1
	if last == 0 || rows[last][0] != name {
		row := make([]string, len(rows[0]))
		row[0] = name
		rows = append(rows, row)
		last++
	}
	rows[last][1+size] = text
	return rows
}

// writeHow describes the methods behind the figures.
func writeHow(w *bytes.Buffer, d *Design) {
	intervals := "in the CSV" + about(d.Has(figure.NameMethods), " and in figure b")
	writeParagraphs(w, "How the figures were made",
		about(d.Simulates(), "Trial j, from 0, draws fresh trajectories with seed + j and takes the first n of them, so that `lambdascope run` with that seed shows the same data. LSTD(λ) is fitted for every λ of the grid. Its MSVE is the mean squared error of the estimated values against the true values, over the states that the policy visits; root MSVE is the root of the mean over the trials. The 95 % intervals "+intervals+" are of that mean."),
		about(d.Has(figure.NameMethods), fmt.Sprintf("LSTD(best) and LSTD(worst) have the fixed λ with the lowest and the highest mean MSVE over the trials. They are chosen in hindsight by true values, which nobody has in practice, and on the same trials, which flatters the best. ALLSTD chooses λ anew in every trial, by leave-one-trajectory-out cross-validation on its data alone. NaiveCV+LSTD makes the same choice by a new fit without each trajectory; it runs up to the largest n at which a data set takes at most about %.0f million multiplications. RLSTD(λ) is LSTD(λ) with a ridge of %d.", mostNaive/1e6, study.RLSTDRidge)),
		about(d.Has(figure.NameConsistency), "Figure d: trial j draws its trajectories as in the other figures, and selects λ on the first n by the LOTO errors weighted by step and by trajectory. The least MSVE is the MSVE of the best θ that the features allow, over the states that the policy visits. The figure shows the mean over trials of the MSVE minus this least, which goes to 0 by theorem 1 of the paper. LSTD(best) and LSTD(worst) have a fixed λ, chosen in hindsight at each n. By step, the LOTO error estimates the MSVE plus the variance of the return. By trajectory, a short episode counts as much as a long one, and the length of an episode depends on what happened in it: this error has another best λ, however many trajectories there are. If that λ is not 1 and the features are not exact, the MSVE stays above the least. Slopes are of straight lines through the logarithms over the last power of ten of n, with standard errors by the jackknife over trials. If the true values are estimated, so is the best θ; the figure subtracts what this adds to the distance, and the intervals include the rest."),
		about(d.Has(figure.NameTimes), fmt.Sprintf("Training times are medians of five runs on the data of trials 0 to %d (fewer for very large data), on warm code and one processor, for all λ's of the grid together; the least and the most stand after the median. They are processor times, and the methods take turns, so that other work on the machine changes the ratios little. A method with a run longer than its budget was stopped, and > stands before the budget. Times depend on the machine and differ from run to run; nothing else does. ALLSTD (RSM) is the algorithm of the paper. k × LSTD and k × RLSTD fit every λ without a choice. The times of ALLSTD and NaiveCV+LSTD include the standard errors of differences of LOTO errors, which the paper does not compute: with them ALLSTD takes up to 1.4 times as long as without.", study.TimedSets-1)),
		"The tables are CSV files, one for each domain and figure"+about(d.Simulates(), "; `-trials.csv` has every trial")+".",
	)
}

// rootSignificant is the number of digits of the lowest root MSVE in a row, so that differences
// show.
const rootSignificant = 4

// writeConsistency writes figure d as a table.
func writeConsistency(w *bytes.Buffer, r *Result) {
	s := r.Consistency
	rows := [][]string{sizeHeadings("MSVE above the least", s.Plan.Sizes)}
	for _, r := range s.Rows() {
		text := report.Significant([]float64{r.SE}, 2).Format(r.Above) + " ± " + report.Significant([]float64{r.SE}, 2).Format(r.SE)
		switch r.Method {
		case study.NameByStep, study.NameByTrajectory:
			text += fmt.Sprintf(" (mean λ̂ %.2f)", r.Lambda)
		default:
			text += " (λ = " + report.Exact(r.Lambda) + ")"
		}
		rows = setCell(rows, r.Method, slices.Index(s.Plan.Sizes, r.Trajectories), text)
	}
	writeRows(w, rows, numbers)
	fmt.Fprintf(w, "\nMSVE minus the least, %s, mean ± standard error over the trials.\n", report.Significant([]float64{s.Least}, rootSignificant).Format(s.Least))
}
