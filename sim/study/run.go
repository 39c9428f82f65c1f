package study

import (
	"cmp"
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"lambdascope/sim/analysis"
	"lambdascope/sim/panics"
	"lambdascope/sim/settings"
)

// inParallel does work for each of some items and calls each with what it returns, one
// call at a time, in any order. What is long in an item goes to the pool in small parts,
// in turn with the work of others; the items under way at once are as many as can be
// busy. It returns ctx's error soon after ctx ends, or the first error of the work, which
// ends the rest.
func inParallel[Item, Result any](ctx context.Context, e *analysis.Engine, items []Item, work func(context.Context, Item) (Result, error), each func(Result)) error {
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(e.Workers())
	var mu sync.Mutex
	cut := false
	for _, item := range items {
		if cut = inner.Err() != nil; cut { // thousands of items may be left
			break
		}
		group.Go(func() error {
			return panics.Guard(func() error {
				if err := inner.Err(); err != nil {
					return err
				}
				r, err := work(inner, item)
				if err != nil {
					return err
				}
				mu.Lock()
				defer mu.Unlock()
				each(r)
				return nil
			})
		})
	}
	err := group.Wait()
	panics.Raise(err)
	if (err != nil || cut) && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// limited does work on trials of settings in their usual form within the limits of ctx's
// Share.
func limited(ctx context.Context, e *analysis.Engine, s settings.Settings, trials int, work func(ctx context.Context) error) error {
	limits := e.Limits(ctx)
	if err := cmp.Or(limits.CheckTrials(trials), limits.Check(s)); err != nil {
		return err
	}
	_, err := analysis.Limited(ctx, limits.Job, work)
	return err
}
