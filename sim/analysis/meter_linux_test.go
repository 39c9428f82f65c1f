package analysis

import (
	"context"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"lambdascope/estimator"
	"lambdascope/sim/must"
)

// TestMeterSeesDecompositions compares the time that is counted with the process's,
// for work that is little else than decompositions of large matrices.
func TestMeterSeesDecompositions(t *testing.T) {
	s := defaults(t)
	s.Problem.Domain, s.Problem.States, s.Problem.Features = "mountain-car", 0, "tile-coding+bias"
	s.Gamma, s.Lambdas, s.Trajectories, s.Ridge, s.Method = 1, "1", 4, 1e-9, estimator.Naive
	s.Problem.MaxSteps = 5000
	e := NewEngine(0)
	s = must.Have(e.Check(s))(t)
	before := processTime(t)
	spent := must.Have(Limited(t.Context(), 0, func(ctx context.Context) error {
		_, err := e.Analyze(ctx, s)
		return err
	}))(t)
	// The rest is what gonum's multiplications have others do, and the collector.
	if all := processTime(t) - before; spent < all/2 {
		t.Errorf("%v counted of %v", spent, all)
	}
}

// processTime returns the processor time of this process.
func processTime(t *testing.T) time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
