package folds

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/state"
)

// TestRowsAndHeadlineAgreeWithTheErrors reads signs and headline from the screen, of random states at all
// sizes, and computes both again from the LOTO errors.
func TestRowsAndHeadlineAgreeWithTheErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(48, 2))
	features := []string{"1-hot", "dependent", "dependent+bias"}
	for range 12 {
		flags := fmt.Sprintf("--states %d --features %s -n %d --seed %d --page folds", 5+2*r.IntN(3), features[r.IntN(len(features))], 3+r.IntN(30), 1+r.IntN(2000))
		for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
			a, p := startFolds(t, size[0], size[1], apptest.Flags(t, flags))
			order := p.found.Now.Order
			a.Press(slices.Repeat([]string{"right"}, r.IntN(len(order)))...)
			selected := order[0]
			if a.Trajectory.Set {
				selected = a.Trajectory.Value
			}
			t.Run(fmt.Sprintf("%s %dx%d", flags, size[0], size[1]), func(t *testing.T) {
				checkSigns(t, a, p)
				checkHeadline(t, a, p, selected)
			})
		}
	}
}

// checkSigns checks that + stands where a trajectory's error is below that at λ̂, − where it is above, and
// │ at λ̂.
func checkSigns(t *testing.T, a *apptest.App, p *Page) {
	lines := strings.Split(a.Check(), "\n")
	heading := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "no. ") && strings.Contains(l, "steps") })
	if heading < 0 {
		t.Fatal("no headings")
	}
	runes := func(l string, from string) int { return len([]rune(l[:strings.Index(l, from)])) }
	f := p.found.Now
	sel := f.Analysis.Selection
	number := runes(lines[heading], "no.") - 1 // of four digits at most
	signs := runes(lines[heading], "steps") + len("steps")
	checked := 0
	for _, l := range lines[heading+1:] {
		row := []rune(l)
		i, err := strconv.Atoi(strings.Trim(string(row[number:number+4]), " !▸"))
		if err != nil || len(row) < signs {
			break
		}
		got := slices.DeleteFunc(row[signs:], func(r rune) bool { return !strings.ContainsRune("+−·│", r) })
		if len(got) < len(sel.Candidates) { // the numbers at the cursor, below the table
			break
		}
		for k := range sel.Candidates {
			diff := sel.Candidates[k].Folds[i] - sel.Best().Folds[i]
			switch {
			case k == sel.Selected:
				if got[k] != '│' {
					t.Errorf("row %d has no rule at λ̂: %q", i, l)
				}
			case got[k] == '+' && !(diff < 0), got[k] == '−' && !(diff > 0):
				t.Errorf("row %d, λ = %v: %c with a difference of %v: %q", i, sel.Candidates[k].Lambda, got[k], diff, l)
			case got[k] == '·' && math.Abs(diff)*f.Weights[i] > .1*f.Influence[f.Order[0]]:
				t.Errorf("row %d, λ = %v: no verdict with a difference of %v: %q", i, sel.Candidates[k].Lambda, diff, l)
			}
		}
		checked++
	}
	if checked < min(len(f.Order), 8) {
		t.Errorf("%d rows in\n%s", checked, a.Check())
	}
}

// checkHeadline checks the claim of the headline about the trajectory, by the least LOTO error without it.
func checkHeadline(t *testing.T, a *apptest.App, p *Page, i int) {
	f := p.found.Now
	sel := f.Analysis.Selection
	without := func(i int) float64 {
		best := 0
		for k := range sel.Candidates {
			if f.LOTOWithout(i, k) < f.LOTOWithout(i, best) {
				best = k
			}
		}
		return sel.Candidates[best].Lambda
	}
	now := sel.Best().Lambda
	turning := 0
	for i := range f.Order {
		if without(i) != now {
			turning++
		}
	}
	estimate := "≈"
	if f.Exact[i] {
		estimate = ""
	}
	want := fmt.Sprintf("from %v to %s%v.", now, estimate, without(i))
	switch {
	case turning == 0:
		want = fmt.Sprintf("No single trajectory turns the choice, λ = %v.", now)
	case without(i) == now:
		want = fmt.Sprintf("the choice stays, λ = %v; %d other", now, turning)
	}
	if headline := strings.Split(a.Check(), "\n")[1]; !strings.Contains(headline, want) {
		t.Errorf("trajectory %d: %q, want %q", i, headline, want)
	}
	if a.Page != state.PageFolds {
		t.Errorf("on page %v", a.Page)
	}
}
