package terminal

import (
	"io"
	"math"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// Size is that of a terminal's window, in cells.
type Size struct{ Width, Height int }

// Bounds are those of the window that is drawn in: of its sides, and of its area,
// with which the memory and the time of a screen grow. In a larger window the model
// stays in the upper left corner.
type Bounds struct {
	Size
	Cells int
}

// Clamp returns a size in bounds. A side that is short keeps its length: of a window
// that is long and narrow, the long side is cut.
func (b Bounds) Clamp(s Size) Size {
	s.Width, s.Height = max(0, min(s.Width, b.Width)), max(0, min(s.Height, b.Height))
	if s.Width*s.Height <= b.Cells {
		return s
	}
	// The largest window of that area that has the shape of the bounds.
	height := max(1, int(math.Sqrt(float64(b.Cells)*float64(b.Height)/float64(b.Width))))
	width := b.Cells / height
	switch {
	case s.Width <= width:
		height = b.Cells / s.Width
	case s.Height <= height:
		width, height = b.Cells/s.Height, s.Height
	}
	return Size{min(s.Width, width), min(s.Height, height)}
}

// ownBounds are those of a window on the process's own terminal.
func ownBounds() Bounds { return Bounds{Size: Size{1000, 500}, Cells: 200_000} }

// Bounds are those of the window.
func (t Terminal) Bounds() Bounds {
	if t.Remote == nil || t.Remote.Bounds == (Bounds{}) {
		return ownBounds()
	}
	return t.Remote.Bounds
}

// sizes returns a filter that has every size in bounds before a renderer makes room for
// it. The size of the process's own terminal is what the system says it is, whatever
// else may arrive as input.
func (t Terminal) sizes() func(tea.Model, tea.Msg) tea.Msg {
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		said, ok := msg.(tea.WindowSizeMsg)
		if !ok {
			return msg
		}
		size := Size{said.Width, said.Height}
		if actual, ok := sizeOf(t.Out); ok && t.Remote == nil {
			size = actual
		}
		return tea.WindowSizeMsg(t.Bounds().Clamp(size))
	}
}

// remoteMessages returns the filter of a model on a remote terminal: besides sizes, no
// message may suspend it, which would stop the whole process. Bubble Tea asks nothing of
// a terminal whose input it does not read, so the question is sent as it is.
func (t Terminal) remoteMessages() func(tea.Model, tea.Msg) tea.Msg {
	sizes := t.sizes()
	return func(m tea.Model, msg tea.Msg) tea.Msg {
		switch msg {
		case tea.Suspend():
			return nil
		case tea.RequestBackgroundColor():
			if t.Remote.Browser != nil {
				return nil // which says it by itself
			}
			return tea.Raw(ansi.RequestBackgroundColor)()
		}
		return sizes(m, msg)
	}
}

// sizeOf returns the size of a terminal of the process's own.
func sizeOf(out io.Writer) (Size, bool) {
	file, ok := out.(term.File)
	if !ok {
		return Size{}, false
	}
	width, height, err := term.GetSize(file.Fd())
	return Size{width, height}, err == nil
}
