package figures

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/state"
)

// mostSweep is the largest n of a sweep, except for the current n, because larger rows take long.
const mostSweep = 300

// sweepPlan is a setting and the values of the rows. It is comparable.
type sweepPlan struct {
	over     state.Chart
	settings settings.Settings // with the first value
	values   string            // with spaces between
	now      string            // the current value, which has a row
}

// compares reports whether all rows have the same trajectories and returns, so that their LOTO errors
// compare.
func (p sweepPlan) compares() bool { return p.over >= state.FigureFeatures }

// name is the flag of the setting.
func (p sweepPlan) name() string { return state.PageFigures.Charts()[p.over] }

// with returns settings with a value of the sweep.
func (p sweepPlan) with(s settings.Settings, value string) settings.Settings {
	k, _ := settings.KnobNamed(p.name())
	_ = k.Set(&s, value) // of a plan's values, none is refused
	return s
}

// sweepPlan returns the plan of the current sweep, or of the first one.
func (v *view) sweepPlan() sweepPlan {
	p := sweepPlan{over: max(v.figure(), state.FigureTrajectories)}
	k, _ := settings.KnobNamed(p.name())
	p.now = k.Get(v.Settings)
	values := v.usual(p)
	p.values = strings.Join(values, " ")
	p.settings = p.with(v.Settings, values[0])
	return p
}

// usual returns the usual values of a sweep with the current one: numbers in increasing order, or
// feature maps.
func (v *view) usual(p sweepPlan) (out []string) {
	var all []float64
	switch p.over {
	case state.FigureFeatures:
		maps := v.Settings.UsualMaps(false)
		if !slices.Contains(maps, p.now) {
			maps = append(maps, p.now)
		}
		return maps
	case state.FigureGamma:
		all = []float64{0, .5, .8, .9, .95, .98, .99, .995, 1}
	case state.FigureRidge:
		all = settings.UsualRidges()
	default:
		most := float64(min(mostSweep, v.Most))
		all = append(slices.DeleteFunc(settings.TrajectoryCounts(), func(n float64) bool { return n > most }), most)
	}
	now, _ := strconv.ParseFloat(p.now, 64)
	all = append(all, now)
	slices.Sort(all)
	for _, x := range slices.Compact(all) {
		out = append(out, textfmt.Number(x))
	}
	return out
}

// sweep is the results of a sweep so far. It is immutable.
type sweep struct {
	plan    sweepPlan
	values  []string           // of the rows
	rows    []*analysis.Result // nil before the analysis
	refused []error            // why a row of a comparison has no result
}

// newSweep returns a sweep with the rows of an earlier one that have the same settings.
func newSweep(engine *analysis.Engine, plan sweepPlan, old *sweep) *sweep {
	values := strings.Fields(plan.values)
	if plan.settings.Groups > 0 { // few trajectories may be of one group
		values = slices.DeleteFunc(values, func(v string) bool {
			_, err := engine.Check(analysis.Request{Settings: plan.with(plan.settings, v)})
			return err != nil && v != plan.now
		})
	}
	s := &sweep{plan, values, make([]*analysis.Result, len(values)), make([]error, len(values))}
	if old == nil || plan.over != old.plan.over || plan.settings != old.plan.settings {
		return s
	}
	for i, v := range values {
		if j := slices.Index(old.values, v); j >= 0 {
			s.rows[i] = old.rows[j]
		}
	}
	return s
}

// fill is the work for the missing rows.
func (s *sweep) fill(ctx context.Context, engine *analysis.Engine, put func(*sweep)) error {
	for i, v := range s.values {
		if s.rows[i] != nil || s.refused[i] != nil {
			continue
		}
		a, err := engine.Run(ctx, analysis.Request{Settings: s.plan.with(s.plan.settings, v)})
		if err != nil && (ctx.Err() != nil || !s.plan.compares()) {
			return err
		}
		s = &sweep{s.plan, s.values, slices.Clone(s.rows), slices.Clone(s.refused)}
		s.rows[i] = a
		s.refused[i] = err // in a session, one map may take too long
		put(s)
	}
	return nil
}

// have returns the number of rows with a result or an error.
func (s *sweep) have() (n int) {
	for i, r := range s.rows {
		if r != nil || s.refused[i] != nil {
			n++
		}
	}
	return n
}

// complete reports whether no row is missing.
func (s *sweep) complete() bool { return s == nil || s.have() == len(s.values) }

// present returns the row of the current value; nil if it is missing.
func (s *sweep) present() *analysis.Result {
	if i := slices.Index(s.values, s.plan.now); i >= 0 {
		return s.rows[i]
	}
	return nil
}

// compared compares the rows; nil without rows, or if they do not compare.
func (s *sweep) compared() *analysis.Comparison {
	all := slices.DeleteFunc(slices.Clone(s.rows), func(r *analysis.Result) bool { return r == nil })
	if len(all) == 0 || !s.plan.compares() {
		return nil
	}
	over := analysis.OverMaps
	if s.plan.over == state.FigureRidge {
		over = analysis.OverRidges
	}
	c, err := analysis.Compare(over, all)
	if err != nil {
		return nil
	}
	return c
}

// lowest returns the row with the lowest LOTO error of a comparison; nil without one.
func (s *sweep) lowest() *analysis.Result {
	if c := s.compared(); c != nil {
		return c.At()
	}
	return nil
}

// apart returns the distance of the LOTO error of the k-th λ from λ̂, in units of t standard errors: at
// most 1 for a λ that is not ruled out, infinite if all trajectories agree.
func apart(a *analysis.Result, k int) float64 {
	const rounding = 1e-12 // of the LOTO error; the ratio of two rounding errors says nothing
	c := &a.Selection.Candidates[k]
	units := c.Diff / (a.Selection.Quantile * c.RefitSE)
	switch {
	case c.Diff <= rounding*a.Selection.Best().LOTO:
		return 0
	case c.NotRuledOut:
		return min(1, units)
	case c.RefitSE == 0:
		return math.Inf(1)
	}
	return units
}

// excess returns the distance of the LOTO error of the k-th λ from the lowest of all rows, in per cent.
func excess(a *analysis.Result, k int, lowest *analysis.Result) float64 {
	loto := a.Selection.Candidates[k].LOTO
	least := lowest.Selection.Best().LOTO
	if loto <= least {
		return 0
	}
	return 100 * (loto/least - 1)
}
