//go:build unix

package serve_test

import (
	"os/exec"
	"syscall"
	"testing"
	"time"

	"lambdascope/sim/testutil"
	"lambdascope/tui/internal/emulator"
)

// exitOf waits for a process and returns its status.
func exitOf(t *testing.T, p *exec.Cmd) int {
	t.Helper()
	timeout := time.AfterFunc(patience, func() { _ = p.Process.Kill() })
	defer timeout.Stop()
	_ = p.Wait()
	return p.ProcessState.ExitCode()
}

// terminal is a process in its own terminal.
type terminal struct {
	*emulator.Terminal
	t *testing.T
	p *exec.Cmd
}

// inTerminal starts a process in its own terminal.
func inTerminal(t *testing.T, p *exec.Cmd, width, height int) terminal {
	t.Helper()
	term := emulator.Open(t, width, height)
	p.Stdin, p.Stdout, p.Stderr = term.TTY, term.TTY, term.TTY
	p.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	testutil.Check(t, p.Start())
	t.Cleanup(func() {
		if p.ProcessState == nil { // the whole group, because children of the shell hold the terminal
			_ = syscall.Kill(-p.Process.Pid, syscall.SIGKILL)
		}
		_ = p.Wait()
	})
	return terminal{term, t, p}
}

// ends presses a key that leaves: the process ends well, and the terminal is as before.
func (x terminal) ends(key string) {
	x.t.Helper()
	x.Type(key)
	if code := exitOf(x.t, x.p); code != 0 {
		x.t.Errorf("exit %d", code)
	}
	x.AwaitRestored()
}
