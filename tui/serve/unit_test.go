package serve

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lambdascope/assets"
	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/cli"
	"lambdascope/tui/shell"
)

// TestUnit prints the unit. Its command is one that the program takes, and systemd
// finds nothing to say of it.
func TestUnit(t *testing.T) {
	var out, errs bytes.Buffer
	env := cli.Env{Out: &out, Err: &errs, Engine: analysis.NewEngine(1)}
	if code := cli.Main(t.Context(), env, []string{"serve", "--unit"}, Command); code != 0 || out.String() != assets.Unit || errs.Len() > 0 {
		t.Fatalf("exit %d, %d bytes, %q", code, out.Len(), &errs)
	}
	_, command, ok := strings.Cut(strings.ReplaceAll(assets.Unit, "\\\n", ""), "\nExecStart=")
	command, _, _ = strings.Cut(command, "\n")
	words, err := shell.Split(command)
	if !ok || err != nil || len(words) < 2 || words[1] != "serve" {
		t.Fatalf("command %q, %v", command, err)
	}
	if err := Command(env).ParseFlags(words[2:]); err != nil {
		t.Errorf("%q: %v", command, err)
	}
	verify, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not installed: ", err)
	}
	// The program is elsewhere here; that it is executable is looked at too.
	program := must.Have(os.Executable())(t)
	name := filepath.Join(t.TempDir(), "lambdascope.service")
	must.Succeed(t, os.WriteFile(name, []byte(strings.Replace(assets.Unit, words[0], program, 1)), 0o600))
	// Of the machine's own units it may say what it likes.
	said, err := exec.Command(verify, "verify", "--recursive-errors=no", name).CombinedOutput()
	if err != nil || bytes.Contains(said, []byte("lambdascope")) {
		t.Errorf("%v: %s", err, said)
	}
}
