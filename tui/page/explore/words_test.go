package explore

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/internal/apptest"
)

// TestQuestionIsWhole: where there is one row for the question of the hidden answer, as
// below the sentence of a first visit, it says what to do and ends with a sentence.
func TestQuestionIsWhole(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		a, p := start(t, size[0], size[1], func(c *apptest.Config) { c.Hidden = true })
		for rows := range 3 {
			var text []string
			for _, l := range p.view(a.Snapshot()).findings(rows + 1) {
				text = append(text, strings.TrimSpace(ansi.Strip(l)))
			}
			got := strings.Join(text, " ")
			if len(text) > rows+1 || !strings.HasPrefix(got, "Which λ has the lowest true error? ") || !strings.Contains(got, "ursor there, then z") ||
				!strings.HasSuffix(got, ".") || strings.HasSuffix(got, " .") {
				t.Errorf("%v, %d rows: %q", size, rows+1, got)
			}
		}
	}
}
