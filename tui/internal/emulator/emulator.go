//go:build unix

// Package emulator is a terminal for tests: an emulated screen at one end of a
// pseudo-terminal or of another line, a program at the other.
package emulator

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// patience bounds every wait: a test that needs longer is broken.
const patience = 2 * time.Minute

// Terminal is an emulated terminal. A program uses TTY as its standard streams.
type Terminal struct {
	TTY *os.File // nil on a line of the caller's

	tb       testing.TB
	line     Line
	emulator *vt.Emulator

	mu      sync.Mutex
	changed *sync.Cond
	written int
	raw     strings.Builder
	latest  time.Time // when anything last went either way
}

// Line joins a terminal and a program: what is read is the screen, what is
// written are keys. Reads end when it is closed.
type Line interface {
	io.ReadWriteCloser
	// Resize tells the program the size of the terminal.
	Resize(width, height int) error
}

// device is the line of a pseudo-terminal.
type device struct{ *os.File }

// Resize also lets a program in this process know, which the kernel does not as
// the terminal is not the process's own.
func (d device) Resize(width, height int) error {
	if err := pty.Setsize(d.File, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)}); err != nil {
		return err
	}
	return syscall.Kill(os.Getpid(), syscall.SIGWINCH)
}

// Open returns a terminal of a size, which closes with the test. It answers a
// program's questions as terminals do.
func Open(tb testing.TB, width, height int) *Terminal {
	tb.Helper()
	file, tty, err := pty.Open()
	if err != nil {
		tb.Skip("no pseudo-terminals here: ", err)
	}
	t := Over(tb, device{file}, width, height)
	t.TTY = tty
	t.Resize(width, height)
	tb.Cleanup(func() { _ = tty.Close() })
	return t
}

// Over returns a terminal on a line, which has its size already. The line closes
// with the test.
func Over(tb testing.TB, line Line, width, height int) *Terminal {
	t := &Terminal{tb: tb, line: line, emulator: vt.NewEmulator(width, height)}
	t.changed = sync.NewCond(&t.mu)
	var done sync.WaitGroup
	done.Go(t.show)
	done.Go(func() { _, _ = io.Copy(line, t.emulator) }) // its replies
	tb.Cleanup(func() {
		_ = line.Close()
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
		n, err := t.line.Read(buffer)
		t.mu.Lock()
		_, _ = t.emulator.Write(buffer[:n])
		t.written += n
		t.latest = time.Now()
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
	t.mu.Lock()
	t.latest = time.Now()
	t.mu.Unlock()
	// An app elsewhere may end before it has read all keys.
	if _, err := io.WriteString(t.line, keys); err != nil && err != io.EOF {
		t.tb.Fatal(err)
	}
}

// Resize changes the size.
func (t *Terminal) Resize(width, height int) {
	t.tb.Helper()
	t.mu.Lock()
	t.emulator.Resize(width, height)
	t.mu.Unlock()
	if err := t.line.Resize(width, height); err != nil {
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
	t.await(what, func() bool { return condition(t.emulator.String()) })
}

// AwaitWritten waits until what the program has sent after its first bytes is as the
// condition wants it.
func (t *Terminal) AwaitWritten(what string, after int, condition func(raw string) bool) {
	t.tb.Helper()
	t.await(what, func() bool { return condition(t.raw.String()[after:]) })
}

// await waits for a condition, which is looked at with the lock.
func (t *Terminal) await(what string, condition func() bool) {
	t.tb.Helper()
	deadline := time.Now().Add(patience)
	timeout := time.AfterFunc(patience, func() {
		t.mu.Lock() // so that Wait has begun
		defer t.mu.Unlock()
		t.changed.Broadcast()
	})
	defer timeout.Stop()
	t.mu.Lock()
	defer t.mu.Unlock()
	for !condition() {
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

// AwaitIdle waits until nothing has been typed or sent for a span of time, and fails
// the test if that does not come.
func (t *Terminal) AwaitIdle(span time.Duration) {
	t.tb.Helper()
	deadline := time.Now().Add(patience)
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		quiet := span - time.Since(t.latest)
		if quiet <= 0 {
			return
		}
		if time.Now().After(deadline) {
			t.tb.Fatalf("the screen does not settle:\n%s", t.emulator.String())
		}
		wake := time.AfterFunc(quiet, func() {
			t.mu.Lock() // so that Wait has begun
			defer t.mu.Unlock()
			t.changed.Broadcast()
		})
		t.changed.Wait()
		wake.Stop()
	}
}

// Idle tells how many bytes arrive in a span of time, once the last frame has
// had time to arrive.
func (t *Terminal) Idle(span time.Duration) int {
	t.tb.Helper()
	t.AwaitIdle(100 * time.Millisecond)
	before := t.Written()
	time.Sleep(span)
	return t.Written() - before
}

// Cell returns where a text starts on the screen, in cells from the top left, and
// fails the test if it is not there.
func (t *Terminal) Cell(text string) (column, row int) {
	t.tb.Helper()
	screen := t.Screen()
	for row, line := range strings.Split(screen, "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			return ansi.StringWidth(before), row
		}
	}
	t.tb.Fatalf("no %q on the screen:\n%s", text, screen)
	return 0, 0
}

// The codes of mouse events.
const (
	leftButton = 0
	moved      = 32 // with the left button held
	wheelUp    = 64
	wheelDown  = 65
)

// mouse sends a mouse event as the terminal would: M ends one, or m a release.
func (t *Terminal) mouse(code, column, row int, end string) {
	t.tb.Helper()
	t.Type(fmt.Sprintf("\x1b[<%d;%d;%d%s", code, column+1, row+1, end))
}

// Click presses and releases the left button at a cell.
func (t *Terminal) Click(column, row int) {
	t.tb.Helper()
	t.Drag(column, column, row)
}

// Drag presses the left button at a cell, moves to another in the row and releases
// it there.
func (t *Terminal) Drag(column, to, row int) {
	t.tb.Helper()
	t.mouse(leftButton, column, row, "M")
	for column < to {
		column++
		t.mouse(moved, column, row, "M")
	}
	for column > to {
		column--
		t.mouse(moved, column, row, "M")
	}
	t.mouse(leftButton, to, row, "m")
}

// Wheel turns the wheel by a notch at a cell, up or down.
func (t *Terminal) Wheel(column, row int, up bool) {
	t.tb.Helper()
	code := wheelDown
	if up {
		code = wheelUp
	}
	t.mouse(code, column, row, "M")
}
