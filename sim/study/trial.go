package study

import (
	"errors"
	"fmt"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
)

// Plan is an experiment: independent trials of the same settings, each with fresh
// data, at several numbers of trajectories.
type Plan struct {
	// Settings are those of every trial, but for Seed and Trajectories: trial j,
	// from 0, has seed Settings.Seed + j, so that `run --seed` reproduces it.
	Settings settings.Settings
	// Sizes are numbers of trajectories, strictly increasing. A trial takes the
	// first of its stream at each, so that a larger size adds to a smaller.
	Sizes  []int
	Trials int
	// RLSTD asks for RLSTD(λ), with the ridge RLSTDRidge.
	RLSTD bool
	// NaiveTo is up to which size NaiveCV+LSTD repeats the selection; 0 for
	// nowhere.
	NaiveTo int
	// FitsOnly leaves the selection out: outcomes have the θ's and their MSVE alone, the
	// same to the last bit, and a Summary what is said of those.
	FitsOnly bool
}

// RLSTDRidge is the ridge of RLSTD in a Plan, the inverse of its initial
// variance; LSTD and ALLSTD have that of the settings.
const RLSTDRidge = 1

// MaxTrials is how many trials a Plan may have.
const MaxTrials = 10_000

// mostNumbers is how many numbers all trials of a Plan may hold: 512 MiB.
const mostNumbers = 1 << 26

// Trial is one repetition of a Plan.
type Trial struct {
	Index    int // j, from 0
	Seed     uint64
	Outcomes []Outcome // one per size
}

// Outcome is what one data set of a trial gives. Slices have a number per λ of
// the grid; with Plan.FitsOnly there are Theta and MSVE alone. All numbers are finite.
type Outcome struct {
	Trajectories int
	Selected     int         // index of λ̂
	Theta        [][]float64 // of LSTD(λ), d numbers each
	MSVE         []float64   // of LSTD(λ)
	Loto         []float64
	// LotoDiff is the LOTO error less that of the smallest λ, and LotoDiffSE its
	// standard error, refits included: against the same λ in every trial, unlike a
	// Candidate's Diff, so that trials can be compared.
	LotoDiff   []float64
	LotoDiffSE []float64
	// NotRuledOut tells which λ's are not ruled out as best on average, λ̂ among them.
	NotRuledOut []bool
	RLSTD       []float64 // MSVE of RLSTD(λ); nil unless asked for
	Naive       *Naive    // nil beyond Plan.NaiveTo
}

// Naive is what NaiveCV+LSTD gives on the data of an Outcome.
type Naive struct {
	Selected int
	// Apart is the largest difference between a LOTO error and that of ALLSTD,
	// relative to the larger of the two.
	Apart float64
}

// CheckPlan returns the plan with its settings in their usual form, with the
// largest size for Trajectories, or an error that names the first field that is
// out of range. Recorded data, and domains whose true values are not known, as
// under a step cap that can cut episodes, have no trials.
func CheckPlan(e *analysis.Engine, p Plan) (Plan, error) {
	x, err := newExperiment(e, p)
	if err != nil {
		return p, err
	}
	return x.plan, nil
}

func checkSizes(sizes []int) error {
	if len(sizes) == 0 {
		return errors.New("no numbers of trajectories: want at least one")
	}
	for i, n := range sizes {
		if n < settings.MinTrajectories || n > settings.MaxTrajectories {
			return settings.RangeError("trajectories", n, "%d to %d", settings.MinTrajectories, settings.MaxTrajectories)
		}
		if i > 0 && n <= sizes[i-1] {
			return fmt.Errorf("trajectories %d after %d: want increasing numbers", n, sizes[i-1])
		}
	}
	return nil
}
