package results

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"lambdascope/sim"
	"lambdascope/tui/figure"
)

// What a study has unless it is told otherwise.
const (
	DefaultSizes  = "2,5,10,20,50,100,200"
	DefaultBudget = "10s"
)

// leastBudget is the least that a run may be given: what takes less can't be timed
// well.
const leastBudget = time.Millisecond

// The figures of the paper, as flags name them.
const (
	figureLambda  = figure.NameLambda
	figureMethods = figure.NameMethods
	figureTimes   = figure.NameTimes

	figureConsistency = figure.NameConsistency // not the paper's, nor the next ones
	figureCoverage    = figure.NameCoverage
	figureSelectors   = figure.NameSelectors
)

// FigureNames returns the names of the figures, in order.
func FigureNames() []string {
	return append(PaperFigures(), figureConsistency, figureCoverage, figureSelectors)
}

// PaperFigures returns the names of those that the paper has, which a study makes
// unless it is told otherwise.
func PaperFigures() []string { return []string{figureLambda, figureMethods, figureTimes} }

const (
	// Version is that of the files in which a study is kept.
	Version = 5
)

// Design is all that determines what a study finds, as stored in study.json, and the
// budget of figure c, which may change while a study is made; the one of figure b is
// that of the beginning.
type Design struct {
	Version      int            `json:"version"`
	Trials       int            `json:"trials,omitempty"` // of each domain; 0 for TrialsOf
	Trajectories []int          `json:"trajectories"`
	Figures      []string       `json:"figures"`
	Domains      []DomainDesign `json:"domains"`
	Budget       string         `json:"budget,omitempty"`       // empty without figure c
	NaiveBudget  string         `json:"naive_budget,omitempty"` // of NaiveCV+LSTD; empty without figure b
	Consistency  *Consistency   `json:"consistency,omitempty"`  // nil without figure d
	Selectors    []string       `json:"selectors,omitempty"`    // of their figure, in the order of estimator.Selectors
	Shard        string         `json:"shard,omitempty"`        // I/N, the part of the trials that the folder has; empty for all
	Builds       []string       `json:"builds"`                 // versions of the program that made it, in order
}

// Has tells whether a figure is made.
func (d *Design) Has(figure string) bool { return slices.Contains(d.Figures, figure) }

// Simulates tells whether trials are needed: figure c does without.
func (d *Design) Simulates() bool { return d.summarizes() || d.Has(figureCoverage) }

// summarizes tells whether there is a figure of a study.Summary.
func (d *Design) summarizes() bool { return d.paper() || d.Has(figureSelectors) }

// paper tells whether there is a figure of the paper's that is of a study.Summary.
func (d *Design) paper() bool { return d.Has(figureLambda) || d.Has(figureMethods) }

// claims tells whether there is a figure of which claims are made.
func (d *Design) claims() bool {
	return d.paper() || d.Has(figureTimes) || d.Has(figureConsistency)
}

// readDesign reads the design of a study from its file.
func readDesign(content []byte) (Design, error) {
	var d Design
	if err := json.Unmarshal(content, &d); err != nil {
		return d, fmt.Errorf("not the design of a study: %w", err)
	}
	switch {
	case d.Version != Version:
		return d, fmt.Errorf("a study of version %d, which this build can't go on with, as it makes version %d: want a folder of that version, or a new one", d.Version, Version)
	case !d.ofProblem() && !listed(d.DomainNames(), sim.Domains()):
		return d, fmt.Errorf("domains %q: want some of %s", strings.Join(d.DomainNames(), ","), strings.Join(sim.Domains(), ","))
	case !listed(d.Figures, FigureNames()):
		return d, fmt.Errorf("figures %q: want some of %s", strings.Join(d.Figures, ","), strings.Join(FigureNames(), ","))
	}
	if d.Has(figureTimes) {
		if _, err := ParseBudget(d.Budget); err != nil {
			return d, err
		}
	}
	if d.Has(figureMethods) {
		if _, err := ParseBudget(d.NaiveBudget); err != nil {
			return d, err
		}
	}
	if err := d.checkConsistency(); err != nil {
		return d, err
	}
	if err := d.checkSelectors(); err != nil {
		return d, err
	}
	return d, d.CheckShard()
}

// ofProblem tells whether the study is of a problem, and of nothing else.
func (d *Design) ofProblem() bool { return len(d.Domains) == 1 && d.Domains[0].Problem != nil }

// listed tells whether a list has some of the names, in their order.
func listed(values, names []string) bool {
	for _, v := range values {
		i := slices.Index(names, v)
		if i < 0 {
			return false
		}
		names = names[i+1:]
	}
	return len(values) > 0
}

// madeBy adds a build to those that made the study.
func (d *Design) madeBy(build string) {
	if !slices.Contains(d.Builds, build) {
		d.Builds = append(slices.Clip(d.Builds), build)
	}
}

// Difference names the settings in which another design differs, with the values
// of both; empty where there are none. The budget of figure c and the builds are none of
// them, nor are those of a domain that only one of the two has.
func (d *Design) Difference(other *Design) string {
	var all []string
	differ := func(name, there, here string) {
		if there != here {
			all = append(all, fmt.Sprintf("%s %s there, %s here", name, there, here))
		}
	}
	differ(domainFlag, strings.Join(d.DomainNames(), ","), strings.Join(other.DomainNames(), ","))
	differ(TrialsFlag, d.givenTrials(), other.givenTrials())
	differ(TrajectoriesFlag, wholeNumbers(d.Trajectories), wholeNumbers(other.Trajectories))
	differ(BudgetFlag, d.NaiveBudget, other.NaiveBudget)
	d.Consistency.difference(other.Consistency, differ)
	differ(ShardFlag, d.Shard, other.Shard)
	differ(SelectorsFlag, strings.Join(d.Selectors, ","), strings.Join(other.Selectors, ","))
	differ(FiguresFlag, strings.Join(d.Figures, ","), strings.Join(other.Figures, ","))
	for _, there := range d.Domains {
		here := other.Domain(there.Domain)
		if here != nil {
			differ(there.Domain+": content", there.Problem.digest(), here.Problem.digest())
		}
		for _, f := range Fields() {
			if here != nil {
				differ(there.Domain+": "+f.Name, there.text(f), here.text(f))
			}
		}
	}
	return strings.Join(all, "; ")
}

// givenTrials returns the number of trials that a study was told.
func (d *Design) givenTrials() string {
	if d.Trials == 0 {
		return "by domain"
	}
	return strconv.Itoa(d.Trials)
}

// Domain returns the domain of a name, nil where the design has not got it.
func (d *Design) Domain(name string) *DomainDesign {
	i := slices.IndexFunc(d.Domains, func(of DomainDesign) bool { return of.Domain == name })
	if i < 0 {
		return nil
	}
	return &d.Domains[i]
}

// DomainNames returns the names of the domains.
func (d *Design) DomainNames() []string {
	var names []string
	for _, domain := range d.Domains {
		names = append(names, domain.Domain)
	}
	return names
}

// wholeNumbers returns numbers as a flag takes them.
func wholeNumbers(values []int) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = strconv.Itoa(v)
	}
	return strings.Join(texts, ",")
}

// ParseBudget reads what a single run may take.
func ParseBudget(text string) (time.Duration, error) {
	d, err := time.ParseDuration(strings.TrimSpace(text))
	if err != nil || d < leastBudget {
		return 0, fmt.Errorf("%s %q: want a time of at least 1 ms, such as 10s or 1m30s", BudgetFlag, text)
	}
	return d, nil
}

// Args returns the flags that ask for the design: those that differ from the
// defaults.
func (d *Design) Args() []string {
	var args []string
	add := func(flag, value, usual string) {
		if value != usual {
			args = append(args, "--"+flag, value)
		}
	}
	if d.ofProblem() {
		add(problemFlag, d.Domains[0].Problem.Source, "")
	} else {
		add(domainFlag, strings.Join(d.DomainNames(), ","), strings.Join(sim.Domains(), ","))
	}
	add(TrialsFlag, d.givenTrials(), (&Design{}).givenTrials())
	add(TrajectoriesFlag, wholeNumbers(d.Trajectories), d.usualSizes())
	for _, f := range Fields() {
		for _, domain := range d.Domains {
			usual, err := domain.start()
			value, ok := domain.Settings[f.Name]
			if err == nil && ok && value != f.Get(usual) {
				add(f.Name, value, "") // the same for all domains
				break
			}
		}
	}
	d.addSelectorArgs(add)
	switch {
	case d.Has(figureTimes):
		add(BudgetFlag, d.Budget, DefaultBudget)
	case d.Has(figureMethods):
		add(BudgetFlag, d.NaiveBudget, DefaultBudget)
	case d.Has(figureConsistency):
		add(BudgetFlag, d.Consistency.Budget, DefaultBudget)
	}
	return args
}
