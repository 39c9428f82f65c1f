package estimator

import (
	"lambdascope/estimator/internal/kernels"
	"lambdascope/estimator/internal/memory"
)

// accumulate adds Σ z_t w_tᵀ to a (r×r) and Σ z_t r_t to b (r), for the decay
// λγ of the trace: A_i and b_i of LSTD(λ), equations 4 and 5 of the paper; off-policy
// those of Yu 2010. z is scratch of length r.
func (e *episode) accumulate(a, b, z []float64, decay float64) {
	r := len(b)
	clear(z)
	byColumns := e.sparse && e.h*columnsPay >= r
	if byColumns {
		e.columns = memory.Resize(e.columns, r*r)
		clear(e.columns)
		defer addTransposed(a, e.columns, r)
	}
	for s := range e.h {
		if s%e.poll == e.poll-1 && e.stop() {
			return
		}
		kernels.Horner(z, e.x, s*e.ldx, 0, 1, e.decayInto(s, decay))
		if reward := e.rewards[s]; reward != 0 {
			kernels.Axpy(reward, z, b)
		}
		if !e.sparse {
			w := e.change(s)
			for j, v := range z {
				if v != 0 {
					kernels.Axpy(v, w, a[j*r:(j+1)*r])
				}
			}
			continue
		}
		at, value := e.at[e.first[s]:e.first[s+1]], e.value[e.first[s]:e.first[s+1]]
		if byColumns {
			for i, b := range at {
				kernels.Axpy(value[i], z, e.columns[b*r:(b+1)*r])
			}
			continue
		}
		for j, v := range z {
			if v == 0 {
				continue
			}
			row := a[j*r : (j+1)*r]
			for i, b := range at {
				row[b] += float64(v * value[i])
			}
		}
	}
}

// columnsPay is how many times fewer steps than coordinates an episode may have for its
// sparse changes to be summed by columns of A_i, each a whole trace at once.
const columnsPay = 4

// addTransposed adds the transpose of an r×r matrix to a, a cache line of each row at a
// time.
func addTransposed(a, m []float64, r int) {
	const width = 8
	first := 0
	for ; first+width <= r; first += width {
		column := func(j int) []float64 { return m[(first+j)*r:][:r] }
		m0, m1, m2, m3, m4, m5, m6, m7 := column(0), column(1), column(2), column(3), column(4), column(5), column(6), column(7)
		for i, v := range m0 {
			row := a[i*r+first:][:width]
			row[0] += v
			row[1] += m1[i]
			row[2] += m2[i]
			row[3] += m3[i]
			row[4] += m4[i]
			row[5] += m5[i]
			row[6] += m6[i]
			row[7] += m7[i]
		}
	}
	for ; first < r; first++ {
		for i, v := range m[first*r:][:r] {
			a[i*r+first] += v
		}
	}
}

// addMoments adds to s Σ x_t x_tᵀ and to c Σ x_t G_t over the h steps of the episode
// loaded, of what predicts the returns.
func (ws *workspace) addMoments(s, c []float64) {
	e := &ws.episode
	for first := 0; first < e.h && !e.stop(); first += chunkSteps {
		last := min(e.h, first+chunkSteps)
		ws.product = memory.Resize(ws.product, len(c))
		kernels.RowSum(ws.product, e.target[first*e.ldx:], e.ldx, e.g[first:last])
		kernels.Add(c, ws.product)
		ws.gram(s, e.target[first*e.ldx:], last-first, e.r, e.ldx, e.sparse)
	}
}

// gram adds Σ x xᵀ to the r×r matrix s, over h rows of r numbers, padded with
// zeros to ldx.
func (ws *workspace) gram(s, x []float64, h, r, ldx int, sparse bool) {
	if sparse || r < kernels.TileRows {
		for t := range h {
			row := x[t*ldx : t*ldx+r]
			for j, v := range row {
				if v != 0 {
					kernels.Axpy(v, row, s[j*r:(j+1)*r])
				}
			}
		}
		return
	}
	ws.product = memory.Resize(ws.product, ldx*ldx)
	clear(ws.product)
	kernels.Tiles(ws.product, ldx, ldx, r, x, ldx, x, ldx, h)
	kernels.AddRows(s, r, ws.product, ldx, r, r)
}

// addSquaredError returns Σ_t e_t², e_t = x_tᵀθ − G_t, with what predicts the returns
// for x, and adds to slope Σ_t x_t e_t, half its derivative.
func (e *episode) addSquaredError(theta, slope []float64) float64 {
	var sum float64
	for t := range e.h {
		if t%chunkSteps == chunkSteps-1 && e.stop() {
			return 0
		}
		x := e.predictor(t)
		v := kernels.Dot(x, theta) - e.g[t]
		sum += float64(v * v)
		kernels.Axpy(v, x, slope)
	}
	return sum
}
