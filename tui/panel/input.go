package panel

import (
	"strings"
	"unicode"

	"charm.land/bubbles/v2/textinput"

	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
)

// MaxTyped is how many characters a line may have.
const MaxTyped = 4096

// NewInput returns a line to type into, in the app's colours.
func NewInput(s *screen.Styles) textinput.Model {
	input := textinput.New()
	input.Prompt = ""
	input.CharLimit = MaxTyped
	styles := input.Styles()
	styles.Cursor.Blink = false
	styles.Focused.Text = s.Style(chart.InkCursor)
	styles.Focused.Suggestion = s.Style(chart.InkFaint)
	input.SetStyles(styles)
	input.Focus() // its command would make the cursor blink
	return input
}

// Visible returns the text of a paste on one line, without what would not be seen in
// it: what is shown is what is typed.
func Visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case shell.Printable(r):
			return r
		case unicode.IsSpace(r):
			return ' '
		}
		return -1
	}, s)
}
