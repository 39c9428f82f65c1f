package figures

import (
	"fmt"
	"strings"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// readout returns the numbers at the λ under the cursor, or at the size nearest to the current n.
func (v *view) readout() (at string, parts []screen.Part) {
	p := v.onShow()
	switch {
	case v.Hidden:
		return "", nil
	case !p.ready:
		return p.at, []screen.Part{{Ink: chart.InkFaint, Text: "nothing yet"}}
	}
	return p.at, p.parts()
}

// findings are the sentences of the current figure.
func (v *view) findings(rows int) []string {
	switch {
	case v.Hidden:
		return v.Styles.Indented(chart.InkCursor, "The answer is hidden. Explore has what can be known without it; z reveals it here.", v.Width, rows)
	case v.sweeping():
		return v.Styles.Indented(chart.InkText, v.sweepFindings(), v.Width, rows)
	case v.err() != nil:
		return v.Styles.Indented(chart.InkFaint, "The sweep does without trials: f leads there.", v.Width, rows)
	}
	return v.Styles.Sentence(v.bestText(), v.Width, rows)
}

// says returns the title of the files and the sentences of the text.
func (v *view) says() (title string, sentences []string) {
	switch {
	case v.Result == nil:
		return "", nil
	case v.Hidden:
		return "", []string{"The answer is hidden; z reveals it."}
	}
	if title = report.Source(v.Settings); !v.Settings.Recorded() {
		title += fmt.Sprintf(", seed %d", v.Settings.Seed)
	}
	switch {
	case v.sweeping():
		return title, []string{title + ".", v.sweepFindings()}
	case v.err() != nil:
		return title, []string{title + ".", v.err().Error()}
	}
	return title, []string{title + ".", strings.TrimSpace(v.onShow().count + " " + v.bestText())}
}

// bestText explains the best λ of figure a by bias² and variance at the smallest and the largest n; ""
// for other figures.
func (v *view) bestText() string {
	s := v.trials.Now.Summary
	if !v.shows(state.FigureLambda) || s == nil || len(s.Lambdas) == 1 {
		return ""
	}
	var parts []string
	for _, i := range []int{0, len(s.Sizes) - 1} {
		split := figure.SplitOf(s, i)
		if !split.Known() {
			return ""
		}
		parts = append(parts, fmt.Sprintf("n = %d: the best λ is %s. %s", s.Sizes[i].Trajectories, textfmt.Number(s.Lambdas[split.Best]), split.Ends()))
	}
	return strings.Join(parts, " ")
}

// reading explains the page.
func reading() []string {
	return []string{
		"The three figures of the paper: Mann et al., Adaptive λ Least-Squares Temporal Difference Learning, 2016. They are drawn for the settings at hand: the same problem, features, γ and λ grid, at 2 to 200 trajectories. Each trial draws fresh data with the next seed; the figures fill in as trials come. Space pauses. The n of the control column plays no part, but is marked.",
		"(a) Root MSVE of LSTD(λ) against λ, a curve for each number of trajectories n. Over trials, root MSVE is the root of the mean MSVE. ■ is the best λ of each n, known only in hindsight, and the line between them its path. The curve of the present n has the colour of the cursor.",
		"(b) Root MSVE against n, as a multiple of that of LSTD(best). ALLSTD selects λ anew in each trial. LSTD(best) and LSTD(worst) are the single λ's that had the lowest and the highest mean MSVE over the trials: known only in hindsight, from the truth. RLSTD(λ) has a ridge of 1. NaiveCV+LSTD is ALLSTD computed by refitting, up to n = 20. Bands are 95 % confidence intervals: of the ratio they are paired over trials, whose data all methods share, so that they are narrower than those of the levels. Marks that would cover one another stand side by side, next to their n.",
		"(c) Training time against n, of all λ's together. ALLSTD is as computed here, ALLSTD (RSM) by the rank-one updates of the paper. k×LSTD and k×RLSTD fit each of the k λ's without selecting one. ALLSTD and NaiveCV+LSTD include the standard errors of differences between λ's, which the paper does not compute and k×LSTD does not have. Each time is the median over several data sets. ▲ ends a method that was stopped. Trials rest while times are measured, and other work on the machine disturbs them.",
		"Sweep over features or ridge: feature maps or ridges are compared on the same trajectories. The returns that are predicted are the same, so their LOTO errors compare: the colours count from the lowest of all (◆), in % of it, and beyond twice it they stay the same. Below stand the best pair and how far the next best map or ridge is from it, with the standard error of this difference. The lowest of many errors flatters: nested, from the parts control, is the error of choosing map and λ on data that had no part in the choice. Type a list to compare others.",
		"Sweep: how much worse than λ̂ each λ is by its LOTO error, over n or γ, in units of t standard errors of that difference. Each row has its own λ̂ (▼) and its own scale of errors: counted so, rows can be compared. Up to 1 a λ is not ruled out as best on average (95 %). ▸ marks the row of the present n or γ. ○ is the λ of the lowest root MSVE; a row without one has it under its ▼: there λ̂ is that λ. On some problems the region up to 1 around λ̂ narrows with more data, on others it does not.",
	}
}
