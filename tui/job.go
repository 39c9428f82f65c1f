package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// jobInterval is the least time between two messages of a job: fifteen frames a
// second are as many as anybody needs of work that goes on for seconds.
const jobInterval = 66 * time.Millisecond

// job is work of a page that goes on in the background and has something to show
// before it ends. What it finds it keeps where the page can read it, under a lock;
// messages only say that there is more.
type job struct {
	generation int
	cancel     context.CancelFunc
	running    bool
	fresh      chan struct{} // holds one note that there is more to show
	ended      chan error
}

// jobMsg says that a job has more to show, or has ended.
type jobMsg struct {
	job        *job
	generation int
	ended      bool
	err        error
}

// start runs work, in place of what ran before. Work calls news whenever there is
// more to show.
func (j *job) start(ctx context.Context, work func(ctx context.Context, news func()) error) tea.Cmd {
	j.stop()
	ctx, cancel := context.WithCancel(ctx)
	fresh, ended := make(chan struct{}, 1), make(chan error, 1)
	j.cancel, j.running, j.fresh, j.ended = cancel, true, fresh, ended
	go func() {
		defer cancel()
		ended <- guarded(func() error {
			return work(ctx, func() {
				select {
				case fresh <- struct{}{}:
				default: // the last note has not been read yet
				}
			})
		})
	}()
	return j.await()
}

// stop ends the work that runs, if any. Its messages are nobody's from then on.
func (j *job) stop() {
	j.generation++
	j.running = false
	if j.cancel != nil {
		j.cancel()
	}
}

// receive tells whether a message is of the work that runs now, and returns the
// command that waits for the next.
func (j *job) receive(msg jobMsg) (next tea.Cmd, mine bool) {
	if msg.job != j || msg.generation != j.generation {
		return nil, false
	}
	if msg.ended {
		j.running = false
		return nil, true
	}
	return j.await(), true
}

func (j *job) await() tea.Cmd {
	generation, fresh, ended := j.generation, j.fresh, j.ended
	return func() tea.Msg {
		pause := time.NewTimer(jobInterval)
		defer pause.Stop()
		select {
		case err := <-ended:
			raise(err)
			return jobMsg{j, generation, true, err}
		case <-pause.C:
		}
		select {
		case err := <-ended:
			raise(err)
			return jobMsg{j, generation, true, err}
		case <-fresh:
			return jobMsg{job: j, generation: generation}
		}
	}
}
