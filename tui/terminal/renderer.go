package terminal

import (
	"bytes"
	"io"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// lineRenderer writes the changes of a screen to a remote terminal. Bubble Tea's renderer
// keeps three buffers of cells, 15 MB for a window of 400×120, and compares all cells at its
// next tick, outside the session's turn. This renderer keeps lines, compares the changed
// lines alone and writes at once. It also writes fewer bytes, because it sets each style
// once a screen.
type lineRenderer struct {
	out     io.Writer
	profile colorprofile.Profile
	buf     bytes.Buffer // written by flush
	screen  lines
	known   bool // the terminal shows screen
	opened  bool // terminal modes must be reset on exit
	mouse   bool
}

// layer is the part of a view in one style.
type layer struct {
	style uv.Style
	buf   bytes.Buffer
	x, y  int // the cursor; y is -1 if unknown
}

// forget makes the renderer draw the next view in full.
func (r *lineRenderer) forget() { r.known = false }

// show draws a model's view into buf.
func (r *lineRenderer) show(m tea.Model, width, height int) { r.draw(m.View(), width, height) }

func (r *lineRenderer) draw(v tea.View, width, height int) {
	if !r.known {
		r.open(v.WindowTitle)
	}
	if mouse := v.MouseMode != tea.MouseModeNone; mouse != r.mouse {
		r.setMouse(mouse)
	}
	if !r.known || !r.screen.fits(width, height) {
		r.known = true
		r.screen.reset(width, height)
		r.screen.colourless = r.profile < colorprofile.ANSI
		r.buf.WriteString(ansi.ResetStyle + ansi.EraseEntireScreen)
	}
	var layers []*layer
	byStyle := make(map[uv.Style]*layer)
	for run := range r.screen.update(v.Content) {
		l := byStyle[run.style]
		if l == nil {
			l = &layer{style: run.style, y: -1}
			byStyle[run.style] = l
			layers = append(layers, l)
		}
		l.write(run, width)
	}
	var current uv.Style
	for _, l := range append(layers, new(layer)) {
		style := uv.ConvertStyle(l.style, r.profile)
		r.buf.WriteString(uv.StyleDiff(&current, &style))
		_, _ = l.buf.WriteTo(&r.buf)
		current = style
	}
}

// write writes a run of a line of some width.
func (l *layer) write(r run, width int) {
	if r.y != l.y {
		l.buf.WriteString(ansi.CursorPosition(r.x+1, r.y+1))
	} else if r.x > l.x {
		l.buf.WriteString(ansi.CursorForward(r.x - l.x))
	}
	for _, c := range r.cells {
		l.buf.WriteString(c.Content)
	}
	l.x = r.x + len(r.cells)
	l.y = r.y
	if l.x >= width { // terminals differ in the place of the cursor after the last column
		l.y = -1
	}
}

// open sets the modes of the terminal.
func (r *lineRenderer) open(title string) {
	r.opened = true
	r.mouse = false
	r.buf.WriteString(ansi.ResetModeTextCursorEnable + ansi.SetModeAltScreenSaveCursor + ansi.SetModeBracketedPaste)
	r.buf.WriteString(ansi.SetWindowTitle(title))
}

func (r *lineRenderer) setMouse(on bool) {
	r.mouse = on
	if on {
		r.buf.WriteString(ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr)
	} else {
		r.buf.WriteString(ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseExtSgr)
	}
}

// flush writes buf to the terminal.
func (r *lineRenderer) flush() error {
	if r.buf.Len() == 0 {
		return nil
	}
	_, err := r.out.Write(r.buf.Bytes())
	r.buf.Reset()
	return err
}

// close resets the modes of the terminal.
func (r *lineRenderer) close() error {
	if !r.opened {
		return nil
	}
	r.buf.Reset()
	r.buf.WriteString(ansi.ResetStyle)
	if r.mouse {
		r.setMouse(false)
	}
	r.buf.WriteString(ansi.ResetModeBracketedPaste + ansi.SetWindowTitle("") + ansi.ResetModeAltScreenSaveCursor + ansi.SetModeTextCursorEnable)
	return r.flush()
}
