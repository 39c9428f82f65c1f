package input

import (
	"fmt"
	"io"
	"testing"
	"testing/synctest"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
)

// A paste whose rest comes after a stall of more than two seconds, as over Wi-Fi: what is
// left of it is typed as keys into the app.
func TestStalledPasteIsTyped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, out := io.Pipe()
		events, ended := make(chan uv.Event, 100), make(chan error, 1)
		go func() { ended <- NewDecoder(new(Questions)).Stream(t.Context(), in, func(e uv.Event) { events <- e }) }()
		io.WriteString(out, "\x1b[200~the first half of a text, ")
		time.Sleep(2500 * time.Millisecond)
		io.WriteString(out, "which quits\x1b[201~")
		out.Close()
		<-ended
		n := len(events)
		for range n {
			if e, ok := (<-events).(uv.KeyPressEvent); ok {
				t.Errorf("a key that nobody pressed: %v", fmt.Sprint(e))
				break
			}
		}
	})
}
