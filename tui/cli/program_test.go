//go:build unix

package cli

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"golang.org/x/sys/unix"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
	"lambdascope/tui/disk"
	"lambdascope/tui/internal/emulator"
)

var long = flag.Bool("long", false, "also build the program and use it")

// asProgram is an environment variable that turns the test binary into the program.
const asProgram = "LAMBDASCOPE_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "" {
		os.Exit(m.Run())
	}
	code, _ := Run(context.Background(), Env{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Terminal: Terminal{In: term.IsTerminal(os.Stdin.Fd()), Out: term.IsTerminal(os.Stdout.Fd()), Width: 80, Process: true},
		Environ:  os.Environ(),
		Engine:   analysis.NewEngine(0),
		Files:    disk.OS{},
	}, os.Args[1:])
	os.Exit(code)
}

// job is a program that runs on a terminal of its own.
type job struct {
	*emulator.Terminal
	*exec.Cmd
	t      *testing.T
	cooked *term.State // the mode of the terminal before
}

// start starts a program, usually this test binary, on a terminal.
func start(t *testing.T, program string, attributes *syscall.SysProcAttr, args ...string) job {
	t.Helper()
	e := emulator.Open(t, 120, 30)
	j := job{Terminal: e, t: t, cooked: testutil.Get(term.GetState(e.TTY.Fd()))(t)}
	c := exec.Command(program, args...)
	c.Env = append(os.Environ(), asProgram+"=1", "TERM=xterm-256color", "COLORTERM=", "NO_COLOR=")
	c.Stdin, c.Stdout, c.Stderr, c.SysProcAttr = e.TTY, e.TTY, e.TTY, attributes
	testutil.Check(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	j.Cmd = c
	return j
}

// alone gives a program its own session and terminal.
var alone = &syscall.SysProcAttr{Setsid: true, Setctty: true}

// ends waits for the end of the program, and checks the exit code and the restored terminal.
func (j job) ends(code int) {
	j.t.Helper()
	if got := j.status().ExitStatus(); got != code {
		j.t.Errorf("exit %d, want %d", got, code)
	}
}

// endsBy is ends for a program that ends by a signal.
func (j job) endsBy(s syscall.Signal) {
	j.t.Helper()
	if got := j.status(); !got.Signaled() || got.Signal() != s {
		j.t.Errorf("status %v, want the signal %v", got, s)
	}
}

// status waits for the end of the program, checks the terminal, and returns the wait status.
func (j job) status() syscall.WaitStatus {
	j.t.Helper()
	timeout := time.AfterFunc(10*time.Second, func() { _ = j.Process.Kill() })
	defer timeout.Stop()
	_ = j.Wait()
	j.AwaitRestored()
	if now := j.mode(); !reflect.DeepEqual(now, j.cooked) {
		j.t.Errorf("in the end the keyboard is %v, want %v", now, j.cooked)
	}
	return j.ProcessState.Sys().(syscall.WaitStatus)
}

// mode returns the mode of the terminal.
func (j job) mode() *term.State {
	j.t.Helper()
	return testutil.Get(term.GetState(j.TTY.Fd()))(j.t)
}

// TestProgram builds the program and uses it in a terminal: it starts, answers keys, restores the
// terminal after every kind of end, and prints the command that opens the same view.
func TestProgram(t *testing.T) {
	if !*long {
		t.Skip("runs with -long")
	}
	t.Parallel()
	program := filepath.Join(t.TempDir(), "lambdascope")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "lambdascope").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Run("use", func(t *testing.T) {
		j := start(t, program, alone, "--states", "7", "-n", "50")
		j.AwaitText("50 trajectories")
		j.Type("l")
		j.AwaitText("70 trajectories")
		j.Resize(60, 20)
		j.AwaitText("n ‹70›")
		j.Type("q")
		j.ends(0)
		j.AwaitText("lambdascope --states 7 --trajectories 70")
	})
	t.Run("guide", func(t *testing.T) {
		j := start(t, program, alone, "guide", "data", "--theme", "light")
		j.AwaitText("Your own data")
		j.Type(" ")
		j.AwaitText("Each row is a transition")
		j.Type("q")
		j.ends(0)
	})
	t.Run("ctrl+c", func(t *testing.T) {
		j := start(t, program, alone)
		j.AwaitText("from λ̂")
		j.Type("\x03")
		j.ends(0)
	})
	for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		t.Run(s.String(), func(t *testing.T) {
			j := start(t, program, alone)
			j.AwaitText("from λ̂")
			testutil.Check(t, j.Process.Signal(s))
			j.endsBy(s)
			j.AwaitText("interrupted")
		})
	}
	t.Run("simulate", func(t *testing.T) {
		folder := t.TempDir()
		j := start(t, program, alone, "simulate", "--domain", "mountain-car", "--features", "tile-coding", "-n", "100000", "--out", filepath.Join(folder, "cars.csv.gz"))
		j.AwaitText("of 100000 trajectories")
		testutil.Check(t, j.Process.Signal(syscall.SIGTERM))
		j.endsBy(syscall.SIGTERM)
		folderHas(t, folder, files{})
	})
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

// TestSuspend stops the program by Ctrl+Z and continues it, as a shell does. In between the
// terminal is in the mode of the shell, and its size may change. The system does not stop a program
// without a shell that could continue it.
func TestSuspend(t *testing.T) {
	t.Parallel()
	for name, attributes := range map[string]*syscall.SysProcAttr{"a job of this process": {Setpgid: true}, "alone": alone} {
		t.Run(name, func(t *testing.T) {
			j := start(t, os.Args[0], attributes, "--states", "5")
			j.AwaitText("20 trajectories")
			raw := j.mode()
			for _, size := range [][2]int{{60, 20}, {120, 30}} {
				before := j.Written()
				j.Type("\x1a")
				if attributes != alone {
					j.awaitStop()
				}
				j.AwaitRestored()
				if attributes != alone {
					if now := j.mode(); !reflect.DeepEqual(now, j.cooked) {
						t.Errorf("stopped, the keyboard is %v, want %v", now, j.cooked)
					}
					j.Resize(size[0], size[1])
					testutil.Check(t, syscall.Kill(-j.Process.Pid, syscall.SIGCONT))
				}
				j.AwaitWritten("the screen drawn anew", before, func(raw string) bool {
					_, after, left := strings.Cut(raw, ansi.ResetModeAltScreenSaveCursor)
					return left && strings.Contains(after, ansi.SetModeAltScreenSaveCursor) && strings.Contains(after, ansi.EraseEntireScreen)
				})
				j.Await("the screen of its size", func(screen string) bool {
					narrow := !strings.Contains(screen, "0 Dial")
					return narrow == (attributes != alone && size[0] == 60) && strings.Contains(screen, "LOTO")
				})
				if now := j.mode(); !reflect.DeepEqual(now, raw) {
					t.Errorf("continued, the keyboard is %v, want %v", now, raw)
				}
			}
			j.Type("l")
			j.AwaitText("30 trajectories")
			j.Type("q")
			j.ends(0)
		})
	}
}

// TestOnATerminal: tables and help have styles, errors take one line, and no command queries the
// terminal.
func TestOnATerminal(t *testing.T) {
	for line, want := range map[string]string{
		"run --gamma 1.2": "lambdascope: gamma 1.2: want 0 ≤ γ ≤ 1\n",
		"rnu":             "lambdascope: unknown command \"rnu\": did you mean run?\n",
		"run -n 10":       "\x1b[1m",
		"run --help":      "\x1b[1mFlags:",
	} {
		j := start(t, os.Args[0], alone, strings.Fields(line)...)
		wrong := strings.HasSuffix(want, "\n")
		j.ends(map[bool]int{true: 2}[wrong])
		j.AwaitWritten(want, 0, func(raw string) bool { return strings.Contains(raw, strings.TrimSuffix(want, "\n")) })
		j.AwaitIdle(50 * time.Millisecond)
		if out := strings.ReplaceAll(j.Raw(), "\r\n", "\n"); wrong && out != want || strings.Contains(ansi.Strip(out), "\x1b") || strings.Contains(out, "\x1b]") || strings.Contains(out, "\x1b[c") {
			t.Errorf("%s: %q, want %q and no questions", line, out, want)
		}
	}
}

// awaitStop waits until the program has been stopped.
func (j job) awaitStop() {
	j.t.Helper()
	var status unix.WaitStatus
	for {
		switch _, err := unix.Wait4(j.Process.Pid, &status, unix.WUNTRACED, nil); {
		case err == unix.EINTR:
		case err != nil || !status.Stopped():
			j.t.Fatalf("the program is not stopped: %v, %v", status, err)
		default:
			return
		}
	}
}
