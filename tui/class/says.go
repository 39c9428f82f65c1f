package class

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/state"
)

// Window is the screen around the lines of the class.
type Window struct {
	*page.Snapshot
	Computing bool // a result is under way
	Asks      bool // the lesson's step has a question
}

// Says returns the most important news of the class, or "".
func (p Part) Says(w Window) string {
	v := p.Look.Vote
	switch s := p.Look.Sample; {
	case p.Voting() && p.Look.Leads:
		return v.presenterText()
	case p.Voting():
		return p.ballotText()
	case p.Own && p.Look.Called > p.Answered:
		return "The presenter asks all to come back: press r."
	case p.Own && p.Look.Live && p.Invited:
		return "Somebody presents now: r follows."
	case p.Own:
		return ""
	case v != nil && v.OfLambda() && !w.Hidden:
		return p.lambdaText(w)
	case s != nil && w.Page == state.PageTrials && w.Charts[state.PageTrials] == state.TrialsClass:
		return "" // the page has the same numbers
	case s != nil:
		return p.Look.sampleText()
	case v != nil && !v.OfLambda() && p.Look.Leads:
		return v.resultText()
	case v != nil && !v.OfLambda():
		return v.resultText() + " V shows the votes."
	case !p.Look.Live && p.Look.Turn == 0:
		return "Nobody presents yet. This screen will show the presenter's view."
	case !p.Look.Live:
		return "Nobody presents: this is the last view. Any change makes it your own."
	case !p.Look.Leads && p.Look.Turn == 0:
		return "The presenter has shown nothing yet."
	case p.Look.Leads && w.Asks:
		return "This step has a question for the class: V asks it."
	}
	return ""
}

// presenterText is the state of an open vote for the presenter.
func (v *Vote) presenterText() string {
	text := "The class votes: " + v.countText() + "."
	if v.Crowd != "" {
		return text + " Most voters come from one address, " + v.Crowd + ": x starts the vote again without it."
	}
	if v.OfLambda() {
		return text + " z shows the truth and the votes."
	}
	return text + " z ends the vote and shows them. " + v.Text
}

// ballotText asks a follower in an open vote.
func (p Part) ballotText() string {
	v := p.Look.Vote
	how := " V votes."
	again := " V changes it."
	if v.OfLambda() {
		how = " Put λ there with , and . and press V."
		again = " To change it: , . and V."
	}
	if p.Own {
		how = " r goes back to vote."
	} else if v.Own.Set {
		how = fmt.Sprintf(" Your vote: %s.%s", v.Written(v.Own.Value), again)
	}
	return v.Text + how
}

// greeting explains the class to a newcomer.
func (m *Model) greeting() string {
	switch {
	case m.hosts() && m.Entry.Password == "":
		return "You present: the class sees what you do. Everybody who reaches this machine can join, R shows how. V asks a question, g gives every seat its own data."
	case m.Look.Leads:
		return "You present: the class sees what you do. V asks a question, g gives every seat its own data, R shows how others join."
	}
	return "You follow: this screen shows the presenter's view. A change makes the view your own; r comes back."
}

// lambdaText is the result of a vote on λ, with the price of the own vote.
func (p Part) lambdaText(w Window) string {
	v := p.Look.Vote
	text := v.resultText() + " "
	said := w.Revealed && w.CursorLambda() == v.Own.Value // by the page
	// The Dial has the errors of many data sets.
	if len(v.Result) == 0 || !v.Own.Set || w.Computing || said || w.Page == state.PageDial {
		return text
	}
	return text + report.Price(w.Result, state.Nearest(w.Result, v.Own.Value))
}

// sampleText is the result of the seats' own data.
func (l Look) sampleText() string {
	s := l.Sample
	var lambdas, errors []float64
	for _, o := range s.Outcomes {
		lambdas = append(lambdas, o.Lambda)
		if !math.IsNaN(o.RootMSVE) {
			errors = append(errors, o.RootMSVE)
		}
	}
	text := fmt.Sprintf("Every seat has its own data. %s of %s", textfmt.Count(len(s.Outcomes), "result"), textfmt.Count(l.Here+l.Away, "seat"))
	if s.Failed > 0 {
		text += fmt.Sprintf(", %d failed", s.Failed)
	}
	if len(lambdas) > 1 {
		text += ": λ̂ " + spread(lambdas)
	}
	if len(errors) > 1 {
		text += ", root MSVE " + spread(errors)
	}
	text += "."
	if len(s.Outcomes) > 0 {
		text += " 3 shows them."
	}
	return text
}

// spread returns mean ± standard deviation.
func spread(x []float64) string {
	mean, deviation := stat.MeanStdDev(x, nil)
	return textfmt.Rounded(mean, 3) + " ± " + textfmt.Rounded(deviation, 2)
}
