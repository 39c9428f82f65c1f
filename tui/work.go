package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/study"
)

// patience is how long work may take before the screen says that it goes on.
const patience = 100 * time.Millisecond

// resultMsg is the outcome of an analysis.
type resultMsg struct {
	generation int
	analysis   *study.Analysis
	err        error
	took       time.Duration
}

// slowMsg says that an analysis has gone on beyond patience.
type slowMsg struct {
	generation int
	outcome    <-chan resultMsg
}

// worker runs one analysis at a time, the newest.
type worker struct {
	engine     *study.Engine
	ctx        context.Context // of the session
	generation int
	cancel     context.CancelFunc
}

// start returns a command that analyses settings. Older work is cancelled, and
// its result, should it still come, is of an older generation.
func (w *worker) start(s study.Settings) tea.Cmd {
	if w.cancel != nil {
		w.cancel()
	}
	ctx, cancel := context.WithCancel(w.ctx)
	w.cancel = cancel
	w.generation++
	generation, engine := w.generation, w.engine
	return func() tea.Msg {
		outcome := make(chan resultMsg, 1)
		go func() {
			defer cancel()
			start := time.Now()
			a, err := engine.Analyze(ctx, s)
			outcome <- resultMsg{generation, a, err, time.Since(start)}
		}()
		timer := time.NewTimer(patience)
		defer timer.Stop()
		select {
		case r := <-outcome:
			return r
		case <-timer.C:
			return slowMsg{generation, outcome}
		}
	}
}

// await returns a command that waits for work that is known to be slow.
func (m slowMsg) await() tea.Msg { return <-m.outcome }
