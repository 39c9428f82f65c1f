package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"lambdascope/sim"
	"lambdascope/sim/study"
	"lambdascope/tui/figure"
)

// What a study has unless it is told otherwise.
const (
	defaultTrials = "80"
	defaultSizes  = "2,5,10,20,50,100,200"
	defaultBudget = "10s"
)

// leastBudget is the least that a run may be given: what takes less can't be timed
// well.
const leastBudget = time.Millisecond

// The figures of the paper, as flags name them.
const (
	figureLambda  = figure.NameLambda
	figureMethods = figure.NameMethods
	figureTimes   = figure.NameTimes
)

func figureNames() []string { return []string{figureLambda, figureMethods, figureTimes} }

const (
	// studyVersion is that of the files in which a study is kept.
	studyVersion = 2
	// naiveTo is up to which number of trajectories NaiveCV+LSTD is repeated:
	// beyond it takes longer than all the rest.
	naiveTo = 20
)

// design is all that determines what a study finds, as study.json has it, and the
// budget of figure c, which may change while a study is made.
type design struct {
	Version      int            `json:"version"`
	Trials       int            `json:"trials"`
	Trajectories []int          `json:"trajectories"`
	Figures      []string       `json:"figures"`
	Domains      []domainDesign `json:"domains"`
	Budget       string         `json:"budget,omitempty"` // empty without figure c
}

// domainDesign is a domain and the texts of its settings, by the names of their
// flags.
type domainDesign struct {
	Domain   string            `json:"domain"`
	Settings map[string]string `json:"settings"`
}

// studyFields returns the settings that are given once for a study: it has
// several domains and several numbers of trajectories.
func studyFields() []study.Field {
	return slices.DeleteFunc(study.Fields(), func(f study.Field) bool {
		return f.Name == domainFlag || f.Name == trajectoriesFlag
	})
}

func (d *design) has(figure string) bool { return slices.Contains(d.Figures, figure) }

// simulates tells whether trials are needed: figure c does without.
func (d *design) simulates() bool { return d.has(figureLambda) || d.has(figureMethods) }

// plan returns the checked plan of one of the domains.
func (d *design) plan(e *study.Engine, s study.Settings) (study.Plan, error) {
	p := study.Plan{Settings: s, Sizes: d.Trajectories, Trials: d.Trials}
	if d.has(figureMethods) {
		p.RLSTD, p.NaiveTo = true, naiveTo
	}
	return e.CheckPlan(p)
}

// designOf returns a domain with its settings.
func designOf(s study.Settings) domainDesign {
	texts := make(map[string]string)
	for _, f := range studyFields() {
		if f.Applies(s) {
			texts[f.Name] = f.Get(s)
		}
	}
	return domainDesign{s.Problem.Domain, texts}
}

// digest returns a short name of all that the trials and the times of a plan come
// from.
func digest(p study.Plan) (string, error) {
	content, err := json.Marshal(struct {
		Version int
		Domain  domainDesign
		Sizes   []int
		RLSTD   bool
		NaiveTo int
	}{studyVersion, designOf(p.Settings), p.Sizes, p.RLSTD, p.NaiveTo})
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:6]), err
}

// plans returns the plans of all domains, in order. The error names what is
// wrong in a design that was read.
func (d *design) plans(e *study.Engine) ([]study.Plan, error) {
	var plans []study.Plan
	for _, domain := range d.Domains {
		s, err := domain.read()
		if err != nil {
			return nil, err
		}
		p, err := d.plan(e, s)
		if err != nil {
			return nil, err
		}
		plans = append(plans, p)
	}
	return plans, nil
}

// read returns the settings of a domain.
func (d domainDesign) read() (study.Settings, error) {
	s, err := study.Defaults(d.Domain)
	if err != nil || d.Domain == "" {
		return s, fmt.Errorf("domain %q: want %s", d.Domain, either(sim.Domains()))
	}
	known := 0
	for _, f := range studyFields() {
		if !f.Applies(s) {
			continue
		}
		known++
		value, ok := d.Settings[f.Name]
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
func readDesign(content []byte) (design, error) {
	var d design
	if err := json.Unmarshal(content, &d); err != nil {
		return d, fmt.Errorf("not the design of a study: %w", err)
	}
	switch {
	case d.Version != studyVersion:
		return d, fmt.Errorf("version %d: want %d", d.Version, studyVersion)
	case !listed(d.domains(), sim.Domains()):
		return d, fmt.Errorf("domains %q: want some of %s", strings.Join(d.domains(), ","), strings.Join(sim.Domains(), ","))
	case !listed(d.Figures, figureNames()):
		return d, fmt.Errorf("figures %q: want some of %s", strings.Join(d.Figures, ","), strings.Join(figureNames(), ","))
	}
	if d.has(figureTimes) {
		if _, err := parseBudget(d.Budget); err != nil {
			return d, err
		}
	}
	return d, nil
}

// listed tells whether a list has some of the names, in their order.
func listed(values, names []string) bool {
	of, _, ok := chosen(values, names)
	return ok && len(of) > 0 && slices.Equal(of, values)
}

// difference names the settings in which another design differs, with the values
// of both; empty where there are none. The budget is none of them, nor are those of
// a domain that only one of the two has.
func (d *design) difference(other *design) string {
	var all []string
	differ := func(name, there, here string) {
		if there != here {
			all = append(all, fmt.Sprintf("%s %s there, %s here", name, there, here))
		}
	}
	differ(domainFlag, strings.Join(d.domains(), ","), strings.Join(other.domains(), ","))
	differ(trialsFlag, strconv.Itoa(d.Trials), strconv.Itoa(other.Trials))
	differ(trajectoriesFlag, wholeNumbers(d.Trajectories), wholeNumbers(other.Trajectories))
	differ(figuresFlag, strings.Join(d.Figures, ","), strings.Join(other.Figures, ","))
	for _, there := range d.Domains {
		here := other.domain(there.Domain)
		for _, f := range studyFields() {
			if here != nil {
				differ(there.Domain+": "+f.Name, there.Settings[f.Name], here.Settings[f.Name])
			}
		}
	}
	return strings.Join(all, "; ")
}

// domain returns the domain of a name, nil where the design has not got it.
func (d *design) domain(name string) *domainDesign {
	i := slices.IndexFunc(d.Domains, func(of domainDesign) bool { return of.Domain == name })
	if i < 0 {
		return nil
	}
	return &d.Domains[i]
}

// domains returns the names of the domains.
func (d *design) domains() []string {
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

// design returns what the flags ask for. What they leave open is as there, the
// design of a study that goes on, has it; where that is nil, as usual. All errors
// are misuse, but those of a wrong design there.
func (s *studyFlags) design(there *design) (d design, err error) {
	asked := func(flag string) bool { return there == nil || s.settings.flags.Changed(flag) }
	d.Version = studyVersion
	if there != nil {
		d = *there
	}
	before := d
	d.Domains = nil
	domains, wrong, ok := before.domains(), "", true
	if asked(domainFlag) {
		if domains, wrong, ok = chosen(s.domains.values, sim.Domains()); !ok {
			return d, misusef("domain %q: want %s", wrong, either(sim.Domains()))
		}
	}
	if asked(figuresFlag) {
		if d.Figures, wrong, ok = chosen(items(s.figures.value), figureNames()); !ok {
			return d, misusef("figures %q: want %s, comma-separated", wrong, either(figureNames()))
		}
	}
	if asked(trialsFlag) {
		if d.Trials, err = strconv.Atoi(strings.TrimSpace(s.trials.value)); err != nil || d.Trials < 1 || d.Trials > study.MaxTrials {
			return d, misusef("trials %q: want a whole number, 1 to %d", s.trials.value, study.MaxTrials)
		}
	}
	if asked(trajectoriesFlag) {
		if d.Trajectories, err = parseSizes(s.sizes.value); err != nil {
			return d, misuse{err}
		}
	}
	if asked(budgetFlag) {
		budget, err := parseBudget(s.budget.value)
		if err != nil {
			return d, misuse{err}
		}
		if d.has(figureTimes) {
			d.Budget = budget.String()
		}
	}
	for _, domain := range domains {
		settings, err := study.Defaults(domain)
		if of := before.domain(domain); of != nil {
			settings, err = of.read()
		}
		if err == nil {
			settings, err = s.settings.apply(settings)
		}
		if err != nil {
			return d, err
		}
		p, err := d.plan(s.env.Engine, settings)
		if err != nil {
			return d, misuse{err}
		}
		d.Domains = append(d.Domains, designOf(p.Settings))
	}
	return d, nil
}

// parseSizes reads numbers of trajectories and returns them sorted, without
// duplicates.
func parseSizes(text string) ([]int, error) {
	f, _ := study.FieldNamed(trajectoriesFlag)
	var sizes []int
	for _, t := range items(text) {
		var s study.Settings
		if err := f.Set(&s, t); err != nil {
			return nil, err
		}
		sizes = append(sizes, s.Trajectories)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes), nil
}

// parseBudget reads what a single run may take.
func parseBudget(text string) (time.Duration, error) {
	d, err := time.ParseDuration(strings.TrimSpace(text))
	if err != nil || d < leastBudget {
		return 0, fmt.Errorf("%s %q: want a time of at least 1 ms, such as 10s or 1m30s", budgetFlag, text)
	}
	return d, nil
}

// args returns the flags that ask for the design: those that differ from the
// defaults.
func (d *design) args() []string {
	var args []string
	add := func(flag, value, usual string) {
		if value != usual {
			args = append(args, "--"+flag, value)
		}
	}
	add(domainFlag, strings.Join(d.domains(), ","), strings.Join(sim.Domains(), ","))
	add(trialsFlag, strconv.Itoa(d.Trials), defaultTrials)
	add(trajectoriesFlag, wholeNumbers(d.Trajectories), defaultSizes)
	for _, f := range studyFields() {
		for _, domain := range d.Domains {
			usual, err := study.Defaults(domain.Domain)
			value, ok := domain.Settings[f.Name]
			if err == nil && ok && value != f.Get(usual) {
				add(f.Name, value, "") // the same for all domains
				break
			}
		}
	}
	add(figuresFlag, strings.Join(d.Figures, ","), strings.Join(figureNames(), ","))
	if d.has(figureTimes) {
		add(budgetFlag, d.Budget, defaultBudget)
	}
	return args
}
