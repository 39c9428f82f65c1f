//go:build unix

package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"

	"lambdascope/sim/testutil"
)

// heardModel notes the keys and answers that it hears, and is left by q.
type heardModel struct{ heard []string }

func (m *heardModel) Init() tea.Cmd { return nil }

func (m *heardModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if msg.String() == "q" {
			return m, tea.Quit
		}
		m.heard = append(m.heard, msg.String())
	case tea.BackgroundColorMsg:
		m.heard = append(m.heard, "background "+msg.String())
	}
	return m, nil
}

func (m *heardModel) View() tea.View { return tea.NewView("") }

// heard returns what a model hears of input that comes in pieces, with a pause between
// them.
func heard(t *testing.T, pause time.Duration, pieces ...string) string {
	m := new(heardModel)
	synctest.Test(t, func(t *testing.T) {
		in, out := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			ended <- Terminal{In: in, Out: io.Discard, Environ: []string{"TERM=xterm"}}.Show(t.Context(), m)
		}()
		time.Sleep(time.Second)
		for _, piece := range pieces {
			testutil.Get(io.WriteString(out, piece))(t)
			time.Sleep(pause)
		}
		time.Sleep(time.Second)
		testutil.Get(io.WriteString(out, "q"))(t)
		testutil.Check(t, <-ended)
		_ = out.Close() // which ends the reader
	})
	return strings.Join(m.heard, " ")
}

// TestSplitAnswer: an answer of the terminal in two pieces does not act as keys.
func TestSplitAnswer(t *testing.T) {
	for _, pieces := range [][]string{
		{"\x1b]11;rgb:1e1e/1e", "1e/1e1e\x1b\\"},
		{"\x1b]11;rgb:1e1e/1e1e/1e1", "e\x07"},
		{"\x1b", "]11;rgb:1e1e/1e1e/1e1e\x1b\\"},
	} {
		if got := heard(t, 30*time.Millisecond, pieces...); got != "background #1e1e1e" {
			t.Errorf("%q: heard %q", pieces, got)
		}
	}
}

// TestBubbleTea shows what Bubble Tea 2.1.1 does not do. Where one of these fails, that has
// been mended, and what is said here to make up for it can go.
func TestBubbleTea(t *testing.T) {
	// Nothing makes up for these.
	if got := heard(t, 30*time.Millisecond, "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b", "\\"); got != `\` {
		t.Errorf("an answer cut before its last byte: heard %q", got)
	}
	if got := heard(t, 200*time.Millisecond, "\x1b]11;rgb:1e1e/1e", "1e/1e1e\x1b\\"); got != `1 e / 1 e 1 e alt+\` {
		t.Errorf("an answer that takes its time: heard %q", got)
	}
	if line := afterTheEnd(t); !strings.Contains(line, "^[]11;rgb:ffff/ffff/ffff^G") {
		t.Errorf("an answer after the end: %q is left on the line", line)
	}
	if shown := panicOnScreen(t); !shown {
		t.Error("a panic of a batch is not lost with the screen")
	}
	// The app makes two keys of one with alt.
	if got := heard(t, 40*time.Millisecond, "\x1b", "j"); got != "alt+j" {
		t.Errorf("Esc and j: heard %q", got)
	}
	// localInput drops the parameters.
	func() {
		defer func() {
			if said := fmt.Sprint(recover()); !strings.Contains(said, "index out of range [32]") {
				t.Errorf("more parameters than any key has: %s", said)
			}
		}()
		_ = uv.NewTerminalReader(strings.NewReader("\x1b["+strings.Repeat("1;", 40)+"A"), "xterm").StreamEvents(context.Background(), make(chan uv.Event, 1))
	}()
}

// afterTheEnd returns what is left on the line of a terminal that is asked for its
// background, answers once the model has ended, and echoes what nobody reads.
func afterTheEnd(t *testing.T) string {
	line, tty, err := pty.Open()
	if err != nil {
		t.Skip("no pseudo-terminals here: ", err)
	}
	defer line.Close()
	testutil.Get(io.WriteString(line, "z"))(t)
	drained := make(chan string, 1)
	go func() {
		all, _ := io.ReadAll(line) // ends with an error when the terminal is closed
		drained <- string(all)
	}()
	testutil.Check(t, Terminal{In: tty, Out: tty, Environ: []string{"TERM=xterm-256color"}}.Show(t.Context(), new(localModel)))
	testutil.Get(io.WriteString(line, "\x1b]11;rgb:ffff/ffff/ffff\x07"))(t)
	time.Sleep(100 * time.Millisecond) // until it is echoed
	_ = tty.Close()
	said := <-drained
	_, after, _ := strings.Cut(said, ansi.ResetModeAltScreenSaveCursor)
	return after
}

// panicOnScreen reports whether a panic in a command of a batch is told of before the
// screen is restored, where nobody can read it.
func panicOnScreen(t *testing.T) bool {
	stderr := os.Stderr
	defer func() { os.Stderr = stderr }()
	e, ends := showLocally(t, t.Context())
	os.Stderr = e.TTY
	e.AwaitText("80×24")
	e.Type("c")
	if err := ends(); !errors.Is(err, tea.ErrProgramPanic) {
		t.Error(err)
	}
	told, restored := strings.Index(e.Raw(), "Caught panic"), strings.Index(e.Raw(), ansi.ResetModeAltScreenSaveCursor)
	return told >= 0 && told < restored
}
