package tui

import (
	"context"
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/study"
)

func benchApp(b *testing.B, width, height int) *model {
	b.Helper()
	s, err := study.Defaults("")
	if err != nil {
		b.Fatal(err)
	}
	m := newModel(context.Background(), Config{Engine: study.NewEngine(64 << 20), Settings: s, Theme: ThemeDark})
	m.Update(tea.WindowSizeMsg{Width: width, Height: height})
	m.Update(m.Init()())
	return m
}

// BenchmarkView draws the whole screen with nothing kept from the last time.
func BenchmarkView(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {120, 36}, {200, 60}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			b.ReportAllocs()
			m := benchApp(b, size[0], size[1])
			for b.Loop() {
				clear(m.heldChart)
				_ = m.View()
			}
		})
	}
}

// BenchmarkTurn goes from a key press to the string of the new screen: n = 20,
// k = 11, every time data not seen before.
func BenchmarkTurn(b *testing.B) {
	b.ReportAllocs()
	m := benchApp(b, 120, 36)
	for b.Loop() {
		_, cmd := m.Update(keyPress("s"))
		m.Update(cmd())
		_ = m.View()
	}
}
