package markdown

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/testutil"
	"lambdascope/tui/shell"
)

// checkLines fails the test if a line is wider than a width or steers a terminal by
// more than styles.
func checkLines(t *testing.T, lines []string, width int) {
	t.Helper()
	for _, l := range lines {
		if w := ansi.StringWidth(l); w > width {
			t.Fatalf("%d cells, want at most %d: %q", w, width, l)
		}
		if !shell.Plain(ansi.Strip(l)) {
			t.Fatalf("control characters in %q", l)
		}
	}
}

// parse returns the document of a text.
func parse(t *testing.T, text string) Document {
	t.Helper()
	return testutil.Get(Parse([]byte(text)))(t)
}

// draw returns a text as it is drawn.
func draw(t *testing.T, text string, width int, s Style) string {
	t.Helper()
	lines := parse(t, text).Lines(width, s)
	checkLines(t, lines, max(width, minWidth))
	return strings.Join(lines, "\n")
}
