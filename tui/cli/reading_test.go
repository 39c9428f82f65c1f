package cli

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"lambdascope/sim/must"
)

// TestKeysWhileAFileIsRead leaves the app by q while it reads a file that takes for ever.
func TestKeysWhileAFileIsRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "endless.csv")
	if err := exec.Command("mkfifo", name).Run(); err != nil {
		t.Skipf("no pipe with a name: %v", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	program := exec.CommandContext(ctx, os.Args[0], "--data", name)
	program.Env = append(os.Environ(), asProgram+"=1", "TERM=xterm-256color", "COLORTERM=", "NO_COLOR=")
	terminal, err := pty.StartWithSize(program, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	defer terminal.Close()
	var screen strings.Builder
	piece := make([]byte, 4096)
	for !strings.Contains(screen.String(), "q quits") {
		n, err := terminal.Read(piece)
		if screen.Write(piece[:n]); err != nil {
			t.Fatalf("%v after %q", err, screen.String())
		}
	}
	if !strings.Contains(screen.String(), "reading endless.csv: 0 bytes") {
		t.Errorf("%q", screen.String())
	}
	must.Have(terminal.Write([]byte("q")))(t)
	rest, _ := io.ReadAll(terminal) // ends in an error when the program does
	if err := program.Wait(); err != nil {
		t.Errorf("%v: %q", err, rest)
	}
}
