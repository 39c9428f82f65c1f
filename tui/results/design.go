// Package results plans studies, and makes tables, figures and a summary of the findings. The
// package may import tui/disk, tui/report, tui/figure, tui/chart and packages below; no command
// and no terminal, so that other programs can make the same files.
package results

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/tui/figure"
)

// DefaultSizes are the numbers of trajectories of a study by default.
const DefaultSizes = "2,5,10,20,50,100,200"

// Numbers of trials by default. The walk has more, because its λ's differ least and a trial costs
// least.
const (
	walk              = "random-walk"
	walkTrials        = 1000
	otherTrials       = 200
	consistencyTrials = 20 // of figure d, fewer because a trial takes as long as many trials of other figures
)

// UsualTrials describes the default numbers of trials.
func UsualTrials() string {
	return fmt.Sprintf("%d of %s, %d of others, %d in figure %s", walkTrials, walk, otherTrials, consistencyTrials, figure.NameConsistency)
}

// FigureNames returns the names of the figures, in order.
func FigureNames() []string {
	return append(PaperFigures(), figure.NameConsistency)
}

// PaperFigures returns the names of the paper's figures, the default of a study.
func PaperFigures() []string {
	return []string{figure.NameLambda, figure.NameMethods, figure.NameTimes}
}

// Design determines the results of a study.
type Design struct {
	Figures          []string      // in the order of FigureNames
	Trials           int           // of each domain; 0 for the default
	Sizes            []int         // numbers of trajectories, except in figure d
	ConsistencySizes []int         // numbers of trajectories in figure d; nil for the default
	Budget           time.Duration // for a run in figure c
	Domains          []Domain
}

// Domain is a domain or a problem of a study.
type Domain struct {
	Name            string
	Plan            study.Plan // of all figures except d
	ConsistencyPlan study.Plan // of figure d; zero without it
}

// Has reports whether the study makes a figure.
func (d *Design) Has(figure string) bool { return slices.Contains(d.Figures, figure) }

// Simulates reports whether the study runs trials of a study.Plan. Figures c and d do
// without.
func (d *Design) Simulates() bool { return d.Has(figure.NameLambda) || d.Has(figure.NameMethods) }

// Add adds a domain with its settings. The error names the first setting of the design that does not
// suit the domain.
func (d *Design) Add(e *analysis.Engine, s settings.Settings) (err error) {
	of := Domain{Name: nameOf(s.Problem)}
	if of.Plan, err = study.CheckPlan(e, d.plan(s)); err != nil {
		return err
	}
	if d.Has(figure.NameConsistency) {
		if of.ConsistencyPlan, err = study.CheckPlan(e, d.consistencyPlan(of.Plan.Settings)); err != nil {
			return fmt.Errorf("figure %s: %w", figure.NameConsistency, err)
		}
	}
	d.Domains = append(d.Domains, of)
	return nil
}

// nameOf returns the name of a domain in files and tables. For a problem it is the name of the file, with
// other characters replaced, because names of files must be portable.
func nameOf(o sim.Options) string {
	if o.Problem == nil {
		return o.Domain
	}
	source := o.Problem.Source
	name := strings.TrimSuffix(filepath.Base(source), filepath.Ext(source))
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, name)
}

// plan returns the plan of a domain for all figures except d.
func (d *Design) plan(s settings.Settings) study.Plan {
	p := study.Plan{Settings: s, Sizes: d.Sizes, Trials: d.Trials}
	switch {
	case d.Trials != 0:
	case s.Problem.Domain == walk:
		p.Trials = walkTrials
	default:
		p.Trials = otherTrials
	}
	if d.Has(figure.NameMethods) {
		p.RLSTD = true
		p.NaiveTo = naiveTo(s, d.Sizes)
		p.Refine = true
	}
	return p
}

// consistencyPlan returns the plan of figure d.
func (d *Design) consistencyPlan(s settings.Settings) study.Plan {
	p := study.Plan{Settings: s, Sizes: d.ConsistencySizes, Trials: cmp.Or(d.Trials, consistencyTrials), Consistency: true}
	if p.Sizes == nil {
		p.Sizes = usualConsistencySizes(s)
	}
	return p
}

// Fields returns the settings that are the same for all domains of a study.
func Fields() []settings.Knob[settings.Settings] {
	return slices.DeleteFunc(settings.Knobs(), func(f settings.Knob[settings.Settings]) bool {
		return f.Source || f.Name == "trajectories" || f.Needs != ""
	})
}

// The limits of the work of a study, in multiplications. Work is counted, not measured, so that a
// study is the same on any machine.
const (
	// mostNaive is for NaiveCV+LSTD on one data set. Figure b repeats the method on every data
	// set: more would take hours and add only the check that ALLSTD finds the same λ̂.
	mostNaive = 2e8
	// mostConsistency is for the sums over one data set of figure d.
	mostConsistency = 3e10
)

// work returns the approximate multiplications for the sums over n trajectories at all λ's;
// 0 for settings that are out of range.
func work(s settings.Settings, n int) float64 {
	const transition = 100 // at each λ, besides the products of features
	domain, err := sim.New(s.Problem)
	if err != nil {
		return 0
	}
	d := float64(domain.Dim())
	return float64(n) * sim.MeanSteps(s.Problem) * float64(len(s.Grid())) * (transition + d*d)
}

// naiveTo returns the largest number of trajectories at which NaiveCV+LSTD stays within
// mostNaive, or 0.
func naiveTo(s settings.Settings, sizes []int) (largest int) {
	for _, n := range sizes {
		if float64(n)*work(s, n) <= mostNaive {
			largest = max(largest, n)
		}
	}
	return largest
}

// usualConsistencySizes returns the numbers of trajectories of figure d by default.
func usualConsistencySizes(s settings.Settings) []int {
	out := []int{10}
	for _, n := range []int{30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000} {
		if work(s, n) <= mostConsistency {
			out = append(out, n)
		}
	}
	return out
}
