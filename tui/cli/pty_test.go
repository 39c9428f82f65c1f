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

// TestOnATerminal: tables and help are styled, errors are a line, and the terminal is asked
// nothing, as this one would not answer.
func TestOnATerminal(t *testing.T) {
	for line, want := range map[string]string{
		"run --gamma 1.2": "lambdascope: gamma 1.2: want 0 ≤ γ ≤ 1\n",
		"rnu":             "lambdascope: unknown command \"rnu\": did you mean run?\n",
		"run -n 10":       "\x1b[1m",
		"run --help":      "\x1b[1mFlags:",
	} {
		out, code := onTerminal(t, strings.Fields(line)...)
		wrong := strings.HasSuffix(want, "\n")
		if !strings.Contains(out, want) || code != map[bool]int{true: 2}[wrong] || wrong && out != want {
			t.Errorf("%s: exit %d, %q, want %q", line, code, out, want)
		}
		if strings.Contains(ansi.Strip(out), "\x1b") || strings.Contains(out, "\x1b]") || strings.Contains(out, "\x1b[c") {
			t.Errorf("%s: questions in %q", line, out)
		}
	}
}
