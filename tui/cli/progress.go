package cli

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/analysis"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
)

// How long work may take before a line tells how far it is, and how often that
// changes.
const (
	progressPatience = time.Second
	progressInterval = 200 * time.Millisecond
)

// note writes a message that is no error.
func (e Env) note(format string, args ...any) {
	fmt.Fprintf(e.Err, "%s: %s\n", program, shell.Escape(fmt.Sprintf(format, args...)))
}

// progress shows text, which says how far some work is, on its own line
// once the work takes long, if Err is a terminal and nobody asked for none; no text is
// no line. Stop ends it and takes the line
// away; it may be called more than once.
func (e Env) progress(text func() string) (stop func()) {
	if !e.Terminal.Err || e.noProgress {
		return func() {}
	}
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		line := progressLine{env: e}
		defer line.show("")
		next := time.NewTimer(progressPatience)
		defer next.Stop()
		for {
			select {
			case <-quit:
				return
			case <-next.C:
				shown := text()
				if shown != "" {
					shown = program + ": " + shell.Escape(shown)
				}
				line.show(shown)
				next.Reset(progressInterval)
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(quit)
		<-gone
	})
}

// progressText returns the line of a Progress: the step under way and how far it is.
func progressText(p *analysis.Progress) func() string {
	return func() string {
		const whole = 1000
		step, since, share := p.Step()
		if step == "" {
			return ""
		}
		return fmt.Sprintf("%s %.0f %%%s; %s", bar(int(whole*share), whole), 100*share, timeLeft(since, share), step)
	}
}

// timeLeft says how long work will still take of which a share is done, after a comma;
// nothing before that can be told.
func timeLeft(since time.Time, share float64) string {
	const little = .02
	if share < little {
		return ""
	}
	left := time.Duration(float64(time.Since(since)) * (1 - share) / share)
	return ", " + screen.TimeLeft(left)
}

// progressLine is a line of a terminal that is written over, with nothing but
// returns and spaces, which any terminal knows.
type progressLine struct {
	env   Env
	shown int // the width of what stands there
}

// show puts a text in place of what stands there. It is cut where the line could
// wrap, as a line that has wrapped can't be written over.
func (l *progressLine) show(text string) {
	const most = 79
	text = ansi.Truncate(text, most, "")
	n := ansi.StringWidth(text)
	if n > 0 || l.shown > 0 {
		fmt.Fprintf(l.env.Err, "\r%*s\r%s", l.shown, "", text)
	}
	l.shown = n
}

// byteCount returns a number of bytes as people say it.
func byteCount(n int64) string {
	const unit = 1000
	if n < unit {
		return fmt.Sprintf("%d bytes", n)
	}
	v, units := float64(n), []string{"kB", "MB", "GB", "TB"}
	for v /= unit; v >= unit && len(units) > 1; v /= unit {
		units = units[1:]
	}
	if v < 10 {
		return fmt.Sprintf("%.1f %s", v, units[0])
	}
	return fmt.Sprintf("%.0f %s", v, units[0])
}

// bar returns a bar of how much of a total is done.
func bar(done, total int) string {
	const width = 10
	filled := width * done / max(1, total)
	return "[" + strings.Repeat("#", filled) + strings.Repeat(".", width-filled) + "]"
}
