package figures

import (
	"fmt"
	"strings"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// holdsText says what the figures make of a claim; while more is to come, so far. What
// a number of trials does not decide is within chance.
func (v *view) holdsText(c study.Claim) string {
	p := v.onShow()
	h, complete, trials := c.Holds, p.complete(), p.trials()
	switch {
	case h == study.NotChecked && !complete && (trials == 0 || v.shows(state.FigureTimes)):
		return "not yet known"
	case h == study.NotChecked && !v.shows(state.FigureTimes) && 0 < trials && trials < study.FewestTrials:
		return "too few trials"
	case h == study.NotChecked:
		return "not checked"
	case h == study.Unclear && v.shows(state.FigureTimes):
		return "unclear"
	case h == study.Unclear:
		return "within chance"
	case h == study.DoesHold && complete:
		return "holds"
	case h == study.DoesHold:
		return "holds so far"
	case h == study.DoesNotHold && complete:
		return "does not hold"
	}
	return "not so far"
}

// claimLine is a line of the list of claims, and which it is of; −1 for none.
type claimLine struct {
	text  string
	claim int
}

// claimLines lists the claims about the figure on show, each in a line or, where
// there are rows enough, in full.
func (v *view) claimLines(width, rows int) []claimLine {
	styles := v.Styles
	out := []claimLine{{styles.Line(width).String(), -1}}
	const column = 18
	for i, c := range v.claims() {
		ink, sign := chart.InkText, "  "
		if i == v.claimAt() {
			ink, sign = chart.InkCursor, " ▸"
		}
		text := c.Text
		if c.Besides {
			text += " (not the paper's)"
		}
		parts := styles.Wrap(ink, text, width-column, 3)
		if rows >= rowsForFull {
			parts = append(parts, styles.Wrap(chart.InkFaint, c.Measured, width-column, 4)...)
		}
		for j, part := range parts {
			l := styles.Line(width)
			if j == 0 {
				l.Add(chart.InkCursor, sign+" ").Add(holdsInk(c.Holds), v.holdsText(c))
			}
			out = append(out, claimLine{l.To(column).Styled(part).String(), i})
		}
	}
	if further := v.onShow().further(); further != "" {
		for _, part := range styles.Wrap(chart.InkFaint, further, width-column, 2) {
			out = append(out, claimLine{styles.Line(width).To(column).Styled(part).String(), -1})
		}
	}
	return out
}

// holdsInk is how loud what is said of a claim is.
func holdsInk(h study.Holds) chart.Ink {
	switch h {
	case study.DoesHold:
		return chart.InkSelected
	case study.DoesNotHold:
		return chart.InkWarn
	}
	return chart.InkFaint
}

// readout gives the numbers at the λ under the cursor, or at the figures' n nearest
// to the present one.
func (v *view) readout() string {
	l := v.Styles.Line(v.Width)
	if v.Hidden {
		return l.String()
	}
	p := v.onShow()
	if !p.begun() {
		return l.String()
	}
	at, parts := p.readout()
	if parts == nil {
		parts = []screen.Part{{Ink: chart.InkFaint, Text: "nothing yet"}}
	}
	return l.Add(chart.InkCursor, at).Parts(parts).String()
}

// findings tells the chosen claim in full, or what the sweep shows.
func (v *view) findings(rows int) []string {
	switch {
	case v.Hidden:
		return v.Styles.Indented(chart.InkCursor, "The answer is hidden. Explore has what can be known without it; z reveals it here.", v.Width, rows)
	case v.shows(state.FigureSweep):
		return v.Styles.Indented(chart.InkText, v.sweepFindings(), v.Width, rows)
	case !v.onShow().begun():
		return nil
	case v.onShow().failed() != nil:
		return v.Styles.Indented(chart.InkFaint, "The sweep does without trials: f leads there.", v.Width, rows)
	}
	claims := v.claims()
	if len(claims) == 0 {
		return nil
	}
	text := ""
	switch listed := v.Body().Dy(); {
	case listed >= rowsForFull: // with what was measured
		text = v.madeOf()
	case listed >= rowsForClaims:
		text = strings.TrimSpace(v.madeOf() + " " + claims[v.claimAt()].Measured)
	default: // its "et al." does not end a sentence
		text = strings.Replace(v.claimText(v.claimAt(), true), "et al. ", "et al.\u00a0", 1)
	}
	if room := v.Width - 2; rows > 0 && len(v.Styles.Break(text, room)) > rows {
		const rest = " t shows the rest."
		text = v.Styles.Clauses(text, room-len(rest)/rows-1, rows) + rest
	}
	return v.Styles.Indented(chart.InkText, text, v.Width, rows)
}

// madeOf says of figure a why another λ is best at another n: what the error is made of at
// the least and the largest of them; nothing before that is known.
func (v *view) madeOf() string {
	s := v.Page.study.Now.summary
	if !v.shows(state.FigureLambda) || s == nil || len(s.Lambdas) == 1 {
		return ""
	}
	var parts []string
	for _, i := range []int{0, len(s.Sizes) - 1} {
		split := figure.SplitOf(s, i)
		if !split.Known() {
			return ""
		}
		parts = append(parts, fmt.Sprintf("n = %d: the best λ is %s. %s", s.Sizes[i].Trajectories, screen.Exact(s.Lambdas[split.Best]), split.Ends()))
	}
	return strings.Join(parts, " ")
}

// claimTexts tells all claims about the figure on show, a paragraph each.
func (v *view) claimTexts() (out []string) {
	for i := range v.claims() {
		out = append(out, v.claimText(i, true), "")
	}
	return out
}

// claimText tells the i-th claim about the figure on show, perhaps with what was measured.
func (v *view) claimText(i int, measured bool) string {
	claims := v.claims()
	c := claims[i]
	who := "Mann et al. say"
	if c.Besides {
		who = "Not the paper's"
	}
	holds := v.holdsText(c)
	if c.Holds != study.Unclear && v.onShow().complete() {
		holds += " here"
	}
	text := fmt.Sprintf("Claim %d of %d on (%s): %s. %s: %s", i+1, len(claims), c.Figure, holds, who, c.Text)
	if measured {
		text += " " + c.Measured
	}
	return text
}

// reading says how to read the page.
func reading() []string {
	return []string{
		"The three figures of the paper: Mann et al., Adaptive λ Least-Squares Temporal Difference Learning, 2016. They are drawn for the settings at hand: the same problem, features, γ and λ grid, at 2 to 200 trajectories. Each trial draws fresh data with the next seed; the figures fill in as trials come. Space pauses. The n of the control column plays no part, but is marked.",
		"(a) Root MSVE of LSTD(λ) against λ, a curve for each number of trajectories n. Over trials, root MSVE is the root of the mean MSVE. ■ is the best λ of each n, known only in hindsight, and the line between them its path. The curve of the present n has the colour of the cursor.",
		"(b) Root MSVE against n, as a multiple of that of LSTD(best); v shows the levels. ALLSTD selects λ anew in each trial. LSTD(best) and LSTD(worst) are the single λ's that had the lowest and the highest mean MSVE over the trials: known only in hindsight, from the truth. RLSTD(λ) has a ridge of 1. NaiveCV+LSTD is ALLSTD computed by refitting, up to n = 20. Bands are 95 % confidence intervals: of the ratio they are paired over trials, whose data all methods share, so that they are narrower than those of the levels. Marks that would cover one another stand side by side, next to their n.",
		"(c) Training time against n, of all λ's together. ALLSTD is as computed here, ALLSTD (RSM) by the rank-one updates of the paper. k×LSTD and k×RLSTD fit each of the k λ's without selecting one. ALLSTD and NaiveCV+LSTD include the standard errors of differences between λ's, which the paper does not compute and k×LSTD does not have. Each time is the median over several data sets. ▲ ends a method that was stopped. Trials rest while times are measured, and other work on the machine disturbs them.",
		"(d) By how much the MSVE is above the least that any θ of these features has, against n, both on logarithmic scales. A straight line down, like the dotted one, goes to 0 as 1/n; a level one stays above, however many data there are. Weighting the LOTO errors by step, they estimate the MSVE plus what is the same for all λ's, so that the best λ is found in the end: the paper's theorem. Weighting by trajectory, a short episode counts as much as a long one, and an episode's length depends on what happened in it. That is another error, whose best λ may be another: with features that come near to the values but not to all, as --states 19 --features identity, it stays above. Where the features are exact (1-hot), all λ's go to the least, and either weighting does. Larger n come as they are computed.",
		"Claims: what the paper (Mann et al., 2016) says of the figure on show, compared with the trials. Where trials decide, a claim holds or does not hold only if the difference exceeds what chance makes of it once in 20 times; else it is within chance: its 95 % interval allows both. Behind the numbers of an n, unclear means the same. Fewer than 10 trials decide nothing. c goes to the next; t has all of them in full.",
		"Sweep over features or ridge: feature maps or ridges are compared on the same trajectories. The returns that are predicted are the same, so their LOTO errors compare: the colours count from the lowest of all (◆), in % of it, and beyond twice it they stay the same. Below stand the best pair and how far the next best map or ridge is from it, with the standard error of this difference. The lowest of many errors flatters: nested, from the parts control, is the error of choosing map and λ on data that had no part in the choice. Type a list to compare others.",
		"Sweep: how much worse than λ̂ each λ is by its LOTO error, over n or γ, in units of t standard errors of that difference. Each row has its own λ̂ (▼) and its own scale of errors: counted so, rows can be compared. Up to 1 a λ is not ruled out as best on average (95 %). ▸ marks the row of the present n or γ. ○ is the λ of the lowest root MSVE; a row without one has it under its ▼: there λ̂ is that λ. On some problems the region up to 1 around λ̂ narrows with more data, on others it does not.",
	}
}
