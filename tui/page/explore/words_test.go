package explore

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/page"
)

// TestQuestionIsWhole: where there is one row for the question of the hidden answer, as
// below the sentence of a first visit, it says what to do and ends with a sentence.
func TestQuestionIsWhole(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		a, _ := start(t, size[0], size[1], func(c *apptest.Config) { c.Hidden = true })
		for rows := range 3 {
			got := a.Foot(rows + 1)
			if len(a.Show().Findings(rows+1)) > rows+1 || !strings.HasPrefix(got, "Which λ has the lowest true error? ") || !(strings.Contains(got, "press z") || strings.Contains(got, "then z")) ||
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
			a, _ := start(t, 80, 24, func(c *apptest.Config) {
				change := apptest.Recorded(t)
				if domain != "" {
					change = apptest.Domain(t, domain)
				}
				change(c)
				c.Glyphs, c.Hidden = chart.Plain, hidden
			})
			seen := make(map[[2]int]string)
			for _, s := range a.Spec("values").Series {
				if s.Name == "" || s.Len() == 0 {
					continue
				}
				kind := [2]int{int(s.Line), int(s.Marker)}
				if other, twice := seen[kind]; twice {
					t.Errorf("%q, hidden %v: %q looks as %q does", domain, hidden, s.Name, other)
				}
				seen[kind] = s.Name
			}
			views := a.Show().Views
			values := views[slices.IndexFunc(views, func(v page.View) bool { return v.Name == valuesName })]
			if head := strings.TrimRight(ansi.Strip(values.Title(room+1)), " "); ansi.StringWidth(head) > room+1 || !strings.Contains(head, "lambda = ") {
				t.Errorf("%q, hidden %v: no title fits at 80×24: %q", domain, hidden, head)
			}
		}
	}
}

// TestOffPolicyCountsTrajectories: as how many they count is said with the policies where
// there is room, and by a warning where they are few, of which no part is cut off in its
// middle.
func TestOffPolicyCountsTrajectories(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		a, _ := start(t, size[0], size[1], func(c *apptest.Config) { c.Settings.Problem.Target = 0.6 })
		if got := a.Foot(5); !strings.Contains(got, "(off-policy). With importance ratios, 20 trajectories count as ") || !strings.HasSuffix(got, ".") {
			t.Errorf("%v: %q", size, got)
		}
		if got := a.Foot(3); strings.Contains(got, "…") {
			t.Errorf("%v: %q", size, got)
		}
		a, _ = start(t, size[0], size[1], func(c *apptest.Config) { c.Settings.Problem.Target = 0.9 })
		const few = "! few trajectories carry the weight: with their importance ratios 20 count as 9.1"
		for rows := 4; rows <= 6; rows++ {
			if got := a.Foot(rows); !strings.Contains(got, few) || strings.Contains(got, "…") || strings.Contains(got, "With importance ratios") {
				t.Errorf("%v, %d rows: %q", size, rows, got)
			}
		}
	}
}

// TestInTruth says how right the choice is, unless the truth is hidden or the data are
// recorded.
func TestInTruth(t *testing.T) {
	const says = "In truth (hidden from the data)"
	for _, c := range []struct {
		seed uint64
		want string
	}{
		{22, says + ", λ̂ happens to be best here: root MSVE .0908, against .164 at λ = 0 and .105 at λ = 1. 3 shows why."},
		{1, says + ", λ = 1 is best here: root MSVE .163, against .210 at λ̂. 3 shows why."},
	} {
		a, _ := start(t, 200, 60, func(config *apptest.Config) {
			s := &config.Settings
			s.Problem.States, s.Problem.Features, s.Trajectories, s.Seed = 5, "dependent", 8, c.seed
		})
		if got := a.Foot(4); !strings.Contains(got, c.want) {
			t.Errorf("%q lacks %q", got, c.want)
		}
		a.Press("z")
		a.Lacks(says)
	}
	a, _ := start(t, 200, 60, apptest.Recorded(t))
	a.Lacks(says)
}

// TestNoWidthIsNoCertainty: at λ̂, where the band has no width, the readout says that this
// is by definition, and does not elsewhere.
func TestNoWidthIsNoCertainty(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, domain := range []string{"random-walk", "2048", "mountain-car"} {
			for _, hidden := range []bool{false, true} {
				a, _ := start(t, size[0], size[1], func(c *apptest.Config) {
					apptest.Domain(t, domain)(c)
					c.Hidden = hidden
				})
				readout := func() string { return ansi.Strip(a.Show().Readout()) }
				if want := "0 here by definition"; size[0] >= 80 && !strings.Contains(readout(), want) || !strings.Contains(readout(), "0 by definition") && !strings.Contains(readout(), want) {
					t.Errorf("%v, %s, hidden %v: %q", size, domain, hidden, readout())
				}
				a.Press("<")
				if a.Press("."); a.Snapshot().Result.Selection.Best().Lambda != a.Cursor.Value && strings.Contains(readout(), "definition") {
					t.Errorf("%v, %s, elsewhere than at λ̂: %q", size, domain, readout())
				}
			}
		}
	}
}
