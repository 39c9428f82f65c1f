package results

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/problem"
	"lambdascope/sim/study"
	"lambdascope/sim/words"
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

// Design is all that determines what a study finds, as study.json has it, and the
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

// DomainDesign is a domain and the texts of its settings, by the names of their
// flags. The target policy is left out where it is the behaviour, as in designs that
// know of no other.
type DomainDesign struct {
	Domain   string            `json:"domain"`            // that of a problem is ProblemName
	Problem  *ProblemDesign    `json:"problem,omitempty"` // in place of a domain
	Settings map[string]string `json:"settings"`
}

// ProblemDesign is a problem with all that its file says: the file may change.
type ProblemDesign struct {
	Source string          `json:"source"`
	Text   json.RawMessage `json:"text"`
}

// ProblemName returns what files and tables of a study call a problem: what it was chosen
// by, without its folder, its ending and what names of files may not have.
func ProblemName(p *problem.Problem) string {
	name := strings.TrimSuffix(filepath.Base(p.Source), filepath.Ext(p.Source))
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, name)
}

// start returns the settings that the domain or the problem starts with.
func (d *DomainDesign) start() (analysis.Settings, error) {
	if d.Problem == nil {
		s, err := analysis.Defaults(d.Domain)
		if err != nil || d.Domain == "" {
			return s, fmt.Errorf("domain %q: want %s", d.Domain, words.Or(sim.Domains()))
		}
		return s, nil
	}
	p, err := problem.Parse(d.Problem.Source, d.Problem.Text)
	switch {
	case err != nil:
		return analysis.Settings{}, fmt.Errorf("problem %s: %w", d.Problem.Source, err)
	case ProblemName(p) != d.Domain:
		return analysis.Settings{}, fmt.Errorf("problem %q: want it called %s", d.Domain, ProblemName(p))
	}
	return analysis.ProblemDefaults(p), nil
}

// Fields returns the settings that are given once for a study: it has
// several domains and several numbers of trajectories, and no file.
func Fields() []analysis.Field {
	return slices.DeleteFunc(analysis.Fields(), func(f analysis.Field) bool {
		return f.Source || f.Name == TrajectoriesFlag || f.Name == boundsFlag || f.Name == groupsFlag
	})
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

// DesignOf returns a domain with its settings.
func DesignOf(s analysis.Settings) DomainDesign {
	texts := make(map[string]string)
	for _, f := range Fields() {
		if f.Applies(s) && (f.Name != targetFlag || s.Problem.Target != 0) {
			texts[f.Name] = f.Get(s)
		}
	}
	if p := s.Problem.Problem; p != nil {
		return DomainDesign{ProblemName(p), &ProblemDesign{p.Source, json.RawMessage(p.Text)}, texts}
	}
	return DomainDesign{s.Problem.Domain, nil, texts}
}

// digest returns a short name of all that the trials and the times of a plan come
// from.
func digest(p study.Plan) (string, error) {
	content, err := json.Marshal(struct {
		Version   int
		Domain    DomainDesign
		Sizes     []int
		RLSTD     bool
		NaiveTo   int
		Coverage  bool
		Selectors []string `json:",omitempty"`
	}{Version, DesignOf(p.Settings), p.Sizes, p.RLSTD, p.NaiveTo, p.CoverageOnly, p.Selectors})
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

// Read returns the settings of a domain.
func (d DomainDesign) Read() (analysis.Settings, error) {
	s, err := d.start()
	if err != nil {
		return s, err
	}
	known := 0
	for _, f := range Fields() {
		if !f.Applies(s) {
			continue
		}
		value, ok := d.Settings[f.Name]
		if f.Name == targetFlag && !ok {
			continue
		}
		known++
		if !ok {
			return s, fmt.Errorf("no %s of %s", f.Name, d.Domain)
		}
		if err := f.Set(&s, value); err != nil {
			return s, err
		}
	}
	if len(d.Settings) > known {
		return s, fmt.Errorf("%d settings of %s: want %d", len(d.Settings), d.Domain, known)
	}
	return s, nil
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

// text returns the text of a setting, that of the behaviour where there is no target.
func (d *DomainDesign) text(f analysis.Field) string {
	if text, ok := d.Settings[f.Name]; ok || f.Name != targetFlag {
		return text
	}
	s, err := d.start()
	if err != nil || !f.Applies(s) {
		return ""
	}
	return f.Get(s)
}

// digest returns a short name of what a problem's file says; empty without a problem.
func (p *ProblemDesign) digest() string {
	if p == nil {
		return ""
	}
	var text bytes.Buffer
	if json.Compact(&text, p.Text) != nil {
		return ""
	}
	sum := sha256.Sum256(text.Bytes())
	return hex.EncodeToString(sum[:6])
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
