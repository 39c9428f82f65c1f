package explore

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
)

// TestAskingHidesTheTruthAlone: z takes away what is drawn of the true errors and
// values, and nothing else; axes stay where they are.
func TestAskingHidesTheTruthAlone(t *testing.T) {
	for _, domain := range []string{"random-walk", "2048", "mountain-car"} {
		for _, panels := range []bool{false, true} {
			a, _ := start(t, 120, 36, func(c *apptest.Config) {
				apptest.Domain(t, domain)(c)
				c.Panels = panels
			})
			a.Press(">")
			specs := func() []*chart.Spec {
				out := []*chart.Spec{a.Spec(""), a.Spec("values")}
				if panels {
					out = append(out, a.Spec("msve"))
				}
				return out
			}
			open := specs()
			a.Press("z")
			a.Wants("Which λ has the lowest true error?", "LOTO error", "▼")
			a.Lacks("root MSVE")
			for i, hidden := range specs() {
				x, y := open[i].Scales()
				hx, hy := hidden.Scales()
				if x != hx || y != hy {
					t.Errorf("%s, chart %d: the axes move from %v, %v to %v, %v", domain, i, x, y, hx, hy)
				}
				for _, s := range hidden.Series {
					if s.Ink == chart.InkTruth && s.Len() > 0 && (s.Line != chart.LineNone || s.Marker != chart.MarkNone) {
						t.Errorf("%s, chart %d: %q is on show", domain, i, s.Name)
					}
				}
				if len(hidden.Bands) != len(open[i].Bands) || (hidden.Strip == nil) != (open[i].Strip == nil) || len(hidden.Notes) != len(open[i].Notes) {
					t.Errorf("%s, chart %d: more than the truth is hidden", domain, i)
				}
			}
			a.Press("z")
			a.Wants("Your λ = 1", "root MSVE")
		}
	}
}

// TestAxesStay compares the rows of the screen before and after the answer.
func TestAxesStay(t *testing.T) {
	for _, domain := range []string{"random-walk", "2048", "mountain-car"} {
		for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
			a, _ := start(t, size[0], size[1], apptest.Domain(t, domain))
			labels := func() (out []string) {
				for y, l := range strings.Split(a.Check(), "\n") {
					for rest := l; ; {
						before, after, ok := strings.Cut(rest, "┤")
						if !ok {
							break
						}
						fields := strings.Fields(before)
						out = append(out, fmt.Sprint(y, fields[len(fields)-1]))
						rest = after
					}
				}
				return out
			}
			for range 2 { // where one chart fits, the other is behind o
				a.Press(">")
				open := labels()
				a.Press("z")
				if hidden := labels(); len(open) < 2 || !slices.Equal(open, hidden) {
					t.Errorf("%s, %v: labels of the axes %q become %q", domain, size, open, hidden)
				}
				a.Press("z", "o")
			}
		}
	}
}

// TestNothingToAsk: without true errors there is no question.
func TestNothingToAsk(t *testing.T) {
	a, _ := start(t, 120, 36, func(c *apptest.Config) { apptest.Recorded(t)(c) })
	a.Press("z")
	a.Wants("no true errors")
	if a.Hidden {
		t.Error("what is not there is hidden")
	}
}
