package figures

import (
	"context"
	"math"
	"slices"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/state"
)

// mostSweep is the largest n of a sweep, except for the current n, because larger rows take long.
const mostSweep = 300

// sweepPlan is the setting of a sweep and its values. It is comparable.
type sweepPlan struct {
	over     state.Chart
	settings settings.Settings // with the zero value of the setting
	most     int               // available trajectories, of a sweep over them
	maps     string            // comma-separated, of a sweep over them
	now      float64           // the current value, which has a row
}

// compares reports whether all rows have the same trajectories and returns, so that their LOTO errors
// compare.
func (p sweepPlan) compares() bool {
	return p.over == state.FigureFeatures || p.over == state.FigureRidge
}

// names returns the feature maps of the rows.
func (p sweepPlan) names() []string { return strings.Split(p.maps, ",") }

// name is the flag of the setting.
func (p sweepPlan) name() string { return state.PageFigures.Charts()[p.over] }

// sweepPlan returns the plan of the current sweep, or of the first one.
func (v *view) sweepPlan() sweepPlan {
	p := sweepPlan{over: max(v.figure(), state.FigureTrajectories), settings: v.Settings}
	switch p.over {
	case state.FigureGamma:
		p.now = p.settings.Gamma
		p.settings.Gamma = 0
	case state.FigureFeatures:
		now := v.Settings.FeatureMap()
		names := v.Settings.UsualMaps(false)
		if !slices.Contains(names, now) {
			names = append(names, now)
		}
		p.now = float64(slices.Index(names, now))
		p.maps = strings.Join(names, ",")
		p.settings = p.settings.WithFeatures("")
	case state.FigureRidge:
		p.now = p.settings.Ridge
		p.settings.Ridge = 0
	default:
		p.most = v.Most
		p.now = float64(p.settings.Trajectories)
		p.settings.Trajectories = 0
	}
	return p
}

// values returns the values of the rows in increasing order.
func (p sweepPlan) values() []float64 {
	var values []float64
	switch p.over {
	case state.FigureGamma:
		values = []float64{0, .5, .8, .9, .95, .98, .99, .995, 1}
	case state.FigureFeatures:
		for i := range p.names() {
			values = append(values, float64(i))
		}
	case state.FigureRidge:
		values = settings.UsualRidges()
	default:
		for _, n := range settings.TrajectoryCounts() {
			if n <= float64(min(mostSweep, p.most)) {
				values = append(values, n)
			}
		}
		if p.most < mostSweep {
			values = append(values, float64(p.most))
		}
	}
	values = append(values, p.now)
	slices.Sort(values)
	return slices.Compact(values)
}

// apply gives settings a value of the sweep.
func (p sweepPlan) apply(s settings.Settings, value float64) settings.Settings {
	switch p.over {
	case state.FigureGamma:
		s.Gamma = value
	case state.FigureFeatures:
		return s.WithFeatures(p.names()[int(value)])
	case state.FigureRidge:
		s.Ridge = value
	default:
		s.Trajectories = int(value)
	}
	return s
}

// text writes a value.
func (p sweepPlan) text(value float64) string {
	if p.over == state.FigureFeatures {
		return p.names()[int(value)]
	}
	return textfmt.Fixed(value, -1)
}

// symbol is the symbol of the setting.
func (p sweepPlan) symbol() string {
	return [...]string{"n", "γ", "features", "ridge"}[p.over-state.FigureTrajectories]
}

// sweep is the results of a sweep so far. It is immutable.
type sweep struct {
	plan    sweepPlan
	values  []float64          // of the rows
	rows    []*analysis.Result // nil before the analysis
	refused []error            // why a row of a comparison has no result
}

// newSweep returns a sweep with the rows of an earlier one that have the same settings.
func newSweep(engine *analysis.Engine, plan sweepPlan, old *sweep) *sweep {
	values := plan.values()
	if plan.settings.Groups > 0 { // few trajectories may be of one group
		values = slices.DeleteFunc(values, func(v float64) bool {
			_, err := engine.Check(plan.apply(plan.settings, v))
			return err != nil && v != plan.now
		})
	}
	s := &sweep{plan, values, make([]*analysis.Result, len(values)), make([]error, len(values))}
	if old == nil || plan.over != old.plan.over || plan.settings != old.plan.settings || plan.maps != old.plan.maps {
		return s
	}
	for i, v := range values {
		if j, ok := slices.BinarySearch(old.values, v); ok {
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
		a, err := engine.Analyze(ctx, s.plan.apply(s.plan.settings, v))
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
	var all []*analysis.Result
	for _, r := range s.rows {
		if r != nil && s.plan.compares() {
			all = append(all, r)
		}
	}
	if len(all) == 0 {
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
	loto, least := a.Selection.Candidates[k].LOTO, lowest.Selection.Best().LOTO
	if loto <= least {
		return 0
	}
	return 100 * (loto/least - 1)
}
