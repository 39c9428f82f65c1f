package estimator

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// reference is the estimate of one λ by the definitions of the paper and by the
// rule for deficient matrices (scale, reduce, decide), with dense gonum matrices
// and singular values throughout. It shares no code with the package.
type reference struct {
	rank  int
	scale []float64 // D
	whole solution
	folds []solution
	loss  []float64 // ℓ_i
	size  []float64 // the root mean square of ‖x̃_t‖ over the steps of i
	normA float64   // ‖Ã‖₂; off-policy Σ‖z̃_t‖‖w̃_t‖, as what ratios make large cancels in Ã
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
	// borderline tells that some singular value, as a share of the largest, lies
	// in [1e−12, 1e−8], where rounding may decide.
	borderline bool
}

func newReference(data []*Trajectory, gamma, lambda, ridge float64) *reference {
	d := data[0].Dim()
	ref := &reference{scale: make([]float64, d)}
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
		// No reduction, and the ridge is part of a feature's size, D_j² = Σx² + ρ:
		// by features alone, the ridge of a small one in units of that feature
		// would dwarf the others, and make them count as deficient.
		// A feature that is never other than zero is no direction: its part of C
		// would be about 1 whatever the ridge, beside which a small one is nothing.
		q = units(d, func(j int) bool { return mat.Norm(x.ColView(j), 2) > 0 })
		for j := range d {
			size := mat.Norm(x.ColView(j), 2)
			ref.scale[j] = math.Exp2(math.Round(math.Log2(math.Hypot(size, math.Sqrt(ridge)))))
			inverse.SetDiag(j, 1/ref.scale[j])
		}
	}

	ref.inverse, ref.q = inverse, q

	var terms float64
	as, bs := make([]*mat.Dense, len(data)), make([]*mat.VecDense, len(data))
	for i, t := range data {
		as[i], bs[i] = mat.NewDense(d, d, nil), mat.NewVecDense(d, nil)
		z, w := mat.NewVecDense(d, nil), mat.NewVecDense(d, nil)
		var outer mat.Dense
		for s := range t.Len() {
			now := mat.NewVecDense(d, t.Features(s))
			z.AddScaledVec(now, lambda*gamma*ratioOf(t, s-1), z)
			w.AddScaledVec(now, -gamma*ratioOf(t, s), mat.NewVecDense(d, t.Features(s+1)))
			outer.Outer(1, z, w)
			var scaledZ, scaledW mat.VecDense
			scaledZ.MulVec(inverse, z)
			scaledW.MulVec(inverse, w)
			terms += mat.Norm(&scaledZ, 2) * mat.Norm(&scaledW, 2)
			as[i].Add(as[i], &outer)
			bs[i].AddScaledVec(bs[i], ratioOf(t, s)*t.Rewards()[s], z)
		}
	}
	solve := func(leave int) solution {
		c, y := mat.NewDense(d, d, nil), mat.NewVecDense(d, nil)
		for i := range data {
			if i != leave {
				c.Add(c, as[i])
				y.AddVec(y, bs[i])
			}
		}
		for j := range d {
			c.Set(j, j, c.At(j, j)+ridge)
		}
		return ref.solve(inverse, q, c, y, leave < 0)
	}
	ref.whole = solve(-1)
	if hasRatios(data) {
		ref.normA = max(ref.normA, terms)
	}
	var steps, total float64
	for i, t := range data {
		ref.folds = append(ref.folds, solve(i))
		var sum, squares float64
		for s := range t.Len() {
			for j, v := range t.Features(s) {
				squares += v / ref.scale[j] * v / ref.scale[j]
			}
			g, _ := returnOf(t, s, gamma)
			e := mat.Dot(mat.NewVecDense(d, t.Features(s)), mat.NewVecDense(d, ref.folds[i].theta)) - g
			sum += e * e
			total += g * g
		}
		steps += float64(t.Len())
		ref.loss = append(ref.loss, sum/float64(t.Len()))
		ref.size = append(ref.size, math.Sqrt(squares/float64(t.Len())))
	}
	ref.meanG2 = total / steps
	return ref
}

// ratioOf returns the importance ratio of a step.
func ratioOf(t *Trajectory, s int) float64 {
	if t.Ratios() == nil || s < 0 {
		return 1
	}
	return t.Ratios()[s]
}

// returnOf returns G_s, and what the value of the last state is multiplied with in it.
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
		return identity(d)
	}
	var v mat.Dense
	svd.VTo(&v)
	return mat.DenseCopyOf(v.Slice(0, d, 0, r))
}

func identity(d int) *mat.Dense {
	return units(d, func(int) bool { return true })
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

// checkMethods compares a selection by every method with the references, one per
// λ.
func checkMethods(t *rapid.T, data []*Trajectory, opt Options, refs []*reference) {
	t.Helper()
	for _, method := range append(methods, Auto) {
		opt.Method = method
		s, err := Select(context.Background(), data, opt)
		if err != nil {
			t.Fatal(err)
		}
		for k := range refs {
			checkCandidate(t, method.String(), s, &s.Candidates[k], refs[k])
		}
	}
}

func isDeficient(c *Candidate, i int) bool { return c.Status[i] == FoldDeficient }

func checkCandidate(t *rapid.T, what string, s *Selection, c *Candidate, ref *reference) {
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

// foldTolerance returns the demand on θ, 1e−9 + 20εκ with the κ = ‖A‖₂/σ of the
// least singular value that the rule keeps. Where it keeps none, θ = 0, and only
// the sums of ℓ are rounded.
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

func checkWeights(t *rapid.T, what string, got []float64, deficient bool, want solution, ref *reference) {
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
