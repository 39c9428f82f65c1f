package cli

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// studyProgress counts what is finished of a study, and tells how long the
// trials of all domains will still take.
type studyProgress struct {
	mu    sync.Mutex
	parts []progressPart // per domain
	part  int            // the domain at work
	since time.Time      // when its last trial was finished, or it was begun
}

// progressPart is what is finished of the trials of one domain.
type progressPart struct {
	name        string
	done, total int
	ran         int           // how many of done were run by this process
	took        time.Duration // for these
}

// begin tells that trials of a domain are begun.
func (p *studyProgress) begin(part int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.part, p.since = part, time.Now()
}

// finished tells that a trial of the domain at work is finished.
func (p *studyProgress) finished() {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	at := &p.parts[p.part]
	at.done++
	at.ran++
	at.took += now.Sub(p.since)
	p.since = now
}

// text says how far the trials are, in one line.
func (p *studyProgress) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	done, total := 0, 0
	for _, d := range p.parts {
		done += d.done
		total += d.total
	}
	text := fmt.Sprintf("%s %d of %d trials", bar(done, total), done, total)
	if left, ok := p.left(); ok {
		text += ", " + aboutTime(left) + " left"
	}
	return text + "; " + p.parts[p.part].name
}

// left returns how long the trials will still take, judged by those that this
// process has run, and false while a domain has none of these.
func (p *studyProgress) left() (time.Duration, bool) {
	left := -time.Since(p.since)
	for _, d := range p.parts {
		todo := d.total - d.done
		if todo > 0 && d.ran == 0 {
			return 0, false
		}
		if todo > 0 {
			left += d.took / time.Duration(d.ran) * time.Duration(todo)
		}
	}
	return max(0, left), true
}

// bar returns a bar of how much of a total is done.
func bar(done, total int) string {
	const width = 10
	filled := width * done / max(1, total)
	return "[" + strings.Repeat("#", filled) + strings.Repeat(".", width-filled) + "]"
}

// aboutTime returns a duration as roughly as an estimate deserves.
func aboutTime(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return "seconds"
	case d < 100*time.Second:
		return fmt.Sprintf("%d s", int(d.Round(5*time.Second).Seconds()))
	case d < 100*time.Minute:
		return fmt.Sprintf("%d min", int(d.Round(time.Minute).Minutes()))
	}
	return fmt.Sprintf("%d h", int(d.Round(time.Hour).Hours()))
}
