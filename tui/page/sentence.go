package page

import (
	"math"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/screen"
)

// Sentence is the finding of a page: a headline and a quiet sentence below it. Both are lists of
// forms, the longest first, because the screen takes the first form that fits a row. A headline
// has at most twelve words, with the numbers last.
type Sentence struct {
	Headline []string
	Lead     string // first words of the quiet sentence, which only the truth can say
	Quiet    []string
	Warnings []string // in place of the quiet sentence
}

// Text returns the longest forms, and the warnings.
func (t Sentence) Text() (out []string) {
	if len(t.Headline) > 0 {
		out = append(out, t.Headline[0])
	}
	if len(t.Quiet) > 0 {
		out = append(out, t.Lead+t.Quiet[0])
	}
	for _, w := range t.Warnings {
		out = append(out, "! "+w)
	}
	return out
}

// draw draws the sentence in a number of rows. The headline comes first, since a small screen has one
// row. A warning has a row even there.
func (t Sentence) draw(s *Snapshot, rows int) []string {
	if len(t.Headline) == 0 {
		return nil
	}
	if len(t.Warnings) > 0 && !s.Playing { // else the charts would jump
		rows = max(rows, 2)
	}
	lines := s.Styles.Indented(chart.InkSelected, s.Styles.Clauses(s.Styles.Fitting(s.Width-2, t.Headline...), s.Width-2, rows), s.Width, rows)
	switch rows -= len(lines); {
	case rows <= 0:
	case len(t.Warnings) > 0:
		lines = append(lines, s.Styles.Indented(chart.InkText, t.warning(s, rows), s.Width, rows)...)
	case len(t.Quiet) > 0:
		quiet := s.Styles.Fitting(s.Width-2-ansi.StringWidth(t.Lead), t.Quiet...)
		l := s.Styles.Line(s.Width).Add(chart.InkText, " ").Add(chart.InkTruth, t.Lead)
		room := s.Styles.Wrap(chart.InkFaint, quiet, l.Room()-1, 1)
		lines = append(lines, l.Styled(room[0]).String())
	}
	return lines
}

// warning joins the warnings. If not all fit the rows, the first ones that fit end in "…". A
// warning that does not fit by itself loses its explanation.
func (t Sentence) warning(s *Snapshot, rows int) string {
	fits := func(text string) bool { return len(s.Styles.Break(text, s.Width-2)) <= rows }
	join := func(count int) string {
		shown := slices.Clone(t.Warnings[:count])
		if count < len(t.Warnings) {
			shown = append(shown, "…")
		}
		return "! " + strings.Join(shown, " · ")
	}
	for count := len(t.Warnings); count > 0; count-- {
		if text := join(count); fits(text) {
			return text
		}
	}
	more := strings.TrimPrefix(join(1), "! "+t.Warnings[0])
	for text := "! " + t.Warnings[0]; ; {
		end := max(strings.LastIndex(text, "; "), strings.LastIndex(text, ": "), strings.LastIndex(text, ", "))
		if end < 0 {
			return join(len(t.Warnings))
		}
		if text = text[:end]; fits(text + more) {
			return text + more
		}
	}
}

// ErrorParts writes the error at the k-th λ as a sum, under a name, of two numbers with some decimals.
// The result is the sum of the written numbers, so that it adds up for a reader. With a hidden truth
// there is the variance alone.
func ErrorParts(split figure.Split, k, decimals int, name string) []screen.Part {
	write := func(x float64) string {
		if math.IsNaN(x) {
			return "unknown"
		}
		return textfmt.WithDecimals(x, decimals)
	}
	variance := screen.Part{Ink: chart.InkEstimate, Label: "variance", Text: write(split.Variance[k])}
	if split.Hidden {
		return []screen.Part{variance}
	}
	variance.Label = "+ variance"
	bias2 := split.Bias2[k]
	unit := math.Pow10(decimals)
	sum := (math.Round(float64(bias2*unit)) + math.Round(float64(split.Variance[k]*unit))) / unit
	parts := []screen.Part{
		{Ink: chart.InkTruth, Label: "bias²", Text: write(bias2)},
		variance,
		{Ink: chart.InkSelected, Label: "= " + name, Text: write(sum)},
	}
	if bias2 == 0 {
		parts = append(parts, screen.Part{Ink: chart.InkFaint, Text: "no bias beyond chance"})
	}
	return parts
}
