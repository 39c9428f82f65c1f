package terminal

import (
	"bytes"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// Window is a terminal window on which tests draw views.
type Window struct {
	out    bytes.Buffer
	r      lineRenderer
	Width  int
	Height int
}

// NewWindow returns a window with 24-bit colour.
func NewWindow(width, height int) *Window {
	s := &Window{Width: width, Height: height}
	s.r = lineRenderer{out: &s.out, profile: colorprofile.TrueColor}
	return s
}

// Draw returns what makes the terminal show a view.
func (s *Window) Draw(v tea.View) string {
	s.out.Reset()
	s.r.draw(v, s.Width, s.Height)
	_ = s.r.flush() // a Buffer takes all
	return s.out.String()
}
