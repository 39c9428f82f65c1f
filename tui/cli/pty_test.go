package cli

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"

	"lambdascope/sim/analysis"
	"lambdascope/tui/disk"
)

// asProgram is set where the test binary is to be the program itself.
const asProgram = "LAMBDASCOPE_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "" {
		os.Exit(m.Run())
	}
	os.Exit(Main(context.Background(), Env{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Terminal: Terminal{In: term.IsTerminal(os.Stdin.Fd()), Out: term.IsTerminal(os.Stdout.Fd()), Width: 80, Process: true},
		Environ:  os.Environ(),
		Engine:   analysis.NewEngine(0),
		Files:    disk.OS{},
	}, os.Args[1:]))
}

// onTerminal runs the program on a real terminal that answers nothing, and
// returns all that it wrote.
func onTerminal(t *testing.T, args ...string) (output string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	program := exec.CommandContext(ctx, os.Args[0], args...)
	program.Env = append(os.Environ(), asProgram+"=1", "TERM=xterm-256color", "COLORTERM=", "NO_COLOR=")
	screen, err := pty.Start(program)
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	defer screen.Close()
	text, _ := io.ReadAll(screen) // ends in an error when the program does
	_ = program.Wait()
	return strings.ReplaceAll(string(text), "\r\n", "\n"), program.ProcessState.ExitCode()
}

func TestErrorsOnATerminalAreOneLine(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"run", "--gamma", "1.2"}, "lambdascope: gamma 1.2: want 0 ≤ γ ≤ 1\n", 2},
		{[]string{"rnu"}, "lambdascope: unknown command \"rnu\": did you mean run?\n", 2},
		{[]string{"run", "--gama", "1"}, "lambdascope: unknown flag --gama: did you mean --gamma?\n", 2},
	} {
		if out, code := onTerminal(t, c.args...); out != c.want || code != c.code {
			t.Errorf("%q: exit %d, %q, want %d, %q", c.args, code, out, c.code, c.want)
		}
	}
}

func TestTableOnATerminal(t *testing.T) {
	out, code := onTerminal(t, "run", "-n", "10")
	if code != 0 || !strings.Contains(out, "\x1b[1m") || strings.Contains(out, "\x1b]") {
		t.Errorf("exit %d, want 0, a bold row and no question to the terminal:\n%q", code, out)
	}
}

// TestHelpOnATerminal is styled, and asks the terminal nothing, which this one would
// not answer.
func TestHelpOnATerminal(t *testing.T) {
	out, code := onTerminal(t, "run", "--help")
	if code != 0 || !strings.Contains(out, "\x1b[1mFlags:") || !strings.Contains(out, "--format") {
		t.Errorf("exit %d, want 0 and styled help:\n%q", code, out)
	}
	if rest := ansi.Strip(out); strings.Contains(rest, "\x1b") || strings.Contains(out, "\x1b]") || strings.Contains(out, "\x1b[c") {
		t.Errorf("questions in %q", out)
	}
}
