package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"lambdascope/estimator"
)

// rounds is how often every point is measured, in its own process each time. The
// rounds follow each other, so that what else the machine does does not fall on one point.
const rounds = 3

// longest is the time from which on a point is measured once.
const longest = 4 * time.Second

// measurement is what one process says of a point.
type measurement struct {
	Processor time.Duration // user and system time of a selection
	Working   int           // bytes: by how much memory grew while λ was selected, at most
	Allocated int           // bytes that were allocated, freed or not
	Data      int           // bytes of the trajectories
	Woodbury  int           // folds of a λ that were left out by Woodbury's formula
	Deficient int           // folds that are rank-deficient, of the λ that has most of them
}

// measureAll measures points in that many rounds, and says how it goes.
func measureAll(ctx context.Context, all []point, rounds int, messages io.Writer) ([]row, error) {
	each := make([][]measurement, len(all))
	for round := range rounds {
		for i, p := range all {
			if round > 0 && each[i][0].Processor > longest {
				continue
			}
			m, err := measure(ctx, p)
			if err != nil {
				return nil, fmt.Errorf("%v: %w", p, err)
			}
			each[i] = append(each[i], m)
			fmt.Fprintf(messages, "round %d of %d, %v: %v, %.1f MiB\n", round+1, rounds, p, m.Processor, float64(m.Working)/(1<<20))
		}
	}
	rows := make([]row, len(all))
	for i, p := range all {
		rows[i] = row{point: p, runs: len(each[i]), measurement: measurement{
			Processor: medianOf(each[i], func(m measurement) time.Duration { return m.Processor }),
			Working:   medianOf(each[i], func(m measurement) int { return m.Working }),
			Allocated: medianOf(each[i], func(m measurement) int { return m.Allocated }),
			Data:      each[i][0].Data,
			Woodbury:  each[i][0].Woodbury,
			Deficient: each[i][0].Deficient,
		}}
	}
	return rows, nil
}

// medianOf returns the median of something, of an even number the lower one.
func medianOf[M any, T cmp.Ordered](all []M, of func(m M) T) T {
	values := make([]T, len(all))
	for i, m := range all {
		values[i] = of(m)
	}
	slices.Sort(values)
	return values[(len(values)-1)/2]
}

// pointVariable is the variable of the environment that has a process measure the point
// that it holds.
const pointVariable = "LAMBDASCOPE_GROWTH_POINT"

// measure measures a point in its own process, on one processor: so the memory of
// one has no part in that of another, and processor time is that of the work.
func measure(ctx context.Context, p point) (m measurement, err error) {
	self, err := os.Executable()
	if err != nil {
		return m, err
	}
	encoded, err := json.Marshal(p)
	if err != nil {
		return m, err
	}
	child := exec.CommandContext(ctx, self)
	child.Env = append(os.Environ(), pointVariable+"="+string(encoded), "GOMAXPROCS=1")
	var out, messages bytes.Buffer
	child.Stdout, child.Stderr = &out, &messages
	if err := child.Run(); err != nil {
		if ctx.Err() != nil {
			return m, ctx.Err()
		}
		return m, fmt.Errorf("%w: %s", err, bytes.TrimSpace(messages.Bytes()))
	}
	return m, json.Unmarshal(out.Bytes(), &m)
}

// isChild tells whether this process is to measure a point.
func isChild() bool { return os.Getenv(pointVariable) != "" }

// childMain measures the point of the environment.
func childMain() {
	var p point
	err := json.Unmarshal([]byte(os.Getenv(pointVariable)), &p)
	var m measurement
	if err == nil {
		m, err = p.measure(context.Background())
	}
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(m)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// measure measures the point in this process.
func (p point) measure(ctx context.Context) (m measurement, err error) {
	// Code and what the runtime needs are in memory before.
	small := p
	small.N, small.D, small.H, small.K = 4, 16, 10, 2
	if err := small.warm(ctx); err != nil {
		return m, err
	}
	data, err := p.draw()
	if err != nil {
		return m, err
	}
	for _, t := range data {
		m.Data += t.Bytes()
	}
	debug.FreeOSMemory()
	before, err := startPeak()
	if err != nil {
		return m, err
	}
	var old, stats runtime.MemStats
	runtime.ReadMemStats(&old)
	first, s, err := p.timed(ctx, data)
	if err != nil {
		return m, err
	}
	runtime.ReadMemStats(&stats)
	peak, err := peakMemory()
	if err != nil {
		return m, err
	}
	m.Woodbury = s.Woodbury
	for _, c := range s.Candidates {
		m.Deficient = max(m.Deficient, c.DeficientFolds())
	}
	m.Working, m.Allocated = max(0, peak-before), int(stats.TotalAlloc-old.TotalAlloc)
	m.Processor, err = p.repeated(ctx, data, first)
	return m, err
}

// warm selects once.
func (p point) warm(ctx context.Context) error {
	data, err := p.draw()
	if err != nil {
		return err
	}
	_, err = p.selection(ctx, data)
	return err
}

// repeated returns the time of a selection, the median of some after the first, each the
// mean of as many as take long enough for the clock; of one that takes long itself, that
// of the first.
func (p point) repeated(ctx context.Context, data []*estimator.Trajectory, first time.Duration) (time.Duration, error) {
	const enough, batches, long = 20 * time.Millisecond, 3, time.Second
	if first >= long {
		return first, nil
	}
	times := make([]time.Duration, batches)
	for i := range times {
		count := 0
		for times[i] < enough {
			one, _, err := p.timed(ctx, data)
			if err != nil {
				return 0, err
			}
			times[i] += one
			count++
		}
		times[i] /= time.Duration(count)
	}
	return medianOf(times, func(t time.Duration) time.Duration { return t }), nil
}

// timed returns the processor time of a selection, and the selection.
func (p point) timed(ctx context.Context, data []*estimator.Trajectory) (time.Duration, *estimator.Selection, error) {
	before, err := processTime()
	if err != nil {
		return 0, nil, err
	}
	s, err := p.selection(ctx, data)
	if err != nil {
		return 0, nil, err
	}
	after, err := processTime()
	return after - before, s, err
}

// errElsewhere is that of systems that do not tell what is measured.
var errElsewhere = errors.New("cost is measured on Linux alone, which tells how much memory a process had at most")
