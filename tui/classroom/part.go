// Package classroom is a room as one seat sees it. A Part, made from a room.Look, has what
// the header and the line under the charts say of the room, and what pages show of the
// class; Follow has what a follower shows of the presenter's view. A Room has the seat,
// its keys and the panels of rooms, questions and votes. The app has the state, its
// history and the screen, and carries out the Action that each call returns.
//
// It may import tui/room, tui/lesson, tui/overlay, tui/page and what they import. It knows
// neither pages nor the app.
package classroom

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/settings"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
)

// Part is a seat's part in its room.
type Part struct {
	Look     room.Look
	Own      bool // its view is its own
	Answered int  // calls of the presenter to come back that are no longer news
	Invited  bool // somebody has begun to present while it was
}

// View is what the room shows at the seat: with its own data while there is a sample.
func (p Part) View() room.View {
	v := p.Look.View
	if s := p.Look.Sample; s != nil && !p.Look.Leads {
		v.State.Settings.Seed = s.Settings.Seed
	}
	return v
}

// Voting tells whether a vote is open.
func (p Part) Voting() bool { return p.Look.Vote != nil && p.Look.Vote.Open }

// Status says for the header how it stands in the room: always as wide, and in shorter
// forms, for where that does not fit.
func (p Part) Status() (ink chart.Ink, text string, shorter []string) {
	counts := fmt.Sprintf("%3d here · %2d away ", p.Look.Here, p.Look.Away)
	if p.Look.Phones > 0 {
		counts += fmt.Sprintf("· %2d on phones ", p.Look.Phones)
	}
	width := ansi.StringWidth("● live · " + counts)
	switch {
	case p.Own:
		return chart.InkWarn, pad("○ your own view · r back", width), []string{"○ your own view · r back", "○ r back", "○"}
	case !p.Look.Live:
		return chart.InkWarn, pad("○ no presenter", width), []string{"○ no presenter", "○"}
	}
	return chart.InkCursor, "● live · " + counts, []string{strings.TrimSpace("● live · " + counts), fmt.Sprintf("● live · %d here", p.Look.Here), "● live", "●"}
}

func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-ansi.StringWidth(text)))
}

// Class is what pages show of the class with the settings at hand.
func (p Part) Class(s settings.Settings) *page.Class {
	c := &page.Class{}
	if !p.Own && !p.Look.Leads {
		c.Presenter = p.Look.View.State.Cursor
	}
	same := !p.Own || s == p.Look.View.State.Settings
	switch v, m := p.Look.Vote, p.Look.Sample; {
	case same && v != nil && !v.Open && v.Kind == room.OfLambda && len(v.Result) > 0:
		c.Lambdas, c.Guesses = v.Result, true
	case same && m != nil:
		for _, o := range m.Outcomes {
			c.Lambdas = append(c.Lambdas, o.Lambda)
		}
	}
	if p.Look.Sample != nil && !p.Own {
		c.Sample = sampleOf(p.Look)
	}
	return c
}

// sampleOf is a room's sample as pages show it.
func sampleOf(l room.Look) *page.Sample {
	s := l.Sample
	out := &page.Sample{Settings: s.Settings, Seed: l.View.State.Settings.Seed, Own: -1, Of: s.Of}
	if l.Leads {
		out.Settings.Seed = out.Seed
	}
	for i, o := range s.Outcomes {
		out.Lambda, out.RootMSVE = append(out.Lambda, o.Lambda), append(out.RootMSVE, o.RootMSVE)
		if s.Done && o.Seed == s.Settings.Seed {
			out.Own = i
		}
	}
	return out
}

// SeesAnswer tells whether a page has the answer to a vote on show.
func (p Part) SeesAnswer(s *page.Snapshot) bool {
	asked := p.Look.View.State.Settings
	switch p.Look.Vote.Kind {
	case room.OfLambda:
		return !s.Hidden && s.Settings == asked
	case room.OfTrajectories: // other numbers of them have been tried
		tried := s.Settings
		tried.Trajectories = asked.Trajectories
		return s.Settings != asked && tried == asked
	}
	return false
}
