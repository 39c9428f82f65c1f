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

// TestReloadProblems reads the problems again while the program runs. One that is wrong
// changes nothing, and the log has its place.
func TestReloadProblems(t *testing.T) {
	t.Parallel()
	const one = `{"name":"one","states":[{"name":"here","start":1,"next":[{"p":1,"reward":1}]}]}`
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		must.Succeed(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	write("one.json", one)
	p := startProgram(t, "--public", "--problems", folder)
	reload := func(said string) {
		t.Helper()
		p.signal(syscall.SIGHUP)
		p.said.await(t, p.ended, regexp.MustCompile(said))
	}
	lists := func(name string, want bool) {
		t.Helper()
		c := must.Have(client.Dial(p.address))(t)
		defer c.Close()
		if out, _, _ := client.Run(t, c, "run --problem help"); strings.Contains(out, "\n"+name+" ") != want {
			t.Errorf("%s is listed: %v, want %v: %s", name, !want, want, out)
		}
	}
	lists("one", true)
	write("two.json", strings.Replace(one, `"p":1`, `"p":0.9`, 1))
	reload(`level=ERROR msg="reload failed: problems stay as they were" error=".*two\.json: states\[0\]\.next: probabilities sum to 0\.9`)
	lists("two", false)
	write("two.json", one)
	reload(`msg="problems reloaded" problems=2`)
	lists("two", true)
	p.stops(t)
}
