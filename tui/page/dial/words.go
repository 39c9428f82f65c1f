package dial

import (
	"cmp"
	"fmt"
	"math"

	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// story is the turns so far: the λ's seen while the truth is hidden, and the last event.
type story struct {
	settings settings.Settings
	hidden   bool
	k        int    // the current λ
	lo, hi   int    // the range of λ's seen
	revealed bool   // the truth has been shown, and λ not turned since
	before   *found // results before other data; nil once λ is turned
}

// follow records a change. known is the visible results before.
func (t *story) follow(s *page.Snapshot, known *found) {
	k := at(s, grid(s))
	other := t.settings
	other.Seed, other.Trajectories = s.Settings.Seed, s.Settings.Trajectories
	switch {
	case other != s.Settings || s.Hidden && !t.hidden:
		*t = story{lo: k, hi: k}
	case !s.Hidden && t.hidden:
		t.revealed = true
	case s.Settings != t.settings:
		t.revealed = false
		t.before = known
	case k != t.k:
		t.revealed = false
		t.before = nil
	}
	t.settings, t.hidden, t.k = s.Settings, s.Hidden, k
	t.lo, t.hi = min(t.lo, k), max(t.hi, k)
}

// seen reports whether λ has been turned past the k-th. With one λ nothing has been seen.
func (t *story) seen(k int) bool { return t.lo < t.hi && t.lo <= k && k <= t.hi }

// nouns are the names of a domain's episodes and states.
type nouns struct{ episodes, state string }

func nounsOf(s settings.Settings) nouns {
	switch s.Problem.Domain {
	case "random-walk":
		return nouns{"walks", "place"}
	case "2048":
		return nouns{"games", "board"}
	case "mountain-car":
		return nouns{"drives", "position"}
	}
	return nouns{"episodes", "state"}
}

// unavailable explains why there are no charts.
func (v *view) unavailable() (chart.Ink, string) {
	switch {
	case v.Settings.Recorded():
		return chart.InkText, "Recorded data have no dial: a file has no true values to be biased from, and no other data sets to vary between. What it can tell of λ is on Explore (1)."
	case v.found.Err != nil:
		return chart.InkWarn, v.found.Err.Error()
	}
	return chart.InkFaint, "The data sets are being drawn …"
}

// readout returns the numbers at the current λ.
func (v *view) readout() (at string, parts []screen.Part) {
	f := v.shown()
	if f == nil {
		return "", nil
	}
	k := v.at(f)
	at = fmt.Sprintf(" λ = %s, n = %d", textfmt.Number(f.summary.Lambdas[k]), f.settings.Trajectories)
	split := f.split()
	decimals := textfmt.Decimals(split.Sum(k), 3)
	number := func(x float64) string { return textfmt.WithDecimals(x, decimals) }
	switch {
	case !v.Hidden:
		sum := fmt.Sprintf("bias² %s + variance %s = ", number(split.Bias2[k]), number(split.Variance[k]))
		whole := number(split.Sum(k))
		parts = append(parts, screen.Part{Ink: chart.InkText, Text: sum + "error " + whole, Short: sum + whole})
	case v.story.seen(k):
		parts = append(parts, screen.Part{Ink: chart.InkEstimate, Text: "variance " + number(f.size().Variance[k])})
	}
	return at, parts
}

// sentence is the finding.
func (v *view) sentence() page.Sentence {
	f := v.shown()
	if f == nil {
		return page.Sentence{}
	}
	return page.Sentence{Headline: []string{v.finding(f)}}
}

// says returns the title of the files and the sentences of the text.
func (v *view) says() (title string, sentences []string) {
	f := v.shown()
	if f == nil {
		_, why := v.unavailable()
		return "", []string{why}
	}
	s := f.settings
	title = fmt.Sprintf("%d data sets of %s, n = %d, γ = %s, seeds %d to %d",
		f.summary.Trials, report.Source(s), s.Trajectories, textfmt.Number(s.Gamma), s.Seed, s.Seed+dataSets-1)
	return title, []string{title + ".", v.finding(f)}
}

// finding describes the results, or the next thing to do.
func (v *view) finding(f *found) string {
	lambdas := f.summary.Lambdas
	switch {
	case !f.complete():
		return fmt.Sprintf("%d of %d data sets are drawn.", f.summary.Trials, dataSets)
	case len(lambdas) == 1:
		return "There is only one λ in the grid, so there is nothing to turn."
	case !v.Hidden && v.story.revealed:
		return v.revealed(f)
	case !v.Hidden:
		if text := v.changed(f); text != "" {
			return text
		}
		return f.here(v.at(f)) + " " + cmp.Or(v.floor(f), f.trend(), f.split().Ends())
	}
	if v.story.seen(0) && v.story.seen(len(lambdas)-1) {
		lo, hi := f.agree()
		where := "at λ = " + textfmt.Number(lambdas[lo])
		if lo < hi {
			where = fmt.Sprintf("from λ = %s to %s", textfmt.Number(lambdas[lo]), textfmt.Number(lambdas[hi]))
		}
		return fmt.Sprintf("They agree best %s. But are they right? z shows the truth.", where)
	}
	n := nounsOf(f.settings)
	return fmt.Sprintf("%d people watched %d %s each, and guessed what every %s is worth. Turn λ: where do they agree best?",
		dataSets, f.settings.Trajectories, n.episodes, n.state)
}

// agree returns the λ with the lowest variance, and the range of λ's around it with nearly the same
// variance.
func (f *found) agree() (lo, hi int) {
	const hardly = 1.01 // times the variance
	all, best := f.size().Variance, 0
	for k, v := range all {
		if v < all[best] {
			best = k
		}
	}
	for lo = best; lo > 0 && all[lo-1] <= hardly*all[best]; {
		lo--
	}
	for hi = best; hi < len(all)-1 && all[hi+1] <= hardly*all[best]; {
		hi++
	}
	return lo, hi
}

// trend says that bias falls and variance rises with λ; "" if either is a small part of the error.
func (f *found) trend() string {
	const much = .1
	split, last := f.split(), len(f.summary.Lambdas)-1
	least := float64(much * split.Sum(split.Best))
	if split.Bias2[0]-split.Bias2[last] < least || split.Variance[last]-split.Variance[0] < least {
		return ""
	}
	return "As λ grows, bias falls and variance rises."
}

// here compares the current λ with the best.
func (f *found) here(k int) string {
	z, lambda := f.size(), func(k int) string { return textfmt.Number(f.summary.Lambdas[k]) }
	if k == z.Best {
		return fmt.Sprintf("λ = %s is the best here.", lambda(k))
	}
	more := 100 * (z.LSTD[k].Mean/z.LSTD[z.Best].Mean - 1)
	percent := fmt.Sprintf("%.0f %%", more)
	switch {
	case more < 1:
		percent = "less than 1 %"
	case more > 999:
		percent = "over ten times"
	}
	return fmt.Sprintf("λ = %s errs %s more than the best, %s.", lambda(k), percent, lambda(z.Best))
}

// revealed compares the λ of the best agreement with the truth.
func (v *view) revealed(f *found) string {
	lambda := func(k int) string { return textfmt.Number(f.summary.Lambdas[k]) }
	agree, _ := f.agree()
	other := len(f.summary.Lambdas) - 1
	if agree == other {
		other = 0
	}
	best := " Best: " + lambda(f.size().Best) + "."
	part, percent := f.split().Larger(agree)
	if part != "bias" {
		return fmt.Sprintf("They agree best at λ = %s, and are nearly right: %d %% of the error is variance.", lambda(agree), percent) + best
	}
	said := fmt.Sprintf("They agree, and are wrong together: at λ = %s, %d %% of the error is bias. ", lambda(agree), percent)
	if floor := v.floor(f); floor != "" {
		return said + floor + best
	}
	second, q := f.split().Larger(other)
	return said + fmt.Sprintf("At %s, %d %% is %s.", lambda(other), q, second) + best
}

// changed describes the effect of other data; "" once λ is turned.
func (v *view) changed(f *found) string {
	was := v.story.before
	if was == nil || f.settings != v.Settings || !was.complete() {
		return ""
	}
	before, now := textfmt.Number(was.summary.Lambdas[was.size().Best]), textfmt.Number(f.summary.Lambdas[f.size().Best])
	moved := fmt.Sprintf("The best λ moves from %s to %s.", before, now)
	if before == now {
		moved = fmt.Sprintf("The best λ is still %s.", now)
	}
	if was.settings.Seed != f.settings.Seed {
		return "30 other data sets of the same size. " + moved
	}
	return was.grown(f) + " " + moved
}

// grown describes the effect of another number of trajectories on both parts of the error, summed over
// all λ's.
func (f *found) grown(to *found) string {
	var variance, bias2 [2]float64
	for i, of := range []*found{f, to} {
		split := of.split()
		for k := range split.Lambdas {
			variance[i] += split.Variance[k]
			bias2[i] += split.Bias2[k]
		}
	}
	byVariance, byBias := math.Abs(math.Log(variance[1]/variance[0])), math.Abs(math.Log(bias2[1]/bias2[0]))
	more := to.settings.Trajectories > f.settings.Trajectories
	const little = 1. / 3 // of the change of the other part
	switch expected := more == (variance[1] < variance[0]); {
	case expected && more && byBias < little*byVariance:
		return "More data shrinks variance, not bias."
	case expected && more && byBias < byVariance:
		return "More data shrinks variance more than bias."
	case expected && !more && byBias < little*byVariance:
		return "Less data leaves the bias, and the variance grows."
	}
	return fmt.Sprintf("n = %d.", to.settings.Trajectories)
}
