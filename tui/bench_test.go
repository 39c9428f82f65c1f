package tui

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/pages"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// benchApp opens the app, with no cache, and lets it come to rest after some keys.
func benchApp(b *testing.B, width, height int, change func(*Config), keys ...string) *model {
	b.Helper()
	s := must.Have(analysis.Defaults(""))(b)
	c := Config{Engine: analysis.NewEngine(0), State: state.New(s), Pages: pages.New, CommandLine: drive.CommandLine}
	c.Theme, c.Trials = screen.ThemeDark, 10
	if change != nil {
		change(&c)
	}
	m := newModel(b.Context(), c)
	m.Update(tea.WindowSizeMsg{Width: width, Height: height})
	drive.Run(m.Init(), m.take)
	for _, k := range keys {
		_, cmd := m.Update(drive.KeyPress(k))
		drive.Run(cmd, m.take)
	}
	return m
}

// BenchmarkView draws the whole screen of each page, and has each look at a message that
// changes nothing.
func BenchmarkView(b *testing.B) {
	game, car := domainOf(b, "2048"), domainOf(b, "mountain-car")
	fine := func(c *Config) { c.Settings.Lambdas = analysis.UniformGrid(.01) }
	many := func(c *Config) { c.Settings.Trajectories = analysis.MaxTrajectories }
	figure := func(f state.Figure, step float64) func(*Config) {
		return func(c *Config) {
			c.Page, c.Figure, c.Settings.Lambdas = state.PageFigures, f, analysis.UniformGrid(step)
		}
	}
	for _, v := range []struct {
		name   string
		change func(*Config)
		keys   []string
	}{
		{"explore", nil, nil},
		{"explore-pins", nil, []string{"p", "right", "p", "right", "p", "right"}},
		{"explore-101", fine, nil},
		{"explore-2048", game, nil},
		{"explore-car", car, nil},
		{"explore-file", recordedOf(b), nil},
		{"folds", nil, []string{"2"}},
		{"folds-100000", many, []string{"2"}},
		{"replay", nil, []string{"2", "enter", "right"}},
		{"replay-2048", game, []string{"2", "enter", "right"}},
		{"replay-car", car, []string{"2", "enter", "right"}},
		{"trials", nil, []string{"3"}},
		{"trials-101", fine, []string{"3"}},
		{"figure-a", figure(state.FigureLambda, .1), nil},
		{"figure-a-101", figure(state.FigureLambda, .01), nil},
		{"figure-b", figure(state.FigureMethods, .1), nil},
		{"figure-c", figure(state.FigureTimes, .1), nil},
		{"sweep", figure(state.FigureSweep, .1), nil},
		{"sweep-101", figure(state.FigureSweep, .01), nil},
		{"help", nil, []string{"?"}},
		{"text", nil, []string{"t"}},
	} {
		for _, size := range [][2]int{{120, 36}, {200, 60}} {
			b.Run(fmt.Sprintf("%s/%dx%d", v.name, size[0], size[1]), func(b *testing.B) {
				m := benchApp(b, size[0], size[1], v.change, v.keys...)
				b.Run("view", func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						_ = m.View()
					}
				})
				b.Run("update", func(b *testing.B) { // on a message that changes nothing
					b.ReportAllocs()
					for b.Loop() {
						m.Update(struct{}{})
					}
				})
			})
		}
	}
}
