//go:build unix

package serve_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/tui/serve/internal/client"
)

// TestReloadLessons reads the lessons again while the program runs. One that is wrong
// changes nothing, and the log has its line.
func TestReloadLessons(t *testing.T) {
	t.Parallel()
	const first = "# First\n\n## A\n\nThere are {n} walks.\n\n```lambdascope\n--states 5 -n 7\n```\n"
	folder := t.TempDir()
	p := (*program)(nil)
	reload := func(text, said string) {
		t.Helper()
		must.Succeed(t, os.WriteFile(filepath.Join(folder, "mine.md"), []byte(text), 0o600))
		if p == nil {
			p = startProgram(t, "--public", "--lessons", folder)
			return
		}
		p.signal(syscall.SIGHUP)
		p.said.await(t, p.ended, regexp.MustCompile(said))
	}
	lists := func(title string) {
		t.Helper()
		c := must.Have(client.Dial(p.address))(t)
		defer c.Close()
		if out, _, _ := client.Run(t, c, "lesson"); !strings.Contains(out, title) {
			t.Errorf("no lesson %q in %s", title, out)
		}
	}
	reload(first, "")
	lists("First")
	reload(strings.ReplaceAll(strings.Replace(first, "First", "Second", 1), "{n}", "{rmsve at 0.55}"), `level=ERROR msg="reload failed: lessons stay as they were" error=".*mine\.md: line 5: {rmsve at 0\.55}`)
	lists("First")
	reload(strings.Replace(first, "First", "Third", 1), `msg="lessons reloaded" lessons=1`)
	lists("Third")
	p.stops(t)
}
