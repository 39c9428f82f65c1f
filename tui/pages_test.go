package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lambdascope/tui/internal/drive"
	"lambdascope/tui/state"
	"lambdascope/tui/worker"
)

// TestTrialsFailing: settings that have no analysis have no trials, and the charts
// stay.
func TestTrialsFailing(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) { c.Page = state.PageTrials })
	_, cmd := a.Update(drive.KeyPress("right"))
	a.wants("settings before", "bias²")
	a.Update(worker.Result{Generation: a.worker.Generation, Err: os.ErrInvalid})
	a.wants("invalid argument", "the last settings that worked", "bias²")
	if strings.Contains(a.check(), "space pause") || cmd == nil {
		t.Error("trials of settings that fail")
	}
}

// domainOf makes a config of a domain's defaults.
func domainOf(t testing.TB, domain string) func(*Config) {
	return func(c *Config) { c.Settings = drive.Defaults(t, domain) }
}

// recordedOf makes a config of a file of walks.
func recordedOf(t testing.TB) func(*Config) {
	return func(c *Config) {
		c.Data, c.Settings = drive.Watch(t, c.Engine, filepath.Join("cli", "testdata", "disk", "walk.jsonl"))
	}
}
