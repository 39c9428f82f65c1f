package analysis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"runtime"
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
	// Budget is the memory of an analysis in bytes, as far as it grows with the data; 0 for no bound
	// and no trajectories in memory.
	Budget int64
	// Scratch makes a temporary file of trajectories from a source that is slow or impossible to
	// read again.
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

// blockBytes is the size of a block of trajectories. Two blocks are in memory at a time, the current
// and the next, since a block may be a single long episode of any size.
const blockBytes = 8 << 20

// The memory of a process may exceed the budget by the memory of a small analysis, of which spareBytes
// are systems, results and the longest episode, and readingBytes are labels during reading.
const (
	spareBytes   = recorded.FreeBytes
	readingBytes = 16 << 20
	// labelBytes are for the label and the hashes of an episode in a file.
	labelBytes = 110
)

// check returns an error if passes take more than the budget: over trajectories of some settings with
// dim features and up to longest steps, of a file with labels.
func (s *Stream) check(of settings.Settings, dim, longest, labels int) error {
	n, k := of.Trajectories, len(of.Grid())
	need := estimator.PassBytes(n, dim, k) + recorded.EpisodeBytes(longest+1, dim) + labelBytes*int64(labels)
	if s.Budget == 0 || need <= s.Budget+spareBytes {
		return nil
	}
	return fmt.Errorf("%d trajectories of up to %d steps with %d features at %d λ's: want --memory %dM or more, or fewer of them", n, longest, dim, k, (need-spareBytes)>>20+1)
}

// hold returns the most bytes of trajectories to hold. The rest of the budget is for the work of the
// estimator, which takes some 100 MB beside the trajectories.
func (s *Stream) hold() int64 { return max(s.Budget/8, s.Budget/2-48<<20) }

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
	f.longest = max(f.longest, t.Len())
	if most := (g.budget() + readingBytes) / labelBytes; int64(f.Trajectories) > most {
		return fmt.Errorf("more than %d episodes: want more memory for their labels, such as --memory %dM", most, g.stream.Budget>>19)
	}
	g.extent.add(t)
	f.repeats.add(t)
	switch {
	case f.far == nil:
		f.trajectories = append(f.trajectories, t)
		workers := int64(min(runtime.GOMAXPROCS(0), f.Trajectories))
		scratch := workers * recorded.EpisodeBytes(f.longest+1, f.Features) / 2 // of each worker
		if g.held += int64(t.Bytes() + blockOverhead); g.stream != nil && g.held+scratch > g.stream.hold() {
			return g.spill()
		}
		return nil
	case f.far.spool != nil:
		return g.spooled(t)
	}
	return nil
}

// budget returns the budget of the stream.
func (g *gatherer) budget() int64 {
	if g.stream == nil {
		return math.MaxInt64 / 2
	}
	return g.stream.Budget
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
		m, err := featureMap(s, f)
		if err != nil {
			return nil, nil, err
		}
		dim := f.Features
		if m != nil {
			dim = m.Dim()
		}
		if err := r.Stream.check(s, dim, f.longest, f.Trajectories); err != nil {
			return nil, nil, err
		}
		return e.fileBlocks(s, f, m, dim), nil, nil
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
	bytes, longest := 0, 0
	for i := range some {
		t, err := domain.Trajectory(s.Seed, i)
		if err != nil {
			return nil, nil, err
		}
		bytes += t.Bytes() + blockOverhead
		longest = max(longest, t.Len())
	}
	if int64(bytes/some)*int64(s.Trajectories) <= stream.hold() {
		return nil, nil, nil
	}
	if err := stream.check(s, domain.Dim(), longest, 0); err != nil {
		return nil, nil, err
	}
	stream.begin()
	return e.drawBlocks(s, domain, 8), domain, nil
}

// streamed has the parts of an analysis of streamed trajectories.
type streamed struct {
	leverage    []float64 // at λ̂
	fit         estimator.Fit
	calibration *estimator.Calibration
}

// selectStreamed is estimator.Select in passes over blocks. It also sets the error of a constant, and
// the parts of the request.
func (e *Engine) selectStreamed(ctx context.Context, a *Result, r Request, over blocks) error {
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
				a.steps = append(a.steps, lengths(block)...)
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
	p, err := e.leaveOut(ctx, a.Settings, pass)
	if err != nil {
		return err
	}
	if err := pass(func(block []*estimator.Trajectory) error { return p.Spread(ctx, block) }); err != nil {
		return err
	}
	if a.Selection, err = p.Selection(ctx); err != nil {
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
func (e *Engine) leaveOut(ctx context.Context, s settings.Settings, over pass) (*estimator.Passes, error) {
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
	p, err := sums.Open(ctx)
	if err != nil {
		return nil, err
	}
	return p, over(func(block []*estimator.Trajectory) error { return p.LeaveOut(ctx, block) })
}
