package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"lambdascope/sim"
	"lambdascope/sim/study"
)

// What a study has unless it is told otherwise.
const (
	defaultTrials = "80"
	defaultSizes  = "2,5,10,20,50,100,200"
	defaultBudget = "10s"
)

// The figures of the paper, as flags name them.
const (
	figureLambda  = "a"
	figureMethods = "b"
	figureTimes   = "c"
)

func figureNames() []string { return []string{figureLambda, figureMethods, figureTimes} }

const (
	// studyVersion is that of the files in which a study is kept.
	studyVersion = 1
	// naiveTo is up to which number of trajectories NaiveCV+LSTD is repeated:
	// beyond it takes longer than all the rest.
	naiveTo = 20
)

// design is all that determines what a study finds, as study.json has it.
type design struct {
	Version      int            `json:"version"`
	Trials       int            `json:"trials"`
	Trajectories []int          `json:"trajectories"`
	Figures      []string       `json:"figures"`
	Domains      []domainDesign `json:"domains"`
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

// add adds a domain with its settings.
func (d *design) add(s study.Settings) {
	texts := make(map[string]string)
	for _, f := range studyFields() {
		if f.Applies(s) {
			texts[f.Name] = f.Get(s)
		}
	}
	d.Domains = append(d.Domains, domainDesign{s.Problem.Domain, texts})
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
	return d, nil
}

// listed tells whether a list has some of the names, in their order.
func listed(values, names []string) bool {
	of, _, ok := chosen(values, names)
	return ok && len(of) > 0 && slices.Equal(of, values)
}

// difference names the first setting in which another design differs, with the
// values of both; empty where there is none.
func (d *design) difference(other *design) string {
	differ := func(name, there, here string) string {
		if there == here {
			return ""
		}
		return fmt.Sprintf("%s %s there, %s here", name, there, here)
	}
	for _, c := range []string{
		differ(domainFlag, strings.Join(d.domains(), ","), strings.Join(other.domains(), ",")),
		differ(trialsFlag, strconv.Itoa(d.Trials), strconv.Itoa(other.Trials)),
		differ(trajectoriesFlag, wholeNumbers(d.Trajectories), wholeNumbers(other.Trajectories)),
		differ(figuresFlag, strings.Join(d.Figures, ","), strings.Join(other.Figures, ",")),
	} {
		if c != "" {
			return c
		}
	}
	for i, there := range d.Domains {
		for _, f := range studyFields() {
			if c := differ(f.Name, there.Settings[f.Name], other.Domains[i].Settings[f.Name]); c != "" {
				return fmt.Sprintf("%s: %s", there.Domain, c)
			}
		}
	}
	return ""
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

// design returns what the flags ask for. All errors are misuse.
func (s *studyFlags) design() (d design, err error) {
	d.Version = studyVersion
	domains, wrong, ok := chosen(s.domains.values, sim.Domains())
	if !ok {
		return d, misusef("domain %q: want %s", wrong, either(sim.Domains()))
	}
	if d.Figures, wrong, ok = chosen(items(s.figures.value), figureNames()); !ok {
		return d, misusef("figures %q: want %s, comma-separated", wrong, either(figureNames()))
	}
	if d.Trials, err = strconv.Atoi(strings.TrimSpace(s.trials.value)); err != nil || d.Trials < 1 || d.Trials > study.MaxTrials {
		return d, misusef("trials %q: want a whole number, 1 to %d", s.trials.value, study.MaxTrials)
	}
	if d.Trajectories, err = parseSizes(s.sizes.value); err != nil {
		return d, misuse{err}
	}
	for _, domain := range domains {
		settings, err := study.Defaults(domain)
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
		d.add(p.Settings)
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

// budgetOf reads what a single run may take.
func (s *studyFlags) budgetOf() (time.Duration, error) {
	d, err := time.ParseDuration(strings.TrimSpace(s.budget.value))
	if err != nil || d <= 0 {
		return 0, misusef("%s %q: want a time above 0, such as 10s or 1m30s", budgetFlag, s.budget.value)
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
	return args
}
