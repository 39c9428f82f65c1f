package dial

import (
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// story is the λ's seen while the truth is hidden.
type story struct {
	settings settings.Settings
	hidden   bool
	lo, hi   int // the range of λ's seen
}

// follow records a change. Another problem, a truth hidden again and a sweep begin anew.
func (t *story) follow(s *page.Snapshot) {
	k := 0
	if s.Result != nil {
		k = s.CursorIndex()
	}
	other := t.settings
	other.Seed = s.Settings.Seed
	other.Trajectories = s.Settings.Trajectories
	if other != s.Settings || s.Hidden && !t.hidden || s.Playing && k == 0 {
		*t = story{lo: k, hi: k}
	}
	t.settings = s.Settings
	t.hidden = s.Hidden
	t.lo = min(t.lo, k)
	t.hi = max(t.hi, k)
}

// seen reports whether the k-th λ has been the current one, or lies between such λ's.
func (t *story) seen(k int) bool { return t.lo <= k && k <= t.hi }

// nouns are the names of a domain's episodes and states.
type nouns struct{ episodes, state string }

func nounsOf(s settings.Settings) nouns {
	switch s.Problem.Domain {
	case "random-walk":
		return nouns{"walks", "state"}
	case "2048":
		return nouns{"games", "board"}
	case "mountain-car":
		return nouns{"drives", "position"}
	}
	return nouns{"episodes", "state"}
}

// episode is the name of a single episode.
func (n nouns) episode() string { return strings.TrimSuffix(n.episodes, "s") }

// unavailable explains why there are no charts.
func (v *view) unavailable() (chart.Ink, string) {
	switch {
	case v.Settings.Recorded():
		return chart.InkFaint, "Bias is a distance from true values, and variance is between data sets. What a file can tell of λ is on Explore (1)."
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
	at = "λ " + textfmt.Number(f.summary.Lambdas[k])
	split := f.split()
	number := f.number(k)
	variance := screen.Part{Ink: chart.InkEstimate, Label: "variance", Text: number(split.Variance[k])}
	if v.Hidden {
		variance.More = "  z shows the truth"
		return at, []screen.Part{variance}
	}
	variance.Label = "+ variance"
	return at, []screen.Part{
		{Ink: chart.InkTruth, Label: "bias²", Text: number(split.Bias2[k])},
		variance,
		{Ink: chart.InkSelected, Label: "= error", Text: number(split.Sum(k))},
	}
}

// number returns the text of errors, with the decimals of the error at the k-th λ.
func (f *found) number(k int) func(float64) string {
	decimals := textfmt.Decimals(f.split().Sum(k), 3)
	return func(x float64) string { return textfmt.WithDecimals(x, decimals) }
}

// sentence returns the finding.
func (v *view) sentence() (s page.Sentence) {
	switch f := v.shown(); {
	case v.Settings.Recorded():
		s.Headline = []string{"Recorded data have no dial."}
		s.Quiet = []string{"A file has no true values, and no other data sets."}
	case f != nil:
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
	lambdas, variance, k := f.summary.Lambdas, f.size().Variance, v.at(f)
	switch {
	case !f.complete():
		return []string{fmt.Sprintf("%d of %d data sets are drawn.", f.summary.Trials, dataSets)}
	case len(lambdas) == 1:
		return []string{"There is one λ in the grid, so there is nothing to turn."}
	case !v.Hidden:
		return v.revealed(f)
	case k == 0 && variance[0] == slices.Min(variance):
		return []string{fmt.Sprintf("At λ = %s the data sets agree best. Are they right?", textfmt.Number(lambdas[0]))}
	case k == 0:
		return []string{"Turn λ: when do the data sets agree best?"}
	}
	number := f.number(k)
	numbers := fmt.Sprintf(" variance %s to %s.", number(variance[0]), number(variance[k]))
	const change = .1
	switch more := variance[k]/variance[0] - 1; {
	case more > change:
		return []string{"The larger λ, the more they disagree:" + numbers, "Data sets disagree more:" + numbers}
	case more < -change:
		return []string{"The larger λ, the better they agree:" + numbers, "Data sets agree better:" + numbers}
	}
	if number(variance[0]) == number(variance[k]) {
		numbers = " variance " + number(variance[k]) + "."
	}
	return []string{"So far the data sets agree about as well:" + numbers, "They agree as well:" + numbers}
}

// revealed is the headline beside the truth.
func (v *view) revealed(f *found) []string {
	split := f.split()
	last := len(split.Lambdas) - 1
	lowest := fmt.Sprintf("he error is lowest at λ = %s.", textfmt.Number(split.Lambdas[split.Best]))
	falls := split.Bias2[last] < split.Bias2[0] && split.Variance[last] > split.Variance[0]
	switch {
	case split.Best > 0 && split.Best < last && falls:
		return []string{"Bias falls, variance rises; t" + lowest, "T" + lowest}
	case inMaze(f.settings) && split.Best > 0:
		return []string{"At λ = 0 both signs look alike; t" + lowest, "T" + lowest}
	}
	return []string{"T" + lowest}
}

// quiet returns the sentence below the headline, the longest form first.
func (v *view) quiet(f *found) []string {
	n := nounsOf(f.settings)
	switch {
	case v.Hidden:
		people := fmt.Sprintf("%d people watched %d %s each and estimated what every %s is worth", dataSets, f.settings.Trajectories, n.episodes, n.state)
		return []string{people + "; a dot is one of them.", people + "."}
	case inMaze(f.settings):
		return []string{
			"What the sign says crosses the cells only in what followed: their one estimate stands for both arms.",
			"The cells of both arms share one estimate, so only what followed tells them apart.",
			"The cells of both arms share one estimate.",
		}
	case f.size().Best < len(f.summary.Lambdas)-1:
		return []string{"More data lowers variance, not bias. Turn n up: does the lowest point move right?", "More data lowers variance, not bias. Turn n up."}
	}
	return []string{"More data lowers variance, not bias."}
}
