package trials

import (
	"fmt"
	"math"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// unavailable explains why there are no charts.
func (v *view) unavailable() (ink chart.Ink, paragraphs []string) {
	switch {
	case v.Settings.Recorded():
		return chart.InkText, []string{
			"Recorded data have no trials: no fresh data can be drawn from a file, and without true values there is no MSVE.",
			"Explore (1) shows what a file can tell.",
		}
	case v.Hidden:
		return chart.InkText, []string{"The answer is hidden. Trials show which λ is best; z reveals it."}
	case v.Err != nil:
		return chart.InkFaint, []string{"There are no trials of these settings."}
	case v.run.Err != nil:
		return chart.InkWarn, []string{v.run.Err.Error()}
	case v.paused:
		return chart.InkText, []string{"Paused. Space goes on."}
	}
	return chart.InkFaint, []string{"The first trials are under way …"}
}

// readout gives the numbers at the λ under the cursor.
func (v *view) readout() (at string, parts []screen.Part) {
	s := v.shown()
	if s == nil {
		return "", nil
	}
	c := charts{v, s}
	z, k := c.size(), c.cursor()
	root, interval := textfmt.WithInterval(z.LSTD[k].Root())
	msve := z.LSTD[k]
	decimals, ok := textfmt.IntervalDecimals(-msve.SE, msve.SE)
	if !ok {
		decimals = textfmt.Decimals(msve.Mean, 3)
	}
	bias2, variance, sum := sumTexts(z.Bias2[k], z.Variance[k], msve.Mean, decimals)
	made := fmt.Sprintf("bias² %s + variance %s", bias2, variance)
	return " λ = " + textfmt.Number(s.Lambdas[k]), []screen.Part{
		{Ink: chart.InkText, Text: made + " = MSVE " + sum, Short: made},
		{Ink: chart.InkTruth, Text: "root MSVE " + root + interval, Short: "root MSVE " + root},
		{Ink: chart.InkEstimate, Text: fmt.Sprintf("λ̂ in %d of %d trials", z.Chosen[k], s.Trials), Short: fmt.Sprintf("λ̂ %d/%d", z.Chosen[k], s.Trials)},
		{Ink: chart.InkEstimate, Text: fmt.Sprintf("not ruled out in %d", z.NotRuledOut[k])},
	}
}

// sumTexts writes two numbers with some decimals and the sum of what is written, so that
// it adds up to the reader; where they are not known, the sum that is.
func sumTexts(first, second, sum float64, decimals int) (a, b, both string) {
	unit := math.Pow10(decimals)
	first, second = math.Round(first*unit), math.Round(second*unit)
	if math.IsNaN(first + second) {
		return "unknown", "unknown", textfmt.WithDecimals(sum, decimals)
	}
	write := func(units float64) string {
		if decimals > 6 { // zeros enough to be hard to read
			return textfmt.Number(units / unit)
		}
		return textfmt.WithDecimals(units/unit, decimals)
	}
	return write(first), write(second), write(first + second)
}

// findings says what choosing was worth, in as many sentences as fit.
func (v *view) findings(rows int) []string {
	shown := v.shown()
	switch {
	case shown == nil || v.Err != nil:
		return nil
	case v.stale(shown):
		return v.Styles.Indented(chart.InkCursor, "The first trials of these settings are under way. Charts and numbers are those of the settings before.", v.Width, rows)
	}
	sentences := charts{v, shown}.findings()
	text := sentences[0]
	for _, more := range sentences[1:] {
		if len(v.Styles.Wrap(chart.InkText, text+" "+more, v.Width-2, rows+1)) > rows {
			break
		}
		text += " " + more
	}
	return v.Styles.Indented(chart.InkText, text, v.Width, rows)
}

// findings says what the chart on show has to say, in sentences.
func (c charts) findings() []string {
	switch chart := c.onShow(c.of).Chart; {
	case chart == state.TrialsClass:
		return classFindings(c.Class.Of(c.Settings), c.sampledTrials(c.of))
	case chart == state.TrialsDifferences && len(c.of.Lambdas) > 1:
		return c.differences().findings(c.of)
	}
	return trialFindings(c.of)
}

// trialFindings returns what trials say of choosing λ, in sentences, the most useful
// first.
func trialFindings(s *study.Summary) []string {
	z := &s.Sizes[0]
	over := overTrials(s)
	roots, intervals := rootTexts(z.ALLSTD, z.LSTD[z.Best], z.Random)
	if len(s.Lambdas) == 1 {
		return []string{fmt.Sprintf("%s the root MSVE is %s%s. λ = %s is the only λ in the grid, so there is nothing to choose.",
			over, roots[0], intervals[0], textfmt.Number(s.Lambdas[0]))}
	}
	out := []string{fmt.Sprintf("%s ALLSTD has a root MSVE of %s%s, the best fixed λ in hindsight (λ = %s) %s, a λ drawn at random %s.",
		over, roots[0], intervals[0], textfmt.Number(s.Lambdas[z.Best]), roots[1], roots[2])}
	if s.Trials == 1 {
		return out
	}
	kept := z.NotRuledOutShare * float64(len(s.Lambdas))
	if split := figure.SplitOf(s, 0); split.Known() {
		out = append(out, split.Ends())
	}
	return append(out, helpsText(s), gapsText(z),
		fmt.Sprintf("On average %s of %d λ's survive one data set (95 %%).", textfmt.Rounded(kept, 3), len(s.Lambdas)))
}

// overTrials begins a sentence about the trials.
func overTrials(s *study.Summary) string {
	if s.Trials == 1 {
		return "In one trial"
	}
	return fmt.Sprintf("Over %d trials", s.Trials)
}

// helpsText says whether choosing beats a λ drawn at random, and if so how it does
// against the best fixed λ.
func helpsText(s *study.Summary) string {
	switch z := &s.Sizes[0]; z.Helps() {
	case study.DoesHold:
		const helps = "Choosing does better than a λ drawn at random"
		switch z.Loses() {
		case study.DoesHold:
			return helps + ", but worse than the best fixed λ."
		case study.Unclear:
			return helps + "; its loss against the best fixed λ is within chance."
		}
		return helps + ", and no worse than the best fixed λ."
	case study.Unclear:
		if s.Trials < study.FewestTrials {
			return fmt.Sprintf("%d trials are too few to tell whether choosing does better than a λ drawn at random: at least %d are needed.", s.Trials, study.FewestTrials)
		}
		return fmt.Sprintf("%d trials cannot tell whether choosing does better than a λ drawn at random: the difference may be chance.", s.Trials)
	default:
		if z.RandomLoss.Mean < 0 {
			return "Choosing does worse than a λ drawn at random."
		}
		return "Choosing does as well as a λ drawn at random."
	}
}

// gapsText says how far ALLSTD is from a λ drawn at random and from the best.
func gapsText(z *study.SizeSummary) string {
	side := "above"
	if z.RandomLoss.Mean > 0 {
		side = "below"
	}
	text := fmt.Sprintf("ALLSTD's MSVE is %s (s.e.) %s that of a λ drawn at random; ",
		textfmt.WithError(math.Abs(z.RandomLoss.Mean), z.RandomLoss.SE), side)
	if z.Regret == (study.Mean{}) {
		return text + "it has no regret: in every trial it is as good as the best in hindsight."
	}
	text += fmt.Sprintf("its regret against the best is %s (s.e.)", textfmt.WithError(z.Regret.Mean, z.Regret.SE))
	if z.Loses() == study.Unclear {
		text += ", which may be chance"
	}
	return text + "."
}

// rootTexts writes root MSVEs and their 95 % intervals with as many decimals as the
// first interval needs, so that they can be compared, but at least two digits of the
// smallest; one that is far larger by itself. Intervals are empty where there are none.
func rootTexts(means ...study.Mean) (roots, intervals []string) {
	const far = 100
	least := math.Inf(1)
	for _, m := range means {
		if root, _, _ := m.Root(); root > 0 {
			least = min(least, root)
		}
	}
	_, low, high := means[0].Root()
	decimals, ok := textfmt.IntervalDecimals(low, high)
	digits := 3
	if ok {
		digits = 2
	}
	decimals = max(decimals, textfmt.Decimals(least, digits))
	for _, m := range means {
		root, low, high := m.Root()
		number, interval := textfmt.WithInterval(root, low, high)
		if root > 0 && root < far*least {
			number, interval = textfmt.WithDecimals(root, decimals), textfmt.Interval(low, high, decimals)
		}
		roots, intervals = append(roots, number), append(intervals, interval)
	}
	return roots, intervals
}

// reading says how to read the page.
func reading() []string {
	return []string{
		"A trial repeats the experiment with fresh data: the first has the seed on the left, each next one the seed after. What is shown are means over the trials, as they come in. Space pauses them and goes on. Trials that are finished are kept: turning a knob back, or asking for more of them, runs only those that are missing.",
		"MSVE = bias² + variance: a column for each λ, bias² below and the variance on top. The variance is how much the estimates differ from trial to trial; bias² is what would be left if those of infinitely many trials were averaged. With features that can't fit all values, bias mostly falls as λ grows, and the variance rises. With 1-hot features, which can, the columns are nearly all variance. Which part matters more depends on how much data there is. Both parts are estimates, and bias² can come out below 0 where it is small: such a column has none. The 95 % interval of the root of their sum stands below the charts. Where all columns are nearly as high, lines show how both parts and their sum differ from the best λ, with the 95 % interval of the difference.",
		"Values: what the trials estimate for each state at the λ under the cursor. The line is their mean, the dotted lines lie one standard deviation around it. Bias is how far the line is from the true values, variance how far apart the dotted lines are. Move the cursor and watch both. Of 2048 and Mountain Car, whose states are many, 200 are shown in 20 groups by true value, each with its mean and the root of its mean variance.",
		"Differences: a dot for each data set, by how much the λ under the cursor differs from the other end of the grid, in true MSVE (across) and in LOTO error (up). If LOTO could tell which λ is better for the fit to one data set, the dots would lie along y = x. What it can tell is the average: the square, the mean of the dots, lies near that line. The dashed line is that of least squares, and on the walk it falls.",
		"ALLSTD chooses λ̂ anew in every trial, from that trial's data alone. Best and worst in hindsight are the fixed λ's with the lowest and the highest mean MSVE over all trials, which only the truth can tell. A λ drawn at random from the grid is what not choosing would give.",
		"Regret: the MSVE of ALLSTD less that of the best in hindsight, from the same trials, so that what their data share cancels. Whether choosing does better than a λ drawn at random is decided likewise: where the difference is more than chance makes of it once in 20 times. Over trials, root MSVE is the root of the mean MSVE.",
		"Bars: in how many of the trials each λ is λ̂. Rings: in how many it is not ruled out as best on average (95 %), as on Explore; λ̂ never is, so that a ring is at the top of its bar or above. Root MSVE: the mark of a row is its root MSVE, the line the 95 % interval.",
	}
}

// stale reports whether a summary is of other trials than the state asks for.
func (v *view) stale(s *study.Summary) bool {
	return v.run.Now.Summary == nil || s.Plan.Settings != v.run.Key.settings
}

// status says how many trials are on show, as the charts and the texts do; before the
// first are, how many are finished.
func (v *view) status() string {
	if !v.holds(v.Snapshot) || v.run.Err != nil {
		return ""
	}
	count := v.run.Now.Done
	if s := v.shown(); s != nil && !v.stale(s) {
		count = s.Trials
	}
	text := fmt.Sprintf("%d of %d trials", count, v.run.Key.trials)
	complete := v.complete() && count == v.run.Key.trials
	switch {
	case v.run.Running() && v.run.Now.Left >= 0:
		return text + " · " + screen.TimeLeft(v.run.Now.Left)
	case complete && count == 1:
		return "1 trial"
	case complete:
		return fmt.Sprintf("%d trials", v.run.Key.trials)
	case v.paused:
		return "paused · " + text
	}
	return text
}
