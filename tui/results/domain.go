package results

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/problem"
	"lambdascope/sim/words"
)

// DomainDesign is a domain and the texts of its settings, by the names of their
// flags. Those that came later are left out where they are as the source starts, as in
// designs that know of no other.
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

// later tells whether a setting came after the first designs, which do not have it.
func later(f analysis.Field) bool { return f.Name == targetFlag }

// DesignOf returns a domain with its settings.
func DesignOf(s analysis.Settings) DomainDesign {
	d := DomainDesign{s.Problem.Domain, nil, make(map[string]string)}
	if p := s.Problem.Problem; p != nil {
		d.Domain, d.Problem = ProblemName(p), &ProblemDesign{p.Source, json.RawMessage(p.Text)}
	}
	for _, f := range Fields() {
		if f.Applies(s) && !(later(f) && f.Get(s) == d.text(f)) {
			d.Settings[f.Name] = f.Get(s)
		}
	}
	return d
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
		if later(f) && !ok {
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

// text returns the text of a setting; of one that came later and is not there, that of
// the start.
func (d *DomainDesign) text(f analysis.Field) string {
	if text, ok := d.Settings[f.Name]; ok || !later(f) {
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
	name, err := digest(p.Text)
	if err != nil {
		return ""
	}
	return name
}
