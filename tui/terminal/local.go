package terminal

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"

	tea "charm.land/bubbletea/v2"
)

// framesPerSecond bounds how often the screen is written; a key press is on it
// after one frame at most.
const framesPerSecond = 120

// showLocal is Show for the process's own terminal.
func (t Terminal) showLocal(ctx context.Context, m tea.Model) error {
	if err := checkWindow(t.Out); err != nil {
		return err
	}
	program := tea.NewProgram(m,
		tea.WithoutSignalHandler(),
		tea.WithInput(localInput(t.In)),
		tea.WithOutput(t.Out),
		tea.WithEnvironment(t.Environ),
		tea.WithFPS(framesPerSecond),
		tea.WithFilter(t.sizes()),
	)
	// Bubble Tea's own context and signal handler kill the program without
	// giving the screen back; a quit does.
	stop := context.AfterFunc(ctx, program.Quit)
	defer stop()
	if _, err := program.Run(); err != nil {
		return err
	}
	return ctx.Err()
}

// localInput returns the input of the process's own terminal without what Bubble Tea's
// reader panics at: a sequence with more parameters than any key has, as a paste
// may hold.
func localInput(in io.Reader) io.Reader {
	if file, ok := in.(*os.File); ok && runtime.GOOS != "windows" { // where keys are no bytes
		return &limitedInput{File: file}
	}
	return in
}

// limitedInput drops separators of parameters beyond maxSeparators.
type limitedInput struct {
	*os.File
	last       byte
	sequence   bool // in the parameters of a sequence
	separators int
}

// maxSeparators is how many of a sequence's are let through; the reader has room for
// 32.
const maxSeparators = 24

func (l *limitedInput) Read(p []byte) (int, error) {
	n, err := l.File.Read(p)
	kept := p[:0]
	for _, b := range p[:n] {
		switch {
		case (b == '[' || b == 'P') && l.last == 0x1b, b == 0x90 || b == 0x9b:
			l.sequence, l.separators = true, 0
		case b < '0' || b > '?':
			l.sequence = false
		case l.sequence && (b == ';' || b == ':'):
			l.separators++
		}
		if l.last = b; !l.sequence || l.separators <= maxSeparators || b != ';' && b != ':' {
			kept = append(kept, b)
		}
	}
	return len(kept), err
}

// maxCells is the area of the largest window that a model starts in: Bubble Tea makes
// room for all of it at first.
const maxCells = 1_000_000

// checkWindow returns an error for a window too large to start in.
func checkWindow(out io.Writer) error {
	if size, ok := sizeOf(out); ok && size.Width*size.Height > maxCells {
		return fmt.Errorf("a window of %d×%d cells: want at most %d in all", size.Width, size.Height, maxCells)
	}
	return nil
}
