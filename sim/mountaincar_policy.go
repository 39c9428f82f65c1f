package sim

import (
	"math/bits"
	"math/rand/v2"
)

// policy draws the paper's action with the 64 random bits of word: with
// probability 1/4 one of the three actions, each as likely, else forward if the
// car is fast for where it is, or reverse. So 3 of 12 outcomes are the actions as
// such; read off by one multiplication (Lemire 2019, without its rejection), the
// probabilities are off by less than 2⁻⁶⁰ of their size.
func (c car) policy(word uint64) int {
	if action, _ := bits.Mul64(word, 12); action < 3 {
		return int(action)
	}
	if c.v > float64(0.025*c.x)+0.01 {
		return 2
	}
	return 0
}

// start draws the first state of an episode. By default the car rests at a
// position uniform on [−0.6, −0.4]. The uniform start has it anywhere short of
// the goal, x on [−1.2, 0.5) and v on [−0.07, 0.07], drawn in this order.
func (m *mountainCar) start(rng *rand.Rand) car {
	if m.options.Start != startUniform {
		return car{x: -0.6 + float64(0.2*unit(rng))}
	}
	// From the goal down, as 1 − unit is never 0: adding up from the left could
	// be rounded to the goal.
	x := goalPosition - float64((goalPosition-minPosition)*(1-unit(rng)))
	return car{x: x, v: -maxSpeed + float64(2*maxSpeed*unit(rng))}
}

// unit draws a number uniform on [0, 1), a multiple of 2⁻⁵³.
func unit(rng *rand.Rand) float64 { return float64(float64(rng.Uint64()>>11) * 0x1p-53) }
