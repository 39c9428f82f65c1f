//go:build unix

package serve_test

import (
	"os/exec"
	"strings"
	"testing"
)

// TestOpenSSHGuide reads the guide over SSH: as text without a terminal, and with
// keys in one.
func TestOpenSSHGuide(t *testing.T) {
	needsOpenSSH(t)
	t.Parallel()
	ssh := newOpenSSH(t, startProgram(t))
	name, err := build()
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"guide"}, {"guide", "data"}, {"lambdascope", "guide", "data", "--ascii"}} {
		local := args
		if args[0] == "lambdascope" {
			local = args[1:]
		}
		want, err := exec.Command(name, local...).Output()
		if err != nil {
			t.Fatal(err)
		}
		out, errs, code := ssh.run(append([]string{"-T", host}, args...)...)
		if code != 0 || errs != "" || out != string(want) {
			t.Errorf("%q: exit %d, %q, %q; want %q", args, code, out, errs, want)
		}
	}
	if _, errs, code := ssh.run("-T", host, "guide", "nothing"); code != 2 || !strings.Contains(errs, "want start, charts") {
		t.Errorf("exit %d, %q", code, errs)
	}

	term, p := ssh.open(60, 20, "-t", host, "guide", "data")
	term.AwaitText("guide data")
	term.AwaitText("0 %")
	term.Type(" ")
	term.AwaitText("Each line is an episode")
	term.Resize(80, 24)
	term.AwaitText("Each line is an episode, in the shape of Minari's episodes")
	term.Type("\x1b[C") // right
	term.AwaitText("guide shards")
	term.Type("q")
	if code := exitOf(t, p); code != 0 {
		t.Errorf("exit %d", code)
	}
	term.AwaitRestored()
}
