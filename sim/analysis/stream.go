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
	"lambdascope/sim/engine"
	"lambdascope/sim/features"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
)

// Stream bounds the memory of the trajectories of an analysis. Beyond the budget, an analysis
// reads or draws trajectories again for each pass of the estimator, a block at a time. A Stream is
// for one command, with one analysis.
type Stream struct {
	// Budget is the most memory of trajectories at once, in bytes.
	Budget int64
	// Scratch makes a temporary file, needed for trajectories from a source that is slow or
	// impossible to read again. Without it the results of folds stay in memory.
	Scratch func() (Scratch, error)
	// Began is called once, when the trajectories exceed the budget; may be nil.
	Began func()

	began atomic.Bool
	spool Scratch // of the loaded file; may be nil
}

// Close removes the temporary file.
func (s *Stream) Close() error {
	if s == nil || s.spool == nil {
		return nil
	}
	return s.spool.Close()
}

// Scratch is a temporary file. Close removes the file.
type Scratch interface {
	io.Writer
	io.ReaderAt
	io.Closer
}

func (s *Stream) begin() {
	if !s.began.Swap(true) && s.Began != nil {
		s.Began()
	}
}

// blockBytes is the size of a block of trajectories. Three blocks are in memory at a time: the
// previous, the current and the next.
const blockBytes = 8 << 20

// blocks calls do with successive blocks until do has had all n trajectories.
type blocks func(ctx context.Context, n int, do func(block []*estimator.Trajectory) error) error

// far has the trajectories of a file outside memory.
type far struct {
	stream *Stream
	seen   []fs.FileInfo // states of the parts at reading
	spool  Scratch       // file to read instead of the parts; may be nil
	size   int64         // of the spool
}

// gatherer collects the trajectories of a file during reading, and holds trajectories in
// memory up to the budget.
type gatherer struct {
	stream *Stream
	file   *file
	held   int64         // bytes
	seen   []fs.FileInfo // states of the parts before reading
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

// spill moves the trajectories out of memory, to a spool unless the parts are rereadable.
func (g *gatherer) spill() (err error) {
	held := g.file.trajectories
	g.file.trajectories = nil
	g.file.far = &far{stream: g.stream}
	g.stream.begin()
	if g.rereadable() {
		return nil
	}
	if g.stream.spool, err = g.stream.Scratch(); err != nil {
		return scratchError(err)
	}
	g.file.far.spool = g.stream.spool
	for _, t := range held {
		if err := g.spooled(t); err != nil {
			return err
		}
	}
	return nil
}

// rereadable reports whether all parts are quick to read again.
func (g *gatherer) rereadable() bool {
	for _, p := range g.file.parts {
		if p.Stat == nil { // readable only once
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
		return scratchError(err)
	}
	return nil
}

// ErrScratch is the error of the temporary file.
var ErrScratch = errors.New("no room for a temporary file of the trajectories that take more memory than they may: want another folder in TMPDIR, or more memory")

// scratchError adds the cause to ErrScratch, without the name of a file, because no file of the data
// is at fault.
func scratchError(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		err = at.Err
	}
	return &scratchFault{fmt.Errorf("%w (%w)", ErrScratch, err)}
}

// scratchFault is ErrScratch with its cause.
type scratchFault struct{ error }

func (e *scratchFault) Unwrap() error { return e.error }

// errEnough ends the reading of a file after enough trajectories.
var errEnough = errors.New("enough trajectories")

// each calls take with each trajectory of a file outside memory.
func (f *file) each(take func(t *estimator.Trajectory) error) error {
	if f.far.spool != nil {
		return recorded.EachSpooled(io.NewSectionReader(f.far.spool, 0, f.far.size), f.Features, take)
	}
	r := &recorded.Reader{Repair: f.repair, Again: true}
	for i, p := range f.parts {
		r.More = i < len(f.parts)-1
		err := again(r, p, take)
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

// again reads the trajectories of a part again.
func again(r *recorded.Reader, p Source, take func(t *estimator.Trajectory) error) error {
	in, err := p.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = r.Each(in, p.Name, take)
	return err
}

// fileBlocks returns the blocks of a file outside memory, with the features of the settings.
// Reading continues during work on a block, so that the next block is ready.
func (e *Engine) fileBlocks(s settings.Settings, f *file) (blocks, error) {
	m, err := featureMap(s, f)
	if err != nil {
		return nil, err
	}
	dim := f.Features
	if m != nil {
		dim = m.Dim()
	}
	overhead := blockOverhead + blockScore*len(s.Grid())
	return func(ctx context.Context, n int, do func(block []*estimator.Trajectory) error) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		ahead := make(chan []*estimator.Trajectory, 1)
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
	}, nil
}

// A trajectory of a block takes blockOverhead bytes beside its numbers, and blockScore for each λ.
// Episodes of a single step take little else.
const blockOverhead = 512
const blockScore = 20

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

// streamed returns the blocks of trajectories to stream, and the domain, nil for a file.
// Trajectories in memory have no blocks. The stream of a request is for simulated trajectories only,
// because Load has applied a budget to a file; streamed then sets the stream of the file.
func (e *Engine) streamed(s settings.Settings, r *Request) (blocks, sim.Domain, error) {
	if s.Recorded() {
		f := e.file(s.Hash)
		if f == nil || f.far == nil {
			return nil, nil, nil
		}
		if e.groups(s) != nil {
			return nil, nil, fmt.Errorf("%s: groups of trajectories that take more memory than they may: want more memory for them, or groups %s", settings.FileLabel(f.Name), settings.IgnoreGroups)
		}
		r.Stream = f.far.stream
		b, err := e.fileBlocks(s, f)
		return b, nil, err
	}
	stream := r.Stream
	if stream == nil {
		return nil, nil, nil
	}
	domain, err := sim.New(s.Problem)
	if err != nil {
		return nil, nil, err
	}
	const few = 64 // trajectories, to estimate the mean size
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

// streamed has the parts of an analysis of streamed trajectories.
type streamed struct {
	leverage    []float64 // at λ̂; nil if the results of folds are not kept
	fit         estimator.Fit
	calibration *estimator.Calibration
}

const (
	// foldBytes is the memory of the results of a fold, for each λ.
	foldBytes = 40
	// keptBytes is the size up to which results of folds are kept without a request.
	keptBytes = 8 << 20
)

// spill returns a file for the results of folds, or nil to keep them in memory. An error says that a
// request for folds takes too much memory.
func (s *Stream) spill(r Request) (Scratch, error) {
	n, k := r.Settings.Trajectories, len(r.Settings.Grid())
	switch bytes := int64(n) * int64(k) * foldBytes; {
	case bytes <= keptBytes || s.Scratch == nil || r.Folds && bytes <= s.Budget:
		return nil, nil
	case r.Folds:
		return nil, fmt.Errorf("the folds of %d trajectories at %d λ's take %d MB: want more memory, or a result without folds", n, k, bytes>>20)
	}
	file, err := s.Scratch()
	if err != nil {
		return nil, scratchError(err)
	}
	return file, nil
}

// selectStreamed is estimator.Select in passes over blocks. It also sets the error of a constant, and
// the parts of the request.
func (e *Engine) selectStreamed(ctx context.Context, a *Result, r Request, over blocks) error {
	file, err := r.Stream.spill(r)
	if err != nil {
		return err
	}
	var spill estimator.Spill // nil without a file
	if file != nil {
		defer file.Close()
		spill = file
	}
	n := a.Settings.Trajectories
	passes := 3
	number := 0
	if r.Calibration != Never || r.Fit {
		passes++
	}
	level := &constant{opt: e.Options(a.Settings)}
	pass := func(do func(block []*estimator.Trajectory) error) error {
		number++
		done := new(atomic.Int64)
		engine.Begin(ctx, fmt.Sprintf("pass %d of %d", number, passes), func() float64 { return float64(done.Load()) / float64(n) })
		return over(ctx, n, func(block []*estimator.Trajectory) error {
			switch number {
			case 1:
				if file == nil {
					a.steps = append(a.steps, lengths(block)...)
				}
				level.sum(block)
			case 2:
				level.score(block)
			}
			err := do(block)
			done.Add(int64(len(block)))
			return err
		})
	}
	lap := stopwatch()
	p, err := e.leaveOut(ctx, a.Settings, spill, pass)
	if err != nil {
		return err
	}
	if err := pass(func(block []*estimator.Trajectory) error { return p.Spread(ctx, block) }); err != nil {
		return err
	}
	if a.Selection, err = p.Selection(); err != nil {
		return err
	}
	a.Selection.Elapsed = lap()
	a.streamed = &streamed{leverage: p.Leverage()}
	a.Constant = level.loto()
	if passes == number {
		return nil
	}
	if err := pass(func(block []*estimator.Trajectory) error { return p.Refit(ctx, block) }); err != nil {
		return err
	}
	if r.Calibration != Never {
		if a.streamed.calibration, err = p.Calibration(ctx); err != nil && !r.Fit {
			return ctx.Err() // as in memory, an overflow leaves out the calibration alone
		}
	}
	if r.Fit {
		a.streamed.fit, err = p.Fit(ctx)
	}
	a.Elapsed.Calibration = lap()
	return err
}

// pass calls do with the trajectories of a selection, a block at a time.
type pass func(do func(block []*estimator.Trajectory) error) error

// leaveOut makes the first two passes of a selection.
func (e *Engine) leaveOut(ctx context.Context, s settings.Settings, spill estimator.Spill, over pass) (*estimator.Passes, error) {
	var sums *estimator.Sums
	err := over(func(block []*estimator.Trajectory) (err error) {
		if sums == nil {
			if sums, err = estimator.NewSums(block[0].Dim(), e.Options(s)); err != nil {
				return err
			}
		}
		return sums.Add(ctx, block)
	})
	if err != nil {
		return nil, err
	}
	p, err := sums.Open(ctx, spill)
	if err != nil {
		return nil, err
	}
	return p, over(func(block []*estimator.Trajectory) error { return p.LeaveOut(ctx, block) })
}
