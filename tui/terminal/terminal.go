// Package terminal runs a Bubble Tea model on a terminal: the process's own, or one
// at the other end of a connection, whose input and size nobody vouches for and
// whose drawing is bounded. It knows no app; it imports sim/panics, tui/internal/input,
// Bubble Tea and the packages of terminals alone.
package terminal

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Terminal is where a model is shown.
type Terminal struct {
	In      io.Reader
	Out     io.Writer
	Environ []string // TERM, COLORTERM, NO_COLOR …
	// Remote is set where the terminal is not the process's own.
	Remote *Remote
}

// ErrPanicked is the error of a model that panicked on a remote terminal, for the
// person there: what it was is for Remote.Panicked.
var ErrPanicked = errors.New("an error in the program has ended this session")

// Show runs a model on the terminal until it quits or ctx ends, which is then the
// error. The terminal is restored on every way out. Signals are the caller's to turn
// into an end of ctx. Where the terminal is remote, a panic ends the model alone.
func (t Terminal) Show(ctx context.Context, m tea.Model) error {
	if t.Remote != nil {
		return t.showRemote(ctx, m)
	}
	return t.showLocal(ctx, m)
}

// Copy returns a command that has the terminal keep a text in the clipboard.
func (t Terminal) Copy(text string) tea.Cmd {
	if t.Remote == nil || t.Remote.Browser == nil {
		return tea.SetClipboard(text)
	}
	send := t.Remote.Browser.Send
	return func() tea.Msg {
		_ = send(Copied{text}) // fails for a page that is gone
		return nil
	}
}

// HasClipboard tells whether the terminal is of a kind that may take what is copied.
// Those that do don't say so.
func (t Terminal) HasClipboard() bool {
	for _, v := range slices.Backward(t.Environ) {
		if kind, is := strings.CutPrefix(v, "TERM="); is {
			return kind != "linux" && kind != "dumb" && !strings.HasPrefix(kind, "vt")
		}
	}
	return true
}
