package cli

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"lambdascope/sim/study"
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
	pace        study.Pace // of those run by this process
}

// begin tells that trials of a domain are begun.
func (p *studyProgress) begin(part int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.part, p.since = part, time.Now()
	p.parts[part].pace.Begin(p.since)
}

// finished tells that a trial of the domain at work is finished.
func (p *studyProgress) finished() {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := &p.parts[p.part]
	at.done++
	p.since = time.Now()
	at.pace.Finish(p.since)
}

// count counts the trials of all domains.
func (p *studyProgress) count() (done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, d := range p.parts {
		done += d.done
		total += d.total
	}
	return done, total
}

// text says how far the trials are, in one line.
func (p *studyProgress) text() string {
	done, total := p.count()
	text := fmt.Sprintf("%d of %d trials", done, total)
	p.mu.Lock()
	defer p.mu.Unlock()
	if left, ok := p.left(); ok {
		text += ", " + aboutTime(left) + " left"
	}
	text += "; " + p.parts[p.part].name
	if p.parts[p.part].done == 0 {
		text += ": first trial running"
	}
	return text
}

// tally counts what is finished of the parts of a study, of all domains. How long the others
// will take can't be told from these.
type tally struct {
	what  string // is counted
	since time.Time

	mu          sync.Mutex
	done, total int
	name        string // of the domain at work
	size        int    // the largest number of trajectories that is finished; 0 for none
}

// begin tells that a domain is begun.
func (p *tally) begin(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.name, p.size = name, 0
}

// finished tells that a part is finished, of so many trajectories where that tells how far
// the work is.
func (p *tally) finished(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	p.size = max(p.size, n)
}

// count counts the parts of all domains.
func (p *tally) count() (done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.done, p.total
}

// text says how far they are, in one line.
func (p *tally) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := fmt.Sprintf("%d of %d %s after %v; %s", p.done, p.total, p.what, time.Since(p.since).Truncate(time.Second), p.name)
	if p.size > 0 {
		text += fmt.Sprintf(", n = %d", p.size)
	}
	return text
}

// phase is a part of a study that may take long, and tells how far it is: on a
// terminal as progress does, else in a line every phaseInterval.
type phase struct {
	env  Env
	of   counted
	next time.Time // when the next line is due
}

// counted is work of many parts.
type counted interface {
	count() (done, total int)
	text() string // how far it is, in one line
}

const phaseInterval = 30 * time.Second

// beginPhase says what begins, unless a terminal shows it anyway, or all is done.
func (e Env) beginPhase(what string, of counted) *phase {
	if done, total := of.count(); done < total && !e.Terminal.Err && !e.noProgress {
		e.note("%s: %d of %d are done", what, done, total)
	}
	return &phase{e, of, time.Now().Add(phaseInterval)}
}

// progress tells how far the phase is until it is stopped.
func (p *phase) progress() (stop func()) {
	if p.env.Terminal.Err || p.env.noProgress {
		return p.env.progress(func() string {
			return bar(p.of.count()) + " " + p.of.text()
		})
	}
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		for {
			due := time.NewTimer(time.Until(p.next))
			select {
			case <-quit:
				due.Stop()
				return
			case <-due.C:
				p.env.note("%s", p.of.text())
				p.next = time.Now().Add(phaseInterval)
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(quit)
		<-gone
	})
}

// left returns how long the trials will still take, judged by those that this
// process has run, and false while a domain has none of these.
func (p *studyProgress) left() (time.Duration, bool) {
	left := -time.Since(p.since)
	for _, d := range p.parts {
		if todo := d.total - d.done; todo > 0 {
			more, ok := d.pace.Left(todo, 1)
			if !ok {
				return 0, false
			}
			left += more
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
