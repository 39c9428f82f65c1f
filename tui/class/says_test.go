package class

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

func styles() *screen.Styles {
	return screen.New(screen.ThemeMono, true, chart.Plain, colorprofile.TrueColor)
}

// TestSays has one sentence for each situation, the most important news first.
func TestSays(t *testing.T) {
	counts := Counts{Here: 2, Away: 1}
	open := Vote{Question: choice(), Open: true, Voted: 1, Counts: counts}
	voted := open
	voted.Own = state.Some(1.)
	closed := open
	closed.Open, closed.Voted, closed.Result, closed.Truth = false, 2, []float64{0, 2}, state.Some(2.)
	nobody := Vote{Question: Question{Text: "Which λ?"}}
	phones := open
	phones.Counts.Phones, phones.Addresses = 24, 3
	crowded := phones
	crowded.Crowd = "192.0.2.1"
	sample := &Sample{Outcomes: []Outcome{{Lambda: 0.2, RootMSVE: 1}, {Lambda: 0.4, RootMSVE: 3}}, Failed: 1}
	for name, c := range map[string]struct {
		part Part
		asks bool
		page state.Page
		want string
	}{
		"nothing yet":         {part: Part{Look: Look{Live: true}}, want: "The presenter has shown nothing yet."},
		"following":           {part: Part{Look: Look{Live: true, Turn: 1}}},
		"no presenter yet":    {want: "Nobody presents yet. This screen will show the presenter's view."},
		"somebody comes":      {part: Part{Own: true, Invited: true, Look: Look{Live: true, Turn: 1}}, want: "Somebody presents now: r follows."},
		"no presenter":        {part: Part{Look: Look{Turn: 1}}, want: "Nobody presents: this is the last view. Any change makes it your own."},
		"called":              {part: Part{Own: true, Look: Look{Live: true, Turn: 1, Called: 2}, Answered: 1}, want: "The presenter asks all to come back: press r."},
		"a step's question":   {part: Part{Look: Look{Live: true, Leads: true, Turn: 1}}, asks: true, want: "This step has a question for the class: V asks it."},
		"vote":                {part: Part{Look: Look{Live: true, Turn: 1, Vote: &open}}, want: "Which? V votes."},
		"voted":               {part: Part{Look: Look{Turn: 1, Vote: &voted}}, want: "Which? Your vote: 2, b. V changes it."},
		"vote elsewhere":      {part: Part{Own: true, Look: Look{Turn: 1, Vote: &open}}, want: "Which? r goes back to vote."},
		"votes come":          {part: Part{Look: Look{Leads: true, Turn: 1, Vote: &open}}, want: "The class votes: 1 voted · 3 seats. z ends the vote and shows them. Which?"},
		"phones vote":         {part: Part{Look: Look{Leads: true, Turn: 1, Vote: &phones}}, want: "The class votes: 1 voted · 24 phones from 3 addresses · 3 seats. z ends the vote and shows them. Which?"},
		"a crowd votes":       {part: Part{Look: Look{Leads: true, Turn: 1, Vote: &crowded}}, want: "The class votes: 1 voted · 24 phones from 3 addresses · 3 seats. Most voters come from one address, 192.0.2.1: x starts the vote again without it."},
		"votes":               {part: Part{Look: Look{Live: true, Turn: 1, Vote: &closed}}, want: "2 voted · 3 seats. Right is 3, c. V shows the votes."},
		"no votes":            {part: Part{Look: Look{Live: true, Turn: 1, Vote: &nobody}}, want: "Nobody has voted. "},
		"sample":              {part: Part{Look: Look{Live: true, Counts: counts, Turn: 1, Sample: sample}}, want: "Every seat has its own data. 2 results of 3 seats, 1 failed: λ̂ .300 ± .14, root MSVE 2.00 ± 1.4. 3 shows them."},
		"sample on its chart": {part: Part{Look: Look{Live: true, Turn: 1, Sample: sample}}, page: state.PageTrials},
	} {
		s := state.State{Page: c.page}
		s.Charts[state.PageTrials] = state.TrialsClass
		w := Window{Snapshot: &page.Snapshot{State: s}, Asks: c.asks}
		if got := c.part.Says(w); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestResult has a bar for each answer, and for λ's that have votes or are right.
func TestResult(t *testing.T) {
	v := &Vote{Question: choice(), Voted: 3, Counts: Counts{Here: 4}, Own: state.Some(1.), Result: []float64{0, 1, 1}}
	v.Truth = state.Some(0.)
	o := &result{&Model{Part: Part{Look: Look{Vote: v}}}}
	wants := func(parts ...string) {
		t.Helper()
		text := ansi.Strip(strings.Join(o.Text(styles(), 60), "\n"))
		words := strings.Join(strings.Fields(text), " ")
		for _, part := range parts {
			if !strings.Contains(words, part) {
				t.Errorf("no %q in\n%s", part, text)
			}
		}
	}
	wants("Which?", "1 right", "2 yours", "3, c 0", "3 voted . 4 seats. Right is 1, a.")
	v.Answers, v.Truth, v.Own = nil, state.Some(.7), state.Some(.3)
	v.Result = []float64{.2, .3, .3}
	wants("lambda = 0.2", "2 yours", "lambda = 0.7 0 right", "Median lambda = 0.3. Right is lambda = 0.7.")
	v.Result = []float64{0, .1, .2, .3, .4, .5, .6, .8}
	wants("lambda = 0 to 0.1", "lambda = 0.2 to 0.3", "2 yours", "lambda = 0.6 to 0.7", "1 right")
	v.Result, v.Truth = nil, state.Optional[float64]{}
	wants("Nobody has voted.")
}
