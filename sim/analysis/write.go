package analysis

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"sync/atomic"

	"lambdascope/sim"
	"lambdascope/sim/recorded"
)

// Written counts what has been written.
type Written struct{ Trajectories, Steps int }

// Write draws the trajectories that settings of a domain choose and writes them
// to w as a file of a format, in order, each with its index for an id. They are
// drawn and put into text in parallel, some at a time, so that memory does not
// grow with their number. Progress, which may be nil, is told what has been
// written.
//
// It returns ctx's error when ctx has ended, once w returns from a write under
// way. Other errors are those of Check and of w.
func (e *Engine) Write(ctx context.Context, s Settings, f recorded.Format, w io.Writer, progress func(Written)) (Written, error) {
	var done Written
	s, err := e.Check(s)
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
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	full := make(chan *batch)
	go func() {
		defer close(full)
		if err := e.draw(ctx, domain, s, f, full); err != nil {
			fail(err)
		}
	}()
	for b := range full {
		if err := b.writeTo(ctx, w); err != nil {
			fail(err)
			continue // to the end of what is drawn
		}
		done.Trajectories += len(b.text)
		done.Steps += b.steps
		if progress != nil {
			progress(done)
		}
	}
	if ctx.Err() != nil {
		return done, context.Cause(ctx)
	}
	return done, nil
}

// offPolicy tells whether the trajectories of a domain have importance ratios.
func offPolicy(d sim.Domain) bool { return d.Options().Target != 0 }

// batch is the text of trajectories next to each other.
type batch struct {
	text  [][]byte // of each
	steps int
}

// writeTo writes the batch, until ctx ends.
func (b *batch) writeTo(ctx context.Context, w io.Writer) error {
	for _, text := range b.text {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return nil
}

// bytes returns the length of the text.
func (b *batch) bytes() int {
	sum := 0
	for _, text := range b.text {
		sum += len(text)
	}
	return sum
}

// draw sends all trajectories in batches. It has memory for two of them: once
// one is received, the one before has been written.
func (e *Engine) draw(ctx context.Context, domain sim.Domain, s Settings, f recorded.Format, full chan<- *batch) error {
	const small, large = 512 << 10, 2 << 20 // the bytes that a batch should have
	var memory [2]batch
	size := e.pool.workers
	for first, turn := 0, 0; first < s.Trajectories; turn = 1 - turn {
		b := &memory[turn]
		if err := e.drawBatch(ctx, domain, s.Seed, first, min(size, s.Trajectories-first), f, b); err != nil {
			return err
		}
		first += len(b.text)
		switch bytes := b.bytes(); {
		case bytes < small:
			size *= 2
		case bytes > large:
			size = max(1, size/2)
		}
		full <- b
	}
	return nil
}

// drawBatch fills a batch with n trajectories of a seed.
func (e *Engine) drawBatch(ctx context.Context, domain sim.Domain, seed uint64, first, n int, f recorded.Format, b *batch) error {
	b.text = slices.Grow(b.text[:0], n)[:n]
	var steps atomic.Int64
	err := e.Each(ctx, n, func(i int) error {
		t, err := domain.Trajectory(seed, first+i)
		if err == nil {
			steps.Add(int64(t.Len()))
			b.text[i] = f.Append(b.text[i][:0], first+i, t, offPolicy(domain))
		}
		return err
	})
	b.steps = int(steps.Load())
	return cmp.Or(context.Cause(ctx), err)
}
