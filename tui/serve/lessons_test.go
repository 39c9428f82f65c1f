//go:build unix

package serve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
	"lambdascope/tui/serve/internal/client"
)

// mineLesson is a lesson of a server's own.
const mineLesson = "# Mine\n\n## A\n\nThere are {n} walks.\n\n```lambdascope\n--states 5 -n 7\nuntil: seed changed\n```\n\nThese are {n} others.\n"

// folderOf makes a folder of files.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		must.Succeed(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	return folder
}

// TestReadLessons reads those of a folder, and names the line of what is wrong.
func TestReadLessons(t *testing.T) {
	read := func(folder string) ([]string, error) {
		f := flags{env: cli.Env{Files: disk.OS{}, Engine: analysis.NewEngine(1 << 20)}, lessons: folder}
		all, err := f.readLessons(t.Context())
		var names []string
		for _, l := range all {
			names = append(names, l.Name)
		}
		return names, err
	}
	names, err := read(folderOf(t, map[string]string{"mine.md": mineLesson, "b.md": mineLesson, "notes.txt": "none"}))
	if err != nil || strings.Join(names, " ") != "b mine" {
		t.Errorf("%q, %v", names, err)
	}
	for want, files := range map[string]map[string]string{
		"bad.md: line 1: ":           {"bad.md": "Text\n# A\n"},
		"bad.md: line 5: {rmsve at ": {"bad.md": strings.Replace(mineLesson, "{n} walks", "{rmsve at 0.55} walks", 1)},
		"trace is there already":     {"trace.md": mineLesson},
		"want a name of lower-case ": {"Mine.md": mineLesson},
		"is no file":                 nil,
	} {
		folder := folderOf(t, files)
		if files == nil {
			must.Succeed(t, os.Mkdir(filepath.Join(folder, "folder.md"), 0o700))
		}
		if _, err := read(folder); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := read(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no folder, and no error")
	}
}

// TestLessonInASession takes a lesson of the server's own, and lists all.
func TestLessonInASession(t *testing.T) {
	t.Parallel()
	e := analysis.NewEngine(64 << 20)
	f := flags{env: cli.Env{Files: disk.OS{}, Engine: e}, lessons: folderOf(t, map[string]string{"mine.md": mineLesson})}
	own := must.Have(f.readLessons(t.Context()))(t)
	_, address, _, stop := serving(t, Options{Engine: e, Lessons: own, Grace: time.Second})
	defer stop()
	s := client.Open(t, connect(t, address), client.View{Width: 80, Height: 24, Command: "lambdascope lesson mine"})
	s.AwaitText("There are 7 walks.")
	s.AwaitText("▸ Waiting: press s for other data")
	s.Type("s")
	s.AwaitText("These are 7 others.")
	s.Type("L")
	s.AwaitText("▸ dial") // mine has come to its end
	s.AwaitText("What does λ do?")
	s.Type("\x1b[H\r") // home: the first
	s.AwaitText("─ 1/4 Where do they agree?")
	s.Type("\x1b") // out of the lesson
	s.AwaitText("n ‹8›")
	s.Type("q")
	if code := s.Ends(t); code != 0 {
		t.Errorf("exit %d", code)
	}
	if out, errs, code := client.Run(t, connect(t, address), "lesson"); code != 0 || !strings.Contains(out, "\nmine ") || errs != "" {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
}
