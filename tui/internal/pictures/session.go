package main

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/analysis"
	"lambdascope/tui"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/pages"
	"lambdascope/tui/state"
)

// session is the app in a terminal that has a size and nothing else. What a key
// brings is finished before the next.
type session struct {
	model         *tui.Model
	width, height int
}

// open opens the app as a command line would, in a terminal, and waits until it has settled.
// Its clock stands still, so that it shows no time that analyses take.
func open(ctx context.Context, engine *analysis.Engine, w window, args []string) (*session, error) {
	at, err := state.Parse(args)
	if err == nil {
		at.Settings, err = engine.Check(at.Settings)
	}
	if err != nil {
		return nil, err
	}
	model := tui.New(ctx, tui.Config{
		Engine: engine, State: at, Pages: pages.New, CommandLine: drive.CommandLine,
		Preferences: state.Preferences{Theme: w.theme},
	})
	s := &session{model: model, width: w.width, height: w.height}
	s.send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	s.send(tea.WindowSizeMsg{Width: w.width, Height: w.height})
	drive.Run(s.model.Init(), s.take)
	return s, nil
}

func (s *session) send(msg tea.Msg) { drive.Run(s.take(msg), s.take) }

func (s *session) take(msg tea.Msg) tea.Cmd {
	_, cmd := s.model.Update(msg)
	return cmd
}

// play takes steps, and returns the screen after each and for how long it stays; with
// no steps, the screen as it is.
func (s *session) play(steps []step) (screens []uv.ScreenBuffer, times []time.Duration) {
	if len(steps) == 0 {
		steps = []step{{}}
	}
	for _, t := range steps {
		if t.key != "" {
			s.send(drive.KeyPress(t.key))
		}
		screens, times = append(screens, s.screen()), append(times, t.stays)
	}
	return screens, times
}

// widths is how the terminal takes λ̂ for one character.
const widths = ansi.GraphemeWidth

// screen returns what the app shows, in the cells that Bubble Tea makes of it.
func (s *session) screen() uv.ScreenBuffer {
	b := uv.NewScreenBuffer(s.width, s.height)
	b.Method = widths
	uv.NewStyledString(s.model.View().Content).Draw(b, b.Bounds())
	return b
}
