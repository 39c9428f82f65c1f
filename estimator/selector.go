package estimator

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// Selector is a rule by which data choose a value function: one λ of a grid, another λ,
// or what no single λ gives.
type Selector int

const (
	// LOTO is the selector of Select, ALLSTD: the λ of the grid with the least LOTO error.
	// It takes nothing beside the selection.
	LOTO Selector = iota
	// Smallest chooses the smallest λ of the grid that is not ruled out as the best on
	// average: where the data can't tell λ's apart, the one of the least variance. It is to
	// λ̂ what the rule of one standard error is to the least error of cross-validation
	// (Breiman et al. 1984), with the error that has the refits in it. It takes nothing
	// beside the selection.
	Smallest
	// Average is half of θ at λ̂ and half of the mean of θ_λ over the λ's of the grid that
	// are not ruled out as the best on average. Where these are many, a mean depends less
	// on which one the data happen to favour. Lambda is NaN, unless λ̂ alone is left. It
	// takes O(k·d) beside the selection.
	Average
	// Greedy lets λ depend on the state, λ(x) = e²/(e² + xᵀΣx): e = xᵀ(θ₁ − θ) is how far
	// LSTD(1) is from the estimate so far, taken for the bias of bootstrapping there, and
	// xᵀΣx the variance of LSTD(1) there, by the infinitesimal jackknife over trajectories (groups,
	// where Options.Groups has any),
	//
	//	Σ = n/(n−1) · A₁⁻¹ (Σ_i (g_i − ḡ)(g_i − ḡ)ᵀ) A₁⁻ᵀ, g_i = b_i − A_iθ₁ at λ = 1.
	//
	// From LSTD(0) it refits four times with z_t = γλ(x_t)z_{t−1} + x_t, off-policy with the
	// ratio of the step before beside γ. It is λ-greedy of
	// White and White, which goes step by step, as a rule for a fixed set of data. Where |e|
	// is up to 1e−9 of the root mean squared return, λ(x) is 0. Lambda is NaN.
	//
	// A ridge is part of every fit, and Σ says how a shrunken LSTD(1) varies: ḡ is ρθ₁/n
	// then, and 0 without. It takes six passes over the data, all but one with an
	// outer product a step, and O(n·d² + d³).
	Greedy
	// PlugIn chooses one λ for all states by the rule of Greedy,
	// λ = Σe²/(Σe² + Σ xᵀΣx): the sums are over all states that transitions start from, and
	// e = xᵀ(θ₁ − θ₀) is how far LSTD(1) is from LSTD(0). Estimates of bias and variance
	// are plugged into the λ that would balance them; no fold is refitted. The λ is mostly
	// none of the grid, and LSTD is fitted at it. Where Σe² is negligible, λ is 0.
	//
	// e is negligible up to 1e−9 of the root mean squared return, in the mean. With a ridge,
	// every fit has it, as in Greedy. It takes four passes over the data, all but one with an
	// outer product a step, and O(n·d² + d³); three of them are Greedy's or Bellman's, too.
	PlugIn
	// Bellman chooses the λ of the grid with the least projected Bellman error on the
	// trajectory left out,
	//
	//	Σ_i g_iᵀ (Σ_j S_j)⁻¹ g_i, g_i = b_i − A_iθ_(i)(λ) with A_i and b_i at λ = 0,
	//
	// S_j = Σ_t x_t x_tᵀ. It is there for contrast, not for use: all that θ at λ = 0
	// does is to bring the sum of the g_i to 0, so that the error favours λ = 0 by
	// construction, and with features that lump states together, where LSTD(0) is far from
	// the true values, the error does not show it. Returns do.
	//
	// As g_i is a sum over steps, one of twice the length counts four times, and not twice
	// as in the LOTO error. With a ridge, the fits have it, the error does not.
	// Where Σ_j S_j is singular its pseudo-inverse stands for the inverse; the g_i have no
	// part in what that leaves out. Of errors within rounding, 1e−9 of the least or of the
	// root mean squared return, the smallest λ is chosen. It takes the folds again, as Cached
	// does, and O(Hd) for each.
	Bellman
)

// rules has the selectors in their order: the name that ParseSelectors takes, where the
// rule is from, and how it chooses after a selection.
var rules = []struct {
	name, source string
	choose       func(e *evidence, ctx context.Context) (Choice, error)
}{
	LOTO:     {"loto", "Mann, Penedones, Hester, Mannor: Adaptive λ Least-Squares Temporal Difference Learning, arXiv 1612.09465, 2016", (*evidence).best},
	Smallest: {"smallest", "the rule of one standard error of Breiman, Friedman, Olshen, Stone: Classification and Regression Trees, 1984, with Candidate.NotRuledOut in its place", (*evidence).smallest},
	Average:  {"average", "averaging over a set of models that can't be told apart, as Hansen, Lunde, Nason: The Model Confidence Set, Econometrica 79, 2011, suggests", (*evidence).average},
	Greedy:   {"greedy", "White, White: A Greedy Approach to Adapting the Trace Parameter for Temporal Difference Learning, AAMAS 2016", (*evidence).greedy},
	PlugIn:   {"plug-in", "the rule of White and White 2016 for all states at once", (*evidence).plugIn},
	Bellman:  {"bellman", "the mean squared projected Bellman error of Sutton et al., ICML 2009, held out", (*evidence).bellman},
}

// String returns the name that ParseSelectors takes.
func (s Selector) String() string {
	if s < 0 || int(s) >= len(rules) {
		return fmt.Sprintf("Selector(%d)", int(s))
	}
	return rules[s].name
}

// Source returns where the rule is from; nothing for none.
func (s Selector) Source() string {
	if s < 0 || int(s) >= len(rules) {
		return ""
	}
	return rules[s].source
}

// Choice is what a selector chose.
type Choice struct {
	Selector Selector
	// Lambda is the λ chosen; NaN where no single λ gives Theta.
	Lambda float64
	// Theta is the value function, d numbers.
	Theta []float64
}

// Selectors returns all selectors, that of Select first.
func Selectors() []Selector {
	out := make([]Selector, len(rules))
	for i := range out {
		out[i] = Selector(i)
	}
	return out
}

// AllSelectors is what ParseSelectors takes for all of them.
const AllSelectors = "all"

// ParseSelectors returns the selectors of a list of names between commas, in its order,
// or all of them.
func ParseSelectors(list string) ([]Selector, error) {
	all := Selectors()
	if strings.TrimSpace(list) == AllSelectors {
		return all, nil
	}
	var out []Selector
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		at := slices.IndexFunc(all, func(s Selector) bool { return s.String() == name })
		switch {
		case at < 0:
			names := make([]string, len(all))
			for i, s := range all {
				names[i] = s.String()
			}
			return nil, fmt.Errorf("selector %q: want %s, or a list of %s", name, AllSelectors, strings.Join(names, ", "))
		case slices.Contains(out, all[at]):
			return nil, fmt.Errorf("selector %q twice: want each once", name)
		}
		out = append(out, all[at])
	}
	return out, nil
}

// SelectBy does what Select does, and applies other selectors to the same data, one
// Choice each in their order. They share the passes that they take beside it. The
// selection is the same to the last bit, and Selection.Elapsed does not count what they
// take.
//
// λ = 0 and λ = 1, which some of them compare, need not be in the grid. Where
// their A is rank-deficient, its pseudo-inverse stands for the inverse, as in LSTD.
// Options.Weighting and Options.Tail are about how LOTO errors are scored, and mean
// nothing to Greedy, PlugIn and Bellman. Errors are those of Select.
func SelectBy(ctx context.Context, data []*Trajectory, opt Options, selectors []Selector) (*Selection, []Choice, error) {
	start := time.Now()
	for _, s := range selectors {
		if s.Source() == "" {
			return nil, nil, fmt.Errorf("selector %d: want one of Selectors", int(s))
		}
	}
	p, err := newFoldProblem(ctx, data, opt)
	if err != nil {
		return nil, nil, err
	}
	e := &evidence{problem: p}
	if e.selection, err = p.run(ctx, p.newJackknife()); err != nil {
		return nil, nil, err
	}
	e.selection.Elapsed = time.Since(start)
	choices := make([]Choice, len(selectors))
	for i, s := range selectors {
		if choices[i], err = rules[s].choose(e, ctx); err != nil {
			return nil, nil, err
		}
		choices[i].Selector = s
	}
	return e.selection, choices, nil
}

// negligible is what share of the root mean squared return counts as no difference, so
// that rounding can't decide where a rule compares nothing with nothing.
const negligible = 1e-9

// evidence is what selectors choose by. Parts that several of them want are computed
// once.
type evidence struct {
	*problem
	selection *Selection

	items    []item
	gramian  []float64
	contrast *contrast
}

// find finds the distinct trajectories, or groups.
func (e *evidence) find(ctx context.Context) {
	if e.items == nil {
		e.opt.Do(ctx, 1, func(int) { e.items, _ = e.distinct() })
	}
}

// episode returns trajectory j, loaded but for its returns.
func (e *evidence) episode(ws *workspace, j int) *episode {
	x := &ws.episode
	e.begin(x, j)
	e.loadStates(x, e.inverse)
	e.loadChanges(x)
	return x
}

// unit returns a power of two about as large as returns are, in whose units squares keep
// their range, and what is negligible of a squared value in it.
func (p *problem) unit() (unit, floor float64) {
	if !(p.meanG2 > 0) {
		return 1, 0
	}
	_, exponent := math.Frexp(p.meanG2)
	unit = math.Ldexp(1, exponent/2)
	sum := 0.0
	for _, g2 := range p.sumG2 {
		sum += g2 / unit / unit
	}
	return unit, negligible * negligible * sum / float64(p.steps)
}

// sumOver returns the sum over all items, counted as often as there are of each, of what
// each adds for the fold of one: size numbers. The order of the sum is fixed.
func (e *evidence) sumOver(ctx context.Context, size int, each func(ws *workspace, fold int, sum []float64)) ([]float64, error) {
	e.find(ctx)
	items, n := e.items, len(e.items)
	if n == 0 {
		return nil, ctx.Err()
	}
	groups := min(n, passGroups)
	sums := make([][]float64, groups)
	e.opt.Do(ctx, groups, func(g int) {
		ws := e.borrow()
		defer e.giveBack(ws)
		sum, own := make([]float64, size), make([]float64, size)
		for at := g * n / groups; at < (g+1)*n/groups && ctx.Err() == nil; at++ {
			if items[at].count == 1 {
				each(ws, items[at].index, sum)
				continue
			}
			clear(own)
			each(ws, items[at].index, own)
			kernels.Axpy(float64(items[at].count), own, sum)
		}
		sums[g] = sum
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, s := range sums[1:] {
		kernels.Add(sums[0], s)
	}
	return sums[0], nil
}

// sumTrajectories is sumOver by single trajectories, loaded.
func (e *evidence) sumTrajectories(ctx context.Context, size int, each func(ws *workspace, x *episode, sum []float64)) ([]float64, error) {
	return e.sumOver(ctx, size, func(ws *workspace, fold int, sum []float64) {
		for _, j := range e.together(fold) {
			if ctx.Err() != nil {
				return
			}
			each(ws, e.episode(ws, j), sum)
		}
	})
}

// gram returns Σ x_t x_tᵀ over the states that transitions start from, r×r.
func (e *evidence) gram(ctx context.Context) ([]float64, error) {
	if e.gramian != nil {
		return e.gramian, nil
	}
	var err error
	e.gramian, err = e.sumTrajectories(ctx, e.r*e.r, func(ws *workspace, x *episode, sum []float64) {
		for first := 0; first < x.h && !x.stop(); first += chunkSteps {
			ws.gram(sum, x.x[first*x.ldx:], min(chunkSteps, x.h-first), x.r, x.ldx, x.sparse)
		}
	})
	return e.gramian, err
}

// fit returns θ of a system of all trajectories, in the problem's coordinates, and the
// system with its ridge.
func (e *evidence) fit(ctx context.Context, s dense.System) []float64 {
	theta := make([]float64, e.r)
	e.opt.Do(ctx, 1, func(int) {
		ws := e.borrow()
		defer e.giveBack(ws)
		e.regularize(s.Matrix(e.r))
		ws.solver.Solve(theta, s.Matrix(e.r), s.Vector(e.r))
	})
	return theta
}

// at returns the system of all trajectories at a λ.
func (e *evidence) at(ctx context.Context, lambda float64) (dense.System, error) {
	decay := e.opt.Gamma * lambda
	return e.sumTrajectories(ctx, e.systemSize(), func(ws *workspace, x *episode, sum []float64) {
		x.addTo(sum, ws, decay)
	})
}

// coordinates returns θ in the problem's coordinates.
func (p *problem) coordinates(theta []float64) []float64 {
	out := make([]float64, p.r)
	for j := range p.d {
		at := j
		if p.kept != nil {
			at = p.kept[j]
		}
		v := theta[at] * p.scale[j]
		if p.basis == nil {
			out[j] = v
		} else {
			kernels.Axpy(v, p.basis[j*p.r:(j+1)*p.r], out)
		}
	}
	return out
}

// residual adds Σ_t z_t (r_t − w_tᵀθ) to g, for the decay λγ of the trace: b_i − A_iθ of
// the episode loaded. z is scratch of length r.
func (e *episode) residual(g, theta, z []float64, decay float64) {
	clear(z)
	for t := range e.h {
		if t%chunkSteps == chunkSteps-1 && e.stop() {
			return
		}
		e.trace(z, t, e.decayInto(t, decay))
		kernels.Axpy(e.rewards[t]-kernels.Dot(e.change(t), theta), z, g)
	}
}
