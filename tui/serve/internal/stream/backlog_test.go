package stream

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// gated is a writer that takes nothing while its gate is shut.
type gated struct {
	text strings.Builder
	gate chan struct{}
}

func (g *gated) Write(p []byte) (int, error) {
	<-g.gate
	return g.text.Write(p)
}

func tell(w io.Writer, lines int) { fmt.Fprintf(w, "%d lost\n", lines) }

// TestBacklog writes more than is kept to who takes nothing: no write waits, what was kept
// arrives in order once it is taken, and how many were lost after it is told.
func TestBacklog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gated{gate: make(chan struct{})}
		b := NewBacklog(g, tell)
		fmt.Fprintln(b, "first")
		synctest.Wait() // it waits at the gate
		for i := range maxLines + 7 {
			fmt.Fprintln(b, i)
		}
		began := time.Now()
		close(g.gate)
		synctest.Wait()
		fmt.Fprintln(b, "last")
		b.Close(time.Second)
		fmt.Fprintln(b, "after the end")
		var want strings.Builder
		fmt.Fprintln(&want, "first")
		for i := range maxLines {
			fmt.Fprintln(&want, i)
		}
		want.WriteString("7 lost\nlast\n")
		if g.text.String() != want.String() || time.Since(began) > 0 {
			t.Errorf("after %v: %.60q … %q", time.Since(began), g.text.String(), g.text.String()[max(0, g.text.Len()-40):])
		}
	})
}
