package terminal_test

import (
	"strconv"
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/internal/pages"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
	"lambdascope/tui/terminal"
)

// open returns the app in a window, and what presses a key and waits for its work.
func open(t testing.TB, width, height int) (m *tui.Model, press func(key string)) {
	c := tui.Config{Engine: analysis.NewEngine(0), State: state.New(drive.Defaults(t, "")), Pages: pages.New, CommandLine: drive.CommandLine}
	c.Theme, c.Trials = screen.ThemeDark, 10
	m = tui.New(t.Context(), c)
	take := func(msg tea.Msg) tea.Cmd {
		_, cmd := m.Update(msg)
		return cmd
	}
	drive.Run(m.Init(), take)
	take(tea.WindowSizeMsg{Width: width, Height: height})
	return m, func(key string) { drive.Run(take(drive.KeyPress(key)), take) }
}

// TestBytesOfAChange bounds what a turned control sends to a terminal in full
// colour: 3.25 KB on Explore, where new data draw two charts of 25 rows again, 5.5 KB on
// Figures, whose chart fills the page, and 5 KB on the others.
func TestBytesOfAChange(t *testing.T) {
	m, press := open(t, 120, 36)
	on := terminal.NewWindow(120, 36)
	for i, most := range []int{13 << 8, 5 << 10, 5 << 10, 11 << 9} { // in order, as the data differ with it
		page := strconv.Itoa(i + 1)
		press(page)
		on.Draw(m.View())
		for _, key := range []string{"s", "l", "h", ".", "s", "l"} {
			press(key)
			if sent := on.Draw(m.View()); len(sent) == 0 || len(sent) > most {
				t.Errorf("page %s, key %s: %d bytes, want 1 to %d", page, key, len(sent), most)
			}
		}
	}
}
