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
