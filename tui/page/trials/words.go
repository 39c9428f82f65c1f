package trials

import (
	"fmt"
	"math"
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
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

// sumTexts writes two numbers with some decimals and the sum of the written numbers, so that the sum
// adds up for a reader; if the numbers are unknown, the known sum.
func sumTexts(first, second, sum float64, decimals int) (a, b, both string) {
	unit := math.Pow10(decimals)
	first, second = math.Round(first*unit), math.Round(second*unit)
	if math.IsNaN(first + second) {
		return "unknown", "unknown", textfmt.WithDecimals(sum, decimals)
	}
	write := func(units float64) string {
		if decimals > 6 { // too many zeros to read
			return textfmt.Number(units / unit)
		}
		return textfmt.WithDecimals(units/unit, decimals)
	}
	return write(first), write(second), write(first + second)
}

// sentence describes the benefit of the choice.
func (v *view) sentence() page.Sentence {
	shown := v.shown()
	switch {
	case shown == nil || v.Err != nil:
		return page.Sentence{}
	case v.stale(shown):
		return page.Sentence{Headline: []string{"The first trials of these settings are under way."}, Quiet: []string{"Charts and numbers are those of the settings before."}}
	}
	all := charts{v, shown}.findings()
	return page.Sentence{Headline: all[:1], Quiet: all[1:min(2, len(all))]}
}

// findings returns the sentences of the current chart.
func (c charts) findings() []string {
	switch chart := c.onShow(c.of).Chart; {
	case chart == state.TrialsClass:
		return classFindings(c.Class.Of(c.Settings), c.sampledTrials(c.of))
	case chart == state.TrialsDifferences && len(c.of.Lambdas) > 1:
		return c.differences().findings(c.of)
	}
	return trialFindings(c.of)
}

// trialFindings returns the results of choosing λ in sentences, the most useful first.
func trialFindings(s *study.Summary) []string {
	z := &s.Sizes[0]
	over := overTrials(s)
	root, interval := textfmt.WithInterval(z.ALLSTD.Root())
	best, _ := textfmt.WithInterval(z.LSTD[z.Best].Root())
	random, _ := textfmt.WithInterval(z.Random.Root())
	if len(s.Lambdas) == 1 {
		return []string{fmt.Sprintf("%s the root MSVE is %s%s. λ = %s is the only λ in the grid, so there is nothing to choose.",
			over, root, interval, textfmt.Number(s.Lambdas[0]))}
	}
	out := []string{fmt.Sprintf("%s ALLSTD has a root MSVE of %s%s, the best fixed λ in hindsight (λ = %s) %s, a λ drawn at random %s.",
		over, root, interval, textfmt.Number(s.Lambdas[z.Best]), best, random)}
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

// helpsText compares choosing λ with a random λ and with the best fixed λ.
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

// gapsText gives the distances of ALLSTD from a random λ and from the best λ.
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

// stale reports whether a summary is of other trials than the trials of the state.
func (v *view) stale(s *study.Summary) bool {
	return v.run.Now.Summary == nil || s.Plan.Settings != v.run.Key.settings
}

// status is the number of visible trials; before the first summary, of finished trials.
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

// says returns the title of the files and the sentences of the text.
func (v *view) says() (title string, sentences []string) {
	s := v.filed()
	if s == nil {
		_, why := v.unavailable()
		return "", why
	}
	at := s.Plan.Settings
	title = fmt.Sprintf("%d trials of %s, n = %d, γ = %s, seeds from %d", s.Trials, report.Source(at), at.Trajectories, textfmt.Number(at.Gamma), at.Seed)
	sentences = append([]string{title + "."}, trialFindings(s)...)
	if len(s.Lambdas) > 1 {
		sentences = append(sentences, charts{v, s}.differences().findings(s)...)
	}
	if class := v.Class.Of(v.Settings); class != nil {
		sentences = append(sentences, classFindings(class, v.sampledTrials(s))...)
	}
	z := &s.Sizes[0]
	sentences = append(sentences, fmt.Sprintf("λ̂ is at an end of the grid in %d of %d trials.", z.AtEnd, s.Trials))
	if z.TruthSE > 0 {
		sentences = append(sentences, fmt.Sprintf("The true values are themselves estimated: that alone gives the MSVE a standard error of %s, the same in all trials, which all intervals include. Most of it cancels between λ's.", textfmt.Rounded(z.TruthSE, 2)))
	}
	return title, sentences
}

// filed returns the summary for files and text; nil before the first trials of the settings.
func (v *view) filed() *study.Summary {
	if v.run.Now.Summary == nil {
		return nil
	}
	return v.newest()
}

// eachRows has a row for each trial: λ̂ and the cost of λ̂.
func eachRows(s *study.Summary, trials []*study.Trial) [][]string {
	var out [][]string
	best := s.Sizes[0].Best
	for _, t := range trials {
		o := &t.Outcomes[0]
		sum := 0.0
		for _, v := range o.MSVE {
			sum += v
		}
		out = append(out, []string{
			strconv.Itoa(t.Index), strconv.FormatUint(t.Seed, 10), textfmt.Number(s.Lambdas[o.Selected]),
			report.Exact(o.MSVE[o.Selected]), report.Exact(o.MSVE[best]), report.Exact(sum / float64(len(o.MSVE))), strconv.Itoa(o.NotRuledOutCount()),
		})
	}
	return out
}
