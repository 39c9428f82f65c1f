package study

import (
	"cmp"
	"context"
	"sync"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/panics"
)

// Collected is the state of a Collect at some time. Values do not change.
type Collected struct {
	Done    int           // finished trials
	Left    time.Duration // estimated time for the remaining trials; negative while unknown
	Summary *Summary      // of most of the finished trials, of all at the end; nil before two are finished
	Trials  []*Trial      // the summarized trials, in order
}

const (
	summaryPause = 66 * time.Millisecond // shortest pause between summaries
	summaryShare = 4                     // shortest pause as a multiple of the time for a summary
)

// Collect runs the trials of a plan, and summarizes the finished trials while the others run.
// Collect calls report serially, after each trial and each summary; the last call has the
// summary of all trials. Summaries take a fifth of the time or less.
//
// Errors are as in Run and Summarize.
func Collect(ctx context.Context, e *analysis.Engine, p Plan, report func(Collected)) error {
	c := &collector{engine: e, plan: p, report: report}
	more := make(chan struct{}, 1)
	inner, cancel := context.WithCancel(ctx)
	var beside sync.WaitGroup
	var failed error
	beside.Go(func() {
		failed = panics.Guard(func() error {
			c.summarizeOften(inner, more)
			return nil
		})
	})
	err := Run(ctx, e, p, func(t *Trial) {
		c.add(t)
		select {
		case more <- struct{}{}:
		default:
		}
	})
	cancel()
	beside.Wait()
	panics.Raise(failed)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	return c.summarize()
}

// collector holds the trials of a Collect.
type collector struct {
	engine *analysis.Engine
	plan   Plan

	mu     sync.Mutex
	report func(Collected)
	trials []*Trial // in the order of their ends
	ends   []time.Time
	now    Collected
}

// add adds a finished trial.
func (c *collector) add(t *Trial) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.trials = append(c.trials, t)
	c.ends = append(c.ends, time.Now())
	c.now.Done = len(c.trials)
	c.now.Left = timeLeft(c.ends, c.plan.Trials-len(c.trials))
	c.report(c.now)
}

// summarizeOften summarizes whenever there are more trials, until ctx ends.
func (c *collector) summarizeOften(ctx context.Context, more <-chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-more:
		}
		start := time.Now()
		if c.summarize() != nil {
			return // because the last summary returns the same error
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(max(summaryPause, summaryShare*time.Since(start))):
		}
	}
}

// summarize summarizes the finished trials, if there are more than in the last summary. Before
// two trials there is no summary, because a single trial has neither a variance nor a standard
// error; a plan of one trial is an exception.
func (c *collector) summarize() error {
	c.mu.Lock()
	trials := sorted(c.trials)
	summarized := len(c.now.Trials)
	c.mu.Unlock()
	if len(trials) < min(2, c.plan.Trials) || len(trials) == summarized {
		return nil
	}
	s, err := Summarize(c.engine, c.plan, trials)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now.Summary = s
	c.now.Trials = trials
	c.report(c.now)
	return nil
}

const (
	fewestEnds = 4  // ends of trials that an estimate of the time left needs
	mostEnds   = 21 // ends that count, the last ones, because the load of the machine changes
)

// timeLeft estimates the time for more trials from the ends of finished trials; negative with too
// few ends.
func timeLeft(ends []time.Time, trials int) time.Duration {
	if len(ends) < fewestEnds {
		return -1
	}
	ends = ends[max(0, len(ends)-mostEnds):]
	intervals := len(ends) - 1
	return ends[intervals].Sub(ends[0]) / time.Duration(intervals) * time.Duration(trials)
}
