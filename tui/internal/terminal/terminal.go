//go:build unix

// Package terminal is a terminal for tests: an emulator at one end of a
// pseudo-terminal, a program at the other.
package terminal

import (
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// patience bounds every wait: a test that needs longer is broken.
const patience = 10 * time.Second

// Terminal is an emulated terminal. A program uses TTY as its standard streams.
type Terminal struct {
	TTY *os.File

	tb       testing.TB
	device   *os.File
	emulator *vt.Emulator

	mu      sync.Mutex
	changed *sync.Cond
	written int
	raw     strings.Builder
}

// Open returns a terminal of a size, which closes with the test. It answers a
// program's questions as terminals do.
func Open(tb testing.TB, width, height int) *Terminal {
	tb.Helper()
	device, tty, err := pty.Open()
	if err != nil {
		tb.Skip("no pseudo-terminals here: ", err)
	}
	t := &Terminal{TTY: tty, tb: tb, device: device, emulator: vt.NewEmulator(width, height)}
	t.changed = sync.NewCond(&t.mu)
	t.Resize(width, height)
	var done sync.WaitGroup
	done.Go(t.show)
	done.Go(func() { _, _ = io.Copy(device, t.emulator) }) // its replies
	tb.Cleanup(func() {
		_ = tty.Close()
		_ = device.Close()
		// Its Close races with Read; closing the pipe under it does not.
		if pipe, ok := t.emulator.InputPipe().(io.Closer); ok {
			_ = pipe.Close()
		}
		done.Wait()
	})
	return t
}

// show feeds the emulator what the program writes.
func (t *Terminal) show() {
	buffer := make([]byte, 64<<10)
	for {
		n, err := t.device.Read(buffer)
		t.mu.Lock()
		_, _ = t.emulator.Write(buffer[:n])
		t.written += n
		t.raw.Write(buffer[:n])
		t.mu.Unlock()
		t.changed.Broadcast()
		if err != nil {
			return
		}
	}
}

// Type sends keys as the terminal would: "\x1b[A" is the up arrow.
func (t *Terminal) Type(keys string) {
	t.tb.Helper()
	if _, err := t.device.WriteString(keys); err != nil {
		t.tb.Fatal(err)
	}
}

// Resize changes the size and lets a program in this process know, which the
// kernel does not as the terminal is not the process's own.
func (t *Terminal) Resize(width, height int) {
	t.tb.Helper()
	t.mu.Lock()
	t.emulator.Resize(width, height)
	t.mu.Unlock()
	if err := pty.Setsize(t.device, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)}); err != nil {
		t.tb.Fatal(err)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGWINCH); err != nil {
		t.tb.Fatal(err)
	}
}

// Screen returns the text on the screen, a line each.
func (t *Terminal) Screen() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.emulator.String()
}

// AwaitRestored waits until the program has given the screen back.
func (t *Terminal) AwaitRestored() {
	t.tb.Helper()
	t.Await("the end of the alternate screen", func(string) bool { return !t.emulator.IsAltScreen() })
}

// Written returns how many bytes the program has sent.
func (t *Terminal) Written() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.written
}

// Raw returns everything the program has sent.
func (t *Terminal) Raw() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.raw.String()
}

// Await waits until the screen is as the condition wants it, and fails the test
// if that does not come.
func (t *Terminal) Await(what string, condition func(screen string) bool) {
	t.tb.Helper()
	timeout := time.AfterFunc(patience, t.changed.Broadcast)
	defer timeout.Stop()
	deadline := time.Now().Add(patience)
	t.mu.Lock()
	defer t.mu.Unlock()
	for !condition(t.emulator.String()) {
		if time.Now().After(deadline) {
			t.tb.Fatalf("%s did not come; the screen:\n%s", what, t.emulator.String())
		}
		t.changed.Wait()
	}
}

// AwaitText waits for a text on the screen.
func (t *Terminal) AwaitText(text string) {
	t.tb.Helper()
	t.Await(text, func(screen string) bool { return strings.Contains(screen, text) })
}

// Idle tells how many bytes arrive in a span of time, once the last frame has
// had time to arrive.
func (t *Terminal) Idle(span time.Duration) int {
	time.Sleep(100 * time.Millisecond)
	before := t.Written()
	time.Sleep(span)
	return t.Written() - before
}
