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

func watch(t *testing.T, e *Engine, source Source) *Watched {
	t.Helper()
	return must.Have(e.Watch(t.Context(), source))(t)
}

func TestRefresh(t *testing.T) {
	e := NewEngine(1 << 20)
	source, write, reads := diskFile(t, episodes(5, 1))
	w := watch(t, e, source)
	first := w.File()
	check := func(step string, wantN, wantReads int, wantChanged bool, wantErr string) {
		t.Helper()
		f, changed, err := w.Refresh(t.Context())
		if f.Trajectories != wantN || f != w.File() || changed != wantChanged || *reads != wantReads {
			t.Errorf("%s: %+v, changed %v, %d reads", step, f, changed, *reads)
		}
		if wantErr == "" && err != nil || wantErr != "" && (err == nil || !strings.Contains(err.Error(), wantErr)) {
			t.Errorf("%s: %v, want %q", step, err, wantErr)
		}
		analyze(t, e, FileDefaults(f))
	}
	check("nothing changed", 5, 1, false, "")
	write(episodes(5, 1))
	check("touched", 5, 2, false, "")
	check("after that", 5, 2, false, "")
	write(episodes(7, 2))
	check("other content", 7, 3, true, "")
	check("after that", 7, 3, false, "")
	write(episodes(7, 2) + `{"observations":[`)
	check("half written", 7, 4, false, "walk.jsonl: line 8: ")
	check("still so", 7, 4, false, "walk.jsonl: line 8: ")
	write(episodes(8, 2))
	check("whole again", 8, 5, true, "")
	write(episodes(5, 1))
	check("as it was", 5, 6, true, "")
	if f := w.File(); f != first {
		t.Errorf("%+v, want %+v", f, first)
	}
}

func TestRefreshOfAFileThatIsGone(t *testing.T) {
	e := NewEngine(1 << 20)
	source, _, _ := diskFile(t, episodes(5, 1))
	stat := source.Stat
	var gone error
	source.Stat = func() (fs.FileInfo, error) {
		if gone != nil {
			return nil, gone
		}
		return stat()
	}
	w := watch(t, e, source)
	gone = fs.ErrNotExist
	if f, changed, err := w.Refresh(t.Context()); f.Trajectories != 5 || changed || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%+v, %v, %v", f, changed, err)
	}
	analyze(t, e, FileDefaults(w.File()))
	gone = nil
	if _, changed, err := w.Refresh(t.Context()); changed || err != nil {
		t.Error(changed, err)
	}
}

// A reading that is cancelled says nothing about the file: the next one reads it.
func TestRefreshCancelled(t *testing.T) {
	e := NewEngine(1 << 20)
	source, write, _ := diskFile(t, episodes(5, 1))
	w := watch(t, e, source)
	write(episodes(6, 1))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, changed, err := w.Refresh(ctx); changed || !errors.Is(err, context.Canceled) {
		t.Error(changed, err)
	}
	if f, changed, err := w.Refresh(t.Context()); f.Trajectories != 6 || !changed || err != nil {
		t.Error(f, changed, err)
	}
	if _, err := e.Watch(ctx, source); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestTorn(t *testing.T) {
	e := NewEngine(1 << 20)
	source, write, reads := diskFile(t, episodes(5, 1))
	open := source.Open
	source.Open = func() (io.ReadCloser, error) {
		in, err := open()
		if *reads == 1 {
			write(episodes(6, 3)) // behind the reader's back
		}
		return in, err
	}
	w := watch(t, e, source)
	if !w.Torn() {
		t.Error("not torn, though it changed while it was read")
	}
	f, _, err := w.Refresh(t.Context())
	if f.Trajectories != 6 || err != nil || w.Torn() || *reads != 2 {
		t.Errorf("%+v, %v, %d reads", f, err, *reads)
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
		w := watch(t, NewEngine(0), Source{Name: name, Open: open, Stat: stat})
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
