package analysis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync/atomic"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/features"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
)

// Stream is how an analysis goes about trajectories that take more memory than they may:
// it reads or draws them again for each of the three passes of the estimator, a block at
// a time. It is for one command.
type Stream struct {
	// Budget is how many bytes trajectories may take, in memory at once.
	Budget int64
	// Scratch makes a temporary file, for trajectories that can't be read again as
	// quickly where they come from.
	Scratch func() (Scratch, error)
	// Began is called once, when there are too many for the budget; nil for no call.
	Began func()

	began atomic.Bool
	spool Scratch // of the file that was loaded; nil for none
}

// Close removes the temporary file.
func (s *Stream) Close() error {
	if s == nil || s.spool == nil {
		return nil
	}
	return s.spool.Close()
}

// Scratch is a temporary file, which is gone once it is closed.
type Scratch interface {
	io.Writer
	io.ReaderAt
	io.Closer
}

// streamPasses is how many times the trajectories are gone over.
const streamPasses = 3

func (s *Stream) begin() {
	if !s.began.Swap(true) && s.Began != nil {
		s.Began()
	}
}

// blockBytes is how much of the trajectories is in memory at a time, as are the one
// before and the one to come.
const blockBytes = 8 << 20

// blocks calls do with trajectories one after another, until it has had all n.
type blocks func(ctx context.Context, n int, do func(block []*estimator.Trajectory) error) error

// far is a file's trajectories that are not in memory.
type far struct {
	seen  []fs.FileInfo // of the parts, as they were read
	spool Scratch       // what they are read from, in place of the parts
	size  int64         // of the spool
}

// gatherer takes the trajectories of a file as they are read: it holds them, until they
// take more than the budget.
type gatherer struct {
	stream *Stream
	file   *file
	held   int64         // bytes
	seen   []fs.FileInfo // of the parts, before each was read
	out    []byte
	extent extents
}

func (g *gatherer) take(t *estimator.Trajectory) error {
	f := g.file
	if d := t.Dim(); f.Features != 0 && d != f.Features {
		return fmt.Errorf("%d features: want %d, as in %s", d, f.Features, f.parts[0].Name)
	}
	f.Features = t.Dim()
	f.Trajectories++
	g.extent.add(t)
	f.repeats.add(t)
	switch {
	case f.far == nil:
		f.trajectories = append(f.trajectories, t)
		if g.held += int64(t.Bytes()); g.stream != nil && g.held > g.stream.Budget {
			return g.spill()
		}
		return nil
	case f.far.spool != nil:
		return g.spooled(t)
	}
	return nil
}

// spill lets go of what is held.
func (g *gatherer) spill() error {
	held := g.file.trajectories
	g.file.trajectories, g.file.far = nil, new(far)
	g.stream.begin()
	if g.rereadable() {
		return nil
	}
	var err error
	if g.stream.spool, err = g.stream.Scratch(); err != nil {
		return fmt.Errorf("no temporary file for trajectories that take more memory than they may: %w", err)
	}
	g.file.far.spool = g.stream.spool
	for _, t := range held {
		if err := g.spooled(t); err != nil {
			return err
		}
	}
	return nil
}

// rereadable tells whether all parts are quick to read again.
func (g *gatherer) rereadable() bool {
	for _, p := range g.file.parts {
		if p.Stat == nil { // it can be read but once
			return false
		}
		in, err := p.Open()
		if err != nil {
			return false
		}
		again := recorded.Rereadable(in)
		in.Close()
		if !again {
			return false
		}
	}
	return true
}

// spooled writes a trajectory to the spool.
func (g *gatherer) spooled(t *estimator.Trajectory) error {
	const piece = 1 << 20
	if g.out = recorded.AppendSpool(g.out, t); len(g.out) >= piece {
		return g.flush()
	}
	return nil
}

func (g *gatherer) flush() error {
	n, err := g.file.far.spool.Write(g.out)
	g.file.far.size += int64(n)
	g.out = g.out[:0]
	if err != nil {
		return fmt.Errorf("the temporary file of trajectories could not be written: %w", err)
	}
	return nil
}

// errEnough ends the reading of a file of which the first trajectories are enough.
var errEnough = errors.New("enough trajectories")

// each calls take with each trajectory of a file that is not in memory.
func (f *file) each(take func(t *estimator.Trajectory) error) error {
	if f.far.spool != nil {
		return recorded.EachSpooled(io.NewSectionReader(f.far.spool, 0, f.far.size), f.Features, take)
	}
	for i, p := range f.parts {
		err := again(p, take)
		if err != nil && !errors.Is(err, errEnough) {
			return &fileError{err}
		}
		if changed := p.unchanged(f.far.seen[i]); changed != nil {
			return changed
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// again reads the trajectories of a part once more.
func again(p Source, take func(t *estimator.Trajectory) error) error {
	in, err := p.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	return recorded.Again(in, p.Name, take)
}

// fileBlocks returns the blocks of a file that is not in memory, with the features of the
// settings. One block is read while another is worked on.
func (e *Engine) fileBlocks(s settings.Settings, f *file) (blocks, error) {
	m, err := featureMap(s, f)
	if err != nil {
		return nil, err
	}
	dim := f.Features
	if m != nil {
		dim = m.Dim()
	}
	return func(ctx context.Context, n int, do func(block []*estimator.Trajectory) error) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		ahead, failed := make(chan []*estimator.Trajectory, 1), make(chan error, 1)
		go func() {
			defer close(ahead)
			failed <- readBlocks(ctx, f, n, dim, ahead)
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
	}, nil
}

// readBlocks sends the first n trajectories of a file, in blocks of about as many as
// blockBytes is for with so many features.
func readBlocks(ctx context.Context, f *file, n, dim int, to chan<- []*estimator.Trajectory) error {
	var block []*estimator.Trajectory
	bytes, count := 0, 0
	send := func() error {
		select {
		case to <- block:
			block, bytes = nil, 0
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	err := f.each(func(t *estimator.Trajectory) error {
		block = append(block, t)
		bytes += 8 * ((t.Len()+1)*(dim+1) + len(t.Ratios()))
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

// mapBlock gives trajectories the features of a map.
func (e *Engine) mapBlock(ctx context.Context, m *features.Map, block []*estimator.Trajectory) error {
	return e.Each(ctx, len(block), func(i int) (err error) {
		block[i], err = mapTrajectory(m, block[i], true)
		return err
	})
}

// drawBlocks returns the blocks of the trajectories of a domain, whose features take some
// bytes for each number. They are drawn again for each pass.
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

// streamed returns the blocks of trajectories that are to be streamed, and the domain
// they are drawn from, nil for a file's; no blocks where they are, or are to be, in
// memory. A stream is for draws; a file was loaded within one.
func (e *Engine) streamed(s settings.Settings, stream *Stream) (blocks, sim.Domain, error) {
	if s.Recorded() {
		f := e.file(s.Hash)
		if f == nil || f.far == nil {
			return nil, nil, nil
		}
		if e.groups(s) != nil {
			return nil, nil, fmt.Errorf("%s: groups of trajectories that take more memory than they may: want more memory for them, or groups %s", settings.FileLabel(f.Name), settings.IgnoreGroups)
		}
		b, err := e.fileBlocks(s, f)
		return b, nil, err
	}
	if stream == nil {
		return nil, nil, nil
	}
	domain, err := sim.New(s.Problem)
	if err != nil {
		return nil, nil, err
	}
	const few = 64 // trajectories, of which the mean size is taken
	some := min(few, s.Trajectories)
	bytes := 0
	for i := range some {
		t, err := domain.Trajectory(s.Seed, i)
		if err != nil {
			return nil, nil, err
		}
		bytes += t.Bytes()
	}
	if int64(bytes/some)*int64(s.Trajectories) <= stream.Budget {
		return nil, nil, nil
	}
	stream.begin()
	return e.drawBlocks(s, domain, 8), domain, nil
}

// selectStreamed is estimator.Select in passes over blocks; it returns the leverages at
// λ̂, too.
func (e *Engine) selectStreamed(ctx context.Context, s settings.Settings, lambdas []float64, over blocks) (*estimator.Selection, []float64, error) {
	n, passes := s.Trajectories, 0
	pass := func(do func(block []*estimator.Trajectory) error) error {
		passes++
		done := new(atomic.Int64)
		begin(ctx, fmt.Sprintf("pass %d of %d", passes, streamPasses), func() float64 { return float64(done.Load()) / float64(n) })
		return over(ctx, n, func(block []*estimator.Trajectory) error {
			err := do(block)
			done.Add(int64(len(block)))
			return err
		})
	}
	p, err := e.leaveOut(ctx, s, lambdas, pass)
	if err != nil {
		return nil, nil, err
	}
	if err := pass(func(block []*estimator.Trajectory) error { return p.Spread(ctx, block) }); err != nil {
		return nil, nil, err
	}
	selection, err := p.Selection(ctx)
	return selection, p.Leverage(), err
}
