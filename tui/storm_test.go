package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// FuzzStorm plays keys and sizes at random. Whatever comes, every screen is
// whole and nothing panics. Commands run at once but for those it leaves
// undone, as if newer keys had come first.
func FuzzStorm(f *testing.F) {
	f.Add([]byte("lljj\r50\r,.<>vo?jjk?uUx"))
	f.Add([]byte{0, 1, 2, 'h', 'L', 'l', '\r', '9', '9', '9', '9', '9', '9', '\r', 27, 's'})
	f.Add([]byte("jjjj\r0:1:0.001\rk\r.5\rv>?"))
	f.Fuzz(func(t *testing.T, events []byte) {
		a := startApp(t, 80, 24, func(c *Config) { c.Settings.Problem.States = 3 })
		if len(events) > 200 {
			events = events[:200]
		}
		for i, e := range events {
			switch {
			case e == 0:
				a.send(tea.WindowSizeMsg{Width: i * 7 % 230, Height: i * 5 % 70})
			case e == 1:
				a.press("right")
			case e == 2:
				a.press("shift+right")
			case e == 3:
				a.press("down")
			case e == '\r':
				a.press("enter")
			case e == 27:
				a.press("esc")
			case e >= ' ' && e < 127 && a.settings.Trajectories < 500:
				a.press(string(rune(e)))
			default:
				_, _ = a.Update(keyPress("left"))
			}
			a.check()
		}
	})
}
