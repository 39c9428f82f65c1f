package analysis

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"lambdascope/sim"
)

// Limits bound what may be asked of an Engine that serves many. They belong to a
// Share: the Engine holds all work on its account to them, whatever command or page
// the work is for. Zero means no limit.
type Limits struct {
	Trajectories int
	Lambdas      int // of a grid
	MaxSteps     int
	Trials       int
	// Processor is the most processor time of one analysis, or of one command:
	// what comes near to it by Cost is refused, and what takes more all the same is
	// stopped.
	Processor time.Duration
	// Job is the same for work of many parts: the trials or the times of a study.
	Job time.Duration
}

// SessionLimits are those of a session over a network: a command takes under two
// seconds of a processor, a page's trials under ten minutes, behind everybody's keys.
// What the app opens with, and lessons, are well inside.
func SessionLimits() Limits {
	return Limits{
		Trajectories: 1000,
		Lambdas:      101,
		MaxSteps:     100_000,
		Trials:       320,
		Processor:    2 * time.Second,
		Job:          10 * time.Minute,
	}
}

// safety is by how much more than its estimated cost work may take.
const safety = 1.6

// Check returns an error that names the first of the settings, which are in their
// usual form, that is beyond the limits, and says what is accepted.
func (l Limits) Check(s Settings) error { return l.CheckExtra(s, Extra{}) }

// CheckExtra is Check for a command that asks for more than an analysis.
func (l Limits) CheckExtra(s Settings, x Extra) error {
	if l == (Limits{}) {
		return nil
	}
	grid, err := ParseLambdas(s.Lambdas)
	if err != nil {
		return err
	}
	if l.Lambdas > 0 && len(grid) > l.Lambdas {
		return fmt.Errorf("lambdas: %d values: want at most %d in this session", len(grid), l.Lambdas)
	}
	if err := atMost("max-steps", s.Problem.MaxSteps, l.MaxSteps); err != nil {
		return err
	}
	if most := l.mostTrajectories(s, x); s.Trajectories > most {
		if most == l.Trajectories {
			return atMost("trajectories", s.Trajectories, most)
		}
		what := l.describe(s, x, len(grid))
		if most < MinTrajectories {
			return fmt.Errorf("%s take too long for this session at any number of trajectories: want fewer", what)
		}
		return fmt.Errorf("trajectories %d: want at most %d in this session with %s", s.Trajectories, most, what)
	}
	return nil
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// describe says what the cost of settings depends on, besides trajectories.
func (l Limits) describe(s Settings, x Extra, lambdas int) string {
	what := plural(lambdas, "λ", "λ's")
	if maps := strings.Count(x.Maps, ",") + 1; maps > 1 {
		what += fmt.Sprintf(", %d maps", maps)
	}
	if x.Ridges > 1 {
		what += ", " + plural(x.Ridges, "ridge", "ridges")
	}
	if x.Refine {
		what += ", a search beyond the grid"
	}
	if x.Nested > 0 {
		what += fmt.Sprintf(", --nested %d", x.Nested)
	}
	if domain, err := sim.New(s.Problem); err == nil && !strings.Contains(x.Maps, ",") {
		what += fmt.Sprintf(", %d features", domain.Dim())
	}
	return what + " and method " + s.Method.String()
}

// MostTrajectories returns the most trajectories that the settings may have.
func (l Limits) MostTrajectories(s Settings) int { return l.mostTrajectories(s, Extra{}) }

func (l Limits) mostTrajectories(s Settings, x Extra) int {
	most := s.mostTrajectories()
	if l.Trajectories > 0 {
		most = l.Trajectories
	}
	if l.Processor <= 0 {
		return most
	}
	affordable := func(n int) bool {
		s.Trajectories = n
		return float64(Cost(s, x)) <= float64(l.Processor)/safety
	}
	if affordable(most) {
		return most
	}
	low, high := MinTrajectories-1, most // affordable, unless it is none; and not
	for high-low > 1 {
		if mid := (low + high) / 2; affordable(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// CheckTrials is Check for a number of trials.
func (l Limits) CheckTrials(n int) error { return atMost("trials", n, l.Trials) }

// MostJobs returns how many pieces of work of some cost may be done within Job.
func (l Limits) MostJobs(each time.Duration) int {
	if l.Job <= 0 || each <= 0 {
		return math.MaxInt
	}
	return int(math.Floor(float64(l.Job) / safety / float64(each)))
}

func atMost(name string, n, most int) error {
	if most > 0 && n > most {
		return fmt.Errorf("%s %d: want at most %d in this session", name, n, most)
	}
	return nil
}

// within calls work, which is to compute more about settings in their usual form
// than their analysis, within the limits of ctx's Share.
func (e *Engine) within(ctx context.Context, s Settings, x Extra, work func(ctx context.Context) error) error {
	limits := e.Limits(ctx)
	if err := limits.CheckExtra(s, x); err != nil {
		return err
	}
	leave, err := e.Reserve(ctx, s, s.Trajectories)
	if err != nil {
		return err
	}
	defer leave()
	_, err = Limited(ctx, limits.Processor, work)
	return err
}

// Limits returns those that ctx's work is held to.
func (e *Engine) Limits(ctx context.Context) Limits { return e.pool.share(ctx).limits }
