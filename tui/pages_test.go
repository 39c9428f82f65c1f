package tui

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/study"
	"lambdascope/tui/page"
	"lambdascope/tui/page/explore"
	"lambdascope/tui/page/figures"
	"lambdascope/tui/page/folds"
	"lambdascope/tui/page/trials"
	"lambdascope/tui/state"
)

// pages makes the app's pages.
func pages(e page.Env) [state.NumPages]page.Page {
	return [state.NumPages]page.Page{
		state.PageExplore: explore.New(),
		state.PageFolds:   folds.New(e),
		state.PageTrials:  trials.New(e),
		state.PageFigures: figures.New(e),
	}
}

// TestTrialsFailing: settings that have no analysis have no trials, and the charts
// stay.
func TestTrialsFailing(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) { c.Page = state.PageTrials })
	_, cmd := a.Update(keyPress("right"))
	a.wants("settings before", "bias²")
	a.Update(resultMsg{generation: a.worker.generation, err: os.ErrInvalid})
	a.wants("invalid argument", "the last settings that worked", "bias²")
	if strings.Contains(a.check(), "space pause") || cmd == nil {
		t.Error("trials of settings that fail")
	}
}

// domainOf makes a config of a domain's defaults.
func domainOf(t testing.TB, domain string) func(*Config) {
	return func(c *Config) {
		t.Helper()
		var err error
		if c.Settings, err = study.Defaults(domain); err != nil {
			t.Fatal(err)
		}
	}
}

// recordedOf makes a config of a file of walks.
func recordedOf(t testing.TB) func(*Config) {
	return func(c *Config) {
		t.Helper()
		name := filepath.Join("cli", "testdata", "walk.jsonl")
		var err error
		if c.Data, err = c.Engine.Watch(t.Context(), study.Source{
			Name: "walk.jsonl",
			Open: func() (io.ReadCloser, error) { return os.Open(name) },
			Stat: func() (fs.FileInfo, error) { return os.Stat(name) },
		}); err != nil {
			t.Fatal(err)
		}
		c.Settings = study.FileDefaults(c.Data.File())
	}
}

// settle runs commands until there are no more.
func settle(m *model, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			settle(m, c)
		}
	default:
		_, next := m.Update(msg)
		settle(m, next)
	}
}
