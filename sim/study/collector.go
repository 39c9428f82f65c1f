package study

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/panics"
)

// Collector runs the trials of a plan and summarises those that are finished while the
// others run. It is safe for concurrent use.
type Collector struct {
	engine *analysis.Engine
	plan   Plan

	mu      sync.Mutex
	trials  map[int]*Trial // by index
	pace    pace           // of those run last
	summary *Summary       // nil before the first
	of      []*Trial       // what the summary is of, in order
}

// Collected is what a Collector has at some time. It does not change.
type Collected struct {
	Done    int           // trials that are finished
	Left    time.Duration // that the others will take; below 0 while that is not known
	Summary *Summary      // of most of those finished, of all in the end; nil before
	Trials  []*Trial      // what Summary is of, in order
}

// How a Collector works.
const (
	summaryPause = 66 * time.Millisecond // between summaries, at least
	summaryShare = 4                     // times as long as a summary takes passes before the next
)

// NewCollector returns a Collector for a plan. It has of old, which may be nil, the
// trials that the plans have in common.
func NewCollector(e *analysis.Engine, p Plan, old *Collector) *Collector {
	c := &Collector{engine: e, plan: p, trials: make(map[int]*Trial)}
	if old == nil || p.key() != old.plan.key() {
		return c
	}
	old.mu.Lock()
	defer old.mu.Unlock()
	for j, t := range old.trials {
		if j < p.Trials {
			c.trials[j] = t
		}
	}
	if old.plan.Trials == p.Trials {
		c.summary, c.of = old.summary, old.of
	}
	return c
}

// Now returns what there is.
func (c *Collector) Now() Collected {
	c.mu.Lock()
	defer c.mu.Unlock()
	done := len(c.trials)
	return Collected{Done: done, Left: c.pace.left(c.plan.Trials - done), Summary: c.summary, Trials: c.of}
}

// Run runs the trials that are missing, and returns once all are summarised, with
// ctx's error where that ends first. Other errors are those of Run and of Summarize.
// It may be called again to go on.
//
// Each summary is given to summarized, which may be nil, one at a time; there are as
// many as take little of the time, and none before two trials are finished, or all.
// Where there is more to show, news is called, by any goroutine, until Run returns.
func (c *Collector) Run(ctx context.Context, summarized func(*Summary), news func()) error {
	if summarized == nil {
		summarized = func(*Summary) {}
	}
	c.mu.Lock()
	c.pace = pace{}
	have := maps.Clone(c.trials)
	c.mu.Unlock()
	more := make(chan struct{}, 1)
	inner, cancel := context.WithCancel(ctx)
	var beside sync.WaitGroup
	var fell error
	beside.Go(func() {
		fell = panics.Guard(func() error {
			c.summarizeOften(inner, more, summarized, news)
			return nil
		})
	})
	err := Run(ctx, c.engine, c.plan,
		func(j int) bool { return have[j] != nil },
		func(t *Trial) {
			c.add(t)
			news()
			select {
			case more <- struct{}{}:
			default:
			}
		})
	cancel()
	beside.Wait()
	panics.Raise(fell)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	return c.summarize(summarized)
}

// add adds a trial that is finished.
func (c *Collector) add(t *Trial) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.trials[t.Index] = t
	c.pace.finish(time.Now())
}

// summarizeOften summarises whenever there is more, until ctx ends.
func (c *Collector) summarizeOften(ctx context.Context, more <-chan struct{}, summarized func(*Summary), news func()) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-more:
		}
		start := time.Now()
		if c.summarize(summarized) != nil {
			return // the last summary has the same error
		}
		news()
		pause := time.NewTimer(max(summaryPause, summaryShare*time.Since(start)))
		select {
		case <-ctx.Done():
			pause.Stop()
			return
		case <-pause.C:
		}
	}
}

// summarize summarises the trials that are finished, where they are two: one has
// neither a variance nor an error. One will do for a plan that has no more.
func (c *Collector) summarize(summarized func(*Summary)) error {
	c.mu.Lock()
	all := slices.SortedFunc(maps.Values(c.trials), func(a, b *Trial) int { return a.Index - b.Index })
	c.mu.Unlock()
	if len(all) < min(2, c.plan.Trials) {
		return nil
	}
	s, err := Summarize(c.engine, c.plan, all)
	if err != nil {
		return err
	}
	c.mu.Lock()
	if len(all) >= len(c.of) { // else another call of Run has gone on by now
		c.summary, c.of = s, all
	}
	c.mu.Unlock()
	summarized(s)
	return nil
}
