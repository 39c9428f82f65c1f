package results

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/tui/report"
)

// What figure d has unless it is told otherwise.
const (
	DefaultConsistencySizes  = "10,30,100,300,1000,3000,10000,30000,100000"
	DefaultConsistencyTrials = 20 // each takes as long as many of the other figures
)

// Consistency is what figure d is of, beside the other figures.
type Consistency struct {
	Trajectories []int  `json:"trajectories"` // as they were asked for
	Budget       string `json:"budget"`       // of processor time for a data set, by estimate: sizes beyond are left out
}

// onlyConsistency tells whether figure d is the only one.
func (d *Design) onlyConsistency() bool { return len(d.Figures) == 1 && d.Has(figureConsistency) }

// consistencyTrials returns how many trials each domain has in figure d.
func (d *Design) consistencyTrials() int {
	if d.Trials != 0 {
		return d.Trials
	}
	return DefaultConsistencyTrials
}

// UsualSizes returns the numbers of trajectories that the figures but d, and those that d
// has unless they are told otherwise.
func (d *Design) UsualSizes() (sizes, consistency string) {
	if d.onlyConsistency() {
		return DefaultConsistencySizes, DefaultConsistencySizes
	}
	return DefaultSizes, DefaultConsistencySizes
}

// usualSizes returns the text of the numbers of trajectories that need not be asked for;
// empty where they must, as figure d has others than usual.
func (d *Design) usualSizes() string {
	sizes, consistency := d.UsualSizes()
	if d.Consistency != nil && wholeNumbers(d.Consistency.Trajectories) != consistency {
		return ""
	}
	return sizes
}

// checkConsistency returns what is wrong with what a design that was read has of figure d.
func (d *Design) checkConsistency() error {
	if d.Has(figureConsistency) != (d.Consistency != nil) {
		return fmt.Errorf("figure %s: want its numbers of trajectories and its budget, and none without it", figureConsistency)
	}
	if d.Consistency == nil {
		return nil
	}
	_, err := ParseBudget(d.Consistency.Budget)
	return err
}

// difference names what differs from another.
func (c *Consistency) difference(other *Consistency, differ func(name, there, here string)) {
	if c == nil || other == nil {
		return // which the figures tell
	}
	name := "figure " + figureConsistency + ": "
	differ(name+TrajectoriesFlag, wholeNumbers(c.Trajectories), wholeNumbers(other.Trajectories))
	differ(name+BudgetFlag, c.Budget, other.Budget)
}

// ConsistencyPlan returns the checked plan of figure d of one of the domains, and the
// numbers of trajectories that were asked for and are beyond the budget.
func (d *Design) ConsistencyPlan(e *analysis.Engine, s analysis.Settings) (p study.ConsistencyPlan, left []int, err error) {
	budget, err := ParseBudget(d.Consistency.Budget)
	if err != nil {
		return p, nil, err
	}
	p, err = study.CheckConsistency(e, study.ConsistencyPlan{Settings: s, Sizes: d.Consistency.Trajectories, Trials: d.consistencyTrials()})
	if err != nil {
		return p, nil, fmt.Errorf("figure %s: %w", figureConsistency, err)
	}
	if p, left = p.Affordable(budget); len(p.Sizes) == 0 {
		return p, left, fmt.Errorf("%s %s: figure %s of %s takes longer with %d trajectories; want more", BudgetFlag, d.Consistency.Budget, figureConsistency, s.Problem.Name(), left[0])
	}
	return p, left, nil
}

// ConsistencyDomain is what is finished of figure d of one domain.
type ConsistencyDomain struct {
	Plan     study.ConsistencyPlan
	Left     []int // numbers of trajectories beyond the budget
	Outcomes *Journal[*study.ConsistencyOutcome]
}

// addConsistency adds figure d of a domain, of which nothing is finished.
func (s *Folder) addConsistency(d *Domain, settings analysis.Settings) error {
	p, left, err := s.Design.ConsistencyPlan(s.engine, settings)
	if err != nil {
		return err
	}
	of, err := digest(struct {
		Version     int
		Domain      DomainDesign
		Consistency []int
	}{Version, DesignOf(p.Settings), p.Sizes})
	if err != nil {
		return err
	}
	check, err := study.ConsistencyCheck(s.engine, p)
	if err != nil {
		return err
	}
	d.Consistency = &ConsistencyDomain{Plan: p, Left: left}
	d.Consistency.Outcomes = newJournal(s.disk, s.path("consistency-"+d.Name+".jsonl"), of, check)
	return nil
}

// Finished returns the outcomes that are finished, in order.
func (c *ConsistencyDomain) Finished() []*study.ConsistencyOutcome {
	return slices.SortedFunc(slices.Values(c.Outcomes.rows), func(a, b *study.ConsistencyOutcome) int {
		return cmp.Or(cmp.Compare(a.Trajectories, b.Trajectories), cmp.Compare(a.Trial, b.Trial))
	})
}

// DataSets returns how many data sets figure d has of the domains in this part of a study,
// and how many of them are finished.
func (s *Folder) DataSets() (done, of int) {
	for _, d := range s.Domains {
		if c := d.Consistency; c != nil {
			done += len(c.Outcomes.rows)
			of += len(c.Plan.Sizes) * s.Design.Share(c.Plan.Trials)
		}
	}
	return done, of
}

// mergeConsistency adds what the shards of a study have finished of the k-th domain.
func (s *Folder) mergeConsistency(k int, parts []*Folder) error {
	c := s.Domains[k].Consistency
	if c == nil {
		return nil
	}
	for _, p := range parts {
		c.Outcomes.rows = append(c.Outcomes.rows, p.Domains[k].Consistency.Outcomes.rows...)
	}
	return c.Outcomes.Rewrite(c.Finished())
}

// unfinishedConsistency returns an error where a shard lacks something of figure d.
func (s *Folder) unfinishedConsistency() error {
	if have, all := s.DataSets(); have < all {
		return fmt.Errorf("%q: %s %s has %d of %d data sets of figure %s: want it finished", s.folder, ShardFlag, s.Design.Shard, have, all, figureConsistency)
	}
	return nil
}

// consistencyHow says how figure d is made.
const consistencyHow = "Figure d: trial j draws its trajectories as in the other figures, and λ is selected on the first n by the LOTO errors weighted by step and weighted by trajectory, on the same data. The least MSVE is that of the best θ that the features have, over the states that the policy visits; the figure shows the mean over trials of MSVE minus this least, which theorem 1 of the paper says goes to 0. The λ of LSTD(best) and LSTD(worst) is fixed, and chosen in hindsight at each n. By step, the LOTO error estimates the MSVE plus the variance of the return. By trajectory, a short episode counts as much as a long one, and how long an episode is depends on what happened in it: another error has then another best λ, however many trajectories there are. Where it is another than λ = 1 and the features are not exact, the MSVE stays above the least. Slopes are of straight lines through the logarithms over the last power of ten of n, with standard errors by the jackknife over trials. Where the true values are estimated, so is the best θ; what this adds to the distance from it is taken off, and the intervals include the rest."

// LeftOut says which numbers of trajectories were left out of figure d, and how to have them.
func (s *Folder) LeftOut() []string {
	var out []string
	for _, d := range s.Domains {
		if c := d.Consistency; c != nil && len(c.Left) > 0 {
			enough := c.Plan.Enough(c.Left[len(c.Left)-1])
			out = append(out, fmt.Sprintf("%s: figure %s is without n = %s, which is beyond the %s of %s: %v is enough", d.Name, figureConsistency, every(c.Left), BudgetFlag, s.Design.Consistency.Budget, enough))
		}
	}
	return out
}

// ConsistencyTable returns figure d as rows of texts, the headings first.
func ConsistencyTable(s *study.ConsistencySummary) [][]string {
	var sizes []int
	for i := range s.Sizes {
		sizes = append(sizes, s.Sizes[i].Trajectories)
	}
	rows := [][]string{sizeHeadings("MSVE above the least", sizes)}
	for _, r := range s.Rows() {
		text := report.Significant([]float64{r.SE}, 2).Format(r.Above) + " ± " + report.Significant([]float64{r.SE}, 2).Format(r.SE)
		switch r.Method {
		case study.NameByStep, study.NameByTrajectory:
			text += fmt.Sprintf(" (mean λ̂ %.2f)", r.Lambda)
		default:
			text += " (λ = " + report.Exact(r.Lambda) + ")"
		}
		rows = setCell(rows, r.Method, slices.Index(sizes, r.Trajectories), text)
	}
	return rows
}

// writeConsistency writes figure d as a table, and what was left out of it.
func writeConsistency(w *bytes.Buffer, d *Design, r *Result) {
	writeRows(w, ConsistencyTable(r.Consistency))
	s := r.Consistency
	fmt.Fprintf(w, "\nMSVE minus the least, %s, mean ± standard error over the trials.\n", report.Significant([]float64{s.Least}, rootSignificant).Format(s.Least))
	var left []int
	for _, n := range d.Consistency.Trajectories {
		if !slices.Contains(s.Plan.Sizes, n) {
			left = append(left, n)
		}
	}
	if len(left) > 0 {
		fmt.Fprintf(w, "\nn = %s was left out: a data set is estimated to take more than the budget of %s of processor time, and `--%s %v` is enough.\n", every(left), d.Consistency.Budget, BudgetFlag, s.Plan.Enough(left[len(left)-1]))
	}
}
