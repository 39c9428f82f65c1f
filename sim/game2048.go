package sim

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"lambdascope/estimator"
	"lambdascope/sim/random"
)

// game2048 is the game 2048 (Cirulli 2014) under the policy that takes each legal move with the
// same probability. An episode starts with two tiles and ends without a legal move. The reward is
// the sum of the values of the merged tiles.
type game2048 struct {
	options  Options
	features stateMap[board]
}

// game2048Entry describes 2048 to the registry.
func game2048Entry() entry {
	return entry{
		preset: Preset{
			Options:      Options{Domain: "2048", Features: "tiles", MaxSteps: 100_000},
			Gamma:        0.95,
			Trajectories: 20,
		},
		// The values of the 16 tiles, row by row, 0 for an empty cell, or their base-2
		// logarithms, in which large tiles weigh less; too few for the true values.
		features: []string{"tiles", "log-tiles"},
		columns:  16, // the exponents of the tiles
		build:    newGame2048,
		steps:    func(Options) float64 { return 118.4 },
	}
}

// newGame2048 makes a game from valid options.
func newGame2048(o Options) (Domain, error) {
	return &game2048{options: o, features: newTileFeatures(o.Features)}, nil
}

func (g *game2048) Options() Options { return g.options }
func (g *game2048) Dim() int         { return g.features.dim() }

// Trajectory plays a game. Its memory is a board, 8 bytes, and a reward for each of about 118
// transitions.
func (g *game2048) Trajectory(seed uint64, i int) (*estimator.Trajectory, error) {
	// Buffers for almost every game, so that only the result is allocated.
	var boardRoom [256]board
	var rewardRoom [256]float64
	played, rewards, terminated := g.play(random.Stream(seed, i), g.options.MaxSteps, boardRoom[:0], rewardRoom[:0])
	boards := slices.Clone(played)
	row := func(step int, out []float64) { g.features.set(boards[step], out) }
	return estimator.NewComputedTrajectory(g.Dim(), row, 8*len(boards), slices.Clone(rewards), terminated)
}

// play plays a game of up to limit transitions. It appends the board before each transition and
// the rewards, and reports whether the game is over. The last board of an unfinished game
// follows.
func (g *game2048) play(rng *rand.Rand, limit int, boards []board, rewards []float64) ([]board, []float64, bool) {
	b := start2048(rng)
	rules := sharedRules2048()
	for range limit {
		next, score, ok := rules.turn(b, rng.Uint64())
		if !ok {
			return boards, rewards, true
		}
		boards = append(boards, b)
		rewards = append(rewards, float64(score))
		b = next
	}
	if rules.over(b) {
		return boards, rewards, true
	}
	return append(boards, b), rewards, false
}

// StateBytes returns 8: a state is a board.
func (g *game2048) StateBytes() int { return 8 }

// States appends the board before each move of a whole game.
func (g *game2048) States(seed uint64, i int, out []byte) []byte {
	boards, _, _ := g.play(random.Stream(seed, i), math.MaxInt, nil, nil)
	for _, b := range boards {
		out = binary.LittleEndian.AppendUint64(out, uint64(b))
	}
	return out
}

// StateFeatures sets out to the features of a board.
func (g *game2048) StateFeatures(state []byte, out []float64) {
	g.features.set(decodeBoard(state), out)
}

// StateLabel returns the largest tile and the number of empty cells.
func (g *game2048) StateLabel(state []byte) string {
	b := decodeBoard(state)
	largest := 0
	for cell := range 16 {
		largest = max(largest, b.exponent(cell))
	}
	return fmt.Sprintf("largest tile %d, %d empty", 1<<largest, bits.OnesCount64(b.empty()))
}

// Rollout plays from a board to the end of the game.
func (g *game2048) Rollout(state []byte, rng *rand.Rand, profile []float64) []float64 {
	b := decodeBoard(state)
	rules := sharedRules2048()
	for lag := 0; ; lag++ {
		next, score, ok := rules.turn(b, rng.Uint64())
		if !ok {
			return profile
		}
		if lag == len(profile) {
			profile = append(profile, 0)
		}
		profile[lag] += float64(score)
		b = next
	}
}

// NextReward returns the mean score of the legal moves.
func (g *game2048) NextReward(state []byte) float64 {
	b := decodeBoard(state)
	rules := sharedRules2048()
	var sum, moves int
	for d := MoveLeft; d <= MoveDown; d++ {
		if after, score := rules.move(b, d); after != b {
			sum += score
			moves++
		}
	}
	return float64(sum) / float64(max(1, moves))
}

func decodeBoard(state []byte) board { return board(binary.LittleEndian.Uint64(state)) }
