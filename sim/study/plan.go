package study

import (
	"errors"
	"fmt"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
)

// Plan is an experiment: independent trials with the same settings and fresh data, at several
// numbers of trajectories.
type Plan struct {
	// Settings apply to every trial, except Seed and Trajectories: trial j, from 0, has seed
	// Settings.Seed + j, so that `run --seed` reproduces it.
	Settings settings.Settings
	// Sizes are numbers of trajectories, strictly increasing. At each size a trial takes the
	// first trajectories of its stream, so that a larger size adds to a smaller.
	Sizes  []int
	Trials int
	// RLSTD asks for RLSTD(λ) with the ridge RLSTDRidge, as LSTD(λ) with that ridge.
	RLSTD bool
	// NaiveTo is the largest size at which NaiveCV+LSTD repeats the selection; 0 for none.
	NaiveTo int
	// Refine asks for λ̂ beyond the grid, at sizes up to NaiveTo because it takes several selections.
	Refine bool
	// FitsOnly leaves the selection out: outcomes have θ and MSVE alone, with the same bits.
	FitsOnly bool
	// Consistency is for figure (d), which shows the error as data grow. Trials draw trajectories
	// again for each pass, because sizes reach very many. The settings' weighting and method do
	// not matter. The least MSVE of the features must be known.
	Consistency bool
}

// RLSTDRidge is the ridge of RLSTD in a Plan, the inverse of its initial variance. LSTD and
// ALLSTD have the ridge of the settings.
const RLSTDRidge = 1

// MaxTrials is the largest number of trials of a Plan.
const MaxTrials = 10_000

// maxNumbers is the largest number of numbers in the trials of a Plan: 512 MiB.
const maxNumbers = 1 << 26

// Trial is a repetition of a Plan.
type Trial struct {
	Index    int // j, from 0
	Seed     uint64
	Outcomes []Outcome // by size
}

// Outcome is the result of a data set. Slices have a number for each λ of the grid; with
// Plan.FitsOnly only Theta and MSVE are set. All numbers are finite.
type Outcome struct {
	Trajectories int
	Selected     int         // index of λ̂
	Printed      int         // index of λ̂ weighting by trajectory, as the paper has it
	Theta        [][]float64 // of LSTD(λ), d numbers each
	MSVE         []float64   // of LSTD(λ)
	Loto         []float64
	// LotoDiff is the LOTO error minus the LOTO error of the smallest λ, and LotoDiffSE its
	// standard error, including refits. Unlike Candidate.Diff it refers to the same λ in
	// every trial, so that trials are comparable.
	LotoDiff   []float64
	LotoDiffSE []float64
	// NotRuledOut marks the λ's that are not ruled out as best on average, including λ̂.
	NotRuledOut []bool
	RLSTD       []float64 // MSVE of RLSTD(λ); nil without Plan.RLSTD
	Naive       *Naive    // nil beyond Plan.NaiveTo
	Refined     *Refined  // nil without Plan.Refine, and beyond Plan.NaiveTo
}

// Refined is the result at λ̂ of all λ in [0, 1] on the data of an Outcome; see estimator.Refine.
type Refined struct {
	Loto, MSVE float64
	Theta      []float64
}

// Naive is the result of NaiveCV+LSTD on the data of an Outcome.
type Naive struct {
	Selected int
	// Apart is the largest difference from a LOTO error of ALLSTD, relative to the larger of
	// the two.
	Apart float64
}

// CheckPlan returns the plan with canonical settings, whose Trajectories is the largest size,
// or an error that names the first invalid field. Recorded data have no trials. Neither do
// domains without known true values, as under a step cap that can cut episodes.
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
