package tui

import (
	"fmt"
	"math"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// roomStatus says in the header how it stands in the room, always as wide.
func (m *model) roomStatus() (ink chart.Ink, text string) {
	r := m.room
	if r == nil || !r.begun {
		return chart.InkFaint, ""
	}
	counts := fmt.Sprintf("%3d here · %2d away ", r.look.Here, r.look.Away)
	width := ansi.StringWidth("● live · " + counts)
	switch {
	case r.own:
		return chart.InkWarn, pad("○ your own view · r back", width)
	case !r.look.Live:
		return chart.InkWarn, pad("○ no presenter", width)
	}
	return chart.InkCursor, "● live · " + counts
}

func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-ansi.StringWidth(text)))
}

// roomLines say what goes on in the room, over what else is said.
func (m *model) roomLines(s shape) []string {
	r := m.room
	if r == nil || !r.begun || m.analysis == nil || m.failure != nil {
		return nil
	}
	text := m.roomText()
	if text == "" {
		return nil
	}
	return m.styles.Indented(chart.InkCursor, text, m.width, min(2, s.textRows))
}

// roomText is the most important of what goes on.
func (m *model) roomText() string {
	r := m.room
	v := r.look.Vote
	switch {
	case m.voting() && r.look.Leads && v.Kind == room.OfLambda:
		return fmt.Sprintf("The class votes: %d of %d have. z shows the truth, and how all voted.", v.Voted, v.Of)
	case m.voting() && r.look.Leads:
		return fmt.Sprintf("The class votes: %d of %d have. z ends the vote and shows how. %s", v.Voted, v.Of, v.Text)
	case m.voting():
		return m.ballot(v)
	case !r.look.Leads && r.own && r.look.Called > r.answered:
		return "The presenter asks all to come back: press r."
	case v != nil && !r.own && !m.Hidden && v.Kind == room.OfLambda:
		return m.voteResult(v)
	case r.look.Sample != nil && !r.own && m.Page == state.PageTrials && m.TrialsChart == state.TrialsClass:
		return "" // the page has it
	case r.look.Sample != nil && !r.own:
		return sampleText(r.look.Sample)
	case v != nil && !r.own && v.Kind != room.OfLambda && r.look.Leads:
		return overlay.VoteText(v)
	case v != nil && !r.own && v.Kind != room.OfLambda:
		return overlay.VoteText(v) + " V shows how."
	case !r.look.Live && !r.own:
		return "Nobody presents: this is the last view. Any change makes it your own."
	case r.look.Turn == 0 && !r.look.Leads:
		return "The presenter has shown nothing yet."
	case r.look.Leads && m.lesson != nil && m.lesson.Steps[m.lesson.Step].Question != nil:
		return "This step has a question for the class: V asks it."
	}
	return ""
}

// ballot is what a follower is asked in a vote.
func (m *model) ballot(v *room.Vote) string {
	how, again := " V votes.", " V changes it."
	if v.Kind == room.OfLambda {
		how, again = " , . then V", " , . then V changes it."
	}
	switch {
	case v.Final && v.Own.Set:
		how = fmt.Sprintf(" Your vote is %s; you have seen the answer, so that it stays.", v.Written(v.Own.Value))
	case v.Final:
		how = " You have seen the answer and have no vote."
	case m.room.own:
		how = " r goes back to vote."
	case v.Own.Set:
		how = fmt.Sprintf(" Your vote: %s.%s", v.Written(v.Own.Value), again)
	}
	return v.Text + how
}

// voteResult is what has come out of a vote, and what one's own guess costs.
func (m *model) voteResult(v *room.Vote) string {
	if len(v.Result) == 0 {
		return "Nobody has voted."
	}
	text := fmt.Sprintf("%d of %d voted, median λ = %s. ", v.Voted, v.Of, screen.Exact(math.Round(1000*room.Median(v.Result))/1000))
	a := m.analysis
	said := m.revealed && m.Snapshot().CursorLambda() == v.Own.Value // by the page
	if !v.Own.Set || m.busy || said {
		return text
	}
	return text + a.Price(state.Nearest(a, v.Own.Value))
}

// sampleText is what the seats have found in their data.
func sampleText(s *room.Sample) string {
	var lambdas, errors []float64
	for _, o := range s.Outcomes {
		lambdas = append(lambdas, o.Lambda)
		if !math.IsNaN(o.RootMSVE) {
			errors = append(errors, o.RootMSVE)
		}
	}
	text := fmt.Sprintf("Data of its own for each seat: %d of %d are there", len(s.Outcomes), s.Of)
	if len(lambdas) > 1 {
		text += ". λ̂ " + spread(lambdas)
	}
	if len(errors) > 1 {
		text += ", root MSVE " + spread(errors)
	}
	if len(s.Outcomes) > 0 {
		text += ". Trials (3) shows all of them."
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
		squares += (v - mean) * (v - mean)
	}
	return screen.Approx(mean, 3) + " ± " + screen.Approx(math.Sqrt(squares/float64(len(x)-1)), 2)
}

// class is what pages show of the class.
func (m *model) class() *page.Class {
	if m.room == nil {
		return nil
	}
	return m.room.class
}

// voting tells whether a vote is open.
func (m *model) voting() bool {
	return m.room != nil && m.room.look.Vote != nil && m.room.look.Vote.Open
}
