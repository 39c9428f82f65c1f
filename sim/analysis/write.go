package analysis

import (
	"context"
	"errors"
	"io"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
)

// Written counts the written trajectories and steps.
type Written struct{ Trajectories, Steps int }

// Write draws the trajectories of settings of a domain and writes them to w in a format, in
// order, each with the index as ID. Blocks are drawn and formatted in parallel, so that memory
// does not grow with the number of trajectories. progress, which may be nil, is called after
// each block with the counts so far.
//
// After ctx has ended, Write returns ctx's error once a pending write to w returns. Other
// errors come from Check and from w.
func (e *Engine) Write(ctx context.Context, s settings.Settings, f recorded.Format, w io.Writer, progress func(Written)) (done Written, err error) {
	s, err = e.checkSettings(s)
	if err != nil {
		return done, err
	}
	if s.Recorded() {
		return done, errors.New("recorded trajectories: want those of a domain")
	}
	domain, err := sim.New(s.Problem)
	if err != nil {
		return done, err
	}
	if _, err := w.Write(f.AppendHeader(nil, domain.Dim(), offPolicy(domain))); err != nil {
		return done, err
	}
	const perNumber = 64 // bytes of a block: a number, the text, and spare room
	var text [][]byte    // of each trajectory of a block
	err = e.drawBlocks(s, domain, perNumber)(ctx, s.Trajectories, func(block []*estimator.Trajectory) error {
		text = append(text, make([][]byte, max(0, len(block)-len(text)))...)
		e.Do(ctx, len(block), func(i int) {
			text[i] = f.Append(text[i][:0], done.Trajectories+i, block[i], offPolicy(domain))
		})
		for i, t := range block {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if _, err := w.Write(text[i]); err != nil {
				return err
			}
			done.Steps += t.Len()
		}
		done.Trajectories += len(block)
		if progress != nil {
			progress(done)
		}
		return ctx.Err()
	})
	return done, err
}

// offPolicy reports whether the trajectories of a domain have importance ratios.
func offPolicy(d sim.Domain) bool { return d.Options().Target != 0 }
