package class

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/settings"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
)

// Part is a seat's part in the class.
type Part struct {
	Look     Look
	Own      bool // shows an own view
	Answered int  // number of calls to come back before the own view
	Invited  bool // somebody began to present after the own view
}

// view returns the presenter's view at this seat, with the seat's own data in a sample.
func (p Part) view() View {
	v := p.Look.View
	if s := p.Look.Sample; s != nil && !p.Look.Leads {
		v.State.Settings.Seed = s.Settings.Seed
	}
	return v
}

// Voting reports whether a vote is open.
func (p Part) Voting() bool { return p.Look.Vote != nil && p.Look.Vote.Open }

// asked reports whether this seat can vote.
func (p Part) asked() bool { return p.Voting() && !p.Look.Leads }

// Status returns the seat's part for the header, always of one width, and shorter forms for
// narrow windows.
func (p Part) Status() (ink chart.Ink, text string, shorter []string) {
	counts := fmt.Sprintf("%3d here · %2d away ", p.Look.Here, p.Look.Away)
	if p.Look.Phones > 0 {
		counts += fmt.Sprintf("· %2d on phones ", p.Look.Phones)
	}
	live := "● live · " + counts
	pad := func(text string) string {
		return text + strings.Repeat(" ", max(0, ansi.StringWidth(live)-ansi.StringWidth(text)))
	}
	switch {
	case p.Own:
		text = "○ your own view · r back"
		return chart.InkWarn, pad(text), []string{text, "○ r back", "○"}
	case !p.Look.Live:
		text = "○ no presenter"
		return chart.InkWarn, pad(text), []string{text, "○"}
	}
	return chart.InkCursor, live, []string{strings.TrimSpace(live), fmt.Sprintf("● live · %d here", p.Look.Here), "● live", "●"}
}

// data returns the class's data for pages with settings.
func (p Part) data(s settings.Settings) *page.Class {
	c := &page.Class{}
	if !p.Own && !p.Look.Leads {
		c.Presenter = p.Look.View.State.Cursor
	}
	same := !p.Own || s == p.Look.View.State.Settings
	v := p.Look.Vote
	m := p.Look.Sample
	if same && v != nil && !v.Open && v.OfLambda() && len(v.Result) > 0 {
		c.Lambdas = v.Result
		c.Guesses = true
	} else if same && m != nil {
		for _, o := range m.Outcomes {
			c.Lambdas = append(c.Lambdas, o.Lambda)
		}
	}
	if m != nil && !p.Own {
		c.Sample = p.Look.sample()
	}
	return c
}

// sample returns the sample for pages.
func (l Look) sample() *page.Sample {
	s := l.Sample
	out := &page.Sample{Settings: s.Settings, Seed: l.View.State.Settings.Seed, Own: -1, Of: s.Of}
	if l.Leads {
		out.Settings.Seed = out.Seed
	}
	for i, o := range s.Outcomes {
		out.Lambda = append(out.Lambda, o.Lambda)
		out.RootMSVE = append(out.RootMSVE, o.RootMSVE)
		if s.Done && o.Seed == s.Settings.Seed {
			out.Own = i
		}
	}
	return out
}
