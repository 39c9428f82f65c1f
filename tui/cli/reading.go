package cli

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/shell"
)

// readingPatience is how long a file may take to read before the app says so.
const readingPatience = 300 * time.Millisecond

// awaitReading waits until a file has been read for the app, and shows a screen with what text
// says of it, which q leaves: left is then true. Ctx's error ends it, too.
func (e Env) awaitReading(ctx context.Context, text func() string, read <-chan struct{}) (left bool, err error) {
	select {
	case <-read:
		return false, nil
	case <-ctx.Done():
		return false, ctx.Err()
	case <-time.After(readingPatience):
	}
	screen := &readingScreen{text: text, read: read}
	err = e.display().Show(ctx, screen)
	return screen.left, err
}

// readingScreen is what the app shows while a file is read.
type readingScreen struct {
	text          func() string
	read          <-chan struct{} // closed at the end
	width, height int
	left          bool
}

// readingTick has the screen drawn again.
type readingTick struct{}

func (s *readingScreen) wait() tea.Msg {
	select {
	case <-s.read:
		return tea.Quit()
	case <-time.After(progressInterval):
		return readingTick{}
	}
}

// Init implements tea.Model.
func (s *readingScreen) Init() tea.Cmd { return s.wait }

// Update implements tea.Model.
func (s *readingScreen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.width, s.height = msg.Width, msg.Height
	case readingTick:
		return s, s.wait
	case tea.KeyPressMsg:
		switch key := msg.String(); {
		case key == "q", key == "esc", key == "ctrl+c", msg.Mod.Contains(tea.ModAlt): // with alt: Esc and another key in quick succession
			s.left = true
			return s, tea.Quit
		case key == "ctrl+z":
			return s, tea.Suspend
		}
	}
	return s, nil
}

// View implements tea.Model.
func (s *readingScreen) View() tea.View {
	text := ansi.Truncate(" "+shell.Escape(s.text()), s.width, "…")
	v := tea.NewView(text + "\n\n" + ansi.Truncate(" q quits", s.width, ""))
	v.AltScreen, v.WindowTitle = true, program
	return v
}
