package terminal

import (
	"bytes"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// DrawInTurn measures how views are drawn on a terminal, each after another.
func DrawInTurn(b *testing.B, views []tea.View, width, height int) {
	b.Helper()
	b.ReportAllocs()
	var out bytes.Buffer
	r := lineRenderer{out: &out, profile: colorprofile.TrueColor}
	r.draw(views[len(views)-1], width, height)
	written, i := 0, 0
	for b.Loop() {
		r.draw(views[i%len(views)], width, height)
		_ = r.flush()
		written += out.Len()
		out.Reset()
		i++
	}
	b.ReportMetric(float64(written)/float64(i), "bytes/frame")
}

// Between returns what makes a terminal that shows one view show another.
func Between(before, after tea.View, width, height int) []byte {
	var out bytes.Buffer
	r := lineRenderer{out: &out, profile: colorprofile.TrueColor}
	for _, v := range []tea.View{before, after} {
		out.Reset()
		r.draw(v, width, height)
		_ = r.flush() // a Buffer takes all
	}
	return out.Bytes()
}
