//go:build unix

package serve_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"lambdascope/sim/must"
	"lambdascope/tui/serve/internal/client"
)

// attackMemory bounds what the heap may grow by during an attack, in bytes. A screen
// of 1000×1000 cells would take more than 200 MB in the renderer alone.
const attackMemory = 64 << 20

// attackFrames bounds what is sent after an attack and a key, in screens: the key's,
// its result's and two that tell of the work.
const attackFrames = 4

// heap returns what the heap has of the system, which it hardly ever gives back.
func heap() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapSys)
}

// TestAttackInput sends as input what is none. It is dropped: the next key works, on
// a screen of the same size, for few bytes and little memory, and somebody else
// notices nothing. Memory is looked at with -long, when nothing else runs.
func TestAttackInput(t *testing.T) {
	t.Parallel()
	repeats := withLong(400, 100_000)
	s := start(t, nil)
	other := open(t, s.address, "lambdascope -n 10")
	other.AwaitText("10 trajectories")
	turns := 0
	for _, attack := range []struct {
		name, input string
		once        bool
	}{
		{"size 20000×20000 as a resize in band", "\x1b[48;20000;20000;1;1t", false},
		{"size 20000×20000 as a report", "\x1b[8;20000;20000t", false},
		{"size 3000×3000", "\x1b[48;3000;3000;1;1t\x1b[8;3000;3000t", false},
		{"size 1000×1000", "\x1b[48;1000;1000;1;1t\x1b[8;1000;1000t", false},
		{"sizes in pixels", "\x1b[4;60000;60000t\x1b[6;60000;60000t", false},
		{"a key 65535 times", "\x1b[65;0;108;1;0;65535_", false},
		{"a size out of keys of win32-input-mode", win32("\x1b[8;20000;20000t"), false},
		{"halves of surrogates", "\x1b[0;0;55357;0;0;1_\x1b[0;0;55357;1;0;65535_", false},
		{"40 parameters", "\x1b[" + strings.Repeat(";", 40) + "1A", false},
		{"20000 parameters", "\x1b[" + strings.Repeat("1;", 20_000) + "A", true},
		{"a parameter of 60000 digits", "\x1b[" + strings.Repeat("9", 60_000) + "A", true},
		{"an OSC of 60 KB", "\x1b]11;" + strings.Repeat("x", 60_000) + "\x07", true},
		{"a DCS of 60 KB", "\x1bP1+r" + strings.Repeat("41", 30_000) + "\x1b\\", true},
		{"a clipboard", "\x1b]52;c;" + strings.Repeat("QUFB", 1000) + "\x07", true},
		{"answers to no question", "\x1b]11;#ffffff\x07\x1b]10;#000000\x07\x1b[?2026;2$y\x1b[?2027;2$y\x1b[?62;4c\x1bP>|x\x1b\\\x1bP1+r524742\x1b\\\x1b[?1u\x1b[5;5R", false},
		{"clicks outside", "\x1b[<0;9999999;9999999M\x1b[<0;121;1M\x1b[<64;1;37M\x1b[<0;-1;1M", false},
		{"a paste of 60 KB", "\x1b[200~" + strings.Repeat("\u202e\u200bx\x1b[8;20000;20000t", 2600) + "\x1b[201~", true},
		{"characters that are none", "\u202e\u2066\u200b\ufeff\u2028\U000e0041\u009b\xff\xc0\x80", false},
	} {
		t.Run(attack.name, func(t *testing.T) {
			a := open(t, s.address, "")
			a.AwaitText("8 trajectories")
			a.AwaitText("λ̂ =")
			a.AwaitIdle(100 * time.Millisecond) // what the terminal says when asked comes between no keys
			frame, memory := a.Written(), heap()
			column, row := a.Cell("quit")
			if attack.once {
				a.Type(attack.input)
			} else {
				for range 10 {
					a.Type(strings.Repeat(attack.input, repeats/10))
				}
			}
			a.Type("l")
			other.Type([]string{"l", "h"}[turns%2])
			turns++
			other.AwaitText([]string{"10 trajectories", "15 trajectories"}[turns%2])
			a.AwaitText("10 trajectories")
			a.AwaitIdle(50 * time.Millisecond)
			if n := a.Written() - frame; n > attackFrames*frame {
				t.Errorf("%d bytes sent, %d for the first screen", n, frame)
			}
			if grown := heap() - memory; *long && grown > attackMemory {
				t.Errorf("the heap has grown by %d MB", grown>>20)
			}
			if c, r := a.Cell("quit"); c != column || r != row {
				t.Errorf("the foot of the screen is at %d, %d; it was at %d, %d", c, r, column, row)
			}
			if strings.ContainsAny(a.Raw(), "\u202e\u2066\u200b\ufeff\u2028\U000e0041") {
				t.Error("the screen has what is not printable")
			}
		})
	}
}

// win32 returns a text as keys of win32-input-mode.
func win32(text string) string {
	var b strings.Builder
	for _, r := range text {
		fmt.Fprintf(&b, "\x1b[0;0;%d;1;0;1_", r)
	}
	return b.String()
}

// TestAttackUnfinished sends piece by piece what never ends. The session ends and says why;
// the time is that of its bytes, not of their square. A paste that lasts too long is given
// up, and what follows are keys: it is sent until the session has ended.
func TestAttackUnfinished(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	t.Run("each", func(t *testing.T) {
		for name, begin := range map[string]string{"OSC": "\x1b]0;", "DCS": "\x1bP", "CSI": "\x1b[", "APC": "\x1b_", "paste": "\x1b[200~"} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				a := open(t, s.address, "")
				a.AwaitText("λ̂ =")
				memory := heap()
				for ended := false; !ended; {
					a.Type(begin)
					for range 82 { // the last is over 64 KB
						a.Type(strings.Repeat("1", 800))
					}
					select {
					case <-a.Ended():
						ended = true
					case <-time.After(3 * time.Second): // by then what is unfinished has been given up
					}
				}
				if code := a.Ends(t); code != 1 {
					t.Errorf("exit %d, want 1", code)
				}
				a.AwaitRestored()
				a.AwaitText("64 KB of input in one piece")
				if grown := heap() - memory; *long && grown > attackMemory {
					t.Errorf("the heap has grown by %d MB", grown>>20)
				}
			})
		}
	})
	works(t, s.address)
}

// TestAttackSizes asks for windows that are larger than any, in the ways that are
// meant for it.
func TestAttackSizes(t *testing.T) {
	s := start(t, nil)
	other := open(t, s.address, "lambdascope -n 10")
	other.AwaitText("10 trajectories")
	// As many frames of the largest window as a slow machine draws meanwhile, of some 40 KB.
	const most = 1 << 20
	for _, side := range []int{1000, 20_000, -1} { // the protocol sends -1 as 2³² − 1
		memory := heap()
		if n := sentIn(t, s.address, side, side); n > most {
			t.Errorf("%d×%[1]d: %d bytes sent, want at most %d", side, n, most)
		}
		if grown := heap() - memory; *long && grown > attackMemory {
			t.Errorf("%d×%[1]d: the heap has grown by %d MB", side, grown>>20)
		}
	}
	for _, size := range [][2]int{{20_000, 20}, {60, 20_000}} { // long and narrow ones stay usable
		a := client.Open(t, dial(t, s.address), client.View{Width: min(size[0], 400), Height: min(size[1], 120)})
		a.AwaitText("λ̂ =")
		must.Succeed(t, a.Claim(size[0], size[1]))
		a.Type("l")
		a.Await("the key", func(screen string) bool {
			return strings.Contains(screen, "10 trajectories") || strings.Contains(screen, "‹10›")
		})
	}
	other.Type("l")
	other.AwaitText("15 trajectories")
}

// sentIn returns how many bytes the app sends that is opened and left in a window of a
// size, which is claimed again and again.
func sentIn(t *testing.T, address string, width, height int) int64 {
	t.Helper()
	c := dial(t, address)
	defer c.Close()
	session := must.Have(c.NewSession())(t)
	keys := must.Have(session.StdinPipe())(t)
	screen := new(counter)
	session.Stdout = screen
	must.Succeed(t, session.RequestPty("xterm-256color", height, width, nil))
	must.Succeed(t, session.Shell())
	until(t, "a screen", func() bool { return screen.Load() > 20_000 })
	for i := range 200 {
		must.Succeed(t, session.WindowChange(height+i%2, width+i%3))
	}
	must.Have(io.WriteString(keys, "q"))(t)
	_ = session.Wait()
	return screen.Load()
}
