package tui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/pages"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
	"lambdascope/tui/terminal"
)

// written is output that can be waited for.
type written struct {
	mu      sync.Mutex
	text    bytes.Buffer
	changed chan struct{}
}

func (w *written) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.changed)
	w.changed = make(chan struct{})
	return w.text.Write(p)
}

func (w *written) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

func (w *written) await(t *testing.T, text string) {
	t.Helper()
	late := time.After(10 * time.Second)
	for {
		w.mu.Lock()
		has, changed := strings.Contains(w.text.String(), text), w.changed
		w.mu.Unlock()
		if has {
			return
		}
		select {
		case <-changed:
		case <-late:
			t.Fatalf("%q is not written in %q", text, w)
		}
	}
}

// remote is an app on a terminal elsewhere.
type remote struct {
	keys  *io.PipeWriter
	out   *written
	sizes chan terminal.Size
	leave context.CancelFunc
	ended chan error
	args  []string
	fell  any // what it panicked with
}

// remoteConfig is that of an app whose terminal is elsewhere.
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
	in, keys := io.Pipe()
	r := &remote{keys: keys, out: &written{changed: make(chan struct{})}, sizes: make(chan terminal.Size), ended: make(chan error, 1)}
	c := remoteConfig(t, in, r.out, &terminal.Remote{
		Size: terminal.Size{Width: 100, Height: 30}, Sizes: r.sizes, FramesPerSecond: 15,
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
		r.ended <- err
	}()
	t.Cleanup(func() {
		leave()
		goleak.VerifyNone(t, leaks)
	})
	return r
}

// ends waits for the end of the app, which gives back each mode of the terminal that it
// has set. An app that ends before its first screen has set none.
func (r *remote) ends(t *testing.T) error {
	t.Helper()
	select {
	case err := <-r.ended:
		for _, mode := range []string{"1049", "2004", "1000", "1002", "1006"} {
			set, reset := strings.LastIndex(r.out.String(), "\x1b[?"+mode+"h"), strings.LastIndex(r.out.String(), "\x1b[?"+mode+"l")
			if reset < set {
				t.Errorf("mode %s of the terminal is not reset", mode)
			}
		}
		return err
	case <-time.After(10 * time.Second):
		t.Fatal("the app does not end")
		return nil
	}
}

func (r *remote) press(t *testing.T, keys string) {
	t.Helper()
	must.Have(io.WriteString(r.keys, keys))(t)
}

func TestRemote(t *testing.T) {
	r := startRemote(t, nil)
	r.out.await(t, "20 trajectories")
	r.press(t, "\x1al") // ctrl+z would stop this process
	r.out.await(t, "30")
	r.sizes <- terminal.Size{Width: 10, Height: 4}
	r.out.await(t, "Too small")
	r.press(t, "q"+strings.Repeat("typed ahead \x1b[A\x1b[", 100)) // swallowed, without a goroutine that waits
	if err := r.ends(t); err != nil || strings.Join(r.args, " ") != "--states 5 --trajectories 30" {
		t.Errorf("%v, %q", err, r.args)
	}
}

func TestRemoteLeaves(t *testing.T) {
	for name, end := range map[string]func(*remote){
		"the caller ends it":  func(r *remote) { r.leave() },
		"the input ends":      func(r *remote) { _ = r.keys.Close() },
		"the input is broken": func(r *remote) { _ = r.keys.CloseWithError(errors.New("broken")) },
		"one piece too long":  func(r *remote) { go io.WriteString(r.keys, "\x1b[200~"+strings.Repeat("x", 200_000)) },
	} {
		t.Run(name, func(t *testing.T) {
			r := startRemote(t, nil)
			r.out.await(t, "20 trajectories")
			end(r)
			err := r.ends(t)
			want := map[string]string{"the caller ends it": "context canceled", "the input is broken": "broken", "one piece too long": terminal.ErrInput.Error()}[name]
			if fmt.Sprint(err) != want && !(err == nil && want == "") {
				t.Errorf("%v, want %q", err, want)
			}
		})
	}
}

// TestRemotePanics has the engine panic in a goroutine of the app before the first screen,
// and the app itself once its screen is there.
func TestRemotePanics(t *testing.T) {
	r := startRemote(t, func(c *Config) { c.Engine = new(analysis.Engine) })
	if err := r.ends(t); err != terminal.ErrPanicked || r.fell == nil {
		t.Errorf("%v, fell with %v", err, r.fell)
	}
	var broken atomic.Bool
	r = startRemote(t, func(c *Config) {
		c.Remote.Turn = func(_ context.Context, f func()) (time.Duration, bool) {
			if broken.Load() {
				panic("broken")
			}
			f()
			return 0, true
		}
	})
	r.out.await(t, "20 trajectories")
	broken.Store(true)
	r.press(t, "l")
	if err := r.ends(t); err != terminal.ErrPanicked || r.fell != "broken" || !strings.Contains(r.out.String(), "\x1b[?1049l") {
		t.Errorf("%v, fell with %v, or the other screen of the terminal is still shown", err, r.fell)
	}
}

// TestRemoteHelp has no key that means nothing there.
func TestRemoteHelp(t *testing.T) {
	for remote, suspends := range map[*terminal.Remote]bool{nil: true, new(terminal.Remote): false} {
		a := startApp(t, 80, 24, func(c *Config) { c.Remote = remote })
		a.openHelp()
		if got := strings.Contains(strings.Join(a.overlays.Top().Text(a.styles, 80), "\n"), "ctrl+z"); got != suspends {
			t.Errorf("remote %v: the help has ctrl+z: %v", remote != nil, got)
		}
	}
}
