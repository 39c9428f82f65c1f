package sim

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// policy draws an action with the 64 random bits of word: in some of 60 outcomes one of
// the three actions, each as likely, else pump. The paper's policy does so with
// probability 1/4. Read off by one multiplication (Lemire 2019, without its rejection),
// the probabilities are off by less than 2⁻⁵⁸ of their size.
func (c car) policy(random, word uint64) int {
	if outcome, _ := bits.Mul64(word, 60); outcome < random {
		return int(outcome / (random / 3))
	}
	return c.pump()
}

// pump is the action that pumps up energy: forward if the car is fast for where it is,
// or reverse.
func (c car) pump() int {
	if c.v > float64(0.025*c.x)+0.01 {
		return 2
	}
	return 0
}

const (
	carRandom       = 0.25           // the behaviour's probability of a random action
	behaviourRandom = 60 * carRandom // the same as outcomes of 60
)

// sixtieths returns how many outcomes of 60 are random actions where those have a
// probability that is a multiple of 1/20: a multiple of 3, as many for each action.
func sixtieths(random float64) uint64 { return 3 * uint64(math.Round(20*random)) }

// carRatios returns the importance ratios of the action that pumps and of the two
// others, under a target with random of 60 outcomes.
func carRatios(random uint64) (pump, other float64) {
	each := func(random uint64) (pump, other float64) { // outcomes
		return float64(60 - random/3*2), float64(random / 3)
	}
	pump, other = each(random)
	behaviourPump, behaviourOther := each(behaviourRandom)
	return pump / behaviourPump, other / behaviourOther
}

// start draws the first state of an episode. By default the car rests at a
// position uniform on [−0.6, −0.4]. The uniform start puts it anywhere short of
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
