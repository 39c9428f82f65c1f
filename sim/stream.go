package sim

import (
	"math/rand/v2"

	"lambdascope/sim/random"
)

// Stream returns the random stream of trajectory i of a seed; see random.Stream.
func Stream(seed uint64, i int) *rand.Rand { return random.Stream(seed, i) }
