//go:build unix

package cli

import (
	"os"
	"os/exec"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"

	"lambdascope/sim/must"
	"lambdascope/tui/internal/emulator"
)

// TestSuspend stops the program by Ctrl+Z and continues it, as a shell does: the terminal
// is then the shell's, and afterwards the program's again, in a window of another size.
func TestSuspend(t *testing.T) {
	e := emulator.Open(t, 100, 30)
	cooked := stateOf(t, e)
	c := startOn(t, e, &syscall.SysProcAttr{Setpgid: true}) // a job of this process, which signals stop
	raw := stateOf(t, e)
	for _, size := range [][2]int{{60, 20}, {100, 30}} {
		e.Type("\x1a")
		awaitStop(t, c.Process.Pid)
		e.AwaitRestored()
		if now := stateOf(t, e); !reflect.DeepEqual(now, cooked) {
			t.Errorf("stopped, the keyboard is %v, want %v", now, cooked)
		}
		before := e.Written()
		e.Resize(size[0], size[1])
		must.Succeed(t, syscall.Kill(-c.Process.Pid, syscall.SIGCONT))
		e.AwaitWritten("the screen drawn anew", before, func(raw string) bool {
			return strings.Contains(raw, ansi.SetModeAltScreenSaveCursor) && strings.Contains(raw, ansi.EraseEntireScreen)
		})
		e.Await("the screen of its size", func(screen string) bool {
			return strings.Contains(screen, "n ‹20›") == (size[0] == 60) && strings.Contains(screen, "LOTO")
		})
		if now := stateOf(t, e); !reflect.DeepEqual(now, raw) {
			t.Errorf("continued, the keyboard is %v, want %v", now, raw)
		}
	}
	e.Type("l")
	e.AwaitText("30 trajectories")
	e.Type("q")
	leaves(t, c)
	e.AwaitRestored()
	if now := stateOf(t, e); !reflect.DeepEqual(now, cooked) {
		t.Errorf("in the end the keyboard is %v, want %v", now, cooked)
	}
}

// TestSuspendAlone has no shell that could continue the program, so that the system does
// not stop it.
func TestSuspendAlone(t *testing.T) {
	t.Parallel() // it waits
	e := emulator.Open(t, 100, 30)
	c := startOn(t, e, &syscall.SysProcAttr{Setsid: true, Setctty: true})
	before := e.Written()
	e.Type("\x1a")
	e.AwaitRestored()
	e.AwaitWritten("the screen drawn anew", before, func(raw string) bool { return strings.Contains(raw, ansi.SetModeAltScreenSaveCursor) })
	e.Type("l")
	e.AwaitText("30 trajectories")
	e.Type("q")
	leaves(t, c)
	e.AwaitRestored()
}

// startOn starts the program on a terminal.
func startOn(t *testing.T, e *emulator.Terminal, attributes *syscall.SysProcAttr) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], "--states", "5")
	c.Env = append(os.Environ(), asProgram+"=1", "TERM=xterm-256color")
	c.Stdin, c.Stdout, c.Stderr, c.SysProcAttr = e.TTY, e.TTY, e.TTY, attributes
	must.Succeed(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	e.AwaitText("20 trajectories")
	return c
}

// leaves waits until a program has ended as it should.
func leaves(t *testing.T, c *exec.Cmd) {
	t.Helper()
	timeout := time.AfterFunc(10*time.Second, func() { _ = c.Process.Kill() })
	defer timeout.Stop()
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}

// stateOf returns the mode of a terminal.
func stateOf(t *testing.T, e *emulator.Terminal) *term.State {
	t.Helper()
	return must.Have(term.GetState(e.TTY.Fd()))(t)
}

// awaitStop waits until a child has been stopped.
func awaitStop(t *testing.T, pid int) {
	t.Helper()
	var status unix.WaitStatus
	for {
		switch _, err := unix.Wait4(pid, &status, unix.WUNTRACED, nil); {
		case err == unix.EINTR:
		case err != nil || !status.Stopped():
			t.Fatalf("the program is not stopped: %v, %v", status, err)
		default:
			return
		}
	}
}
