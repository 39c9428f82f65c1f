package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/terminal"
)

// TestSizesAreClamped has bounds that shrink while the app is on show.
func TestSizesAreClamped(t *testing.T) {
	bounds := terminal.Bounds{Size: terminal.Size{Width: 200, Height: 60}, Cells: 12_000}
	a := startApp(t, 120, 36, func(c *Config) { c.Remote = &terminal.Remote{Bounds: func() terminal.Bounds { return bounds }} })
	for _, c := range []struct{ said, want terminal.Size }{
		{terminal.Size{Width: 20000, Height: 20000}, terminal.Size{Width: 200, Height: 60}},
		{terminal.Size{Width: 1000, Height: 36}, terminal.Size{Width: 200, Height: 36}},
		{terminal.Size{Width: 60, Height: 20}, terminal.Size{Width: 60, Height: 20}},
	} {
		a.send(tea.WindowSizeMsg(c.said))
		if a.width != c.want.Width || a.height != c.want.Height {
			t.Errorf("%v becomes %d×%d, want %v", c.said, a.width, a.height, c.want)
		}
		a.check()
	}
	bounds.Cells = 100 * 30
	a.send(tea.WindowSizeMsg{Width: 200, Height: 60})
	if a.width*a.height > bounds.Cells || a.width < minWidth || a.height < minHeight {
		t.Errorf("in %d cells: %d×%d", bounds.Cells, a.width, a.height)
	}
	a.wants("λ̂ =")
}
