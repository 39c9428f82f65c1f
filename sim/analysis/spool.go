package analysis

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"runtime"

	"lambdascope/estimator"
	"lambdascope/sim/recorded"
)

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
