package sim

import (
	"math/bits"

	"lambdascope/sim/random"
)

// Replayer is a Domain whose episodes can be watched state by state.
type Replayer interface {
	Domain
	// Replay returns the states of trajectory i (from 0) of a seed: those whose
	// features Trajectory gives at the same numbers.
	Replay(seed uint64, i int) Replay
}

// Replay is an episode as the states it goes through, one more than it has
// transitions: state t is the one that transition t starts from, from 0, and the
// last is terminal or, where the episode was truncated, the state it was cut at. It
// is a *WalkReplay, a *BoardReplay, a *CarReplay or a *ProcessReplay.
type Replay interface {
	// Len returns H, the number of transitions.
	Len() int
}

// WalkReplay is an episode of the random walk.
type WalkReplay struct {
	States int   // N, of the chain
	At     []int // H+1 states from 0 at the left; −1 and N are the terminal ends
}

// Len returns H.
func (r *WalkReplay) Len() int { return len(r.At) - 1 }

// BoardReplay is a game of 2048.
type BoardReplay struct {
	Boards [][16]int // H+1 boards, the values of the tiles row by row, 0 for an empty cell
	Moves  []Move    // H
	// Spawned is the cell in which the tile of each board appeared that was not
	// there before, 0 … 15; −1 for the first board.
	Spawned []int
}

// Len returns H.
func (r *BoardReplay) Len() int { return len(r.Moves) }

// CarReplay is an episode of Mountain Car.
type CarReplay struct {
	Positions  []float64 // H+1
	Velocities []float64 // H+1
	Actions    []int     // H: −1 reverse, 0 neutral, 1 forward
}

// Len returns H.
func (r *CarReplay) Len() int { return len(r.Actions) }

// Replay returns the walk.
func (w *randomWalk) Replay(seed uint64, i int) Replay {
	states, terminated := w.states(seed, i, nil)
	r := &WalkReplay{States: w.options.States}
	for _, s := range states {
		r.At = append(r.At, int(s))
	}
	if last := r.At[len(r.At)-1]; terminated && last == 0 {
		r.At = append(r.At, -1)
	} else if terminated {
		r.At = append(r.At, last+1)
	}
	return r
}

// Replay returns the game.
func (g *game2048) Replay(seed uint64, i int) Replay {
	boards, rewards, terminated := g.play(random.Stream(seed, i), g.options.MaxSteps, nil, nil)
	// The stream again, for the moves: a number for each after those of the start.
	rng := random.Stream(seed, i)
	start2048(rng)
	rules := sharedRules2048()
	r := &BoardReplay{Spawned: []int{-1}}
	for t := range rewards {
		word := rng.Uint64()
		d, slid, _, _, _ := rules.choose(boards[t], word)
		if t+1 == len(boards) && terminated { // the board on which the game is over is not kept
			next, _, _ := rules.turn(boards[t], word)
			boards = append(boards, next)
		}
		r.Moves = append(r.Moves, d)
		r.Spawned = append(r.Spawned, bits.TrailingZeros64(uint64(boards[t+1]^slid))/4)
	}
	for _, b := range boards {
		var tiles [16]int
		for cell := range tiles {
			if e := b.exponent(cell); e > 0 {
				tiles[cell] = 1 << e
			}
		}
		r.Boards = append(r.Boards, tiles)
	}
	return r
}

// Replay returns the drive.
func (m *mountainCar) Replay(seed uint64, i int) Replay {
	cars, terminated := m.drive(random.Stream(seed, i), m.options.MaxSteps, nil)
	h := len(cars)
	if !terminated {
		h--
	}
	r := new(CarReplay)
	for _, action := range m.actions(seed, i, cars[:h]) {
		r.Actions = append(r.Actions, action-1)
	}
	if terminated { // the state at the goal is not kept
		cars = append(cars, cars[h-1].step(r.Actions[h-1]+1))
	}
	for _, c := range cars {
		r.Positions, r.Velocities = append(r.Positions, c.x), append(r.Velocities, c.v)
	}
	return r
}
