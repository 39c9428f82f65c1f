//go:build unix

package serve

import (
	"math"
	"strings"
	"testing"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/tui/serve/internal/client"
	"lambdascope/tui/serve/internal/places"
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

// TestWindows has memory for two large windows among some sessions; nobody gets less than
// the least window.
func TestWindows(t *testing.T) {
	large, huge := windowBounds(), terminal.Size{Width: 9999, Height: 9999}
	w := newWindows((2*large.Cells+5*sessionCells+4*leastWindow)*cellBytes, 5)
	first, second, third := w.enter(), w.enter(), w.enter()
	for i, v := range []*window{first, second} {
		if got := v.fit(huge); got != large.Size || v.cut() {
			t.Errorf("session %d: %v, cut %t, want the largest", i, got, v.cut())
		}
	}
	short := []*window{third, w.enter(), w.enter()}
	for i, v := range short {
		got := v.fit(huge)
		area, most := got.Width*got.Height, 2*leastWindow // the first two have left one
		if i > 0 {
			most = leastWindow
		}
		if area < leastWindow*9/10 || area > most || !v.cut() {
			t.Errorf("session %d without memory for more: %v, cut %t", i+3, got, v.cut())
		}
		if b := v.bounds(); b.Clamp(huge) != got {
			t.Errorf("its bounds are %v, it was granted %v", b, got)
		}
	}
	for _, v := range short {
		if small := v.fit(terminal.Size{Width: 80, Height: 24}); small != (terminal.Size{Width: 80, Height: 24}) || v.cut() {
			t.Errorf("80×24: %v, cut %t", small, v.cut())
		}
	}
	first.leave()
	first.leave()
	first.fit(huge) // a size that comes late takes nothing
	if got := third.fit(large.Size); got != large.Size || third.cut() {
		t.Errorf("once another has left: %v", got)
	}
}

// TestShortOfMemory has room for one large window: another one is smaller and says so.
// Where there is memory for few sessions, there are no more.
func TestShortOfMemory(t *testing.T) {
	t.Parallel()
	_, address, _, stop := serving(t, Options{
		Engine: analysis.NewEngine(1 << 20), Grace: time.Second, MaxSessions: 2,
		Windows: (windowBounds().Cells + (2+places.ForPresenters)*(sessionCells+leastWindow) + 100) * cellBytes,
	})
	defer stop()
	first := client.Open(t, connect(t, address), client.View{Width: 400, Height: 120})
	first.AwaitText("λ̂ =")
	second := client.Open(t, connect(t, address), client.View{Width: 300, Height: 100})
	second.AwaitText("as the server is short of memory")
	first.Type("q")
	first.Ends(t)
	whole := func() bool {
		screen := second.Screen()
		return !strings.Contains(screen, "short of memory") && strings.Contains(screen, strings.Repeat(" ", 150)+"random-walk")
	}
	for i := 0; !whole(); i++ { // the server may see the end later than the client
		if i == 100 {
			t.Fatalf("the second has no larger window:\n%s", second.Screen())
		}
		second.Resize(300+i%2, 100)
		second.Type("l") // what was said before goes
		time.Sleep(100 * time.Millisecond)
	}
	for most, want := range map[int]int{0: 7, 3: 3, 200: 7} {
		o := Options{MaxSessions: most, Windows: (7+places.ForPresenters)*(sessionBytes+leastWindow*cellBytes) + 1}
		if got := o.sessions(); got != want {
			t.Errorf("of %d sessions, with memory for 7 there may be %d", most, got)
		}
	}
}

// TestMemoryLeavesThePresenterRoom: one address has all memory for windows, and still
// whoever presents gets in.
func TestMemoryLeavesThePresenterRoom(t *testing.T) {
	t.Parallel()
	o := Options{Engine: analysis.NewEngine(1 << 20), Grace: time.Second, Class: true, MaxSessions: 4}.WithLimits()
	o.Windows = (o.MaxSessions+places.ForPresenters)*(sessionBytes+leastWindow*cellBytes) + windowBounds().Cells*cellBytes
	s, address, _, stop := serving(t, o)
	defer stop()
	for range o.MaxSessions {
		client.Open(t, connect(t, address), client.View{Width: 400, Height: 120}).AwaitText("○ no presenter")
	}
	leads := in(t, address, "present "+s.Secret(), 80, 24)
	leads.AwaitText("4 here")
}
