package sim

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"lambdascope/sim/random"
)

// policy draws an action with the 64 random bits of word: a uniform one of the three actions in
// random of 60 outcomes, otherwise pump. The paper's policy does so with probability 1/4. One
// multiplication reads the outcome (Lemire 2019, without rejection), so that probabilities are
// off by less than 2⁻⁵⁸ of their size.
func (c car) policy(random, word uint64) int {
	if outcome, _ := bits.Mul64(word, 60); outcome < random {
		return int(outcome / (random / 3))
	}
	return c.pump()
}

// pump returns the action that gains energy: forward if the car is fast for its position,
// otherwise reverse.
func (c car) pump() int {
	if c.v > float64(0.025*c.x)+0.01 {
		return 2
	}
	return 0
}

const (
	carRandom       = 0.25           // the behaviour's probability of a random action
	behaviourRandom = 60 * carRandom // the same in outcomes of 60
)

// sixtieths converts the probability of a random action, a multiple of 1/20, to outcomes of 60: a
// multiple of 3, because the three actions are equally likely.
func sixtieths(random float64) uint64 { return 3 * uint64(math.Round(20*random)) }

// carRatios returns the importance ratios of the pumping action and of the two others, under a
// target with random of 60 outcomes.
func carRatios(random uint64) (pump, other float64) {
	each := func(random uint64) (pump, other float64) { // outcomes
		return float64(60 - random/3*2), float64(random / 3)
	}
	pump, other = each(random)
	behaviourPump, behaviourOther := each(behaviourRandom)
	return pump / behaviourPump, other / behaviourOther
}

// start draws the first state of an episode. By default the car rests at a position uniform on
// [−0.6, −0.4]. With the uniform start, x is uniform on [−1.2, 0.5), short of the goal, and v on
// [−0.07, 0.07], drawn in this order.
func (m *mountainCar) start(rng *rand.Rand) car {
	if m.options.Start != startUniform {
		return car{x: -0.6 + float64(0.2*random.Unit(rng))}
	}
	// From the goal down, because 1 − Unit is never 0; a sum from the left could round to the
	// goal.
	x := goalPosition - float64((goalPosition-minPosition)*(1-random.Unit(rng)))
	return car{x: x, v: -maxSpeed + float64(2*maxSpeed*random.Unit(rng))}
}
