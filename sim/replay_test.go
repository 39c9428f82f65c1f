package sim

import (
	"math"
	"slices"
	"testing"

	"lambdascope/estimator"
)

// replayed returns the replays and the trajectories of some episodes of all lengths below the
// cap.
func replayed(t *testing.T, o Options, check func(r Replay, tr *estimator.Trajectory)) {
	t.Helper()
	for _, steps := range []int{0, 1, 7} { // 0 is the default
		o.MaxSteps = steps
		d := mustNew(t, o)
		for i := range 30 {
			r := d.(Replayer).Replay(3, i)
			tr := mustDraw(t, d, 3, i)
			if r.Len() != tr.Len() {
				t.Fatalf("%+v, trajectory %d: %d transitions replayed, %d drawn", o, i, r.Len(), tr.Len())
			}
			check(r, tr)
		}
	}
}

// featured returns the number of states with features in an episode.
func featured(tr *estimator.Trajectory) int {
	if tr.Terminated() {
		return tr.Len()
	}
	return tr.Len() + 1
}

// TestWalkReplay: a walk starts in the middle, moves by one, and pays only for leaving at the
// right. Features belong to the states.
func TestWalkReplay(t *testing.T) {
	for _, o := range []Options{{States: 3}, {States: 5, Features: "dependent"}, {States: 9, Features: "dependent+bias"}, {States: 21, Features: "1-hot+bias"}} {
		refs := mustWalk(t, o).References()
		replayed(t, o, func(r Replay, tr *estimator.Trajectory) {
			w := r.(*WalkReplay)
			if w.States != o.States || len(w.At) != tr.Len()+1 || w.At[0] != o.States/2 {
				t.Fatalf("%d of %d states from %d", len(w.At), w.States, w.At[0])
			}
			for s := range featured(tr) {
				if !slices.Equal(tr.Features(s), refs.Features(w.At[s])) {
					t.Fatalf("step %d: state %d, features %v", s, w.At[s], tr.Features(s))
				}
			}
			for s := range tr.Len() {
				if step := w.At[s+1] - w.At[s]; step != 1 && step != -1 {
					t.Fatalf("from state %d to %d", w.At[s], w.At[s+1])
				}
				if r := tr.Rewards()[s]; r != map[bool]float64{true: 1}[w.At[s+1] == o.States] {
					t.Fatalf("into state %d with reward %v", w.At[s+1], r)
				}
			}
			last := w.At[tr.Len()]
			if tr.Terminated() != (last == -1 || last == o.States) {
				t.Fatalf("ends in %d, terminated %v", last, tr.Terminated())
			}
			if end := tr.Features(tr.Len()); tr.Terminated() && !slices.Equal(end, make([]float64, len(end))) {
				t.Fatalf("a terminal state with features %v", end)
			}
		})
	}
}

func TestBoardReplay(t *testing.T) {
	replayed(t, Options{Domain: "2048"}, func(r Replay, tr *estimator.Trajectory) {
		b := r.(*BoardReplay)
		if len(b.Boards) != tr.Len()+1 || len(b.Spawned) != tr.Len()+1 || b.Spawned[0] != -1 {
			t.Fatalf("%d boards, %d spawned from %d", len(b.Boards), len(b.Spawned), b.Spawned[0])
		}
		grids := make([]grid, len(b.Boards))
		for s, tiles := range b.Boards {
			for cell, v := range tiles {
				grids[s][cell/4][cell%4] = v
			}
			if s < featured(tr) && gridOf(tr.Features(s)) != grids[s] {
				t.Fatalf("step %d: board %v, features %v", s, tiles, tr.Features(s))
			}
		}
		for s, m := range b.Moves {
			after, score := grids[s].move(m)
			if float64(score) != tr.Rewards()[s] {
				t.Fatalf("step %d: %v scores %d, reward %v", s, m, score, tr.Rewards()[s])
			}
			cell, _, ok := added(after, grids[s+1])
			if !ok || cell != b.Spawned[s+1] {
				t.Fatalf("step %d: %v leads from %v to %v with a tile in %d", s, m, grids[s], grids[s+1], b.Spawned[s+1])
			}
		}
		if over := len(grids[tr.Len()].legal()) == 0; over != tr.Terminated() {
			t.Fatalf("over %v, terminated %v", over, tr.Terminated())
		}
	})
	for m, want := range []string{"left", "right", "up", "down"} {
		if Move(m).String() != want {
			t.Errorf("move %d is %q, want %s", m, Move(m), want)
		}
	}
}

// TestCarReplay: each transition follows from its action. The pumping action has probability ¾ +
// ¼·⅓, the others ¼·⅓ each, and every reward is −1.
func TestCarReplay(t *testing.T) {
	for _, start := range []string{"default", "uniform"} {
		actions := [2][]int{make([]int, 3), make([]int, 3)} // by the policy's: reverse, forward
		replayed(t, Options{Domain: "mountain-car", Start: start}, func(r Replay, tr *estimator.Trajectory) {
			c := r.(*CarReplay)
			for s := range featured(tr) {
				if x := tr.Features(s); c.Positions[s] != x[0] || c.Velocities[s] != x[1] {
					t.Fatalf("step %d: x %v, v %v, features %v", s, c.Positions[s], c.Velocities[s], x)
				}
			}
			for s, action := range c.Actions {
				preferred := 0
				if c.Velocities[s] > 0.025*c.Positions[s]+0.01 {
					preferred = 1
				}
				actions[preferred][action+1]++
				x, v := carStep(c.Positions[s], c.Velocities[s], action+1)
				if math.Abs(x-c.Positions[s+1]) > 1e-15 || math.Abs(v-c.Velocities[s+1]) > 1e-16 || tr.Rewards()[s] != -1 {
					t.Fatalf("step %d: action %d leads to %v, %v, want %v, %v", s, action, c.Positions[s+1], c.Velocities[s+1], x, v)
				}
			}
			if at := c.Positions[tr.Len()] >= .5; at != tr.Terminated() {
				t.Fatalf("ends at %v, terminated %v", c.Positions[tr.Len()], tr.Terminated())
			}
		})
		wantShares(t, start+": actions where the policy reverses", actions[0], []float64{10. / 12, 1. / 12, 1. / 12})
		wantShares(t, start+": actions where it goes forward", actions[1], []float64{1. / 12, 1. / 12, 10. / 12})
	}
}
