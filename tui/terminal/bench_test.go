package terminal_test

import (
	"fmt"
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

// BenchmarkLineRenderer goes from one screen of data to the next.
func BenchmarkLineRenderer(b *testing.B) {
	for _, size := range [][2]int{{120, 36}, {200, 60}, {400, 120}} {
		b.Run(fmt.Sprintf("%d×%d", size[0], size[1]), func(b *testing.B) {
			c := tui.Config{Engine: analysis.NewEngine(0), State: state.New(drive.Defaults(b, "")), Pages: pages.New, CommandLine: drive.CommandLine}
			c.Theme = screen.ThemeDark
			m := tui.New(b.Context(), c)
			take := func(msg tea.Msg) tea.Cmd {
				_, cmd := m.Update(msg)
				return cmd
			}
			drive.Run(m.Init(), take)
			take(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			var views []tea.View
			for range 4 {
				drive.Run(take(drive.KeyPress("s")), take)
				views = append(views, m.View())
			}
			terminal.DrawInTurn(b, views, size[0], size[1])
		})
	}
}
