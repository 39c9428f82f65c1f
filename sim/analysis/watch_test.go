package analysis

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lambdascope/sim/must"
)

// diskFile is a file of a test's own folder, as a Source; reads counts how often
// it is opened.
func diskFile(t *testing.T, text string) (source Source, write func(text string), reads *int) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "walk.jsonl")
	changed := time.Now().Add(-time.Hour)
	write = func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		changed = changed.Add(time.Second) // quicker than the clock of a disk
		if err := os.Chtimes(name, changed, changed); err != nil {
			t.Fatal(err)
		}
	}
	write(text)
	reads = new(int)
	return Source{
		Name: "walk.jsonl",
		Open: func() (io.ReadCloser, error) { *reads++; return os.Open(name) },
		Stat: func() (fs.FileInfo, error) { return os.Stat(name) },
	}, write, reads
}

// TestRefresh goes through what can happen to a file that is watched.
func TestRefresh(t *testing.T) {
	e := NewEngine(1 << 20)
	source, write, reads := diskFile(t, episodes(5, 1))
	stat, open := source.Stat, source.Open
	var gone error
	behind := "" // written behind the reader's back
	source.Stat = func() (fs.FileInfo, error) {
		if gone != nil {
			return nil, gone
		}
		return stat()
	}
	source.Open = func() (io.ReadCloser, error) {
		in, err := open()
		if behind != "" {
			write(behind)
			behind = ""
		}
		return in, err
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	w := must.Have(e.Watch(t.Context(), source))(t)
	first := w.File()
	broken := episodes(7, 2) + `{"observations":[`
	for _, c := range []struct {
		what          string
		write, behind string
		ctx           context.Context
		gone          error
		n, reads      int
		changed, torn bool
		err           string
	}{
		{what: "nothing changed", n: 5, reads: 1},
		{what: "touched", write: episodes(5, 1), n: 5, reads: 2},
		{what: "after that", n: 5, reads: 2},
		{what: "other content", write: episodes(7, 2), n: 7, reads: 3, changed: true},
		{what: "after that", n: 7, reads: 3},
		{what: "half written", write: broken, n: 7, reads: 4, err: "walk.jsonl: line 8: "},
		{what: "still so", n: 7, reads: 4, err: "walk.jsonl: line 8: "},
		{what: "whole again", write: episodes(8, 2), n: 8, reads: 5, changed: true},
		{what: "gone", gone: fs.ErrNotExist, n: 8, reads: 5, err: fs.ErrNotExist.Error()},
		{what: "there again", n: 8, reads: 5},
		// A reading that is cancelled says nothing about the file: the next one reads it.
		{what: "cancelled", write: episodes(6, 1), ctx: cancelled, n: 8, reads: 6, err: context.Canceled.Error()},
		{what: "after that", n: 6, reads: 7, changed: true},
		{what: "changed while it was read", write: episodes(9, 1), behind: episodes(4, 3), n: 4, reads: 8, changed: true, torn: true},
		{what: "after that", n: 4, reads: 9},
		{what: "as it was", write: episodes(5, 1), n: 5, reads: 10, changed: true},
	} {
		ctx := t.Context()
		if c.ctx != nil {
			ctx = c.ctx
		}
		if c.write != "" {
			write(c.write)
		}
		gone, behind = c.gone, c.behind
		f, changed, err := w.Refresh(ctx)
		if f.Trajectories != c.n || f != w.File() || changed != c.changed || *reads != c.reads || w.Torn() != c.torn {
			t.Errorf("%s: %+v, changed %v, torn %v, %d reads", c.what, f, changed, w.Torn(), *reads)
		}
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: %v, want %q", c.what, err, c.err)
		}
		analyze(t, e, FileDefaults(f))
	}
	if f := w.File(); f != first {
		t.Errorf("%+v, want %+v", f, first)
	}
	if _, err := e.Watch(cancelled, source); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Standard input and pipes are read once.
func TestWatchOfWhatCannotChange(t *testing.T) {
	reads := 0
	open := func() (io.ReadCloser, error) {
		reads++
		return io.NopCloser(strings.NewReader(episodes(5, 1))), nil
	}
	for name, stat := range map[string]func() (fs.FileInfo, error){
		"standard input": nil,
		"a device":       func() (fs.FileInfo, error) { return os.Stat(os.DevNull) },
	} {
		reads = 0
		w := must.Have(NewEngine(0).Watch(t.Context(), Source{Name: name, Open: open, Stat: stat}))(t)
		if f, changed, err := w.Refresh(t.Context()); f.Trajectories != 5 || changed || err != nil || reads != 1 || w.Torn() {
			t.Errorf("%s: %+v, %v, %v, %d reads", name, f, changed, err, reads)
		}
	}
}

func TestReloaded(t *testing.T) {
	file := func(hash string, n int) File { return File{Name: "a", Hash: hash, Trajectories: n} }
	some := FileDefaults(file("old", 10))
	some.Trajectories, some.Gamma = 8, 0.5
	for _, c := range []struct {
		s                   Settings
		old, current, wantN int
	}{
		{FileDefaults(file("old", 10)), 10, 12, 12},
		{FileDefaults(file("old", 10)), 10, 5, 5},
		{some, 10, 12, 8},
		{some, 10, 5, 5},
		{FileDefaults(file("old", 200_000)), 200_000, 300_000, 300_000},
	} {
		got := c.s.Reloaded(file("old", c.old), file("new", c.current))
		want := c.s
		want.Hash, want.Trajectories = "new", c.wantN
		if got != want {
			t.Errorf("%+v\nwant %+v", got, want)
		}
	}
	for _, s := range []Settings{defaults(t), FileDefaults(file("other", 10))} {
		if got := s.Reloaded(file("old", 10), file("new", 5)); got != s {
			t.Errorf("%+v\nwant %+v", got, s)
		}
	}
}
