package cli

import (
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"lambdascope/tui/disk"
)

// full is a disk without room, on which files can be created.
type full struct{ files }

func (f full) Create(string, bool) (disk.NewFile, error) { return fullFile{}, nil }

func (f full) Scratch() (disk.Scratch, error) {
	return nil, &fs.PathError{Op: "open", Path: "spool", Err: syscall.ENOSPC}
}

type fullFile struct{}

func (fullFile) Write([]byte) (int, error) { return 0, syscall.ENOSPC }
func (fullFile) Commit() error             { return nil }
func (fullFile) Discard()                  {}

// TestFullDisk: a result without room for its fit is printed; help that can't be written fails;
// and a full folder for temporary files is not a fault of the data.
func TestFullDisk(t *testing.T) {
	s := newSession(t)
	s.Files = full{s.disk()}
	if code := s.call(strings.Fields("run --save fit.json")...); code != exitFailed || !strings.Contains(s.out.String(), "λ̂ = ") || !strings.Contains(s.err.String(), "no space left") {
		t.Errorf("exit %d: %s%s", code, s.out.String(), s.err.String())
	}
	s = newSession(t)
	text := s.disk()["walk.jsonl"]
	s.disk()["many.jsonl"] = strings.Repeat(text, 1+1<<21/len(text))
	s.Files = full{s.disk()}
	if code := s.call(strings.Fields("run --memory 1MiB --data many.jsonl")...); code != exitFailed || !strings.Contains(s.err.String(), "want another folder in TMPDIR") || strings.Contains(s.err.String(), "lambdascope check") {
		t.Errorf("exit %d: %s", code, s.err.String())
	}
	s = newSession(t)
	s.Out = fullFile{}
	for _, line := range []string{"--help", "run --help", "help run"} {
		if code := s.call(strings.Fields(line)...); code != exitFailed {
			t.Errorf("%s: exit %d", line, code)
		}
	}
}

// TestExpandedPatterns: names after --data are files, as a shell expands a pattern.
func TestExpandedPatterns(t *testing.T) {
	s := newSession(t)
	s.disk()["other.jsonl"] = s.disk()["walk.jsonl"]
	want := s.does(t, "run --format csv --data walk.jsonl --data other.jsonl")
	if got := s.does(t, "run --format csv --data walk.jsonl other.jsonl"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestDumbTerminal(t *testing.T) {
	s := appSession(t)
	s.Environ = []string{"TERM=dumb"}
	if code := s.call(); code != ExitMisuse || !strings.Contains(s.err.String(), "TERM is dumb") {
		t.Errorf("exit %d: %s", code, s.err.String())
	}
}
