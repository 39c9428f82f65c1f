package estimator

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
	"lambdascope/estimator/internal/memory"
)

const (
	// regularLimit is the bound on ‖C‖‖C⁻¹‖ below which a fold is certainly not
	// rank-deficient.
	regularLimit = 1 / (dense.DeficiencyTolerance * dense.SafetyMargin)
	// contractionLimit is the bound on ‖I − NC‖ below which N stands for C⁻¹.
	contractionLimit = 0.1
	// roundingUnit is ε with room: the error of a sum of s products is about
	// √s·ε of their size.
	roundingUnit = dense.SafetyMargin * 0x1p-52
	// correctedTo is the error of θ, as a share of it, that corrections end at, and
	// lastCorrection the most the last of them may change: what is proven must
	// show, too.
	correctedTo, lastCorrection = 1e-13, 1e-6
	// mostCorrections is how many there may be; one is the rule.
	mostCorrections = 4
)

// woodbury is the scratch of Woodbury's formula for one trajectory. With Z the
// traces z_t and W the changes w_t of its H steps as columns, A_i = Z Wᵀ, and the
// inverse of C = A − Z Wᵀ is
//
//	N = M + G X WᵀM, M = A⁻¹, G = M Z, X = K⁻¹, K = I − WᵀG.
//
// Matrices are kept by coordinate, a row of m numbers for each of r: H columns,
// padded with zeros to whole tiles. Where there are more steps than coordinates,
// A_i itself stands for Z, and I for W.
type woodbury struct {
	m       int
	traces  []float64    // a row of zeros, then z_t
	z, w, g []float64    // r×m
	v       []float64    // r×m: MᵀW
	k, x    []float64    // m×m, X by columns
	rest    []float64    // m×m: I − XK
	solver  dense.Solver // of K
	column  []float64    // of a tile, the vector to apply N to
	product []float64    // of a tile, what M makes of it
	inner   []float64    // m, Wᵀ times a vector
	outer   []float64    // m, X times that
}

// provenInverse is M, the inverse of a matrix A, and how far it can be trusted.
type provenInverse struct {
	r          int
	rows       strips  // of M
	columns    strips  // of Mᵀ
	norm, size float64 // ‖M‖_F, ‖A‖_F
	error      float64 // ‖I − MA‖_F
}

// prove returns the inverse of the r×r matrix a, or nil where that is not
// certainly far from rank-deficient. It takes 2·r³ multiplications.
func (ws *workspace) prove(a []float64, r int, stop func() bool) *provenInverse {
	if !ws.solver.Factor(a) {
		return nil
	}
	transposed := ws.inverse
	ws.solver.Columns(transposed, stop)
	out := &provenInverse{r: r, rows: newStrips(transposed, r), norm: dense.Frobenius(transposed), size: dense.Frobenius(a)}
	if !(out.norm*out.size < regularLimit) {
		return nil
	}
	dense.Transpose(transposed, r)
	out.columns = newStrips(transposed, r)

	// I − MA, with A padded to whole tiles.
	w := &ws.woodbury
	m := kernels.RoundUpTo(r, kernels.TileCols)
	w.z = memory.Resize(w.z, r*m)
	clear(w.z)
	for i := range r {
		copy(w.z[i*m:], a[i*r:(i+1)*r])
	}
	w.g = out.rows.times(w.g, w.z, m, stop)
	for i := range r {
		w.g[i*m+i]--
	}
	if out.error = dense.Frobenius(w.g); !(out.error < contractionLimit) {
		return nil
	}
	return out
}

// strips is an r×r matrix in strips of stripRows rows, each kept by columns.
type strips struct {
	r  int
	at []float64
}

const stripRows = 2 * kernels.TileRows

// newStrips returns the strips of a matrix given by columns.
func newStrips(columns []float64, r int) strips {
	s := strips{r, make([]float64, kernels.RoundUpTo(r, stripRows)*r)}
	for i := 0; i < r; i += stripRows {
		strip := s.at[i*r:]
		for j := range r {
			copy(strip[j*stripRows:], columns[j*r+i:j*r+min(r, i+stripRows)])
		}
	}
	return s
}

// times returns the product with an r×m matrix, in out's memory where that is
// enough.
func (s strips) times(out, x []float64, m int, stop func() bool) []float64 {
	r := s.r
	out = memory.Resize(out, kernels.RoundUpTo(r, stripRows)*m)
	clear(out)
	for i := 0; i < r && !stop(); i += stripRows {
		kernels.Tiles(out[i*m:], m, stripRows, m, s.at[i*r:], stripRows, x, m, r)
	}
	return out[:r*m]
}

// leave sets theta to the solution of a fold by Woodbury's formula, of which inv is the
// inverse of the matrix of all trajectories, and whole their solution. It returns false
// where that is not certainly accurate.
func (p *problem) leave(ws *workspace, theta []float64, inv *provenInverse, f leftOut, whole []float64) bool {
	if inv == nil {
		return false
	}
	w, r := &ws.woodbury, p.r
	members, decay := p.together(f.i), p.opt.Gamma*p.opt.Lambdas[f.k]
	byStep := p.length[f.i] <= r
	if byStep {
		w.shape(p.length[f.i], r)
		from := 0
		for _, j := range members {
			p.load(&ws.episode, j)
			w.put(&ws.episode, from, decay)
			from += ws.episode.h
		}
	} else {
		w.takeWhole(f.own.Matrix(r), r)
	}
	contraction, ok := w.bound(inv, p.stop)
	if !ok {
		return false
	}
	copy(theta, whole)
	if byStep {
		w.inner = memory.Resize(w.inner, w.m)
		clear(w.inner)
		from := 0
		for _, j := range members {
			p.load(&ws.episode, j)
			w.putSurprises(&ws.episode, from, theta)
			from += ws.episode.h
		}
		w.expand(theta)
	}
	return ws.correctFold(theta, inv, contraction, whole, f.others)
}

// correctFold takes theta to the solution without what is left out, from near it. It
// returns false where that is not certainly accurate; whole is the solution with it.
func (ws *workspace) correctFold(theta []float64, inv *provenInverse, contraction float64, whole []float64, others dense.System) bool {
	w, r := &ws.woodbury, inv.r
	c, y := others.Matrix(r), others.Vector(r)
	w.column = memory.Resize(w.column, r*kernels.TileRows)
	clear(w.column)
	for range mostCorrections {
		kernels.Dots(ws.residue, c, r, theta)
		for i, v := range y {
			w.column[i*kernels.TileRows] = v - ws.residue[i]
		}
		correction := w.apply(inv)
		kernels.Add(theta, correction)
		size := max(floats.Norm(theta, 2), 1e-3*floats.Norm(whole, 2))
		change := floats.Norm(correction, 2)
		if change <= lastCorrection*size && contraction*change <= correctedTo*size { // never of NaN
			return true
		}
	}
	return false
}

// leaveAdjoint replaces y by its product with C⁻ᵀ, after leave was accurate
// for the same fold. It returns false, and leaves y as it is, where
// corrections do not settle.
func (ws *workspace) leaveAdjoint(y []float64, inv *provenInverse, others dense.System) bool {
	w := &ws.woodbury
	r := len(y)
	c, x := others.Matrix(r), ws.left
	clear(x)
	copy(ws.residue, y)
	before := math.Inf(1)
	for range mostCorrections {
		correction := w.applyTransposed(inv, ws.residue)
		kernels.Add(x, correction)
		size, change := floats.Norm(x, 2), floats.Norm(correction, 2)
		if change == 0 || change <= lastCorrection*size && change/before*change <= correctedTo*size { // never of NaN
			copy(y, x)
			return true
		}
		before = change
		copy(ws.residue, y)
		for i, v := range x {
			kernels.Axpy(-v, c[i*r:(i+1)*r], ws.residue)
		}
	}
	return false
}

// put sets the columns of Z and W, from one on, to those of an episode.
func (w *woodbury) put(e *episode, from int, decay float64) {
	w.traces = memory.Resize(w.traces, (e.h+1)*e.ldx)
	clear(w.traces[:e.ldx])
	e.traces(w.traces, 0, e.h, decay)
	for t := range e.h {
		for j, v := range w.traces[(t+1)*e.ldx:][:e.r] {
			w.z[j*w.m+from+t] = v
		}
		for j, v := range e.change(t) {
			w.w[j*w.m+from+t] = v
		}
	}
}

// takeWhole sets Z to A_i and W to I, for more steps than coordinates.
func (w *woodbury) takeWhole(a []float64, r int) {
	w.shape(r, r)
	for j := range r {
		copy(w.z[j*w.m:], a[j*r:(j+1)*r])
		w.w[j*w.m+j] = 1
	}
}

// shape makes room for Z and W, of zeros.
func (w *woodbury) shape(columns, r int) {
	w.m = kernels.RoundUpTo(columns, kernels.TileCols)
	w.z, w.w = memory.Resize(w.z, r*w.m), memory.Resize(w.w, r*w.m)
	clear(w.z)
	clear(w.w)
}

// bound sets G and X, and returns a bound on ‖I − NC‖; false where C is not
// certainly far from rank-deficient, or N not near to its inverse.
//
// With E = I − MA and T = I − XK, both computed,
//
//	I − NC = (I + G X Wᵀ)E + G T Wᵀ,
//
// but for rounding. Where its norm is below 1, C is regular, and ‖C⁻¹‖ at most
// ‖N‖/(1 − ‖I − NC‖).
func (w *woodbury) bound(inv *provenInverse, stop func() bool) (contraction float64, ok bool) {
	sizeW := dense.Frobenius(w.w)
	size := inv.size + float64(dense.Frobenius(w.z)*sizeW) // ≥ ‖C‖; rounding goes with it
	if !(inv.norm*size < regularLimit) {
		return 0, false
	}
	w.g = inv.rows.times(w.g, w.z, w.m, stop)
	if !w.invert(inv.r, stop) {
		return 0, false
	}
	sizeG := dense.Frobenius(w.g)
	sizeGX := sizeG * dense.Frobenius(w.x)
	growth := 1 + float64(sizeGX*sizeW) // ≥ ‖I + G X Wᵀ‖
	rounding := float64(roundingUnit * math.Sqrt(float64(inv.r+w.m)) * inv.norm * size)
	contraction = float64(growth*(inv.error+rounding)) + float64(sizeG*dense.Frobenius(w.rest)*sizeW)
	if !(contraction < contractionLimit) {
		return 0, false
	}
	if growth*inv.norm*size < regularLimit {
		return contraction, true
	}
	// WᵀM can be far smaller than W and M: a ridge leaves M large in directions
	// without data, and W has no part in those.
	w.v = inv.columns.times(w.v, w.w, w.m, stop)
	return contraction, (inv.norm+float64(sizeGX*dense.Frobenius(w.v)))*size < regularLimit
}

// invert sets K, X and I − XK; false where K is singular.
func (w *woodbury) invert(r int, stop func() bool) bool {
	m := w.m
	w.k, w.x, w.rest = memory.Resize(w.k, m*m), memory.Resize(w.x, m*m), memory.Resize(w.rest, m*m)
	clear(w.k)
	kernels.Tiles(w.k, m, m, m, w.w, m, w.g, m, r)
	for i, v := range w.k {
		w.k[i] = -v
	}
	for i := range m {
		w.k[i*m+i]++
	}
	w.solver.Reshape(m)
	if !w.solver.Factor(w.k) {
		return false
	}
	w.solver.Columns(w.x, stop)
	clear(w.rest)
	kernels.Tiles(w.rest, m, m, m, w.x, m, w.k, m, m)
	for i := range m {
		w.rest[i*m+i]--
	}
	return true
}

// putSurprises sets −δ_t of an episode, from a column on.
func (w *woodbury) putSurprises(e *episode, from int, theta []float64) {
	for t, reward := range e.rewards {
		w.inner[from+t] = kernels.Dot(e.change(t), theta) - reward
	}
}

// expand adds G X times inner to y.
func (w *woodbury) expand(y []float64) {
	m := w.m
	w.outer = memory.Resize(w.outer, m)
	clear(w.outer)
	for t, v := range w.inner {
		kernels.Axpy(v, w.x[t*m:(t+1)*m], w.outer)
	}
	for i := range y {
		y[i] += kernels.Dot(w.g[i*m:(i+1)*m], w.outer)
	}
}

// timesColumn returns the product of a matrix with column, in scratch.
func (w *woodbury) timesColumn(s strips) []float64 {
	r := s.r
	ld := kernels.RoundUpTo(r, stripRows)
	w.product = memory.Resize(w.product, kernels.TileRows*ld)
	clear(w.product)
	for i := 0; i < r; i += stripRows {
		kernels.Tiles(w.product[i:], ld, kernels.TileRows, stripRows, w.column, kernels.TileRows, s.at[i*r:], stripRows, r)
	}
	return w.product[:r]
}

// apply returns N times column, in scratch.
func (w *woodbury) apply(inv *provenInverse) []float64 {
	m := w.m
	out := w.timesColumn(inv.rows)
	w.inner = memory.Resize(w.inner, m)
	clear(w.inner)
	for j, v := range out {
		kernels.Axpy(v, w.w[j*m:(j+1)*m], w.inner)
	}
	w.expand(out)
	return out
}

// applyTransposed returns Nᵀ times y, in scratch: Mᵀ(y + W XᵀGᵀy).
func (w *woodbury) applyTransposed(inv *provenInverse, y []float64) []float64 {
	m := w.m
	w.inner, w.outer = memory.Resize(w.inner, m), memory.Resize(w.outer, m)
	clear(w.inner)
	for j, v := range y {
		kernels.Axpy(v, w.g[j*m:(j+1)*m], w.inner)
	}
	for t := range w.outer {
		w.outer[t] = kernels.Dot(w.x[t*m:(t+1)*m], w.inner)
	}
	for j, v := range y {
		w.column[j*kernels.TileRows] = v + kernels.Dot(w.w[j*m:(j+1)*m], w.outer)
	}
	return w.timesColumn(inv.columns)
}
