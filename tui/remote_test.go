//go:build unix

package tui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/internal/emulator"
	"lambdascope/tui/internal/pages"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
	"lambdascope/tui/terminal"
)

// remote is an app on a terminal elsewhere.
type remote struct {
	*emulator.Terminal
	keys  *io.PipeWriter
	leave context.CancelFunc
	ended chan error
	args  []string
	fell  any // what it panicked with
}

// remoteLine joins a terminal and an app by pipes.
type remoteLine struct {
	io.Reader
	io.WriteCloser
	sizes chan<- terminal.Size
}

func (l remoteLine) Resize(width, height int) error {
	l.sizes <- terminal.Size{Width: width, Height: height}
	return nil
}

// remoteConfig returns the config of an app on a remote terminal.
func remoteConfig(t *testing.T, in io.Reader, out io.Writer, remote *terminal.Remote) Config {
	t.Helper()
	c := Config{
		Engine: analysis.NewEngine(1 << 20), State: state.New(drive.Defaults(t, "")), Pages: pages.New, CommandLine: drive.CommandLine,
		Terminal: terminal.Terminal{In: in, Out: out, Environ: []string{"TERM=xterm-256color", "SSH_TTY=ssh"}, Remote: remote},
	}
	c.Theme = screen.ThemeDark
	return c
}

func startRemote(t *testing.T, change func(*Config)) *remote {
	t.Helper()
	leaks := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, leaks) }) // after the terminal has closed
	in, keys := io.Pipe()
	screen, out := io.Pipe()
	sizes := make(chan terminal.Size)
	r := &remote{Terminal: emulator.Over(t, remoteLine{screen, keys, sizes}, 100, 30), keys: keys, ended: make(chan error, 1)}
	c := remoteConfig(t, in, out, &terminal.Remote{
		Size: terminal.Size{Width: 100, Height: 30}, Sizes: sizes, FramesPerSecond: 15,
		Panicked: func(value any, _ []byte) { r.fell = value },
	})
	if change != nil {
		change(&c)
	}
	ctx, leave := context.WithCancel(t.Context())
	r.leave = leave
	go func() {
		args, err := Run(ctx, c)
		r.args = args
		_ = out.Close()
		r.ended <- err
	}()
	t.Cleanup(leave)
	return r
}

// ends waits for the end of the app, which gives back each mode of the terminal that it
// has set. An app that ends before its first screen has set none.
func (r *remote) ends(t *testing.T) error {
	t.Helper()
	select {
	case err := <-r.ended:
		for _, mode := range []string{"1049", "2004", "1000", "1002", "1006"} {
			r.AwaitWritten("the reset of mode "+mode, 0, func(raw string) bool {
				return strings.LastIndex(raw, "\x1b[?"+mode+"l") >= strings.LastIndex(raw, "\x1b[?"+mode+"h")
			})
		}
		return err
	case <-time.After(10 * time.Second):
		t.Fatal("the app does not end")
		return nil
	}
}

func TestRemote(t *testing.T) {
	r := startRemote(t, nil)
	r.AwaitText("20 trajectories")
	r.Type("\x1al") // ctrl+z would stop this process
	r.AwaitText("30 trajectories")
	r.Resize(10, 4)
	r.AwaitText("Too small")
	r.Type("q" + strings.Repeat("typed ahead \x1b[A\x1b[", 100)) // swallowed, without a goroutine that waits
	if err := r.ends(t); err != nil || strings.Join(r.args, " ") != "--states 5 --trajectories 30 --theme dark" {
		t.Errorf("%v, %q", err, r.args)
	}
}

func TestRemoteLeaves(t *testing.T) {
	for name, end := range map[string]func(*remote){
		"the input ends":      func(r *remote) { _ = r.keys.Close() },
		"the input is broken": func(r *remote) { _ = r.keys.CloseWithError(errors.New("broken")) },
	} {
		t.Run(name, func(t *testing.T) {
			r := startRemote(t, nil)
			r.AwaitText("20 trajectories")
			end(r)
			if err := r.ends(t); (err != nil) != (name == "the input is broken") {
				t.Error(err)
			}
		})
	}
}

// TestRemotePanics makes the app panic after the first screen.
func TestRemotePanics(t *testing.T) {
	var broken atomic.Bool
	r := startRemote(t, func(c *Config) {
		c.Remote.Turn = func(_ context.Context, f func()) bool {
			if broken.Load() {
				panic("broken")
			}
			f()
			return true
		}
	})
	r.AwaitText("20 trajectories")
	broken.Store(true)
	r.Type("l")
	if err := r.ends(t); !errors.Is(err, terminal.ErrPanicked) || r.fell != "broken" {
		t.Errorf("%v, fell with %v", err, r.fell)
	}
	r.AwaitRestored()
}

// FuzzFeed sends any bytes to an app on a remote terminal. The size stays within the window, memory
// and output stay in bounds, and the app keeps running or ends normally.
func FuzzFeed(f *testing.F) {
	for _, seed := range []string{
		"\x1b[48;20000;20000;1;1t\x1b[8;20000;20000t\x1b[8;3000;3000t\x1b[4;1;1t\x1b[6;1;1t",
		"\x1b[65;0;97;1;0;65535_\x1b[0;0;27;1;0;1_\x1b[0;0;91;1;0;1_\x1b[0;0;55357;0;0;65535_",
		"\x1b[" + strings.Repeat(";", 40) + "1A",
		"\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[?2026;2$y\x1b[?2027;2$yl",
		"\x1b]52;c;" + strings.Repeat("QQ", 100) + "\x07\x1bP1+r524742\x1b\\\x1bP>|x\x1b\\\x1b_Gx\x1b\\\x1b[?1u\x1b[?62c",
		"\r\x1b[200~0:1:\n\u202e0.5\x1b[201~\r", "\r" + strings.Repeat("e\u0301", 50) + "\x1b", "\x1b[200~" + strings.Repeat("x", 500),
		"\x1b]0;" + strings.Repeat("x", 500), "\x1b[<0;99999;99999M\x1b[<0;10;10M\x1b[<32;50;10M\x1b[<64;5;5M", "\x1b[M\xff\xff\xff\x1b[M!!!",
		"llhhjjkk123\x1b[A\x1b[1;2C\x1bOB\x1bq\x1b\x1b", "?/t\x1b2 jjl3s4fpPzvuUxye", "q", "\x03", "\x1a", "l\x1b[I\x1b[O\x1b[97;5u\x1b[27;5;99~",
	} {
		f.Add([]byte(seed), byte(0), uint32(0))
		f.Add([]byte(seed), byte(7), uint32(70_000))
	}
	engine := analysis.NewEngine(8 << 20)
	// The bytes come in pieces of equal length with pauses. Then follow meaningless bytes, perhaps
	// inside a sequence.
	f.Fuzz(func(t *testing.T, input []byte, piece byte, more uint32) {
		input = input[:min(len(input), 600)] // as many keys
		input = append(bytes.Clone(input), bytes.Repeat([]byte{0x80}, int(more%100_000))...)
		synctest.Test(t, func(t *testing.T) { feedAll(t, engine, input, int(piece)) })
		var memory runtime.MemStats
		if runtime.ReadMemStats(&memory); memory.HeapSys > 512<<20 {
			t.Errorf("the heap has grown to %d MB", memory.HeapSys>>20)
		}
	})
}

// feedAll feeds one input of FuzzFeed.
func feedAll(t *testing.T, e *analysis.Engine, input []byte, piece int) {
	window := terminal.Size{Width: 100, Height: 30}
	in, keys := io.Pipe()
	out := new(counted)
	c := remoteConfig(t, in, out, &terminal.Remote{
		Size: terminal.Size{Width: 20000, Height: 20000}, FramesPerSecond: 15, MaxSize: window,
		Panicked: func(value any, stack []byte) { t.Errorf("%v\n%s", value, stack) },
	})
	c.Engine, c.Environ = e, []string{"TERM=xterm-kitty", "SSH_TTY=ssh"} // Bubble Tea sends this terminal the most queries
	c.Settings.Problem.States, c.Settings.Trajectories, c.Trials, c.Theme = 3, 3, 1, screen.ThemeAuto
	c.Limits = engine.Limits{Trajectories: 100, Lambdas: 51, Trials: 5, MaxSteps: 1000}
	m := newModel(t.Context(), c)
	ctx, leave := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		err := m.config.Show(ctx, m)
		ended <- err
	}()
	synctest.Wait() // the first screen
	start := time.Now()
	for rest := input; len(rest) > 0; time.Sleep(100 * time.Millisecond) {
		n := len(rest)
		if piece > 0 {
			n = min(n, max(piece, len(input)/20))
		}
		if _, err := keys.Write(rest[:n]); err != nil {
			break // it has ended
		}
		rest = rest[n:]
	}
	time.Sleep(2 * time.Second)
	synctest.Wait()
	if size := (terminal.Size{Width: m.full, Height: m.height}); size != window {
		t.Errorf("the size is %v", size)
	}
	frames := int(time.Since(start).Seconds()*15) + 2 + firstRedraws
	if most := frames * window.Width * window.Height * bytesPerCell; out.n.Load() > int64(most) {
		t.Errorf("%d bytes written in %v, want at most %d", out.n.Load(), time.Since(start), most)
	}
	select {
	case err := <-ended:
		if err != nil && (!errors.Is(err, terminal.ErrInput) || len(input) <= 64<<10) { // nil: by a key, or a click on one
			t.Errorf("ended with %v", err)
		}
	default:
		leave()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it was alive, and ended with %v", err)
		}
	}
	leave()
	_ = keys.Close()
}

// firstRedraws is the number of redraws that the rate does not delay.
const firstRedraws = 3

// bytesPerCell bounds the output for a cell: two colours, their reset, a character and a cursor
// movement.
const bytesPerCell = 64

// counted counts what is written.
type counted struct{ n atomic.Int64 }

func (c *counted) Write(p []byte) (int, error) {
	c.n.Add(int64(len(p)))
	return len(p), nil
}
