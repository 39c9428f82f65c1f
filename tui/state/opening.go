package state

import "lambdascope/sim/analysis"

// Opening returns the settings that the app opens with where no flag chooses any: a
// walk whose features several states share, so that λ trades bias for variance. The
// commands keep the paper's, a walk whose features tell every state apart.
func Opening() (analysis.Settings, error) {
	s, err := analysis.Defaults("")
	if err == nil {
		s.Problem.States, s.Problem.Features = 19, "dependent"
	}
	return s, err
}
