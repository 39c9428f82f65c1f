package analysis

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/engine"
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
