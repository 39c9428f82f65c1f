package explore

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
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

// TestLinesDifferWithoutColours: no two lines with a name have the same dashes and marker,
// on any chart of values, and its title names λ in all glyphs.
func TestLinesDifferWithoutColours(t *testing.T) {
	const room = 34 // for a title at 80×24
	for _, domain := range []string{"random-walk", "2048", "mountain-car", ""} {
		for _, hidden := range []bool{false, true} {
			a, p := start(t, 80, 24, func(c *apptest.Config) {
				change := apptest.Recorded(t)
				if domain != "" {
					change = apptest.Domain(t, domain)
				}
				change(c)
				c.Glyphs, c.Hidden = chart.Plain, hidden
			})
			l := p.view(a.Snapshot()).look()
			titles, spec := valueSpec(l)
			seen := make(map[[2]int]string)
			for _, s := range withEnds(l, spec(l)).Series {
				if s.Name == "" || s.Len() == 0 {
					continue
				}
				kind := [2]int{int(s.Line), int(s.Marker)}
				if other, twice := seen[kind]; twice {
					t.Errorf("%q, hidden %v: %q looks as %q does", domain, hidden, s.Name, other)
				}
				seen[kind] = s.Name
			}
			if head := a.Snapshot().Styles.Fitting(room, titles...); ansi.StringWidth(a.Snapshot().Styles.Text(head)) > room {
				t.Errorf("%q, hidden %v: no title fits at 80×24: %q", domain, hidden, titles)
			}
		}
	}
}

// foot returns the sentences of the foot in so many rows.
func foot(p *Page, a *apptest.App, rows int) string {
	var text []string
	for _, l := range p.view(a.Snapshot()).findings(rows) {
		text = append(text, strings.TrimSpace(ansi.Strip(l)))
	}
	return strings.Join(text, " ")
}

// TestOffPolicyCountsTrajectories: as how many they count is said with the policies where
// there is room, and by a warning where they are few, of which no part is cut off in its
// middle.
func TestOffPolicyCountsTrajectories(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		a, p := start(t, size[0], size[1], func(c *apptest.Config) { c.Settings.Problem.Target = 0.6 })
		if got := foot(p, a, 5); !strings.Contains(got, "(off-policy). With importance ratios, 20 trajectories count as ") || !strings.HasSuffix(got, ".") {
			t.Errorf("%v: %q", size, got)
		}
		if got := foot(p, a, 3); strings.Contains(got, "…") {
			t.Errorf("%v: %q", size, got)
		}
		a, p = start(t, size[0], size[1], func(c *apptest.Config) { c.Settings.Problem.Target = 0.9 })
		const few = "! few trajectories carry the weight: with their importance ratios 20 count as 9.1"
		for rows := 4; rows <= 6; rows++ {
			if got := foot(p, a, rows); !strings.Contains(got, few) || strings.Contains(got, "…") || strings.Contains(got, "With importance ratios") {
				t.Errorf("%v, %d rows: %q", size, rows, got)
			}
		}
	}
}
