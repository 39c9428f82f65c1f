package results

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
)

// How many trials decide the claims of a domain, unless a study is told otherwise: on the
// walk the λ's differ least, and a trial costs least.
const (
	walk        = "random-walk"
	walkTrials  = 1000
	otherTrials = 200
)

// UsualTrials says how many trials there are where a study is not told otherwise.
func UsualTrials() string {
	return fmt.Sprintf("%d of %s, %d of others, %d in figure %s", walkTrials, walk, otherTrials, DefaultConsistencyTrials, figureConsistency)
}

// TrialsOf returns how many trials a domain has in the figures but d.
func (d *Design) TrialsOf(domain string) int {
	switch {
	case d.Trials != 0:
		return d.Trials
	case domain == walk:
		return walkTrials
	}
	return otherTrials
}

// fewestTrials returns how many trials there are at least of each domain in each figure.
func (d *Design) fewestTrials() int {
	fewest := math.MaxInt
	for _, domain := range d.DomainNames() {
		if d.Simulates() {
			fewest = min(fewest, d.TrialsOf(domain))
		}
		if d.Consistency != nil {
			fewest = min(fewest, d.consistencyTrials())
		}
	}
	return fewest
}

// Plan returns the checked plan of one of the domains.
func (d *Design) Plan(e *analysis.Engine, s analysis.Settings) (study.Plan, error) {
	p := study.Plan{Settings: s, Sizes: d.Trajectories, Trials: d.TrialsOf(s.Problem.Domain), Selectors: d.Selectors}
	if d.Has(figureCoverage) {
		if p.Trials < 2 {
			return p, fmt.Errorf("trials %d: want at least 2 for figure %s, as what is best in one is taken from others", p.Trials, figureCoverage)
		}
		p.CoverageOnly = !d.summarizes()
	}
	if d.Has(figureMethods) {
		budget, err := ParseBudget(d.NaiveBudget)
		if err != nil {
			return p, err
		}
		p.RLSTD, p.NaiveTo = true, naiveTo(s, d.Trajectories, budget)
	}
	return study.CheckPlan(e, p)
}

// naiveShare is the part of the budget that NaiveCV+LSTD may take on one data set in
// figure b, which repeats it on every one: all of it would be hours where it adds nothing
// but the check that ALLSTD finds the same λ̂.
const naiveShare = 50

// naiveTo returns the largest of some numbers of trajectories at which NaiveCV+LSTD is
// estimated to take no more processor time on a data set than its share of the budget, 0
// where there is none. It is not measured: a study finds the same on any machine.
func naiveTo(s analysis.Settings, sizes []int, budget time.Duration) int {
	largest := 0
	for _, n := range sizes {
		if s.Trajectories = n; analysis.NaiveCost(s) <= budget/naiveShare {
			largest = max(largest, n)
		}
	}
	return largest
}

// digestOf returns a short name of all that the trials and the times of a plan come
// from.
func digestOf(p study.Plan) (string, error) {
	return digest(struct {
		Version   int
		Domain    DomainDesign
		Sizes     []int
		RLSTD     bool
		NaiveTo   int
		Coverage  bool
		Selectors []string `json:",omitempty"`
	}{Version, DesignOf(p.Settings), p.Sizes, p.RLSTD, p.NaiveTo, p.CoverageOnly, p.Selectors})
}

// digest returns a short name of what a value is as JSON.
func digest(value any) (string, error) {
	content, err := json.Marshal(value)
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:6]), err
}

// plans returns the plans of all domains, in order. The error names what is
// wrong in a design that was read.
func (d *Design) plans(e *analysis.Engine) ([]study.Plan, error) {
	var plans []study.Plan
	for _, domain := range d.Domains {
		s, err := domain.Read()
		if err != nil {
			return nil, err
		}
		p, err := d.Plan(e, s)
		if err != nil {
			return nil, err
		}
		plans = append(plans, p)
	}
	return plans, nil
}
