//go:build unix

// Package emulator is a terminal for tests: an emulated screen at one end of a
// pseudo-terminal or another line, with a program at the other end.
//
//	test ── Type, Click, Resize ─▶ Terminal ── Line ─▶ program
//	test ◀─ Screen, Await ──────── Terminal ◀─ Line ── program
//
// Tests wait for a text or for rest rather than for a time, because busy machines are slow.
package emulator

import (
	"cmp"
	"errors"
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

const (
	// patience bounds every wait. A test that needs longer is broken.
	patience = 2 * time.Minute
	// pollInterval is the time between two checks of a condition.
	pollInterval = time.Millisecond
)

// Terminal is an emulated terminal. A program uses TTY as its standard streams.
type Terminal struct {
	TTY *os.File // nil after Over

	tb       testing.TB
	line     Line
	emulator *vt.Emulator

	mu     sync.Mutex
	raw    strings.Builder
	latest time.Time // of a byte in either direction
}

// Line joins a terminal and a program: Read returns the program's output, and Write sends
// keys. Close ends a waiting Read.
type Line interface {
	io.ReadWriteCloser
	// Resize tells the program the size of the terminal.
	Resize(width, height int) error
}

// device is the line of a pseudo-terminal.
type device struct{ *os.File }

// Resize also signals this process, because the kernel signals only programs whose own
// terminal this is.
func (d device) Resize(width, height int) error {
	if err := pty.Setsize(d.File, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)}); err != nil {
		return err
	}
	return syscall.Kill(os.Getpid(), syscall.SIGWINCH)
}

// Open returns a terminal of a size on a pseudo-terminal. The terminal answers the questions
// of a program, and closes with the test.
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

// Over returns a terminal on a line of the same size. The line closes with the test.
func Over(tb testing.TB, line Line, width, height int) *Terminal {
	t := &Terminal{tb: tb, line: line, emulator: vt.NewEmulator(width, height)}
	var done sync.WaitGroup
	done.Go(t.show)
	done.Go(func() { _, _ = io.Copy(line, t.emulator) }) // answers
	tb.Cleanup(func() {
		_ = line.Close()
		// The emulator's own Close races with Read.
		if pipe, ok := t.emulator.InputPipe().(io.Closer); ok {
			_ = pipe.Close()
		}
		done.Wait()
	})
	return t
}

// show shows the output of the program.
func (t *Terminal) show() {
	buffer := make([]byte, 64<<10)
	for {
		n, err := t.line.Read(buffer)
		t.mu.Lock()
		_, _ = t.emulator.Write(buffer[:n])
		t.latest = time.Now()
		t.raw.Write(buffer[:n])
		t.mu.Unlock()
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
	// A program may end before it reads all keys.
	if _, err := io.WriteString(t.line, keys); err != nil && !errors.Is(err, io.EOF) {
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

// Screen returns the lines on the screen.
func (t *Terminal) Screen() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.emulator.String()
}

// AwaitRestored waits until the program has restored the screen.
func (t *Terminal) AwaitRestored() {
	t.tb.Helper()
	t.Await("the end of the alternate screen", func(string) bool { return !t.emulator.IsAltScreen() })
}

// Written returns the size of Raw.
func (t *Terminal) Written() int { return len(t.Raw()) }

// Raw returns the output of the program.
func (t *Terminal) Raw() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.raw.String()
}

// Await waits until a condition holds for the screen, and fails the test after a while. Only
// output makes Await check again, because a check each millisecond would take a tenth of the
// processor time of a benchmark.
func (t *Terminal) Await(what string, condition func(screen string) bool) {
	t.tb.Helper()
	checked := -1 // length of the output at the last check
	t.await(what, func() bool {
		if checked == t.raw.Len() {
			return false
		}
		checked = t.raw.Len()
		return condition(t.emulator.String())
	})
}

// AwaitWritten waits until a condition holds for Raw without its first bytes.
func (t *Terminal) AwaitWritten(what string, after int, condition func(raw string) bool) {
	t.tb.Helper()
	t.await(what, func() bool { return condition(t.raw.String()[after:]) })
}

// await waits for a condition. It holds the lock during a check, because show changes the
// screen.
func (t *Terminal) await(what string, condition func() bool) {
	t.tb.Helper()
	holds := func() bool {
		t.mu.Lock()
		defer t.mu.Unlock()
		return condition()
	}
	deadline := time.Now().Add(patience)
	for !holds() {
		if time.Now().After(deadline) {
			t.tb.Fatalf("%s did not come; the screen:\n%s", what, t.Screen())
		}
		time.Sleep(pollInterval)
	}
}

// AwaitText waits for a text on the screen.
func (t *Terminal) AwaitText(text string) {
	t.tb.Helper()
	t.Await(text, func(screen string) bool { return strings.Contains(screen, text) })
}

// AwaitIdle waits for a span of time without a byte in either direction.
func (t *Terminal) AwaitIdle(span time.Duration) {
	t.tb.Helper()
	t.await("rest", func() bool { return time.Since(t.latest) >= span })
}

// Idle returns the number of bytes that arrive in a span of time. It first waits for rest, so
// that the last frame does not count.
func (t *Terminal) Idle(span time.Duration) int {
	t.tb.Helper()
	t.AwaitIdle(100 * time.Millisecond)
	before := t.Written()
	time.Sleep(span)
	return t.Written() - before
}

// Cell returns the start of a text on the screen, in cells from the top left. The test fails
// without the text.
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

// mouse sends a mouse event.
func (t *Terminal) mouse(b ansi.MouseButton, column, row int, motion, release bool) {
	t.tb.Helper()
	t.Type(ansi.MouseSgr(ansi.EncodeMouseButton(b, motion, false, false, false), column, row, release))
}

// Click presses and releases the left button at a cell.
func (t *Terminal) Click(column, row int) {
	t.tb.Helper()
	t.Drag(column, column, row)
}

// Drag presses the left button at a cell, and releases it at another column of the row.
func (t *Terminal) Drag(column, to, row int) {
	t.tb.Helper()
	t.mouse(ansi.MouseLeft, column, row, false, false)
	for column != to {
		column += cmp.Compare(to, column)
		t.mouse(ansi.MouseLeft, column, row, true, false)
	}
	t.mouse(ansi.MouseLeft, to, row, false, true)
}

// Wheel turns the wheel by a notch at a cell, up or down.
func (t *Terminal) Wheel(column, row int, up bool) {
	t.tb.Helper()
	button := ansi.MouseWheelDown
	if up {
		button = ansi.MouseWheelUp
	}
	t.mouse(button, column, row, false, false)
}
