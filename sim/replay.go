package sim

import (
	"math/bits"

	"lambdascope/sim/random"
)

// Replayer is a Domain whose episodes can be shown state by state.
type Replayer interface {
	Domain
	// Replay returns the states of the same trajectory as Trajectory.
	Replay(seed uint64, i int) Replay
}

// Replay is an episode as H+1 states: the state before each of the H transitions, and the last,
// which is terminal unless the episode was truncated. It is a *WalkReplay, a *BoardReplay, a
// *CarReplay or a *ProcessReplay.
type Replay interface {
	// Len returns H, the number of transitions.
	Len() int
}

// WalkReplay is an episode of the random walk.
type WalkReplay struct {
	States int   // N
	At     []int // H+1 states from 0 at the left; −1 and N are the terminal ends
}

// Len returns H.
func (r *WalkReplay) Len() int { return len(r.At) - 1 }

// BoardReplay is a game of 2048.
type BoardReplay struct {
	Boards [][16]int // H+1 boards: the values of the tiles, row by row, 0 for an empty cell
	Moves  []Move    // H
	// Spawned is the cell, 0 … 15, of the new tile of each board; −1 for the first board.
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
	// Replay the stream: after the start, one number for each move.
	rng := random.Stream(seed, i)
	start2048(rng)
	rules := sharedRules2048()
	r := &BoardReplay{Spawned: []int{-1}}
	for t := range rewards {
		word := rng.Uint64()
		d, slid, _, _, _ := rules.choose(boards[t], word)
		if t+1 == len(boards) && terminated { // play leaves out the last board of a finished game
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
	if terminated { // drive leaves out the state at the goal
		cars = append(cars, cars[h-1].step(r.Actions[h-1]+1))
	}
	for _, c := range cars {
		r.Positions = append(r.Positions, c.x)
		r.Velocities = append(r.Velocities, c.v)
	}
	return r
}
