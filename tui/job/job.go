// Package job runs work in the background of a Bubble Tea program, with news of it
// as messages, and carries panics to the goroutine that can do something about them.
// Of this module it imports sim/panics alone.
package job

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/panics"
)

// Interval is the least time between two messages of a job: fifteen frames a
// second are as many as anybody needs of work that goes on for seconds.
const Interval = 66 * time.Millisecond

// Job is work of a page that goes on in the background and has something to show
// before it ends. What it finds it keeps where the page can read it, under a lock;
// messages only say that there is more.
type Job struct {
	running    bool
	generation int
	cancel     context.CancelFunc
	fresh      chan struct{} // holds one note that there is more to show
	ended      chan error
}

// Msg says that a job has more to show, or has ended.
type Msg struct {
	Ended      bool
	Err        error
	job        *Job
	generation int
}

// Running tells whether work runs that has not ended.
func (j *Job) Running() bool { return j.running }

// Start runs work, in place of what ran before. Work calls news whenever there is
// more to show.
func (j *Job) Start(ctx context.Context, work func(ctx context.Context, news func()) error) tea.Cmd {
	j.Stop()
	ctx, cancel := context.WithCancel(ctx)
	fresh, ended := make(chan struct{}, 1), make(chan error, 1)
	j.cancel, j.running, j.fresh, j.ended = cancel, true, fresh, ended
	go func() {
		defer cancel()
		ended <- panics.Guard(func() error {
			return work(ctx, func() {
				select {
				case fresh <- struct{}{}:
				default: // the last note has not been read yet
				}
			})
		})
	}()
	return j.Await()
}

// Stop ends the work that runs, if any. Its messages are nobody's from then on.
func (j *Job) Stop() {
	j.generation++
	j.running = false
	if j.cancel != nil {
		j.cancel()
	}
}

// Receive tells whether a message is of the work that runs now, and returns the
// command that waits for the next.
func (j *Job) Receive(msg Msg) (next tea.Cmd, mine bool) {
	if msg.job != j || msg.generation != j.generation {
		return nil, false
	}
	if msg.Ended {
		j.running = false
		return nil, true
	}
	return j.Await(), true
}

// Await returns the command that waits for the next message of the work that runs.
func (j *Job) Await() tea.Cmd {
	generation, fresh, ended := j.generation, j.fresh, j.ended
	return func() tea.Msg {
		pause := time.NewTimer(Interval)
		defer pause.Stop()
		select {
		case err := <-ended:
			panics.Raise(err)
			return Msg{Ended: true, Err: err, job: j, generation: generation}
		case <-pause.C:
		}
		select {
		case err := <-ended:
			panics.Raise(err)
			return Msg{Ended: true, Err: err, job: j, generation: generation}
		case <-fresh:
			return Msg{job: j, generation: generation}
		}
	}
}
