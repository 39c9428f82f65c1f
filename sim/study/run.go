package study

import (
	"cmp"
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/sim/panics"
	"lambdascope/sim/settings"
)

// inParallel does work for each item and calls each serially with the results, in any order. As
// many items run at once as the engine has workers; their long parts take turns with other work
// in the pool. inParallel returns ctx's error soon after ctx ends. Otherwise the first error of
// the work ends the rest.
func inParallel[Item, Result any](ctx context.Context, e *analysis.Engine, items []Item, work func(context.Context, Item) (Result, error), each func(Result)) error {
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(e.Workers())
	var mu sync.Mutex
	cut := false
	for _, item := range items {
		if cut = inner.Err() != nil; cut { // because thousands of items may be left
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

// limited does work on trials of checked settings within the limits of ctx's Share.
func limited(ctx context.Context, e *analysis.Engine, s settings.Settings, trials int, work func(ctx context.Context) error) error {
	limits := e.Limits(ctx)
	if err := cmp.Or(limits.CheckTrials(trials), limits.Check(s)); err != nil {
		return err
	}
	_, err := engine.Limited(ctx, limits.Job, work)
	return err
}
