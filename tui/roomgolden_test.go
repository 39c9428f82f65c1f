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
				s.press(leads, ".", ".", ".")
				screens["presenter"], screens["follower"] = s.screen(leads), s.screen(a)

				s.press(b, "right")
				screens["own view"] = s.screen(b)
				s.press(leads, "A")
				screens["called"] = s.screen(b)
				s.press(b, "r")

				s.press(leads, "V")
				screens["questions"] = s.screen(leads)
				s.press(leads, "1")
				s.press(a, "<", "V")
				screens["vote"], screens["voting"] = s.screen(a), s.screen(leads)
				s.press(b, ">", "V")
				s.press(leads, "z")
				screens["result"] = s.screen(a)

				s.press(leads, "V", "2")
				s.press(a, "V", "4", "0")
				screens["ballot"] = s.screen(a)
				s.press(a, "enter")
				s.press(b, "V", "1", "0", "0", "enter")
				s.press(leads, "z")
				screens["votes"] = s.screen(a)

				s.press(leads, "esc", "R")
				screens["panel"] = s.screen(leads)
				s.press(leads, "esc", "3", "g")
				screens["class"] = s.screen(a)
				s.press(leads, "g", "2")
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
						s.press(follows, key)
					}
					hasLegends(t, fmt.Sprintf("%s at %v, chart %d", name, size, n), follows, chart.Braille)
				}
			}
		}
		s.press(leads, ".", ".", ".")
		check("explore", 1, "")
		s.press(leads, "v")
		check("panels", 2, "o")
		s.press(leads, "v", "2")
		check("folds", 2, "o")
		s.press(leads, "3")
		check("trials", 5, "o")
		s.press(leads, "g")
		if follows.TrialsChart != state.TrialsClass {
			t.Error("g does not show the class")
		}
		check("class", 1, "")
	})
}

// TestPresenterMark: on each page a follower sees on the charts over λ where the presenter's
// cursor is.
func TestPresenterMark(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads, follows := s.sit(120, 36, nil), s.sit(200, 60, nil)
		check := func(keys ...string) {
			t.Helper()
			s.press(leads, keys...)
			follows.lacks("◆ presenter")
			s.press(leads, ".", ".", ".", ".")
			follows.wants("◆ presenter")
			leads.lacks("◆ presenter")
			s.press(leads, "<", "esc")
		}
		check("1")
		check("2")
		check("3")
		check("4")
	})
}
