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
	"lambdascope/tui/internal/pages"
	"lambdascope/tui/state"
)

// session is the app in a terminal. All work of a key ends before the next key.
type session struct {
	model         *tui.Model
	width, height int
	watch         func() // sees the screen after each message; nil between the keys
}

// open opens the app with flags and runs its work to the end. The clock stands still, because screens must not
// show times.
func open(ctx context.Context, engine *analysis.Engine, w window, args []string) (*session, error) {
	at, err := state.Parse(args)
	if err == nil {
		at.Settings, err = engine.Check(analysis.Request{Settings: at.Settings})
	}
	if err != nil {
		return nil, err
	}
	model := tui.New(ctx, tui.Config{
		Engine: engine, State: at, Pages: pages.New, CommandLine: drive.CommandLine,
		Preferences: state.Preferences{Theme: w.theme}, Moves: true,
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
	if s.watch != nil {
		s.watch()
	}
	return cmd
}

// frameTime is the time of a screen while marks glide.
const frameTime = 30 * time.Millisecond

// play presses the keys of steps and returns the screens and their times. Without steps it returns the current
// screen. A step that glides has the frames of the moving marks, too.
func (s *session) play(steps []step) (screens []uv.ScreenBuffer, times []time.Duration) {
	if len(steps) == 0 {
		steps = []step{{}}
	}
	for _, t := range steps {
		if t.glides {
			s.watch = func() {
				if now := s.screen(); now.Render() != screens[len(screens)-1].Render() {
					screens = append(screens, now)
					times = append(times, frameTime)
				}
			}
		}
		if t.key != "" {
			s.send(drive.KeyPress(t.key))
		}
		s.watch = nil
		screens = append(screens, s.screen())
		times = append(times, t.stays)
	}
	return screens, times
}

// widths makes λ̂ one character wide.
const widths = ansi.GraphemeWidth

// screen returns the cells of the app.
func (s *session) screen() uv.ScreenBuffer {
	b := uv.NewScreenBuffer(s.width, s.height)
	b.Method = widths
	uv.NewStyledString(s.model.View().Content).Draw(b, b.Bounds())
	return b
}
