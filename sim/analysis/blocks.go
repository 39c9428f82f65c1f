package analysis

import (
	"context"
	"errors"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/features"
	"lambdascope/sim/settings"
)

// blocks calls do with successive blocks until do has had all n trajectories.
type blocks func(ctx context.Context, n int, do func(block []*estimator.Trajectory) error) error

// fileBlocks returns the blocks of a file outside memory, with the features of the settings.
// Reading continues during work on a block, so that the next block is ready.
func (e *Engine) fileBlocks(s settings.Settings, f *file, m *features.Map, dim int) blocks {
	overhead := blockOverhead + blockScore*len(s.Grid())
	return func(ctx context.Context, n int, do func(block []*estimator.Trajectory) error) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		ahead := make(chan []*estimator.Trajectory)
		failed := make(chan error, 1)
		go func() {
			defer close(ahead)
			failed <- readBlocks(ctx, f, n, dim, overhead, ahead)
		}()
		for block := range ahead {
			if m != nil {
				if err := e.mapBlock(ctx, m, block); err != nil {
					return err
				}
			}
			if err := do(block); err != nil {
				return err
			}
		}
		return <-failed
	}
}

// A trajectory of a block takes blockOverhead bytes beside its numbers, and blockScore for each λ.
// Episodes of a single step take little else.
const (
	blockOverhead = 512
	blockScore    = 20
)

// readBlocks sends the first n trajectories of a file, in blocks of about blockBytes with dim
// features.
func readBlocks(ctx context.Context, f *file, n, dim, overhead int, to chan<- []*estimator.Trajectory) error {
	var block []*estimator.Trajectory
	var bytes, count int
	send := func() error {
		select {
		case to <- block:
			block = nil
			bytes = 0
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	err := f.each(func(t *estimator.Trajectory) error {
		block = append(block, t)
		bytes += overhead + 8*((t.Len()+1)*(dim+1)+len(t.Ratios()))
		if count++; bytes >= blockBytes || count == n {
			if err := send(); err != nil {
				return err
			}
		}
		if count == n {
			return errEnough
		}
		return ctx.Err()
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	if err == nil && len(block) > 0 {
		err = send()
	}
	return err
}

// mapBlock applies a feature map to a block in place.
func (e *Engine) mapBlock(ctx context.Context, m *features.Map, block []*estimator.Trajectory) error {
	return e.Each(ctx, len(block), func(i int) (err error) {
		block[i], err = mapTrajectory(m, block[i], true)
		return err
	})
}

// drawBlocks returns the blocks of the trajectories of a domain, drawn again for each pass. A
// number of a feature takes perNumber bytes.
func (e *Engine) drawBlocks(s settings.Settings, d sim.Domain, perNumber int) blocks {
	size := max(1, blockBytes/max(1, perNumber*d.Dim()*int(sim.MeanSteps(s.Problem)+1)))
	return func(ctx context.Context, n int, do func(block []*estimator.Trajectory) error) error {
		for first := 0; first < n; first += size {
			block := make([]*estimator.Trajectory, min(size, n-first))
			err := e.Each(ctx, len(block), func(i int) (err error) {
				block[i], err = d.Trajectory(s.Seed, first+i)
				return err
			})
			if err == nil {
				err = do(block)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
}
