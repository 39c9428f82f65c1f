package sim

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"lambdascope/estimator"
	"lambdascope/sim/random"
	"lambdascope/sim/textfmt"
)

// mountainCar is the under-powered car in a valley (Moore 1990; Sutton and Barto 1998) with the
// dynamics of Gymnasium's MountainCar-v0, under the paper's policy. Every transition pays −1,
// including the last. A target policy acts at random more or less often.
type mountainCar struct {
	options  Options
	features stateMap[car]
	random   uint64    // random actions of the target policy, in sixtieths
	rewards  []float64 // −1 each; trajectories share the slice
}

// Values of Options.Start.
const (
	startDefault = "default" // near the bottom of the valley, at rest
	startUniform = "uniform" // anywhere, at any speed
)

// mountainCarEntry describes Mountain Car to the registry.
func mountainCarEntry() entry {
	return entry{
		preset: Preset{
			Options:      Options{Domain: "mountain-car", Start: startDefault, Features: "raw", MaxSteps: 5000},
			Gamma:        1,
			Trajectories: 20,
		},
		// Position and velocity without an intercept, far too few for the true values; Gaussian
		// bumps on a 5×5 grid; four displaced tilings of 8×8 tiles.
		features: []string{"raw", "rbf", "tile-coding"},
		columns:  2, // position and velocity
		targets:  &Targets{Behaviour: carRandom, Choices: []float64{0.15, 0.2, carRandom}},
		build:    newMountainCar,
		steps: func(o Options) float64 {
			if o.Start == startUniform {
				return 65.4
			}
			return 170.0
		},
	}
}

// newMountainCar makes a Mountain Car from options with valid shared fields.
func newMountainCar(o Options) (Domain, error) {
	o.Start = cmp.Or(o.Start, startDefault)
	if o.Start != startDefault && o.Start != startUniform {
		return nil, fmt.Errorf("start %q: want %s", o.Start, textfmt.Or([]string{startDefault, startUniform}))
	}
	if o.Target != 0 && o.Start != startDefault {
		return nil, fmt.Errorf("target %v: want %v with start %s", o.Target, carRandom, o.Start)
	}
	m := &mountainCar{options: o, features: newCarFeatures(o.Features), random: behaviourRandom}
	if o.Target != 0 {
		m.random = sixtieths(o.Target)
	}
	m.rewards = slices.Repeat([]float64{-1}, min(o.MaxSteps, mountainCarEntry().preset.Options.MaxSteps))
	return m, nil
}

func (m *mountainCar) Options() Options { return m.options }
func (m *mountainCar) Dim() int         { return m.features.dim() }

// Trajectory drives an episode. Its memory is position and velocity, 16 bytes, for each of about
// 170 transitions.
func (m *mountainCar) Trajectory(seed uint64, i int) (*estimator.Trajectory, error) {
	var room [320]car // avoids allocations for almost every episode
	driven, terminated := m.drive(random.Stream(seed, i), m.options.MaxSteps, room[:0])
	cars := slices.Clone(driven)
	h := len(cars)
	if !terminated {
		h--
	}
	rewards := m.rewards
	if h > len(rewards) {
		rewards = slices.Repeat([]float64{-1}, h)
	}
	row := func(step int, out []float64) { m.features.set(cars[step], out) }
	t, err := estimator.NewComputedTrajectory(m.Dim(), row, 16*len(cars), rewards[:h:h], terminated)
	if err != nil || m.options.Target == 0 {
		return t, err
	}
	return t.WithRatios(m.ratios(m.actions(seed, i, cars[:h]), cars[:h]))
}

// actions returns the actions of trajectory i of a seed in its states.
func (m *mountainCar) actions(seed uint64, i int, cars []car) []int {
	// Replay the stream: after the start, one number for each action.
	rng := random.Stream(seed, i)
	m.start(rng)
	actions := make([]int, len(cars))
	for t, c := range cars {
		actions[t] = c.policy(behaviourRandom, rng.Uint64())
	}
	return actions
}

// ratios returns the importance ratios of actions in states.
func (m *mountainCar) ratios(actions []int, cars []car) []float64 {
	own, other := carRatios(m.random)
	ratios := make([]float64, len(cars))
	for t, c := range cars {
		if ratios[t] = other; actions[t] == c.pump() {
			ratios[t] = own
		}
	}
	return ratios
}

// drive drives an episode of up to limit transitions. It appends the state before each
// transition, and reports whether the car reached the goal. The last state of an unfinished
// episode follows.
func (m *mountainCar) drive(rng *rand.Rand, limit int, cars []car) ([]car, bool) {
	c := m.start(rng)
	for range limit {
		cars = append(cars, c)
		c = c.step(c.policy(behaviourRandom, rng.Uint64()))
		if c.atGoal() {
			return cars, true
		}
	}
	return append(cars, c), false
}

// StateBytes returns 16: a state is a position and a velocity, 8 bytes each.
func (m *mountainCar) StateBytes() int { return 16 }

// States appends the state before each transition of a whole episode.
func (m *mountainCar) States(seed uint64, i int, out []byte) []byte {
	cars, _ := m.drive(random.Stream(seed, i), math.MaxInt, nil)
	for _, c := range cars {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(c.x))
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(c.v))
	}
	return out
}

// StateFeatures sets out to the features of a state.
func (m *mountainCar) StateFeatures(state []byte, out []float64) {
	m.features.set(decodeCar(state), out)
}

// StateLabel returns the position and the velocity.
func (m *mountainCar) StateLabel(state []byte) string {
	c := decodeCar(state)
	return "x " + textfmt.Fixed(c.x, 3) + ", v " + textfmt.FixedSigned(c.v, 4)
}

// Rollout drives from a state to the goal.
func (m *mountainCar) Rollout(state []byte, rng *rand.Rand, profile []float64) []float64 {
	c := decodeCar(state)
	for lag := 0; !c.atGoal(); lag++ {
		if lag == len(profile) {
			profile = append(profile, 0)
		}
		profile[lag]--
		c = c.step(c.policy(m.random, rng.Uint64()))
	}
	return profile
}

func decodeCar(state []byte) car {
	return car{
		x: math.Float64frombits(binary.LittleEndian.Uint64(state)),
		v: math.Float64frombits(binary.LittleEndian.Uint64(state[8:])),
	}
}
