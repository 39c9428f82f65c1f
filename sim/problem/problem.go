// Package problem reads finite Markov reward processes from files, solves them exactly, and draws
// episodes from them. With transitions P between states, mean rewards r, and starts s₀,
//
//	values   ν = r + γPν              by a dense solve
//	visits   μ ∝ Σₜ (Pᵀ)ᵗs₀, t < cap   step by step
//
// The package may import assets, sim/random, sim/textfmt, gonum and the standard library.
package problem

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"sync"
	"sync/atomic"

	"lambdascope/sim/random"
)

// MaxStates is the largest number of states of a problem. It bounds the dense solve for true
// values.
const MaxStates = 2000

// Problem is a finite Markov reward process with named states. A Problem is immutable and safe
// for concurrent use. Problems with the same source and text are the same pointer, so that ==
// compares them.
type Problem struct {
	// Source is the name of a shipped problem, or of a file.
	Source string
	// Text is the JSON object without spaces.
	Text string

	Name     string
	Gamma    float64 // default γ
	MaxSteps int     // default number of transitions after which an episode is cut

	// States are the reachable states, in file order.
	States []State
	// Unreached names the unreachable states.
	Unreached []string
	// Endless names a state from which no episode ends; empty if there is none. With such a state
	// true values need γ < 1.
	Endless string

	features int       // listed features of each state; 0 for none
	start    []float64 // cumulative start probabilities

	visited atomic.Pointer[visits] // of the last call of Visits
}

// State is a state of a Problem.
type State struct {
	Name     string
	Start    float64   // probability of starting here
	Features []float64 // nil if no state lists features
	Next     []Branch
	up       []float64 // cumulative branch probabilities
}

// Branch is a transition from a state.
type Branch struct {
	To     int     // index of the next state, or End
	P      float64 // probability
	Reward float64 // mean
	SD     float64 // standard deviation of normal noise
}

// End is Branch.To for the end of the episode.
const End = -1

// Dim returns the number of listed features of a state, 0 for none.
func (p *Problem) Dim() int { return p.features }

// MeanReward returns the mean reward of the transition from state s.
func (p *Problem) MeanReward(s int) (sum float64) {
	for _, b := range p.States[s].Next {
		sum += float64(b.P * b.Reward)
	}
	return sum
}

// Episode draws one episode of at most maxSteps transitions. It returns the state before each
// transition and the rewards. The last state of a cut episode follows.
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

// pick draws an index by cumulative probabilities that end in 1.
func pick(up []float64, rng *rand.Rand) int {
	if len(up) == 1 {
		return 0
	}
	u := random.Unit(rng)
	return sort.Search(len(up)-1, func(i int) bool { return up[i] > u })
}

// cumulate returns cumulative probabilities that end in exactly 1.
func cumulate(n int, p func(i int) float64) []float64 {
	up := make([]float64, n)
	sum := 0.0
	last := 0
	for i := range up {
		if p(i) > 0 {
			last = i
		}
		sum += p(i)
		up[i] = sum
	}
	for i := last; i < n; i++ { // the last drawable index takes the remainder of rounding
		up[i] = 1
	}
	return up
}

// CheckGamma returns an error for a discount without values.
func (p *Problem) CheckGamma(gamma float64) error {
	switch {
	case !(gamma >= 0 && gamma <= 1):
		return fmt.Errorf("gamma %v: want 0 ≤ γ ≤ 1", gamma)
	case gamma == 1 && p.Endless != "":
		return fmt.Errorf("gamma 1: want γ < 1 for %s, which never ends from state %s", p.Name, p.Endless)
	}
	return nil
}

// identity identifies a problem.
type identity struct{ source, text string }

// used has all problems, so that equal problems share one value. Problems stay in memory, because the
// user of the program names few.
var used sync.Map

// one returns the first problem that equals p, perhaps p.
func one(p *Problem) *Problem {
	first, _ := used.LoadOrStore(identity{p.Source, p.Text}, p)
	return first.(*Problem)
}
