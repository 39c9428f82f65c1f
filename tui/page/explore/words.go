package explore

import (
	"fmt"
	"math"
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
