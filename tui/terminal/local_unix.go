//go:build unix

package terminal

import (
	"io"
	"os"
	"syscall"
	"time"
)

// stopTimeout is the longest time from SIGTSTP to the stop of the process.
const stopTimeout = time.Second

// continueSoon sends SIGCONT unless the process stops before. The system ignores SIGTSTP if
// no shell could continue the process, and Bubble Tea would wait for SIGCONT forever.
func continueSoon() {
	time.AfterFunc(stopTimeout, func() { _ = syscall.Kill(syscall.Getpid(), syscall.SIGCONT) })
}

// localInput returns the input of the process's own terminal without excess parameters,
// because Bubble Tea's reader panics at a sequence with more than 32, as in a pasted text.
func localInput(in io.Reader) io.Reader {
	if file, ok := in.(*os.File); ok {
		return &limitedInput{File: file}
	}
	return in
}

// limitedInput drops the separators of parameters beyond maxSeparators. It embeds the file,
// because Bubble Tea sets the modes of the terminal through it.
type limitedInput struct {
	*os.File
	last       byte
	sequence   bool // in the parameters of a sequence
	separators int
}

// maxSeparators is the largest number of separators in a sequence.
const maxSeparators = 24

func (l *limitedInput) Read(p []byte) (int, error) {
	n, err := l.File.Read(p)
	kept := p[:0]
	for _, b := range p[:n] {
		separator := b == ';' || b == ':'
		switch {
		case (b == '[' || b == 'P') && l.last == 0x1b, b == 0x90 || b == 0x9b:
			l.sequence = true
			l.separators = 0
		case b < '0' || b > '?':
			l.sequence = false
		case l.sequence && separator:
			l.separators++
		}
		l.last = b
		if !l.sequence || !separator || l.separators <= maxSeparators {
			kept = append(kept, b)
		}
	}
	return len(kept), err
}
