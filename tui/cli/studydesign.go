package cli

import (
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/sim/words"
	"lambdascope/tui/figure"
	"lambdascope/tui/results"
)

// design returns what the flags ask for. What they leave open is as there, the
// design of a study that goes on, has it; where that is nil, as usual. All errors
// are misuse, but those of a wrong design there.
func (s *studyFlags) design(there *results.Design) (d results.Design, err error) {
	asked := func(flag string) bool { return there == nil || s.settings.flags.Changed(flag) }
	d.Version = results.Version
	if there != nil {
		d = *there
	}
	before := d
	d.Domains = nil
	domains, wrong, ok := before.DomainNames(), "", true
	if asked(domainFlag) {
		if domains, wrong, ok = chosen(s.domains.values, sim.Domains()); !ok {
			return d, misusef("domain %q: want %s", wrong, words.Or(sim.Domains()))
		}
	}
	if asked(figuresFlag) {
		if d.Figures, wrong, ok = chosen(items(s.figures.value), results.FigureNames()); !ok {
			return d, misusef("figures %q: want %s, comma-separated", wrong, words.Or(results.FigureNames()))
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
		budget, err := results.ParseBudget(s.budget.value)
		if err != nil {
			return d, misuse{err}
		}
		if d.Has(figure.NameTimes) {
			d.Budget = budget.String()
		}
	}
	for _, domain := range domains {
		settings, err := analysis.Defaults(domain)
		if of := before.Domain(domain); of != nil {
			settings, err = of.Read()
		}
		if err == nil {
			settings, err = s.settings.apply(settings)
		}
		if err != nil {
			return d, err
		}
		p, err := d.Plan(s.env.Engine, settings)
		if err != nil {
			return d, misuse{err}
		}
		d.Domains = append(d.Domains, results.DesignOf(p.Settings))
	}
	return d, nil
}

// parseSizes reads numbers of trajectories and returns them sorted, without
// duplicates.
func parseSizes(text string) ([]int, error) {
	f, _ := analysis.FieldNamed(trajectoriesFlag)
	var sizes []int
	for _, t := range items(text) {
		var s analysis.Settings
		if err := f.Set(&s, t); err != nil {
			return nil, err
		}
		sizes = append(sizes, s.Trajectories)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes), nil
}
