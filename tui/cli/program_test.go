//go:build unix

package cli

import (
	"flag"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lambdascope/sim/must"
	"lambdascope/tui/disk"
	"lambdascope/tui/internal/emulator"
)

var long = flag.Bool("long", false, "also build the program and use it")

// TestProgram builds the program and uses it in a terminal: it starts, answers
// keys, restores the terminal however it ends, and prints the command that
// brings the same view back.
func TestProgram(t *testing.T) {
	if !*long {
		t.Skip("runs with -long")
	}
	t.Parallel()
	program := filepath.Join(t.TempDir(), "lambdascope")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "lambdascope").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	start := func(t *testing.T, args ...string) (*emulator.Terminal, *exec.Cmd) {
		t.Helper()
		term := emulator.Open(t, 100, 30)
		c := exec.Command(program, args...)
		c.Stdin, c.Stdout, c.Stderr = term.TTY, term.TTY, term.TTY
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
		c.Env = append(c.Environ(), "TERM=xterm-256color")
		must.Succeed(t, c.Start())
		t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
		return term, c
	}
	ends := func(t *testing.T, c *exec.Cmd) int {
		t.Helper()
		timeout := time.AfterFunc(10*time.Second, func() { _ = c.Process.Kill() })
		defer timeout.Stop()
		_ = c.Wait()
		return c.ProcessState.ExitCode()
	}

	t.Run("use", func(t *testing.T) {
		term, c := start(t, "--states", "7", "-n", "50")
		term.AwaitText("50 trajectories")
		term.Type("l")
		term.AwaitText("70 trajectories")
		term.Resize(60, 20)
		term.AwaitText("n ‹70›")
		term.Type("q")
		if code := ends(t, c); code != 0 {
			t.Errorf("exit %d", code)
		}
		term.AwaitRestored()
		term.AwaitText("lambdascope --states 7 --trajectories 70")
	})
	t.Run("guide", func(t *testing.T) {
		term, c := start(t, "guide", "data", "--theme", "light")
		term.AwaitText("Your own data")
		term.Type(" ")
		term.AwaitText("Each row is a transition")
		term.Type("q")
		if code := ends(t, c); code != 0 {
			t.Errorf("exit %d", code)
		}
		term.AwaitRestored()
	})
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		t.Run(s.String(), func(t *testing.T) {
			term, c := start(t)
			term.AwaitText("λ̂ =")
			must.Succeed(t, c.Process.Signal(s))
			if code := ends(t, c); code != 1 {
				t.Errorf("exit %d, want 1", code)
			}
			term.AwaitRestored()
			term.AwaitText("lambdascope")
			term.AwaitText("interrupted")
		})
	}
	signals := []syscall.Signal{syscall.SIGTERM}
	if leavesNoName(t) {
		signals = append(signals, syscall.SIGKILL)
	}
	for _, s := range signals {
		t.Run("simulate, "+s.String(), func(t *testing.T) {
			folder := t.TempDir()
			term, c := start(t, "simulate", "--domain", "mountain-car", "--features", "tile-coding", "-n", "100000", "--out", filepath.Join(folder, "cars.csv.gz"))
			term.AwaitText("of 100000 trajectories")
			must.Succeed(t, c.Process.Signal(s))
			if code := ends(t, c); code == 0 {
				t.Error("exit 0")
			}
			folderHas(t, folder, files{})
		})
	}
	t.Run("no terminal", func(t *testing.T) {
		c := exec.Command(program)
		var out, err strings.Builder
		c.Stdout, c.Stderr = &out, &err
		_ = c.Run()
		if c.ProcessState.ExitCode() != 2 || out.Len() > 0 || !strings.Contains(err.String(), "lambdascope run") {
			t.Errorf("exit %d, %q, %q", c.ProcessState.ExitCode(), out.String(), err.String())
		}
	})
}

// leavesNoName tells whether files have no name until they are complete, so that
// even a process that is killed leaves none.
func leavesNoName(t *testing.T) bool {
	t.Helper()
	folder := t.TempDir()
	f := must.Have(disk.OS{}.Create(filepath.Join(folder, "new"), false))(t)
	defer f.Discard()
	return len(folderOf(t, folder)) == 0
}
