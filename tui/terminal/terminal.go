// Package terminal runs a Bubble Tea model on a terminal: the process's own, or an untrusted
// one at the other end of a connection, with bounded input and drawing. It knows no app; it
// imports sim/panics, tui/internal/input, Bubble Tea and the packages of terminals alone.
//
// On a remote terminal the model runs behind three guards:
//
//	bytes ─▶ input.Decoder ─▶ feed ─▶ tea.Program ─▶ throttle ─▶ panicGuard ─▶ model
//	bytes ◀─ lineRenderer ◀──────────────────────────────┘
//	JSON  ◀─ pageRenderer, for a browser ◀───────────────┘
//
// The decoder lets through the events that an app expects. The throttle runs the model in the
// session's turn and bounds the screens in a second, so that no session slows down others. The
// guard ends one session at a panic and spares the process. A renderer sends the changes of the
// screen alone, because a whole one of 400×120 takes 50 KB.
package terminal

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Terminal is a terminal for a model.
type Terminal struct {
	In      io.Reader
	Out     io.Writer
	Environ []string // TERM, COLORTERM, NO_COLOR …
	Remote  *Remote  // nil for the process's own terminal
}

// ErrPanicked is the error of a model that panicked on a remote terminal. Users see this
// error; Remote.Panicked gets the panic.
var ErrPanicked = errors.New("an error in the program has ended this session")

// Show runs a model on the terminal until the model quits or ctx ends, and restores the
// terminal. It handles no signals; the caller ends ctx. On a remote terminal a panic ends
// the model alone.
func (t Terminal) Show(ctx context.Context, m tea.Model) error {
	if t.Remote != nil {
		return t.showRemote(ctx, m)
	}
	return t.showLocal(ctx, m)
}

// Copy returns a command that copies a text to the clipboard.
func (t Terminal) Copy(text string) tea.Cmd {
	if t.Remote == nil || t.Remote.Browser == nil {
		return tea.SetClipboard(text)
	}
	send := t.Remote.Browser.Send
	return func() tea.Msg {
		_ = send(Copied{text}) // fails if the page has closed
		return nil
	}
}

// HasClipboard reports whether terminals of this kind can set the clipboard. They do not
// report success.
func (t Terminal) HasClipboard() bool {
	for _, v := range slices.Backward(t.Environ) {
		if kind, ok := strings.CutPrefix(v, "TERM="); ok {
			return kind != "linux" && kind != "dumb" && !strings.HasPrefix(kind, "vt")
		}
	}
	return true
}
