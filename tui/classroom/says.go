package classroom

import (
	"fmt"
	"math"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// Window is what is on the screen beside the room.
type Window struct {
	*page.Snapshot
	Computing bool // what it shows is on its way
	Asks      bool // the lesson's step has a question
}

// Says is the most important of what goes on in the room, in words; empty for nothing.
func (p Part) Says(w Window) string {
	v, s := p.Look.Vote, p.Look.Sample
	switch {
	case p.Voting() && p.Look.Leads && v.Kind == room.OfLambda:
		return fmt.Sprintf("The class votes: %s. z shows the truth and the votes.", countText(v))
	case p.Voting() && p.Look.Leads:
		return fmt.Sprintf("The class votes: %s. z ends the vote and shows them. %s", countText(v), v.Text)
	case p.Voting():
		return p.ballot()
	case p.Own && p.Look.Called > p.Answered:
		return "The presenter asks all to come back: press r."
	case p.Own && p.Look.Live && p.Invited:
		return "Somebody presents now: r shows what they do."
	case p.Own:
		return ""
	case p.Look.Owns && len(p.Look.Asking) > 0:
		return asking(p.Look.Asking)
	case v != nil && v.Kind == room.OfLambda && !w.Hidden:
		return p.lambdaVotes(w)
	case s != nil && w.Page == state.PageTrials && w.Charts[state.PageTrials] == state.TrialsClass:
		return "" // the page has it
	case s != nil:
		return sampleText(p.Look)
	case v != nil && v.Kind != room.OfLambda && p.Look.Leads:
		return VoteText(v)
	case v != nil && v.Kind != room.OfLambda:
		return VoteText(v) + " V shows the votes."
	case !p.Look.Live && p.Look.Turn == 0:
		return "Nobody presents yet. When somebody does, this screen shows what they do."
	case !p.Look.Live:
		return "Nobody presents: this is the last view. Any change makes it your own."
	case !p.Look.Leads && p.Look.Turn == 0:
		return "The presenter has shown nothing yet."
	case p.Look.Leads && w.Asks:
		return "This step has a question for the class: V asks it."
	}
	return ""
}

// ballot is what a follower is asked in a vote.
func (p Part) ballot() string {
	v := p.Look.Vote
	how, again := " V votes.", " V changes it."
	if v.Kind == room.OfLambda {
		how, again = " Put λ there with , and . and press V.", " To change it: , . and V."
	}
	switch {
	case v.Final && v.Own.Set:
		how = fmt.Sprintf(" Your vote is %s; you have seen the answer, so it stays.", v.Written(v.Own.Value))
	case v.Final:
		how = " You have seen the answer and have no vote."
	case p.Own:
		how = " r goes back to vote."
	case v.Own.Set:
		how = fmt.Sprintf(" Your vote: %s.%s", v.Written(v.Own.Value), again)
	}
	return v.Text + how
}

// asking says who would like to present.
func asking(seats []int) string {
	if len(seats) == 1 {
		return fmt.Sprintf("Seat %d asks to present: R, then h, hands over.", seats[0])
	}
	return fmt.Sprintf("Seats %s ask to present: R, then h, hands over to seat %d.", numbers(seats), seats[0])
}

// Greeting says to who enters a room what that is.
func (p Part) Greeting() string {
	switch {
	case p.Look.Leads:
		return "You present: all in the room see what you do. V asks them something, g gives each of them data of their own, R has the room."
	case p.Own:
		return ""
	}
	return "You follow: this screen shows what the presenter does. What you change makes the view your own, and r comes back."
}

// Called says how many the presenter has asked to come back.
func (p Part) Called() string {
	switch p.Look.Away {
	case 0:
		return "Nobody has a view of their own."
	case 1:
		return "The one with a view of their own is asked to come back."
	}
	return fmt.Sprintf("The %d with views of their own are asked to come back.", p.Look.Away)
}

// lambdaVotes is what has come out of a vote on λ, and what one's own guess costs.
func (p Part) lambdaVotes(w Window) string {
	v := p.Look.Vote
	if len(v.Result) == 0 {
		return VoteText(v)
	}
	text := VoteText(v) + " "
	said := w.Revealed && w.CursorLambda() == v.Own.Value              // by the page
	if !v.Own.Set || w.Computing || said || w.Page == state.PageDial { // whose errors are of many data sets
		return text
	}
	return text + w.Result.Price(state.Nearest(w.Result, v.Own.Value))
}

// countText says how many votes there are, and how many people are in the room, in the
// words of the header. Some who voted may be gone, so that there can be more votes.
func countText(v *room.Vote) string {
	return countOf(v.Voted, "vote") + ", " + hereText(v.Here, v.Away, v.Phones)
}

// hereText says how many people are in the room. Phones, of which there may be none, only
// vote.
func hereText(here, away, phones int) string {
	text := fmt.Sprintf("%d here", here)
	if away > 0 {
		text += fmt.Sprintf(", %d away", away)
	}
	if phones > 0 {
		text += ", " + countOf(phones, "phone")
	}
	return text
}

// countOf writes a number of things.
func countOf(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// sampleText is what the seats have found in their data.
func sampleText(l room.Look) string {
	s := l.Sample
	var lambdas, errors []float64
	for _, o := range s.Outcomes {
		lambdas = append(lambdas, o.Lambda)
		if !math.IsNaN(o.RootMSVE) {
			errors = append(errors, o.RootMSVE)
		}
	}
	text := "Every seat has its own data. " + countOf(len(s.Outcomes), "result") + ", "
	if s.Failed > 0 {
		text += fmt.Sprintf("%d failed, ", s.Failed)
	}
	text += hereText(l.Here, l.Away, 0)
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

// spread writes the mean and the standard deviation of numbers.
func spread(x []float64) string {
	mean, squares := 0., 0.
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		squares += float64((v - mean) * (v - mean))
	}
	return textfmt.Rounded(mean, 3) + " ± " + textfmt.Rounded(math.Sqrt(squares/float64(len(x)-1)), 2)
}
