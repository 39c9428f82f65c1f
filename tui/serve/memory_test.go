//go:build unix

package serve

import (
	"math"
	"strings"
	"testing"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/tui/serve/internal/client"
	"lambdascope/tui/terminal"
)

func TestMemoryFlag(t *testing.T) {
	for text, want := range map[string]memory{"2G": 2 << 30, "512M": 512 << 20, "512m": 512 << 20, "1048576K": 1 << 30, "200000000": 200_000_000} {
		var m memory
		if err := m.Set(text); err != nil || m != want {
			t.Errorf("%s: %d, %v, want %d", text, m, err, want)
		}
		var again memory
		if err := again.Set(m.String()); err != nil || again != m {
			t.Errorf("%s is written as %s, which is %d: %v", text, m.String(), again, err)
		}
	}
	for _, text := range []string{"", "G", "2T", "-2G", "1M", "1e9", "99999999999G", "2 G", "0"} {
		var m memory
		if err := m.Set(text); err == nil || !strings.Contains(err.Error(), "at least 128M") {
			t.Errorf("%q: %d, %v, want it refused", text, m, err)
		}
	}
	if got := memory(2 << 30).part(4); got != 512<<20 {
		t.Errorf("a quarter of 2G: %d", got)
	}
	if m := defaultMemory(); m < minMemory || m > math.MaxInt64/2 {
		t.Errorf("%d by default", m)
	}
}

// TestWindows shares memory for two large windows among some sessions.
func TestWindows(t *testing.T) {
	large := windowBounds()
	w := newWindows((2*large.Cells + 3*sessionCells + 4*leastWindow) * cellBytes)
	first, second, third := w.enter(), w.enter(), w.enter()
	for i, v := range []*window{first, second} {
		if got := v.fit(terminal.Size{Width: 9999, Height: 9999}); got != large.Size || v.cut() {
			t.Errorf("session %d: %v, cut %t, want the largest", i, got, v.cut())
		}
	}
	got := third.fit(terminal.Size{Width: 9999, Height: 9999})
	if area := got.Width * got.Height; area < leastWindow || area > 4*leastWindow || !third.cut() {
		t.Errorf("the third: %v, cut %t", got, third.cut())
	}
	if b := third.bounds(); b.Clamp(terminal.Size{Width: 9999, Height: 9999}) != got {
		t.Errorf("its bounds are %v, it was granted %v", b, got)
	}
	if small := third.fit(terminal.Size{Width: 80, Height: 24}); small != (terminal.Size{Width: 80, Height: 24}) || third.cut() {
		t.Errorf("80×24: %v, cut %t", small, third.cut())
	}
	first.leave()
	first.leave()
	if got := third.fit(terminal.Size{Width: 400, Height: 120}); got != large.Size || third.cut() {
		t.Errorf("once another has left: %v", got)
	}
	var more []*window
	for range 100 {
		v := w.enter()
		v.fit(terminal.Size{Width: 400, Height: 120})
		more = append(more, v)
	}
	if !more[99].denied || w.taken > w.cells+100*leastWindow {
		t.Errorf("the last is let in: %t; %d cells of %d taken", !more[99].denied, w.taken, w.cells)
	}
	for _, v := range append(more, second, third) {
		v.leave()
	}
	if w.taken != 0 {
		t.Errorf("%d cells are left over", w.taken)
	}
}

// TestShortOfMemory has room for one large window: another one is smaller and says
// so, and where there is no room at all a session is refused.
func TestShortOfMemory(t *testing.T) {
	t.Parallel()
	_, address, log, stop := serving(t, Options{
		Engine: analysis.NewEngine(1 << 20), Grace: time.Second,
		Windows: (windowBounds().Cells + 2*(sessionCells+leastWindow) + 100) * cellBytes,
	})
	defer stop()
	first := client.Open(t, connect(t, address), client.View{Width: 400, Height: 120})
	first.AwaitText("λ̂ =")
	second := client.Open(t, connect(t, address), client.View{Width: 300, Height: 100})
	second.AwaitText("as the server is short of memory")
	if _, errs, code := client.Run(t, connect(t, address), "run"); code != 1 || !strings.Contains(errs, "no memory for another session") {
		t.Errorf("a third: exit %d, %q", code, errs)
	}
	first.Type("q")
	first.Ends(t)
	for late := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) { // the server may see the end later than the client
		if _, _, code := client.Run(t, connect(t, address), "run"); code == 0 {
			break
		}
		if time.Now().After(late) {
			t.Fatal("once the first has left: no session")
		}
	}
	second.Resize(301, 100)
	second.Type("l")
	second.Await("the whole window", func(screen string) bool {
		return !strings.Contains(screen, "short of memory") && strings.Contains(screen, strings.Repeat(" ", 150)+"random-walk")
	})
	if !strings.Contains(log.String(), "reason=memory") {
		t.Errorf("the log:\n%s", log)
	}
}
