//go:build unix

package terminal

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

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

// TestManyParameters shows why localInput drops parameters: Ultraviolet's reader panics.
func TestManyParameters(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Ultraviolet's reader does not panic any more: drop localInput")
		}
	}()
	sequence := "\x1b[" + strings.Repeat("1;", 40) + "A"
	_ = uv.NewTerminalReader(strings.NewReader(sequence), "xterm").StreamEvents(t.Context(), make(chan uv.Event, 1))
}
