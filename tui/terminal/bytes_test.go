package terminal_test

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/pages"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
	"lambdascope/tui/terminal"
)

// TestBytesOfAChange bounds what a turned control sends to a terminal in full
// colour: 3.25 KB on Explore, where new data draw two charts of 25 rows again, 5 KB on any
// page.
func TestBytesOfAChange(t *testing.T) {
	const width, height = 120, 36
	c := tui.Config{Engine: analysis.NewEngine(0), State: state.New(drive.Defaults(t, "")), Pages: pages.New, CommandLine: drive.CommandLine}
	c.Theme, c.Trials = screen.ThemeDark, 10
	m := tui.New(t.Context(), c)
	take := func(msg tea.Msg) tea.Cmd {
		_, cmd := m.Update(msg)
		return cmd
	}
	drive.Run(m.Init(), take)
	take(tea.WindowSizeMsg{Width: width, Height: height})
	for _, page := range []string{"1", "2", "3", "4"} {
		drive.Run(take(drive.KeyPress(page)), take)
		most := 5 << 10
		if page == "1" {
			most = 13 << 8
		}
		for _, key := range []string{"s", "l", "h", ".", "s", "l"} {
			before := m.View()
			drive.Run(take(drive.KeyPress(key)), take)
			sent := terminal.Between(before, m.View(), width, height)
			if len(sent) == 0 || len(sent) > most {
				t.Errorf("page %s, key %s: %d bytes, want 1 to %d", page, key, len(sent), most)
			}
		}
	}
}
