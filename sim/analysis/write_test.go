package analysis

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"go.uber.org/goleak"

	"lambdascope/sim"
	"lambdascope/sim/recorded"
	"lambdascope/sim/testutil"
)

// TestWrite checks that Write writes the trajectories drawn by a domain, one after another, in
// batches of many sizes.
func TestWrite(t *testing.T) {
	defer goleak.VerifyNone(t)
	e := NewEngine(0)
	for _, name := range sim.Domains() {
		s := defaults(t, name)
		s.Trajectories, s.Seed = 60, 3
		if name == "random-walk" {
			s.Trajectories = 20_000
		}
		domain := testutil.Get(sim.New(s.Problem))(t)
		for _, f := range []recorded.Format{recorded.JSONL, recorded.CSV} {
			want, steps := f.AppendHeader(nil, domain.Dim(), false), 0
			for i := range s.Trajectories {
				tr := testutil.Get(domain.Trajectory(s.Seed, i))(t)
				want = f.Append(want, i, tr, false)
				steps += tr.Len()
			}
			var got bytes.Buffer
			var last Written
			done, err := e.Write(t.Context(), s, f, &got, func(w Written) { last = w })
			if err != nil || done != (Written{s.Trajectories, steps}) || last != done {
				t.Errorf("%s: %+v, %+v, %v; want %d steps", name, done, last, err, steps)
			}
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s: %d bytes are not the %d wanted", name, got.Len(), len(want))
			}
		}
	}
}

// failing fails, or calls a function, after some bytes.
type failing struct {
	left int
	then func() error
}

func (w *failing) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		if err := w.then(); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

func TestWriteThatFails(t *testing.T) {
	defer goleak.VerifyNone(t)
	e, s := NewEngine(0), defaults(t, "")
	s.Trajectories = 50_000
	full := errors.New("the disk is full")
	for _, left := range []int{-1, 0, 100, 1_000_000} {
		done, err := e.Write(t.Context(), s, recorded.CSV, &failing{left, func() error { return full }}, nil)
		if !errors.Is(err, full) || done.Trajectories == s.Trajectories {
			t.Errorf("after %d bytes: %+v, %v", left, done, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done, err = e.Write(ctx, s, recorded.JSONL, &failing{left, func() error { cancel(); return nil }}, nil)
		if !errors.Is(err, context.Canceled) || done.Trajectories == s.Trajectories {
			t.Errorf("cancelled after %d bytes: %+v, %v", left, done, err)
		}
		cancel()
	}
}
