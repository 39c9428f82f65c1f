package estimator

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// reference is the estimate of one λ by the definitions of the paper and by the
// rule for deficient matrices (scale, reduce, decide), with dense gonum matrices
// and singular values throughout. It shares no code with the package.
type reference struct {
	data   []*Trajectory
	opt    Options
	groups [][]int // of trajectories that are left out together, by the first of each
	rank   int
	scale  []float64 // D
	as     []*mat.Dense
	bs     []*mat.VecDense
	whole  solution
	folds  []solution
	loss   []float64 // ℓ of each fold
	weight []float64 // of each fold in the LOTO error
	size   []float64 // the root mean square of ‖x̃_t‖ over the steps of a fold
	normA  float64   // ‖Ã‖₂; off-policy Σ‖z̃_t‖‖w̃_t‖, because large ratios cancel in Ã
	// inverse is D⁻¹, and q the basis of the directions worked in, nil for none.
	inverse *mat.DiagDense
	q       *mat.Dense
	// meanG2 is the mean of G² over all steps.
	meanG2 float64
}

type solution struct {
	theta     []float64 // in the features' own units
	deficient bool
	kept      float64 // the least singular value of C̃ not dropped; 0 if none
	rcond     float64 // σ_min/σ_max of C̃; 0 for a zero matrix
	// borderline reports whether some singular value, as a share of the largest, lies in [1e−12,
	// 1e−8], where rounding may decide.
	borderline bool
}

func newReference(data []*Trajectory, opt Options, lambda float64) *reference {
	d, gamma, ridge := data[0].Dim(), opt.Gamma, opt.Ridge
	ref := &reference{data: data, opt: opt, groups: groupsOf(sequence(len(data))), scale: make([]float64, d)}
	if opt.Groups != nil {
		ref.groups = groupsOf(opt.Groups)
	}
	var states []float64
	for _, t := range data {
		for s := 0; s <= t.Len(); s++ {
			states = append(states, t.Features(s)...)
		}
	}
	x := mat.NewDense(len(states)/d, d, states)
	inverse := mat.NewDiagDense(d, nil)
	for j := range d {
		ref.scale[j] = 1
		if size := mat.Norm(x.ColView(j), 2); size > 0 {
			ref.scale[j] = math.Exp2(math.Round(math.Log2(size)))
		}
		inverse.SetDiag(j, 1/ref.scale[j])
	}
	var scaled mat.Dense
	scaled.Mul(x, inverse)
	q := spanned(&scaled, d)
	ref.rank = 0
	if q != nil {
		_, ref.rank = q.Dims()
	}
	if ridge > 0 {
		// No reduction, and the ridge is part of a feature's size, D_j² = Σx² + ρ: otherwise the
		// ridge of a small feature, in units of the feature, would dwarf other features and make
		// the matrix look deficient. A feature of zeros is left out: its part of C would be about
		// 1 for any ridge, and would dwarf the part of a small feature.
		q = units(d, func(j int) bool { return mat.Norm(x.ColView(j), 2) > 0 })
		for j := range d {
			size := mat.Norm(x.ColView(j), 2)
			ref.scale[j] = math.Exp2(math.Round(math.Log2(math.Hypot(size, math.Sqrt(ridge)))))
			inverse.SetDiag(j, 1/ref.scale[j])
		}
	}

	ref.inverse, ref.q = inverse, q

	var terms, steps float64
	for _, t := range data {
		own := systemOf(t, gamma, lambda, inverse)
		ref.as, ref.bs, terms = append(ref.as, own.a), append(ref.bs, own.b), terms+own.terms
		for s := range t.Len() {
			g, _ := returnOf(t, s, gamma)
			ref.meanG2 += g * g
			steps++
		}
	}
	ref.meanG2 /= steps
	ones := slices.Repeat([]float64{1}, len(ref.groups))
	ref.whole = ref.fold(-1, ones)
	ref.normA = max(ref.normA, terms)
	for g := range ref.groups {
		fold := ref.fold(g, ones)
		loss, weight, size := ref.error(g, fold.theta)
		ref.folds, ref.loss = append(ref.folds, fold), append(ref.loss, loss)
		ref.weight, ref.size = append(ref.weight, weight), append(ref.size, size)
	}
	return ref
}

// denseSystem is A and b of some data. With importance ratios terms is Σ‖z̃_t‖‖w̃_t‖; without, it
// is 0, because A itself shows the size of its terms.
type denseSystem struct {
	a     *mat.Dense
	b     *mat.VecDense
	terms float64
}

// systemOf returns the system of a trajectory at a λ, without a ridge.
func systemOf(t *Trajectory, gamma, lambda float64, inverse mat.Matrix) denseSystem {
	d := t.Dim()
	out, z := denseSystem{a: mat.NewDense(d, d, nil), b: mat.NewVecDense(d, nil)}, mat.NewVecDense(d, nil)
	for s := range t.Len() {
		x, next := mat.NewVecDense(d, slices.Clone(t.Features(s))), mat.NewVecDense(d, slices.Clone(t.Features(s+1)))
		z.AddScaledVec(x, gamma*lambda*ratioOf(t, s-1), z)
		var w, scaledZ, scaledW mat.VecDense
		var outer mat.Dense
		w.AddScaledVec(x, -gamma*ratioOf(t, s), next)
		outer.Outer(1, z, &w)
		out.a.Add(out.a, &outer)
		out.b.AddScaledVec(out.b, ratioOf(t, s)*t.Rewards()[s], z)
		if t.Ratios() == nil {
			continue
		}
		scaledZ.MulVec(inverse, z)
		scaledW.MulVec(inverse, &w)
		out.terms += mat.Norm(&scaledZ, 2) * mat.Norm(&scaledW, 2)
	}
	return out
}

// sequence returns 0, 1 … n−1.
func sequence(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// groupsOf returns the trajectories of each group.
func groupsOf(labels []int) (out [][]int) {
	var seen []int
	for i, label := range labels {
		g := slices.Index(seen, label)
		if g < 0 {
			g = len(seen)
			seen, out = append(seen, label), append(out, nil)
		}
		out[g] = append(out[g], i)
	}
	return out
}

// fold returns the fit without group g, −1 for none, with groups weighted by weights.
func (ref *reference) fold(g int, weights []float64) solution {
	c, y := ref.system(g, weights)
	return ref.solve(ref.inverse, ref.q, c, y, g < 0)
}

// system returns the sums that fold solves, with the ridge.
func (ref *reference) system(g int, weights []float64) (*mat.Dense, *mat.VecDense) {
	d := len(ref.scale)
	c, y := mat.NewDense(d, d, nil), mat.NewVecDense(d, nil)
	for h, members := range ref.groups {
		if h == g {
			continue
		}
		for _, j := range members {
			var a mat.Dense
			a.Scale(weights[h], ref.as[j])
			c.Add(c, &a)
			y.AddScaledVec(y, weights[h], ref.bs[j])
		}
	}
	for j := range d {
		c.Set(j, j, c.At(j, j)+ref.opt.Ridge)
	}
	return c, y
}

// condition returns the largest condition of a fold, A's norm over the fold's least singular
// value; borderline reports whether rounding may decide the rank of a fold.
func (ref *reference) condition() (condition float64, borderline bool) {
	for _, fold := range append(ref.folds, ref.whole) {
		borderline = borderline || fold.borderline
		if fold.kept > 0 {
			condition = max(condition, ref.normA/fold.kept)
		}
	}
	return condition, borderline
}

// error returns ℓ of a group at θ, its weight in the LOTO error, and the root mean square of the
// predictors of its returns.
func (ref *reference) error(g int, theta []float64) (loss, weight, size float64) {
	for _, i := range ref.groups[g] {
		t := ref.data[i]
		own, squares := 0.0, 0.0
		for step := range t.Len() {
			x := slices.Clone(t.Features(step))
			g, discount := returnOf(t, step, ref.opt.Gamma)
			if ref.opt.Tail == TailBootstrap && !t.Terminated() {
				for j, v := range t.Features(t.Len()) {
					x[j] -= discount * v
				}
			}
			e := -g
			for j, v := range x {
				e += v * theta[j]
				squares += v / ref.scale[j] * v / ref.scale[j]
			}
			own += e * e
		}
		v := float64(t.Len())
		if ref.opt.Weighting == ByTrajectory {
			v = 1
		}
		weight += v
		loss += v * own / float64(t.Len())
		size += v * squares / float64(t.Len())
	}
	return loss / weight, weight, math.Sqrt(size / weight)
}

// influence returns n times the derivative of the LOTO error in the weight of a group, by
// central differences extrapolated to a step of zero twice (Ridders). Scale and directions
// are those of all data, which do not depend on weights.
func (ref *reference) influence(g int) float64 {
	weights := slices.Repeat([]float64{1}, len(ref.groups))
	loto := func(weight float64) float64 {
		weights[g] = weight
		sum, total := 0.0, 0.0
		for h, w := range weights {
			loss, v, _ := ref.error(h, ref.fold(h, weights).theta)
			sum += w * v * loss
			total += w * v
		}
		return sum / total
	}
	difference := func(h float64) float64 { return (loto(1+h) - loto(1-h)) / (2 * h) }
	const h = 2e-3
	d1, d2, d3 := difference(h), difference(h/2), difference(h/4)
	e1, e2 := (4*d2-d1)/3, (4*d3-d2)/3
	return float64(len(ref.groups)) * (16*e2 - e1) / 15
}

// ratioOf returns the importance ratio of a step.
func ratioOf(t *Trajectory, s int) float64 {
	if t.Ratios() == nil || s < 0 {
		return 1
	}
	return t.Ratios()[s]
}

// returnOf returns G_s, and the factor of the value of the last state in G_s.
func returnOf(t *Trajectory, s int, gamma float64) (g, last float64) {
	last = 1
	for ; s < t.Len(); s++ {
		last *= ratioOf(t, s)
		g += last * t.Rewards()[s]
		last *= gamma
	}
	return g, last
}

// solve solves C θ = y by the rule, in the coordinates Qᵀ D⁻¹.
func (ref *reference) solve(inverse, q mat.Matrix, c *mat.Dense, y *mat.VecDense, whole bool) (out solution) {
	d, _ := c.Dims()
	out.theta = make([]float64, d)
	if q == (*mat.Dense)(nil) {
		return out
	}
	var to, small, right mat.Dense
	to.Mul(inverse, q)
	if _, r := q.Dims(); r == d { // Q is the identity, and to is diagonal
		small.CloneFrom(c)
		small.Apply(func(i, j int, v float64) float64 { return to.At(i, i) * v * to.At(j, j) }, &small)
	} else {
		small.Product(to.T(), c, &to)
	}
	right.Mul(to.T(), y)
	var svd mat.SVD
	if !svd.Factorize(&small, mat.SVDThin) {
		panic("singular values do not converge")
	}
	values := svd.Values(nil)
	if whole {
		ref.normA = values[0]
	}
	if values[0] > 0 {
		out.rcond = values[len(values)-1] / values[0]
	}
	var u, v, coordinates, theta mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	coordinates.Mul(u.T(), &right)
	for k, value := range values {
		out.borderline = out.borderline || value >= 1e-12*values[0] && value <= 1e-8*values[0] && value > 0
		if value == 0 || value < 1e-10*values[0] {
			out.deficient = true
			coordinates.Set(k, 0, 0)
			continue
		}
		out.kept = value
		coordinates.Set(k, 0, coordinates.At(k, 0)/value)
	}
	theta.Product(&to, &v, &coordinates)
	for j := range out.theta {
		out.theta[j] = theta.At(j, 0)
	}
	return out
}

// spanned returns an orthonormal basis, d×r, of the directions of the rows of x
// with a singular value above 1e−5 of the largest; nil for r = 0, the identity
// for r = d.
func spanned(x *mat.Dense, d int) *mat.Dense {
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDThin) {
		panic("singular values do not converge")
	}
	r := 0
	values := svd.Values(nil)
	for r < len(values) && values[r] > 1e-5*values[0] {
		r++
	}
	switch r {
	case 0:
		return nil
	case d:
		return units(d, func(int) bool { return true })
	}
	var v mat.Dense
	svd.VTo(&v)
	return mat.DenseCopyOf(v.Slice(0, d, 0, r))
}

// units returns the columns of the identity that are wanted, nil for none.
func units(d int, wanted func(j int) bool) *mat.Dense {
	var columns []int
	for j := range d {
		if wanted(j) {
			columns = append(columns, j)
		}
	}
	if len(columns) == 0 {
		return nil
	}
	out := mat.NewDense(d, len(columns), nil)
	for k, j := range columns {
		out.Set(j, k, 1)
	}
	return out
}

// inScale returns D θ.
func (ref *reference) inScale(theta []float64) []float64 {
	out := make([]float64, len(theta))
	for j, v := range theta {
		out[j] = v * ref.scale[j]
	}
	return out
}

func relative(got, want []float64, floor float64) float64 {
	if e := distance(got, want); e != 0 {
		return e / max(norm(want), floor)
	}
	return 0
}

func isDeficient(c *Candidate, i int) bool { return c.Status[i] == FoldDeficient }

func checkCandidate(t failing, what string, s *Selection, c *Candidate, ref *reference) {
	t.Helper()
	if s.Rank != ref.rank {
		t.Errorf("rank %d, want %d", s.Rank, ref.rank)
	}
	if !ref.whole.borderline {
		checkWeights(t, what+": θ", c.Theta, c.Singular, ref.whole, ref)
	}
	for i, want := range ref.folds {
		if want.borderline {
			continue
		}
		if isDeficient(c, i) != want.deficient {
			t.Errorf("%s, λ = %v: fold %d deficient %v, want %v (rcond %.2g)",
				what, c.Lambda, i+1, c.Status[i], want.deficient, want.rcond)
		}
		tolerance := lossTolerance(i, ref)
		if e := math.Abs(c.Folds[i]-ref.loss[i]) / max(ref.loss[i], 1e-6*ref.meanG2); !(e <= tolerance) {
			t.Errorf("%s, λ = %v: ℓ_%d = %v, want %v: off by %.2g, allowed %.2g",
				what, c.Lambda, i+1, c.Folds[i], ref.loss[i], e, tolerance)
		}
	}
}

// foldTolerance returns the demand on θ, 1e−9 + 20εκ with the κ = ‖A‖₂/σ of the least singular
// value that the rule keeps. If the rule keeps no value, θ = 0, and only the sums of ℓ are
// rounded.
func foldTolerance(s solution, ref *reference) float64 {
	if s.kept == 0 {
		return 1e-13
	}
	const epsilon = 0x1p-52
	return 1e-9 + 20*epsilon*ref.normA/s.kept
}

// lossTolerance returns the demand on ℓ_i. An error δ of θ changes the error e of
// a step by xᵀδ, so ℓ by 2·√ℓ·‖x‖‖δ‖: where a prediction nearly cancels its
// return, the rounding of θ weighs ‖x‖‖θ‖/√ℓ times as much.
func lossTolerance(i int, ref *reference) float64 {
	amplified := ref.size[i] * norm(ref.inScale(ref.folds[i].theta)) / math.Sqrt(max(ref.loss[i], 1e-6*ref.meanG2))
	return 1e-9 + (foldTolerance(ref.folds[i], ref)-1e-9)*max(1, amplified)
}

func checkWeights(t failing, what string, got []float64, deficient bool, want solution, ref *reference) {
	t.Helper()
	if deficient != want.deficient {
		t.Errorf("%s deficient %v, want %v (rcond %.2g)", what, deficient, want.deficient, want.rcond)
	}
	e := relative(ref.inScale(got), ref.inScale(want.theta), 1e-3*norm(ref.inScale(ref.whole.theta)))
	if tolerance := foldTolerance(want, ref); !(e <= tolerance) {
		t.Errorf("%s = %v, want %v: off by %.2g, allowed %.2g", what, got, want.theta, e, tolerance)
	}
}

func sequential(ctx context.Context, n int, f func(i int)) {
	for i := 0; i < n && ctx.Err() == nil; i++ {
		f(i)
	}
}
