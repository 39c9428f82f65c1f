package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui"
	"lambdascope/tui/disk"
)

// files is a disk in memory.
type files map[string]string

func (f files) Open(name string) (io.ReadCloser, error) {
	text, ok := f[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("no such file or directory")}
	}
	return io.NopCloser(strings.NewReader(text)), nil
}

func (f files) Stat(name string) (fs.FileInfo, error) {
	disk := fstest.MapFS{}
	if text, ok := f[name]; ok {
		disk[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return disk.Stat(name)
}

func (f files) Glob(pattern string) ([]string, error) {
	var out []string
	for name := range f {
		if ok, err := filepath.Match(pattern, name); err != nil {
			return nil, err
		} else if ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out, nil
}

func (f files) Create(name string, replace bool) (disk.NewFile, error) {
	if _, ok := f[name]; ok && !replace {
		return nil, &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	}
	return &newFile{disk: f, name: name}, nil
}

func (f files) Mkdir(name string) (undo func(), err error) {
	for there := range f {
		if strings.HasPrefix(there, name+"/") {
			return nil, &fs.PathError{Op: "mkdir", Path: name, Err: fs.ErrExist}
		}
	}
	return func() {}, nil
}

func (f files) Append(name string) (io.WriteCloser, error) {
	if _, ok := f[name]; !ok {
		f[name] = ""
	}
	return appended{f, name}, nil
}

func (f files) Scratch() (disk.Scratch, error) { return disk.OS{}.Scratch() }

func (f files) Real(name string) (string, error) { return name, nil }

func (f files) Lock(string) (func(), error) { return func() {}, nil }

// appended writes at the end of a file on a disk in memory.
type appended struct {
	disk files
	name string
}

func (appended) Close() error { return nil }

func (a appended) Write(p []byte) (int, error) {
	a.disk[a.name] += string(p)
	return len(p), nil
}

// newFile is a file that is written to a disk in memory.
type newFile struct {
	bytes.Buffer
	disk files
	name string
}

func (w *newFile) Discard() {}

func (w *newFile) Commit() error {
	w.disk[w.name] = w.String()
	return nil
}

// session is an Env with what a command was given and what it wrote.
type session struct {
	Env
	out, err bytes.Buffer
	shown    tui.Config // what the app was opened with
	leave    []string   // the flags the app returns
}

func newSession(t *testing.T) *session {
	t.Helper()
	s := &session{}
	s.Env = Env{
		In:      strings.NewReader(""),
		Out:     &s.out,
		Err:     &s.err,
		Files:   files{"walk.jsonl": walkFile(t), "bad.jsonl": badFile},
		Engine:  analysis.NewEngine(1 << 20),
		Version: "v1.2.3",
	}
	return s
}

// call runs a command and returns its exit code.
func (s *session) call(args ...string) int {
	return s.callIn(context.Background(), args...)
}

func (s *session) callIn(ctx context.Context, args ...string) int {
	code, _ := execute(ctx, s.Env, func(_ context.Context, c tui.Config) ([]string, error) {
		s.shown = c
		return s.leave, nil
	}, args)
	return code
}

// mustCall runs a command that succeeds and returns its output.
func mustCall(t *testing.T, s *session, args ...string) string {
	t.Helper()
	s.out.Reset()
	if code := s.call(args...); code != 0 || s.err.Len() > 0 {
		t.Fatalf("%q: exit %d, error %q", args, code, s.err.String())
	}
	return s.out.String()
}

// walkFile is a file of four episodes over two features, one of them truncated.
func walkFile(t *testing.T) string {
	t.Helper()
	text := must.Have(os.ReadFile("testdata/walk.jsonl"))(t)
	return string(text)
}

const badFile = `{"observations":[[1,0],[0,1]],"rewards":[1],"terminated":true}
{"observations":[[1,0],[0]],"rewards":[1],"terminated":true}
`
