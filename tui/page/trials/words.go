package trials

import (
	"fmt"
	"math"
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// instead says why there are no charts.
func (v *view) instead() (ink chart.Ink, paragraphs []string) {
	switch {
	case v.Settings.Recorded():
		return chart.InkText, []string{
			"Recorded data have no trials: no fresh data can be drawn from a file, and without true values there is no MSVE.",
			"What a file can tell is on Explore (1): again says how often another data set of its size would choose each λ.",
		}
	case v.Hidden:
		return chart.InkText, []string{"The answer is hidden. Trials show which λ is best; z reveals it."}
	case v.Err != nil:
		return chart.InkFaint, []string{"There are no trials of these settings."}
	case v.err != nil:
		return chart.InkWarn, []string{v.err.Error()}
	case v.paused:
		return chart.InkText, []string{"Paused. Space goes on."}
	case v.stopped:
		return chart.InkText, []string{"Cancelled. Space runs the trials of these settings."}
	}
	return chart.InkFaint, []string{"The first trials are under way …"}
}

// readout gives the numbers at the λ under the cursor.
func (v *view) readout() string {
	l := v.Styles.Line(v.Width)
	s := v.shown()
	if s == nil {
		return l.String()
	}
	look := v.look(s)
	z, k := look.size(), look.cursor
	root, low, high := z.LSTD[k].Root()
	text := "root MSVE " + screen.Approx(root, 3)
	return l.Add(chart.InkCursor, " λ = "+screen.Exact(s.Lambdas[k])).Parts([]screen.Part{
		{Ink: chart.InkTruth, Text: text + screen.Interval(low, high), Short: text},
		{Ink: chart.InkThird, Text: fmt.Sprintf("bias² %s + variance %s = MSVE %s", screen.Known(z.Bias2[k]), screen.Known(z.Variance[k]), screen.Known(z.LSTD[k].Mean)),
			Short: fmt.Sprintf("bias² %s", screen.Known(z.Bias2[k]))},
		{Ink: chart.InkEstimate, Text: fmt.Sprintf("λ̂ in %d of %d trials", z.Chosen[k], s.Trials), Short: fmt.Sprintf("λ̂ in %d", z.Chosen[k])},
		{Ink: chart.InkEstimate, Text: fmt.Sprintf("not ruled out in %d", z.NotRuledOut[k])},
	}).String()
}

// findings says what choosing was worth, in as many sentences as fit.
func (v *view) findings(rows int) []string {
	shown := v.shown()
	switch {
	case shown == nil || v.Err != nil:
		return nil
	case v.now.Summary == nil:
		return v.Styles.Indented(chart.InkCursor, "The first trials of these settings are under way. Charts and numbers are those of the settings before.", v.Width, rows)
	}
	sentences := trialFindings(shown)
	switch {
	case v.showsClass():
		sentences = classFindings(v.Class.Of(v.Settings), v.sampledTrials(shown))
	case v.compares() && len(shown.Lambdas) > 1:
		sentences = v.look(shown).differences().findings(shown)
	}
	text := sentences[0]
	for _, more := range sentences[1:] {
		if len(v.Styles.Wrap(chart.InkText, text+" "+more, v.Width-2, rows+1)) > rows {
			break
		}
		text += " " + more
	}
	return v.Styles.Indented(chart.InkText, text, v.Width, rows)
}

// trialFindings returns what trials say of choosing λ, in sentences, the most useful
// first.
func trialFindings(s *study.Summary) []string {
	z := &s.Sizes[0]
	over := fmt.Sprintf("Over %d trials", s.Trials)
	if s.Trials == 1 {
		over = "In one trial"
	}
	_, low, high := z.ALLSTD.Root()
	roots := rootTexts(z.ALLSTD, z.LSTD[z.Best], z.Random)
	if len(s.Lambdas) == 1 {
		return []string{fmt.Sprintf("%s the root MSVE is %s%s. λ = %s is the only λ in the grid, so there is nothing to choose.",
			over, roots[0], screen.Interval(low, high), screen.Exact(s.Lambdas[0]))}
	}
	out := []string{fmt.Sprintf("%s ALLSTD has a root MSVE of %s%s, the best fixed λ in hindsight (λ = %s) %s, a λ drawn at random %s.",
		over, roots[0], screen.Interval(low, high), screen.Exact(s.Lambdas[z.Best]), roots[1], roots[2])}
	if s.Trials == 1 {
		return out
	}
	kept := z.NotRuledOutShare * float64(len(s.Lambdas))
	return append(out, helpsText(z), gapsText(z),
		fmt.Sprintf("One data set leaves %s of the %d λ's not ruled out as best on average (95 %%), in the mean.", screen.Approx(kept, 3), len(s.Lambdas)))
}

// helpsText says whether choosing beats a λ drawn at random.
func helpsText(z *study.SizeSummary) string {
	switch helps := z.Helps(); {
	case helps == study.DoesHold:
		return "Choosing helps here."
	case helps == study.Unclear:
		return "These trials do not tell whether choosing helps."
	case z.RandomLoss.Mean < 0:
		return "Choosing does not help here."
	}
	return "Choosing makes no difference here."
}

// gapsText says how far ALLSTD is from a λ drawn at random and from the best.
func gapsText(z *study.SizeSummary) string {
	side := "above"
	if z.RandomLoss.Mean > 0 {
		side = "below"
	}
	text := fmt.Sprintf("ALLSTD's MSVE is %s ± %s (s.e.) %s that of a λ drawn at random; its regret against the best is %s ± %s",
		screen.Approx(math.Abs(z.RandomLoss.Mean), 2), screen.Approx(z.RandomLoss.SE, 2), side, screen.Known(z.Regret.Mean), screen.Approx(z.Regret.SE, 2))
	if z.Loses() == study.Unclear {
		text += ", which may be chance"
	}
	return text + "."
}

// rootTexts writes root MSVEs with as many decimals as show three digits of the
// smallest, so that they can be compared; one that is far larger by itself.
func rootTexts(means ...study.Mean) []string {
	const far = 100
	least := math.Inf(1)
	for _, m := range means {
		if root, _, _ := m.Root(); root > 0 {
			least = min(least, root)
		}
	}
	out := make([]string, len(means))
	for i, m := range means {
		root, _, _ := m.Root()
		out[i] = screen.Approx(root, 3)
		if root > 0 && root < far*least && root >= 1e-4 {
			out[i] = screen.WithoutZero(strconv.FormatFloat(root, 'f', screen.Decimals(least, 3), 64))
		}
	}
	return out
}

// reading says how to read the page.
func reading() []string {
	return []string{
		"A trial repeats the experiment with fresh data: the first has the seed on the left, each next one the seed after. What is shown are means over the trials, as they come in. Space pauses them and goes on; c cancels them. Trials that are finished are kept: turning a knob back, or asking for more of them, runs only those that are missing.",
		"MSVE = bias² + variance. The variance is how much the estimates differ from trial to trial; bias² is what would be left if those of infinitely many trials were averaged. As λ goes to 1 the bias mostly falls and the variance rises; which matters more depends on how much data there is. The band is the 95 % confidence interval of the mean MSVE. Both parts are estimates, and bias² can come out below 0 where it is small.",
		"Values: what the trials estimate for each state at the λ under the cursor. The line is their mean, the band one standard deviation around it. Bias is how far the line is from the true values, variance how wide the band is. Move the cursor and watch both. Of 2048 and Mountain Car, whose states are many, 200 are shown in 20 groups by true value, each with its mean and the root of its mean variance.",
		"Differences: a dot for each data set, by how much λ under the cursor differs from the other end of the grid, in true MSVE (across) and in LOTO error (up). If LOTO could tell which λ is better for the fit to one data set, the dots would lie along y = x. What it can tell is the average: the square, the mean of the dots, lies near that line. The dashed line is that of least squares, and on the walk it falls.",
		"ALLSTD chooses λ̂ anew in every trial, from that trial's data alone. Best and worst in hindsight are the fixed λ's with the lowest and the highest mean MSVE over all trials, which only the truth can tell. A λ drawn at random from the grid is what not choosing would give.",
		"Regret: the MSVE of ALLSTD less that of the best in hindsight, from the same trials, so that what their data share cancels. Whether choosing helps is decided likewise: where the difference from a λ drawn at random is more than chance makes of it once in 20 times. Over trials, root MSVE is the root of the mean MSVE.",
		"Bars: in how many of the trials each λ is λ̂. Rings: in how many it is not ruled out as best on average (95 %), as on Explore.",
	}
}

// status says how many trials are in.
func (v *view) status() string {
	if !v.holds(v.Snapshot) || v.err != nil {
		return ""
	}
	text := fmt.Sprintf("%d of %d trials", v.now.Done, v.plan.Trials)
	switch {
	case v.job.Running() && v.now.Left >= 0:
		return text + " · " + screen.TimeLeft(v.now.Left)
	case v.complete() && v.plan.Trials == 1:
		return "1 trial"
	case v.complete():
		return fmt.Sprintf("%d trials", v.plan.Trials)
	case v.paused:
		return "paused · " + text
	case v.stopped:
		return "stopped · " + text
	}
	return text
}
