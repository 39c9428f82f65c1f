package results

import (
	"fmt"

	"lambdascope/sim/study"
)

// trialCheck returns the check of the trials of a plan that are read.
func trialCheck(p study.Plan) func(*study.Trial) error {
	seen := make(map[int]bool)
	return func(t *study.Trial) error {
		if err := p.CheckTrial(t); err != nil {
			return err
		}
		if seen[t.Index] {
			return fmt.Errorf("trial %d is there twice: want each once", t.Index)
		}
		seen[t.Index] = true
		return nil
	}
}

// timeCheck returns the check of the training times of a plan that are read.
func timeCheck(p study.Plan) func(study.TimeRow) error {
	type point struct {
		method string
		size   int
	}
	seen := make(map[point]bool)
	return func(r study.TimeRow) error {
		if err := p.CheckTime(r); err != nil {
			return err
		}
		at := point{r.Method, r.Trajectories}
		if seen[at] {
			return fmt.Errorf("%s with %d trajectories is there twice: want each once", r.Method, r.Trajectories)
		}
		seen[at] = true
		return nil
	}
}
