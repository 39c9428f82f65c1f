package explore

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// readout gives the numbers at the λ under the cursor.
func (v *view) readout() (at string, parts []screen.Part) {
	a := v.Result
	k := v.CursorIndex()
	c := &a.Selection.Candidates[k]
	at = " λ = " + textfmt.Number(c.Lambda)
	score := screen.Part{Ink: chart.InkEstimate, Text: fmt.Sprintf("LOTO error %s, s.e. %s", textfmt.Rounded(c.LOTO, 4), textfmt.Rounded(c.SE, 2)), Short: "LOTO error " + textfmt.Rounded(c.LOTO, 4)}
	const rounding = 1e-12
	switch {
	case k == a.Selection.Selected:
	case math.Abs(c.Diff) <= rounding*math.Abs(c.LOTO) && c.RefitSE <= rounding*math.Abs(c.LOTO):
		parts = append(parts, screen.Part{Ink: chart.InkEstimate, Text: "as λ̂ on these data"})
	default:
		short := fmt.Sprintf("%s ± %s from λ̂", textfmt.Signed(c.Diff, 2), textfmt.Rounded(a.Selection.Quantile*c.RefitSE, 2))
		text := short + " (t s.e.)"
		set := ", ruled out"
		if c.NotRuledOut {
			set = ", not ruled out"
		}
		parts = append(parts, screen.Part{Ink: chart.InkEstimate, Text: text + set, Short: short})
	}
	if !v.Hidden {
		parts = append(parts, truthPart(a, k))
	}
	return at, append(parts, score)
}

// truthPart says how far the k-th λ's estimates are from the truth.
func truthPart(a *analysis.Result, k int) screen.Part {
	if a.Truth == nil {
		text := "no truth for recorded data"
		if !a.Settings.Recorded() {
			text = "no truth under so low a step cap"
		}
		return screen.Part{Ink: chart.InkFaint, Text: text, Short: "no truth"}
	}
	text := rootMSVEText(a, k)
	short := text
	lambda, lowest := textfmt.Number(a.Selection.Candidates[a.Best].Lambda), textfmt.Rounded(a.RootMSVE(a.Best), 3)
	switch {
	case k == a.Best:
		text += ", the lowest here"
	case lowest == textfmt.Rounded(a.RootMSVE(k), 3):
		text += ", almost as low as the best (λ = " + lambda + ")"
	default:
		text += ", lowest " + lowest + " at λ = " + lambda
	}
	return screen.Part{Ink: chart.InkTruth, Text: text, Short: short}
}

func rootMSVEText(a *analysis.Result, k int) string {
	if a.MSVE[k] < 0 {
		return "root MSVE below the truth's own error"
	}
	if root, se := a.RootMSVE(k), a.MSVEError(k); a.Truth.Single() && root > 0 {
		return "root MSVE " + textfmt.WithError(root, se/(2*root)) + " (s.e.)"
	}
	return "root MSVE " + textfmt.Rounded(a.RootMSVE(k), 3)
}

// findings says what was selected and what to beware of, or, while the answer is
// hidden, what to do; once it is revealed, what the cursor's λ would have cost.
func (v *view) findings(rows int) []string {
	a := v.Result
	if v.Hidden && a.Truth != nil {
		// The name of the key does not end a sentence.
		const question = "Which λ has the lowest true error? Move the cursor with , and .\u00a0and press z. Only the true errors are hidden."
		text := v.Styles.Clauses(question, v.Width-2, rows)
		if len(v.Styles.Break(text, v.Width-2)) > rows {
			text = "Which λ has the lowest true error? Cursor there, then z."
		}
		return v.Styles.Indented(chart.InkCursor, text, v.Width, rows)
	}
	var lines []string
	if v.Revealed && v.Cursor.Set {
		text := a.Price(v.CursorIndex())
		if a.Truth != nil {
			text += " Other data may have another best λ; 3 shows the average."
		}
		lines = v.Styles.Indented(chart.InkCursor, v.Styles.Clauses(text, v.Width-2, max(1, rows-1)), v.Width, rows)
	}
	verdict, warnings := a.Verdict(), a.Warnings()
	if hint := a.CheckHint(); hint != "" {
		warnings = append(warnings, hint)
	}
	room := rows - len(lines)
	if len(warnings) > 0 || a.Selection.OffPolicy != nil {
		if len(v.Styles.Break(verdict, v.Width-2)) > 2 {
			verdict = a.ShortVerdict() // and room for the rest
		}
		room = min(room, 2)
	}
	if with := verdict + v.inTruth(); lines == nil && len(v.Styles.Break(with, v.Width-2)) <= room {
		verdict = with
	}
	lines = append(lines, v.Styles.Sentence(verdict, v.Width, rows-len(lines))...)
	if c := a.Calibration; c != nil && c.Start.Off() && rows > len(lines) {
		lines = append(lines, v.Styles.Indented(chart.InkCursor, "At the "+a.StartText()+".", v.Width, rows-len(lines))...)
	}
	if rows > len(lines) && len(warnings) > 0 {
		lines = append(lines, v.Styles.Indented(chart.InkWarn, v.warning(warnings, rows-len(lines)), v.Width, rows-len(lines))...)
	}
	return append(lines, v.policies(rows-len(lines))...)
}

// inTruth says how right the choice is, and where to see why; nothing where that is not known.
func (v *view) inTruth() string {
	a, last := v.Result, len(v.Result.Selection.Candidates)-1
	if v.Hidden || a.Truth == nil || last == 0 {
		return ""
	}
	number := func(k int) string { return textfmt.Number(a.Selection.Candidates[k].Lambda) }
	root := func(k int) string { return textfmt.Rounded(a.RootMSVE(k), 3) }
	const text = " In truth (hidden from the data), %s: root MSVE %s, against %s. 3 shows why."
	switch at := a.Selection.Selected; {
	case a.Best != at && root(a.Best) == root(at):
		return fmt.Sprintf(" In truth (hidden from the data), λ̂ is almost as good as the best, λ = %s: root MSVE %s. 3 shows why.", number(a.Best), root(at))
	case a.Best != at:
		return fmt.Sprintf(text, "λ = "+number(a.Best)+" is best here", root(a.Best), root(at)+" at λ̂")
	}
	var others []string
	for _, k := range []int{0, last} {
		if k != a.Best {
			others = append(others, root(k)+" at λ = "+number(k))
		}
	}
	return fmt.Sprintf(text, "λ̂ happens to be best here", root(a.Best), strings.Join(others, " and "))
}

// warning joins warnings. Where they don't fit the rows, the first that do stand for all;
// one that does not fit alone ends before what explains it.
func (v *view) warning(warnings []string, rows int) string {
	fits := func(text string) bool { return len(v.Styles.Break(text, v.Width-2)) <= rows }
	all := "! " + strings.Join(warnings, " · ")
	if fits(all) {
		return all
	}
	for count := len(warnings) - 1; count > 0; count-- {
		if text := "! " + strings.Join(warnings[:count], " · ") + " · …"; fits(text) {
			return text
		}
	}
	more := ""
	if len(warnings) > 1 {
		more = " · …"
	}
	for text := "! " + warnings[0]; ; {
		end := max(strings.LastIndex(text, "; "), strings.LastIndex(text, ": "), strings.LastIndex(text, ", "))
		if end < 0 {
			return all
		}
		if text = text[:end]; fits(text + more) {
			return text + more
		}
	}
}

// policies says of which policy the values are and of which the data, and as how many
// trajectories these count, in fewer words where these fit the rows and others don't.
func (v *view) policies(rows int) []string {
	if rows < 1 {
		return nil
	}
	text, short := report.Policies(v.Result.Settings)
	effective := report.Effective(v.Result)
	for _, parts := range [][2]string{{text, effective}, {short, effective}, {text}, {short}} {
		said := strings.TrimSpace(parts[0] + " " + parts[1])
		if said != "" && len(v.Styles.Break(said, v.Width-2)) <= rows {
			return v.Styles.Sentence(said, v.Width, rows)
		}
	}
	return nil
}

// reading says how to read the page.
func (v *view) reading() []string {
	return slices.Concat([]string{
		"LSTD(λ), least-squares temporal-difference learning, estimates a value function from trajectories. λ sets how far a reward's news travels back: at λ = 0 each state learns from the estimate of the next, at λ = 1 from the whole return that followed. Which λ does best depends on the problem and on how much data there is. Trials (3) shows why: bias and variance.",
		"LOTO error (leave one trajectory out): fit LSTD(λ) to all trajectories but one, compare its predictions with the returns of that one, square and average; do the same for each. ALLSTD, the paper's method, selects the λ with the lowest LOTO error, λ̂ (★). It needs no truth.",
		"The LOTO error contains the variance of the return, which no λ removes. So only differences between λ's mean anything. A bar is the difference from λ̂ ± t standard errors (s.e.) of this difference, with all that a trajectory does to the fits of the others; λ̂ has none. A λ whose bar touches the line of λ̂ is not ruled out as best on average (○ below the axis, 95 %): chance alone may have put it above λ̂. A bar that ends above the line rules its λ out (×). t is the one-sided quantile of Student's t with n − 1 degrees of freedom, 1.7 at n = 20, where n is the effective number of trajectories: long ones count more, and so all count as fewer. The number after ± at a λ other than λ̂ is half of the bar. The standard error of the LOTO error itself is much larger, as it has the variance of the returns in it, which is the same for all λ's: it says nothing of their differences.",
		"There are two questions. Which λ is best on average over data sets of this size? The LOTO error can say something about that. Which λ is best for the fit to these very data? It can't say: from data set to data set, its differences often even fall where those of the true MSVE rise, as the chart of differences on Trials shows.",
		"True MSVE (mean squared value error) is the error against the true value function, which a real problem would not show you; root MSVE is its square root, in the unit of values. It is moved to meet the LOTO error at λ̂; the axis counts both from there, and names the LOTO error of λ̂ on the line. Where both curves are lowest at the same λ, these data chose well. On other data they may not: press s.",
		"p pins the curve: it stays in grey, named by what has changed since, while you turn on. Pinned curves are differences from their own λ̂, because only differences can be compared. One that differs much more leaves the chart.",
		"z asks which λ has the lowest true error on these data: it hides the true errors and values, and nothing else. Put the λ cursor where you think that λ is, then press z again to see what your choice costs. Press s and guess again: the answer changes with the data, as far as chance decides it.",
	}, v.readingTarget(), v.readingGroups(), v.readingCharts())
}

// readingCharts says how to read the charts of a result, but for that over λ.
func (v *view) readingCharts() []string {
	if v.Result == nil {
		return nil
	}
	var out []string
	if v.Result.Calibration != nil {
		out = append(out, "Can you trust the fit? The chart of calibration compares its predictions with the returns, because the true values are not known. All steps are cut into ten parts by the value that the fit to all data at λ̂ gives them. For each part, ○ shows the mean return, with its 95 % interval, against the mean prediction of fits that have not seen the trajectory. × shows the same for starts. On the dotted line both are equal. If a part is far off the line, more data do not help: the features cannot express what was observed at this λ, or the returns stop where episodes were cut off, which --tail bootstrap completes. o shows single states: the returns from each against the estimates at the λ under the cursor.")
	}
	out = append(out, "The lower chart shows the values themselves, for the λ under the cursor (a vertical line where that is not λ̂). Faint lines are those at the first λ of the grid (dashed) and at the last (solid): what λ does. Among the points of a scatter they join the means of each tenth of the states, by estimated value.")
	if v.mapped() {
		out = append(out, "The maps show values over the car's position x and velocity v: each cell is the mean over the policy's visits to it. A cell is blank where the policy never takes the car, or hardly ever: fewer than one visit in 100,000 is there, and hardly any error counts it. True and estimated values have the same colours; the difference is estimated − true. Move the λ cursor and see where the estimates change. o shows another chart where not all fit.")
	}
	return out
}

// readingTarget says what changes where the values are those of another policy.
func (v *view) readingTarget() []string {
	if v.Result == nil || v.Result.Settings.Problem.Target == 0 {
		return nil
	}
	return []string{"These are off-policy estimates. One policy, the behaviour, made the data; the values are those of another, the target, which the control target chooses. Each step has an importance ratio: how many times as likely the target takes the action as the behaviour that took it. LSTD(λ) and the returns that LOTO errors compare with multiply by ratios from step to step, and so count what the target would do more often more. The data stay the same while you turn the target. The true values, and what the true MSVE counts errors from, are the target's; its states are weighted as the behaviour visits them. The further the target is from the behaviour, the fewer trajectories carry the weight, and the larger and the more random errors are: at large λ, where the most ratios are multiplied, most of all. As how many trajectories they count, off-policy, is the effective number: of so many with equal weights the weighted returns would be as sure."}
}

// readingGroups says what changes where groups of trajectories are left out.
func (v *view) readingGroups() []string {
	if v.Result == nil || v.Result.Groups == nil {
		return nil
	}
	return []string{"These data have groups: trajectories that are not independent, as of one robot or one day. Whole groups are left out, so that no fit predicts trajectories of a group that it has seen, and all that is said above of single trajectories holds for groups: standard errors and t count them. n takes the first trajectories of the file, with the groups that these are of; a group that n cuts is as many trajectories smaller, and the rest of it plays no part at all. The control groups shows what leaving out single trajectories would say."}
}
