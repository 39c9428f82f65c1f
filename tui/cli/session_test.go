package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/sim/testutil"
	"lambdascope/tui"
	"lambdascope/tui/disk"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// files is a disk in memory: texts by name.
type files map[string]string

func (f files) Open(name string) (io.ReadCloser, error) {
	_, err := f.Stat(name)
	return io.NopCloser(strings.NewReader(f[name])), err
}

func (f files) Stat(name string) (fs.FileInfo, error) {
	tree := make(fstest.MapFS)
	for name, text := range f {
		tree[filepath.ToSlash(name)] = &fstest.MapFile{Data: []byte(text)}
	}
	info, err := tree.Stat(filepath.ToSlash(name))
	if err != nil {
		err = &fs.PathError{Op: "open", Path: name, Err: syscall.ENOENT}
	}
	return info, err
}

func (f files) Glob(pattern string) (found []string, err error) {
	for name := range f {
		ok, wrong := filepath.Match(pattern, name)
		if err = wrong; ok {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found, err
}

func (f files) Create(name string, replace bool) (disk.NewFile, error) {
	if _, ok := f[name]; ok && !replace {
		return nil, &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	}
	return &newFile{disk: f, name: name}, nil
}

func (f files) EmptyFolder(name string) error {
	if len(f.in(name)) > 0 {
		return &fs.PathError{Op: "mkdir", Path: name, Err: fs.ErrExist}
	}
	return nil
}

func (f files) Scratch() (disk.Scratch, error) { return disk.OS{}.Scratch() }

// in returns the files of a folder, by their names in it.
func (f files) in(folder string) files {
	found := make(files)
	for name, text := range f {
		if rest, ok := strings.CutPrefix(name, folder+string(filepath.Separator)); ok {
			found[rest] = text
		}
	}
	return found
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

// initialDisk has the files of testdata/disk.
var initialDisk = func() files {
	found := make(files)
	root := os.DirFS("testdata/disk")
	_ = fs.WalkDir(root, ".", func(name string, _ fs.DirEntry, _ error) error {
		if text, err := fs.ReadFile(root, name); err == nil { // not a folder
			found[filepath.FromSlash(name)] = string(text)
		}
		return nil
	})
	return found
}()

// session is an Env with what the last command wrote.
type session struct {
	Env
	out, err bytes.Buffer
	shown    tui.Config // the options of the app
}

// newSession has no terminal, and the files of testdata/disk.
func newSession(t testing.TB) *session {
	t.Helper()
	s := &session{}
	s.Env = Env{
		In: strings.NewReader(""), Out: &s.out, Err: &s.err,
		Files:  maps.Clone(initialDisk),
		Engine: analysis.NewEngine(engine.DefaultCacheBytes), Version: "v1.2.3", pictureDPI: 50,
	}
	return s
}

// disk returns the disk in memory.
func (s *session) disk() files { return s.Files.(files) }

// show is a fake app: it prints the options that it gets, and returns at once.
func (s *session) show(_ context.Context, c tui.Config) ([]string, error) {
	s.shown = c
	if c.Lesson != nil {
		fmt.Fprintf(c.Terminal.Out, "lesson %s, step %d\n", c.Lesson.Name, c.LessonStep+1)
	}
	if c.Preferences != (state.Preferences{}) {
		fmt.Fprintf(c.Terminal.Out, "looks %+v\n", c.Preferences)
	}
	if c.Welcome != "" {
		fmt.Fprintln(c.Terminal.Out, "says "+strings.ReplaceAll(c.Welcome, "\u00a0", " "))
	}
	return append(c.State.Args(), c.Preferences.Args()...), nil
}

// call runs a command and returns its exit code.
func (s *session) call(args ...string) int { return s.callIn(context.Background(), args...) }

func (s *session) callIn(ctx context.Context, args ...string) int {
	s.out.Reset()
	s.err.Reset()
	code, _ := execute(ctx, s.Env, s.show, args)
	return code
}

// does runs a command line, followed by args, that must succeed, and returns the output. Messages
// are in s.err.
func (s *session) does(t testing.TB, line string, args ...string) string {
	t.Helper()
	args = append(testutil.Get(shell.Split(line))(t), args...)
	if code := s.call(args...); code != 0 {
		t.Fatalf("%q: exit %d, %s", args, code, s.err.String())
	}
	return s.out.String()
}

// fails checks that a command fails with a message that contains a text, and prints nothing on
// standard output.
func (s *session) fails(t testing.TB, want string, args ...string) {
	t.Helper()
	s.failsIn(t, context.Background(), want, args...)
}

func (s *session) failsIn(t testing.TB, ctx context.Context, want string, args ...string) {
	t.Helper()
	code := s.callIn(ctx, args...)
	if said := s.err.String(); code != exitFailed || s.out.Len() > 0 || !strings.Contains(said, want) {
		t.Errorf("%q: exit %d, output %q, %q; want exit 1 and %q", args, code, s.out.String(), said, want)
	}
}
