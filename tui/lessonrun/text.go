package lessonrun

import (
	"lambdascope/tui/chart"
	"lambdascope/tui/guide"
	"lambdascope/tui/markdown"
	"lambdascope/tui/shell"
)

// text is a text of a step, or the error of computing the numbers.
type text struct {
	markdown.Document
	err error
}

func newText(source string, err error) text {
	if err != nil {
		return text{err: err}
	}
	d, err := markdown.Parse([]byte(source))
	return text{d, err}
}

// empty reports whether the text has no content.
func (t text) empty() bool { return t.err == nil && len(t.In(t.Tree)) == 0 }

func (t text) lines(w Window) []string {
	width := min(w.Width-2*margin, widest)
	if t.err != nil {
		return w.Styles.Wrap(chart.InkWarn, shell.Escape(t.err.Error()), width, w.Height)
	}
	return t.Lines(width, guide.Style(w.Styles, w.Theme))
}
