package tui

import (
	"fmt"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
)

// TestGoldenTarget has data of one policy and values of another.
func TestGoldenTarget(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			a := startApp(t, size[0], size[1], func(c *Config) {
				c.Settings.Problem.Target, c.Settings.Trajectories = 0.7, 100
			})
			golden.RequireEqual(t, a.check())
		})
	}
}
