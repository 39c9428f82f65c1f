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

	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// changing returns a file as a Source. Opening the file calls change.
func changing(t *testing.T, name string, change func(name string) error) Source {
	source := sourceOf(name)
	open := source.Open
	source.Open = func() (io.ReadCloser, error) {
		in, err := open()
		testutil.Check(t, err)
		return in, change(name)
	}
	return source
}

// TestChangedWhileRead checks that a file changed during reading is an error for loading,
// predicting and surveying, alone or among others.
func TestChangedWhileRead(t *testing.T) {
	folder := t.TempDir()
	name, other := filepath.Join(folder, "a.jsonl"), filepath.Join(folder, "b.jsonl")
	testutil.Check(t, os.WriteFile(other, []byte(episodes(5)), 0o600))
	e := NewEngine(0)
	fitted := Request{Settings: settings.FileDefaults(load(t, e, "fitted", episodes(5))), Fit: true}
	fit := testutil.Get(e.Run(t.Context(), fitted))(t).Fit
	want := name + " changed while it was read: want a file that stays as it is, such as a copy"
	for what, change := range map[string]func(name string) error{
		"another size": func(name string) error { return os.WriteFile(name, []byte(episodes(6)), 0o600) },
		"another time": func(name string) error { return os.Chtimes(name, time.Time{}, time.Now().Add(time.Minute)) },
		"no change":    func(string) error { return nil },
	} {
		check := func(does string, err error) {
			t.Helper()
			if what == "no change" && err != nil || what != "no change" && (err == nil || err.Error() != want) {
				t.Errorf("%s, %s: error %v", does, what, err)
			}
		}
		again := func() Source {
			testutil.Check(t, os.WriteFile(name, []byte(episodes(5)), 0o600))
			return changing(t, name, change)
		}
		_, err := NewEngine(0).Load(t.Context(), again(), nil)
		check("load", err)
		_, err = NewEngine(0).Load(t.Context(), Source{Name: "both", Parts: []Source{sourceOf(other), again()}}, nil)
		check("load among others", err)
		_, err = fit.Predict(t.Context(), again())
		check("predict", err)
		check("survey", testutil.Get(NewSurvey(t.Context(), []Source{again()}))(t).Files[0].Err)
	}
}

// TestReadOnce checks that standard input and devices are read once, without a check for
// changes.
func TestReadOnce(t *testing.T) {
	for name, stat := range map[string]func() (fs.FileInfo, error){
		"standard input": nil,
		"a device":       func() (fs.FileInfo, error) { return os.Stat(os.DevNull) },
	} {
		reads := 0
		source := Source{Name: name, Stat: stat, Open: func() (io.ReadCloser, error) {
			reads++
			return io.NopCloser(strings.NewReader(episodes(5))), nil
		}}
		if f := testutil.Get(NewEngine(0).Load(t.Context(), source, nil))(t); f.Trajectories != 5 || reads != 1 {
			t.Errorf("%s: %+v, %d reads", name, f, reads)
		}
	}
}

// TestLoadEnds checks that reading ends with the context.
func TestLoadEnds(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewEngine(0).Load(cancelled, textSource("a", episodes(5)), nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
