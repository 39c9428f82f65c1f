// Package problem reads finite Markov reward processes from files, solves them exactly,
// and draws episodes from them. It may import assets, sim/words, gonum and the standard
// library.
package problem

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"sync/atomic"
)

// MaxStates is how many states a problem may have: its true values come from a dense
// linear solve.
const MaxStates = 2000

// Problem is a finite Markov reward process with named states. It does not change, and is
// safe for concurrent use. Problems of the same source and the same text are one value: ==
// compares them.
type Problem struct {
	// Source is what it was asked for by: the name of one that ships, or of a file.
	Source string
	// Text is the object that it was read from, without spaces.
	Text string

	Name     string
	Gamma    float64 // γ to start with
	MaxSteps int     // transitions after which an episode is cut, to start with

	// States are those that can be reached, in the order of the file.
	States []State
	// Unreached names the states that no episode can visit.
	Unreached []string
	// Endless names a state from which no episode ends; empty where all can end. True
	// values then need γ < 1.
	Endless string

	features int       // numbers of each state's own features; 0 for none
	start    []float64 // cumulative probability of starting in each state

	visited atomic.Pointer[visits] // those that were computed last
}

// State is a state of a Problem.
type State struct {
	Name     string
	Start    float64   // probability that an episode starts here
	Features []float64 // its own features; nil where no state has any
	Next     []Branch
	up       []float64 // cumulative probability of each branch
}

// Branch is one way on from a state.
type Branch struct {
	To     int     // index of the next state, or End
	P      float64 // probability
	Reward float64 // its mean
	SD     float64 // standard deviation of normal noise on it
}

// End is what a Branch leads to where the episode ends.
const End = -1

// Dim returns how many features each state lists, 0 for none.
func (p *Problem) Dim() int { return p.features }

// MeanReward returns the mean reward of the next transition from state s.
func (p *Problem) MeanReward(s int) float64 {
	sum := 0.0
	for _, b := range p.States[s].Next {
		sum += float64(b.P * b.Reward)
	}
	return sum
}

// Episode draws one episode of at most maxSteps transitions: the states that its
// transitions start from, and the rewards. Where it was cut, one more state follows, the
// one that it was cut at.
func (p *Problem) Episode(rng *rand.Rand, maxSteps int) (states []int, rewards []float64, terminated bool) {
	s := pick(p.start, rng)
	for range maxSteps {
		at := &p.States[s]
		b := at.Next[pick(at.up, rng)]
		states = append(states, s)
		reward := b.Reward
		if b.SD > 0 {
			reward += float64(b.SD * normal(rng))
		}
		rewards = append(rewards, reward)
		if b.To == End {
			return states, rewards, true
		}
		s = b.To
	}
	return append(states, s), rewards, false
}

// pick draws an index by cumulative probabilities, of which the last is 1.
func pick(up []float64, rng *rand.Rand) int {
	if len(up) == 1 {
		return 0
	}
	u := uniform(rng)
	return sort.Search(len(up)-1, func(i int) bool { return up[i] > u })
}

// cumulate returns the cumulative sums of probabilities, the last of them exactly 1.
func cumulate(n int, p func(i int) float64) []float64 {
	up, sum, last := make([]float64, n), 0.0, 0
	for i := range up {
		if p(i) > 0 {
			last = i
		}
		sum += p(i)
		up[i] = sum
	}
	for i := last; i < n; i++ { // what rounding has left out goes to the last that can be drawn
		up[i] = 1
	}
	return up
}

// CheckGamma returns an error for a discount at which the problem has no values.
func (p *Problem) CheckGamma(gamma float64) error {
	switch {
	case !(gamma >= 0 && gamma <= 1):
		return fmt.Errorf("gamma %v: want 0 ≤ γ ≤ 1", gamma)
	case gamma == 1 && p.Endless != "":
		return fmt.Errorf("gamma 1: want γ < 1 for %s, which never ends from state %s", p.Name, p.Endless)
	}
	return nil
}
