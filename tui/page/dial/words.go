package dial

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// story is the part of the last settings that a user has seen: the λ's while the truth is hidden,
// and after that whether n has been turned.
type story struct {
	settings settings.Settings
	hidden   bool
	lesson   string
	lo, hi   int // the range of λ's seen
	n        int // number of trajectories when the truth was last revealed
}

// follow records a change. Another problem, a truth hidden again, a sweep and a lesson begin anew.
func (t *story) follow(s *page.Snapshot) {
	k := 0
	if s.Result != nil {
		k = s.CursorIndex()
	}
	other := t.settings
	other.Seed = s.Settings.Seed
	other.Trajectories = s.Settings.Trajectories
	if other != s.Settings || s.Hidden && !t.hidden || s.Playing && k == 0 || s.Lesson != t.lesson {
		*t = story{lo: k, hi: k, n: s.Settings.Trajectories}
	}
	if t.hidden && !s.Hidden {
		t.n = s.Settings.Trajectories
	}
	t.settings = s.Settings
	t.hidden = s.Hidden
	t.lesson = s.Lesson
	t.lo = min(t.lo, k)
	t.hi = max(t.hi, k)
}

// seen reports whether the k-th λ has been the current one, or lies between such λ's.
func (t *story) seen(k int) bool { return t.lo <= k && k <= t.hi }

// episodeName is the name of an episode of a domain.
func episodeName(s settings.Settings) string {
	if s.Problem.Domain == "random-walk" {
		return "walk"
	}
	return "episode"
}

// unavailable explains why there are no charts.
func (v *view) unavailable() (chart.Ink, string) {
	switch {
	case v.Settings.Recorded():
		return chart.InkFaint, "Bias is a distance from true values, and variance is between data sets. Explore (1) shows what a file can tell."
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
	split := v.split(f)
	decimals := decimalsOf(split)
	const more = 2
	if bias2 := textfmt.Decimals(split.Bias2[k], 1); bias2 > decimals { // because a small bias is not none
		decimals = min(bias2, decimals+more)
	}
	parts = page.ErrorParts(split, k, decimals, "error")
	if v.Hidden {
		parts[0].More = "  z shows the truth"
	}
	return "λ " + textfmt.Number(split.Lambdas[k]), parts
}

// decimalsOf returns the decimals that show three digits of the largest error, the same at every λ.
func decimalsOf(split figure.Split) int {
	most := 0.
	for k := range split.Lambdas {
		most = max(most, split.Sum(k))
	}
	return textfmt.Decimals(most, 3)
}

// sentence returns the finding.
func (v *view) sentence() (s page.Sentence) {
	if f := v.shown(); v.Settings.Recorded() {
		s.Headline = []string{"Recorded data have no dial."}
		s.Quiet = []string{"A file has no true values, and no other data sets."}
	} else if f != nil {
		s = page.Sentence{Headline: v.headline(f), Quiet: v.quiet(f)}
	}
	return s
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
	return title, append([]string{title + "."}, v.sentence().Text()...)
}

// headline returns the finding, the longest form first.
func (v *view) headline(f *found) []string {
	switch {
	case !f.complete():
		return []string{fmt.Sprintf("%d of %d data sets are drawn.", f.summary.Trials, dataSets)}
	case len(f.summary.Lambdas) == 1:
		return []string{"The grid has one λ, so there is nothing to turn."}
	case v.Hidden:
		return v.agreement(v.split(f))
	}
	return revealed(v.split(f), inMaze(f.settings))
}

// agreement is the headline without the truth: how well the data sets agree at the current λ.
func (v *view) agreement(split figure.Split) (ways []string) {
	variance := split.Variance
	k := at(v.State, split.Lambdas)
	decimals := decimalsOf(split)
	number := func(k int) string { return textfmt.WithDecimals(variance[k], decimals) }
	best := func(k int) []string {
		return []string{"The data sets agree best at λ = " + textfmt.Number(split.Lambdas[k]) + ": variance " + number(k) + "."}
	}
	if least := floats.MinIdx(variance); k == 0 {
		switch {
		case least == 0:
			return []string{"At λ = " + textfmt.Number(split.Lambdas[0]) + " the data sets agree best. Are they right?"}
		case !v.story.seen(len(variance) - 1):
			return []string{"Turn λ: when do the data sets agree best?"}
		}
		return best(least)
	}
	numbers := " variance " + number(0) + " to " + number(k) + "."
	least, most := floats.MinIdx(variance[:k+1]), floats.MaxIdx(variance[:k+1])
	const change = .1
	// Columns look alike if they differ by less than this.
	near := func(i, j int) bool { return math.Abs(variance[i]-variance[j]) <= .02*variance[most] }
	switch {
	case variance[most] <= (1+change)*variance[least]:
		ways = []string{"So far they agree about as well:", "They agree as well:"}
		if variance[k] < variance[0] {
			numbers = " variance " + number(k) + " to " + number(0) + "."
		}
		if number(0) == number(k) {
			numbers = " variance " + number(k) + "."
		}
	case near(0, least) && near(k, most):
		ways = []string{"The larger λ, the more they disagree:", "Data sets disagree more:"}
	case near(0, most) && near(k, least):
		ways = []string{"The larger λ, the better they agree:", "Data sets agree better:"}
	default:
		return best(least)
	}
	for i := range ways {
		ways[i] += numbers
	}
	return ways
}

// revealed is the headline beside the truth.
func revealed(split figure.Split, maze bool) []string {
	last := len(split.Lambdas) - 1
	lowest := fmt.Sprintf("he error is lowest at λ = %s.", textfmt.Number(split.Lambdas[split.Best]))
	least := .02 * max(split.Sum(0), split.Sum(last)) // that is visible in the columns
	falls := split.Bias2[0]-split.Bias2[last] > least && split.Variance[last]-split.Variance[0] > least
	switch {
	case split.Best > 0 && split.Best < last && falls:
		return []string{"Bias falls, variance rises; t" + lowest, "T" + lowest}
	case maze && split.Best > 0:
		return []string{"At λ = 0 both signs look alike; t" + lowest, "T" + lowest}
	}
	return []string{"T" + lowest}
}

// quiet returns the sentence below the headline, the longest form first.
func (v *view) quiet(f *found) []string {
	const more = "More data lowers variance, not bias."
	switch {
	case v.Hidden && v.story.seen(0) && v.story.seen(len(f.summary.Lambdas)-1):
		return []string{"All λ's are seen. Where do they agree best, and are they right there? z shows the truth.", "Where do they agree best, and are they right there? z shows the truth."}
	case v.Hidden:
		people := fmt.Sprintf("%d people watched %d %s each and estimated what every state is worth", dataSets, f.settings.Trajectories, episodeName(f.settings)+"s")
		if v.Boxed() {
			return []string{people + "; a dot is one of them.", people + "."}
		}
		return []string{people + "."}
	case inMaze(f.settings):
		return []string{
			"The cells look alike in both arms, so one estimate serves both; only what followed tells the arms apart.",
			"The cells of both arms share one estimate, so only what followed tells them apart.",
			"The cells of both arms share one estimate.",
		}
	case f.grown == nil && f.size().Best < len(f.summary.Lambdas)-1 && v.Settings.Trajectories == v.story.n: // otherwise the screen has the answer
		return []string{more + " Turn n up: does the lowest point move right?", more + " Turn n up."}
	}
	return []string{more}
}
