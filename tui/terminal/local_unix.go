//go:build unix

package terminal

import (
	"io"
	"os"
	"syscall"
	"time"
)

// stopTimeout is how long the process may run on after it was told to stop.
const stopTimeout = time.Second

// continueSoon continues the process if it is not stopped soon: the system ignores SIGTSTP
// where no shell could continue the process, and Bubble Tea waits for SIGCONT without end.
func continueSoon() {
	time.AfterFunc(stopTimeout, func() { _ = syscall.Kill(syscall.Getpid(), syscall.SIGCONT) })
}

// localInput returns the input of the process's own terminal without sequences at which
// Bubble Tea's reader panics: those with more parameters than any key has, as a paste may
// hold.
func localInput(in io.Reader) io.Reader {
	if file, ok := in.(*os.File); ok {
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
