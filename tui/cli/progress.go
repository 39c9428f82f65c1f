package cli

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/engine"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
)

// The delay before a line of progress appears, and the interval between its changes.
const (
	progressPatience = time.Second
	progressInterval = 200 * time.Millisecond
)

// note writes a message that is not an error.
func (e Env) note(format string, args ...any) {
	fmt.Fprintf(e.Err, "%s: %s\n", program, shell.Escape(fmt.Sprintf(format, args...)))
}

// progress shows text as a line of progress of long work, if Err is a terminal. An empty text shows
// no line. Stop removes the line; later calls do nothing.
func (e Env) progress(text func() string) (stop func()) {
	if !e.Terminal.Err {
		return func() {}
	}
	line := progressLine{env: e}
	end := repeat(progressPatience, progressInterval, func() {
		shown := text()
		if shown != "" {
			shown = program + ": " + shell.Escape(shown)
		}
		line.show(shown)
	})
	return func() {
		end()
		line.show("")
	}
}

// repeat calls do after a first delay and then at intervals. Stop waits for a call in progress; later
// calls do nothing.
func repeat(first, interval time.Duration, do func()) (stop func()) {
	quit := make(chan struct{})
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		next := time.NewTimer(first)
		defer next.Stop()
		for {
			select {
			case <-quit:
				return
			case <-next.C:
				do()
				next.Reset(interval)
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(quit)
		<-gone
	})
}

// readingProgress shows the progress of reading size bytes; 0 for an unknown size.
func (e Env) readingProgress(what string, read *atomic.Int64, size int64) (stop func()) {
	since := time.Now()
	return e.progress(func() string {
		n := read.Load()
		text := fmt.Sprintf("reading %s: %s", what, byteCount(n))
		if size > 0 {
			text += " of " + byteCount(size) + timeLeft(since, min(1, float64(n)/float64(size)))
		}
		return text
	})
}

// progressText returns the line of a Progress: the step and the share done.
func progressText(p *engine.Progress) func() string {
	return func() string {
		step, since, share := p.Step()
		if step == "" {
			return ""
		}
		return fmt.Sprintf("%s %.0f %%%s; %s", bar(share), 100*share, timeLeft(since, share), step)
	}
}

// timeLeft returns the estimated time left for work with a share done, after a comma; empty until
// an estimate is possible.
func timeLeft(since time.Time, share float64) string {
	left := screen.EstimateLeft(time.Since(since), share)
	if left == "" {
		return ""
	}
	return ", " + left
}

// progressLine is a line that overwrites itself with returns and spaces, because every terminal
// understands these.
type progressLine struct {
	env   Env
	shown int // width of the current text
}

// show replaces the text of the line. It cuts the text to the width, because a wrapped line can't
// be overwritten.
func (l *progressLine) show(text string) {
	const most = 79
	text = ansi.Truncate(text, most, "")
	n := ansi.StringWidth(text)
	if n > 0 || l.shown > 0 {
		fmt.Fprintf(l.env.Err, "\r%*s\r%s", l.shown, "", text)
	}
	l.shown = n
}

func byteCount(n int64) string {
	const unit = 1000
	if n < unit {
		return fmt.Sprintf("%d bytes", n)
	}
	v := float64(n)
	units := []string{"kB", "MB", "GB", "TB"}
	for v /= unit; v >= unit && len(units) > 1; v /= unit {
		units = units[1:]
	}
	if v < 10 {
		return fmt.Sprintf("%.1f %s", v, units[0])
	}
	return fmt.Sprintf("%.0f %s", v, units[0])
}

// bar returns a bar of the share done. It does not use Bubbles' progress, because turning off colours
// and percentage there takes more code.
func bar(share float64) string {
	const width = 10
	filled := int(width * share)
	return "[" + strings.Repeat("#", filled) + strings.Repeat(".", width-filled) + "]"
}
