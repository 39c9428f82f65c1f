package trials

import (
	"fmt"
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
func (v *view) unavailable() (ink chart.Ink, text string) {
	switch {
	case v.Settings.Recorded():
		return chart.InkFaint, "Without true values there is no MSVE. Explore (1) shows what a file can tell."
	case v.Err != nil:
		return chart.InkFaint, "There are no trials of these settings."
	case v.run.Err != nil:
		return chart.InkWarn, v.run.Err.Error()
	}
	return chart.InkFaint, "The first trials are running …"
}

// readout gives the numbers at the λ under the cursor. On a small screen the rules take their row.
func (v *view) readout() (at string, parts []screen.Part) {
	s := v.shown()
	if s == nil || v.Room == page.RoomBeside {
		return "", nil
	}
	c := charts{v, s}
	z := c.size()
	k := c.cursor()
	at = "λ " + textfmt.Number(s.Lambdas[k])
	msve := z.LSTD[k].MSVE
	if decimals, ok := textfmt.IntervalDecimals(-msve.SE, msve.SE); ok {
		parts = page.ErrorParts(figure.SplitOf(s, 0, v.Hidden), k, decimals, "MSVE")
	} else if !v.Hidden {
		parts = []screen.Part{{Ink: chart.InkText, Label: "MSVE", Text: textfmt.Rounded(msve.Mean, 3)}}
	}
	chosen := screen.Part{Ink: chart.InkText, Label: "λ̂ in", Text: fmt.Sprintf("%d of %d trials", z.Chosen[k], s.Trials)}
	return at, append(parts, chosen)
}

// sentence describes the benefit of the choice.
func (v *view) sentence() page.Sentence {
	shown := v.shown()
	switch {
	case v.Settings.Recorded():
		return page.Sentence{Headline: []string{"Recorded data have no trials."}, Quiet: []string{"No fresh data can be drawn from a file.", "A file has no fresh data."}}
	case shown == nil || v.Err != nil:
		return page.Sentence{}
	case v.stale(shown):
		return page.Sentence{Headline: []string{"The first trials of these settings are running."}, Quiet: []string{"Charts and numbers are for the previous settings."}}
	case !v.Hidden && v.onShow(shown).Chart == state.TrialsClass:
		all := classFindings(v.Class.Of(v.Settings), v.sampledTrials(shown))
		return page.Sentence{Headline: all[:1], Quiet: all[1:min(2, len(all))]}
	}
	return v.finding(shown)
}

// finding compares the choice with a random and the best λ. While the truth is hidden, it says how
// often the choice is the same.
func (v *view) finding(s *study.Summary) page.Sentence {
	if v.Hidden {
		return chosenSentence(s)
	}
	return page.Sentence{Headline: headline(s), Quiet: quiet(s)}
}

// chosenSentence names the λ that is λ̂ most often, which the data alone show.
func chosenSentence(s *study.Summary) page.Sentence {
	k := 0
	for j, n := range s.Sizes[0].Chosen {
		if n > s.Sizes[0].Chosen[k] {
			k = j
		}
	}
	headline := fmt.Sprintf("Most often λ̂ is %s: in %d of %d trials.", textfmt.Number(s.Lambdas[k]), s.Sizes[0].Chosen[k], s.Trials)
	return page.Sentence{Headline: []string{headline}, Quiet: []string{"The data show the variance; z shows the bias and the error of each rule.", "z shows the bias and the error of each rule."}}
}

// The shares of the root MSVE that the headline takes for nothing.
const (
	hardlyBetter = .015 // below that at a random λ
	hardlyWorse  = .03  // above that at the best fixed λ
)

// headline compares choosing λ with a random λ and with the best fixed λ. The second form is for narrow
// screens.
func headline(s *study.Summary) []string {
	z := &s.Sizes[0]
	chosen, _, _ := z.ALLSTD.MSVE.Root()
	random, _, _ := z.Random.MSVE.Root()
	best, _, _ := z.LSTD[z.Best].MSVE.Root()
	own, drawn := pair(z.ALLSTD.MSVE, z.Random.MSVE)
	forms := func(numbers string, ways ...string) []string {
		for i := range ways {
			ways[i] += ": " + numbers + "."
		}
		return ways
	}
	switch two := own + ", " + drawn; {
	case len(s.Lambdas) == 1:
		return []string{"The grid has one λ, so there is nothing to choose."}
	case s.Trials < study.FewestTrials:
		return forms(fmt.Sprintf("%d of %d", s.Trials, study.FewestTrials), "Too few trials to judge the choice")
	case z.Helps() == study.DoesNotHold && z.RandomLoss.Mean < 0 && own != drawn:
		return forms(two, "Choosing does worse here than a λ drawn at random", "Choosing is worse than a random λ")
	case chosen > (1-hardlyBetter)*random:
		return forms(two, "Choosing does no better here than a λ at random", "Choosing is no better than a random λ")
	case chosen <= best:
		own, fixed := pair(z.ALLSTD.MSVE, z.LSTD[z.Best].MSVE)
		return forms(own+", "+fixed, "Choosing does as well as the best fixed λ", "Choosing matches the best λ")
	}
	percent := 100 * (chosen/best - 1)
	cost := fmt.Sprintf("%.0f %%", percent)
	if percent < 1 {
		cost = "under 1 %"
	} else if percent >= 1000 {
		cost = "over 1000 %"
	}
	if percent <= 100*hardlyWorse {
		return forms(cost, "Choosing costs almost nothing over the best fixed λ", "Choosing costs almost nothing")
	}
	return []string{"Choosing beats a random λ, and costs " + cost + " over the best.", "Choosing beats chance, and costs " + cost + "."}
}

// pair returns two root MSVEs with the decimals that the narrower interval needs, because readers compare
// them.
func pair(a, b study.Mean) (first, second string) {
	decimals := -1
	for _, m := range []study.Mean{a, b} {
		_, low, high := m.Root()
		if d, ok := textfmt.IntervalDecimals(low, high); ok {
			decimals = max(decimals, d)
		}
	}
	number := func(m study.Mean) string {
		root, _, _ := m.Root()
		if decimals < 0 {
			return textfmt.Rounded(root, 3)
		}
		return textfmt.WithDecimals(root, decimals)
	}
	return number(a), number(b)
}

// quiet tells of the experiment and of the parts of the error at both ends of the grid.
func quiet(s *study.Summary) []string {
	if s.Trials == 1 {
		return []string{"The experiment once, with fresh data."}
	}
	ends := figure.SplitOf(s, 0, false).Ends()
	return []string{fmt.Sprintf("The experiment %d times, with fresh data. %s", s.Trials, ends), ends}
}

// stale reports whether a summary has other settings than the state.
func (v *view) stale(s *study.Summary) bool { return s.Plan.Settings != v.run.Key.settings }

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
	switch complete := v.complete() && count == v.run.Key.trials; {
	case v.run.Running() && v.run.Now.Left >= 0:
		return text + " · " + screen.TimeLeft(v.run.Now.Left)
	case complete && count == 1:
		return "1 trial"
	case complete:
		return fmt.Sprintf("%d trials", v.run.Key.trials)
	}
	return text
}

// says returns the title of the files and the sentences of the text.
func (v *view) says() (title string, sentences []string) {
	s := v.filed()
	if s == nil {
		_, why := v.unavailable()
		return "", []string{why}
	}
	at := s.Plan.Settings
	title = fmt.Sprintf("%d trials of %s, n = %d, γ = %s, seeds from %d", s.Trials, report.Source(at), at.Trajectories, textfmt.Number(at.Gamma), at.Seed)
	sentences = append([]string{title + "."}, v.finding(s).Text()...)
	if v.Hidden {
		return title, sentences
	}
	z := &s.Sizes[0]
	if len(s.Lambdas) > 1 && s.Trials > 1 {
		for _, r := range rulesOf(s) {
			root, interval := textfmt.WithInterval(r.msve.Root())
			sentences = append(sentences, fmt.Sprintf("Root MSVE of %s: %s%s.", r.name, root, interval))
		}
		sentences = append(sentences,
			fmt.Sprintf("Paired over the trials, ALLSTD's MSVE minus the MSVE of a λ at random is %s, and its regret %s (s.e.).",
				textfmt.WithError(0-z.RandomLoss.Mean, z.RandomLoss.SE), textfmt.WithError(z.Regret.Mean, z.Regret.SE)),
			fmt.Sprintf("On average %s of %d λ's survive one data set (95 %%).", textfmt.Rounded(z.NotRuledOutShare.Mean*float64(len(s.Lambdas)), 3), len(s.Lambdas)))
	}
	if class := v.Class.Of(v.Settings); class != nil {
		sentences = append(sentences, classFindings(class, v.sampledTrials(s))...)
	}
	if z.TruthSE > 0 {
		sentences = append(sentences, fmt.Sprintf("The true values are estimates, too: they alone give the MSVE a standard error of %s, the same in all trials. All intervals include it, and most of it cancels between λ's.", textfmt.Rounded(z.TruthSE, 2)))
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
func eachRows(s *study.Summary, trials []*study.Trial) (out [][]string) {
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
