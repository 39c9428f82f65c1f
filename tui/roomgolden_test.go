package tui

import (
	"fmt"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/tui/chart"
	"lambdascope/tui/state"
)

// TestGoldenRooms has what a presenter and those who follow see, in windows of one size.
func TestGoldenRooms(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			screens := map[string]string{}
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t)
				leads := s.sit(size[0], size[1], nil)
				a, b := s.sit(size[0], size[1], nil), s.sit(size[0], size[1], nil)
				leads.press(".", ".", ".")
				screens["presenter"], screens["follower"] = s.screen(leads), s.screen(a)

				b.press("right")
				screens["own view"] = s.screen(b)
				leads.press("A")
				screens["called"] = s.screen(b)
				b.press("r")

				leads.press("V")
				screens["questions"] = s.screen(leads)
				leads.press("1")
				a.press("<", "V")
				screens["vote"], screens["voting"] = s.screen(a), s.screen(leads)
				b.press(">", "V")
				leads.press("z")
				screens["result"] = s.screen(a)

				leads.press("V", "2")
				a.press("V", "4", "0")
				screens["ballot"] = s.screen(a)
				a.press("enter")
				b.press("V", "1", "0", "0", "enter")
				leads.press("z")
				screens["votes"] = s.screen(a)

				leads.press("esc", "R")
				screens["panel"] = s.screen(leads)
				leads.press("esc", "3", "g")
				screens["class"] = s.screen(a)
				leads.press("g", "2")
				screens["folds"] = s.screen(a)
			})
			for name, screen := range screens {
				t.Run(name, func(t *testing.T) { golden.RequireEqual(t, screen) })
			}
		})
	}
}

// TestRoomMarksHaveLegends: of each mark in a follower's charts there is a sample with a
// name behind it, at every size.
func TestRoomMarksHaveLegends(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, follows := s.sit(120, 36, nil), s.sit(120, 36, nil)
		for range 2 {
			s.sit(80, 24, nil)
		}
		check := func(name string, charts int, key string) {
			for _, size := range legendSizes() {
				s.send(follows, tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				for n := range charts {
					if n > 0 {
						follows.press(key)
					}
					hasLegends(t, fmt.Sprintf("%s at %v, chart %d", name, size, n), follows, chart.Braille)
				}
			}
		}
		leads.press(".", ".", ".")
		check("explore", 1, "")
		leads.press("v")
		check("panels", 2, "o")
		leads.press("v", "2")
		check("folds", 2, "o")
		leads.press("3")
		check("trials", 5, "o")
		leads.press("g")
		if follows.TrialsChart != state.TrialsClass {
			t.Error("g does not show the class")
		}
		check("class", 1, "")
	})
}
