package figures

import (
	"fmt"
	"strconv"
	"strings"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/results"
	"lambdascope/tui/screen"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// consistent is figure d: whether the error goes to the least with n.
type consistent struct{ *view }

func (f consistent) work() *consistencyWork { return &f.Page.consistency }
func (f consistent) which() state.Figure    { return state.FigureConsistency }
func (f consistent) begun() bool            { return f.work().Begun() }
func (f consistent) current() bool          { return f.work().Is(f.consistencyKey()) }
func (f consistent) ready() bool            { return f.begun() && f.work().Now.rows != nil }
func (f consistent) complete() bool         { return f.work().Now.complete() }
func (f consistent) done() bool             { return f.current() && f.complete() }
func (f consistent) failed() error          { return f.work().Err }
func (f consistent) trials() int            { return f.work().Now.trials() }
func (f consistent) title() string          { return figure.NameConsistency }
func (f consistent) progress() string       { return f.work().progress(f.paused) }

func (f consistent) waiting() string {
	if f.paused {
		return "Paused: space goes on."
	}
	return "The first trials are running …"
}

func (f consistent) claims() []study.Claim {
	if !f.begun() {
		return nil
	}
	return f.work().Now.claims
}

func (f consistent) asView() page.View {
	now := f.work().Now
	return page.View{
		Name: figure.NameConsistency, Part: part(f.complete()), Mouse: f.chooseSize(now.plan.Sizes),
		Tables: tableOf(figure.NameConsistency, f.Settings.Problem.Name(), now.rows, figure.ConsistencyColumns()),
		Spec: func(at page.Place) *chart.Spec {
			s := figure.Consistency(now.rows)
			s.Y.Scale = "figure " + figure.NameConsistency
			return shortNames(f.withSize(s, at), at.Width)
		},
	}
}

// readout gives the numbers at the n nearest to the present one.
func (f consistent) readout() (at string, parts []screen.Part) {
	now := f.work().Now
	if f.failed() != nil || len(now.plan.Sizes) == 0 {
		return "", nil
	}
	n := nearest(now.plan.Sizes, f.trajectories())
	for _, r := range now.rows {
		if r.Trajectories != n {
			continue
		}
		short := r.Method + " " + screen.Approx(r.Above, 2)
		text := r.Method + " " + screen.WithError(r.Above, r.SE)
		switch r.Method {
		case study.NameByStep, study.NameByTrajectory:
			text += ", mean λ̂ = " + screen.Approx(r.Lambda, 2)
		default:
			text += " at λ = " + screen.Exact(r.Lambda)
		}
		parts = append(parts, screen.Part{Ink: methodInk(r.Method), Text: text, Short: short})
	}
	return fmt.Sprintf(" n = %d", n), parts
}

// further says up to which n the figure goes here, and what goes further.
func (f consistent) further() string {
	sizes := f.work().Now.plan.Sizes
	if len(sizes) == 0 {
		return ""
	}
	return fmt.Sprintf("Up to n = %d here; lambdascope study --figures d goes to 100000 (t has the command).", sizes[len(sizes)-1])
}

// furtherCommand returns the command that makes figure d of the settings for larger n.
func (v *view) furtherCommand() string {
	d := results.Design{Figures: []string{figure.NameConsistency}}
	for text := range strings.SplitSeq(results.DefaultConsistencySizes, ",") {
		n, _ := strconv.Atoi(text)
		d.Trajectories = append(d.Trajectories, n)
	}
	d.Consistency = &results.Consistency{Trajectories: d.Trajectories, Budget: results.DefaultBudget}
	s := v.Settings
	s.Weighting = 0
	d.Domains = []results.DomainDesign{results.DesignOf(s)}
	return shell.Join(append(append([]string{"lambdascope", "study"}, d.Args()...), "--out", "consistency"))
}

// told tells the figure in words.
func (f consistent) told() []string {
	now := f.work().Now
	out := []string{fmt.Sprintf("Figure (d): %s.", figure.Title(figure.NameConsistency)), ""}
	if now == nil {
		return out
	}
	if err := f.failed(); err != nil {
		return append(out, err.Error())
	}
	out = append(out, fmt.Sprintf("%d of %d data sets.", now.done, now.all()), "")
	return append(append(out, f.claimTexts()...), "For larger n: "+f.furtherCommand(), "")
}

func (f consistent) object(o *object) { o.D = records(f.asView().Tables()[0]) }

func (f consistent) columns() []screen.Column {
	now := f.work().Now
	return columnsOf("MSVE above the least", now.plan.Sizes, now.rows, func(r study.ConsistencyRow) (string, int, string) {
		return r.Method, r.Trajectories, screen.Approx(r.Above, 3)
	})
}
