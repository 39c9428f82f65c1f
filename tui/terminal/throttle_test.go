package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// sizeModel shows the size of its window, in a window of that size.
type sizeModel struct{ tea.WindowSizeMsg }

func (m *sizeModel) Init() tea.Cmd { return nil }

func (m *sizeModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		m.WindowSizeMsg = size
	}
	return m, nil
}

func (m *sizeModel) View() tea.View {
	text := fmt.Sprintf("%*d", m.Width, m.Width)
	return tea.NewView(text + strings.Repeat("\n", max(0, m.Height-1)))
}

// TestThrottle draws a model that changes all the time, and one whose window is
// told again and again to have the size it has: each drawing then is a whole screen.
func TestThrottle(t *testing.T) {
	for _, columns := range []int{20, 1} {
		synctest.Test(t, func(t *testing.T) { throttled(t, columns) })
	}
}

// throttled sends a model a size every few milliseconds, of so many in turn.
func throttled(t *testing.T, columns int) {
	var out bytes.Buffer
	on := &lineRenderer{out: &out}
	m := new(sizeModel)
	d := newThrottle(t.Context(), &Remote{FramesPerSecond: 10}, m, on)
	msgs := make(chan tea.Msg, 100)
	frames := 0
	look := func() {
		out.Reset()
		if d.View(); out.Len() > 0 {
			frames++
			if !strings.Contains(out.String(), ansi.EraseEntireScreen) {
				t.Errorf("the screen is drawn in part: %q", out.String())
			}
		}
	}
	take := func() {
		for len(msgs) > 0 {
			d.Update(<-msgs)
			look()
		}
	}
	start := time.Now()
	for i := 0; time.Since(start) < time.Second; i++ {
		_, cmd := d.Update(tea.WindowSizeMsg{Width: 10 + i%columns, Height: 4})
		if cmd != nil { // it returns when the next frame is due
			go func() { msgs <- cmd() }()
		}
		look()
		time.Sleep(7 * time.Millisecond)
		take()
	}
	if frames < 9+burst || frames > 11+burst {
		t.Errorf("%d frames in a second, want %d and then 10", frames, burst)
	}
	for d.waiting { // the last change is drawn, if late
		time.Sleep(50 * time.Millisecond)
		take()
	}
	if got, want := strings.Join(on.screen.text, "\n"), m.View().Content; got != want {
		t.Errorf("the last screen is\n%s\nwant\n%s", got, want)
	}
}

// TestThrottleLastChange: a change after a redraw, but before the late message that asked for the
// redraw, is drawn, although no other message follows.
func TestThrottleLastChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const interval = 100 * time.Millisecond
		on := &lineRenderer{out: new(bytes.Buffer)}
		d := newThrottle(t.Context(), &Remote{FramesPerSecond: int(time.Second / interval)}, new(sizeModel), on)
		width := 10
		change := func() tea.Cmd {
			width++
			_, cmd := d.Update(tea.WindowSizeMsg{Width: width, Height: 4})
			d.View()
			return cmd
		}
		drawn := func() bool { return strings.Contains(strings.Join(on.screen.text, ""), fmt.Sprint(width)) }
		for range burst {
			if change(); !drawn() {
				t.Fatal("a redraw of the burst is missing")
			}
		}
		late := change()
		if late == nil || drawn() {
			t.Fatal("drawn too early")
		}
		time.Sleep(interval)
		if change(); !drawn() {
			t.Fatal("not drawn when it is time")
		}
		if change() != nil || drawn() {
			t.Fatal("drawn too early, or asked for twice")
		}
		_, next := d.Update(late())
		if d.View(); next == nil || drawn() {
			t.Fatal("the last change is forgotten")
		}
		d.Update(next())
		if d.View(); !drawn() {
			t.Error("the last change is not drawn")
		}
	})
}
