package estimator

// episode is one trajectory in the coordinates of a problem: scaled and
// reduced features, differences and returns. It is scratch, filled by load.
type episode struct {
	h       int
	x       []float64 // (h+1)×r, row by row
	w       []float64 // h×r: w_t = x_t − γ x_{t+1}
	rewards []float64 // h
	g       []float64 // h: G_t, the discounted return from step t on
	target  []float64 // h×r: what predicts G_t: x_t, less the discounted last state with a bootstrapped tail

	tail   []float64 // memory of target
	sparse bool      // most of w is zero, and first, at and value hold the rest
	first  []int     // h+1: where in at and value step t begins
	at     []int     // the index of each number of w_t that is not zero
	value  []float64 // that number
}

// load fills e with trajectory i.
func (p *problem) load(e *episode, i int) {
	t, r, gamma := p.data[i], p.r, p.opt.Gamma
	h := t.Len()
	e.h, e.rewards = h, t.Rewards()
	e.x, e.w, e.g = resize(e.x, (h+1)*r), resize(e.w, h*r), resize(e.g, h)
	for s := 0; s <= h; s++ {
		row := e.x[s*r : (s+1)*r]
		if p.basis == nil {
			inverse := p.inverse[:len(row)]
			x := t.Features(s)[:len(row)]
			for j := range row {
				row[j] = x[j] * inverse[j]
			}
			continue
		}
		clear(row)
		for j, v := range t.Features(s) {
			if v != 0 {
				axpy(v*p.inverse[j], p.basis[j*r:(j+1)*r], row)
			}
		}
	}
	e.sparse = false
	next, x := e.x[r:][:len(e.w)], e.x[:len(e.w)]
	for j := range e.w {
		e.w[j] = x[j] - gamma*next[j]
	}
	e.thin(r)
	g := 0.0
	for s := h - 1; s >= 0; s-- {
		g = e.rewards[s] + gamma*g
		e.g[s] = g
	}
	e.target = e.x[:h*r]
	if p.opt.Tail == TailBootstrap && !t.Terminated() {
		e.bootstrap(r, gamma)
	}
}

// bootstrap sets target to x_t − γ^{H+1−t} x_{H+1}.
func (e *episode) bootstrap(r int, gamma float64) {
	e.tail = resize(e.tail, e.h*r)
	last, discount := e.x[e.h*r:], 1.0
	for t := e.h - 1; t >= 0; t-- {
		discount *= gamma
		row, x := e.tail[t*r:(t+1)*r], e.x[t*r:(t+1)*r]
		for j, v := range x {
			row[j] = v - discount*last[j]
		}
	}
	e.target = e.tail
}

// thin lists the numbers of w that are not zero, where they are few: 1-hot
// features and tile coding have two sets of them a step.
func (e *episode) thin(r int) {
	const leastFeatures, share = 4, 4 // worth it for a quarter of at least four
	count := 0
	for _, v := range e.w {
		if v != 0 {
			count++
		}
	}
	e.sparse = r >= leastFeatures && count*share <= len(e.w)
	if !e.sparse {
		return
	}
	e.first, e.at, e.value = append(e.first[:0], 0), e.at[:0], e.value[:0]
	for t := range e.h {
		for j, v := range e.w[t*r : (t+1)*r] {
			if v != 0 {
				e.at, e.value = append(e.at, j), append(e.value, v)
			}
		}
		e.first = append(e.first, len(e.at))
	}
}

// accumulate adds Σ z_t w_tᵀ to a (r×r) and Σ z_t r_t to b (r), for the decay
// λγ of the trace: A_i and b_i of LSTD(λ), equations 4 and 5 of the paper. z is
// scratch of length r.
func (e *episode) accumulate(a, b, z []float64, decay float64) {
	r := len(b)
	clear(z)
	for s := range e.h {
		x, w := e.x[s*r:(s+1)*r], e.w[s*r:(s+1)*r]
		for j, v := range x {
			z[j] = decay*z[j] + v
		}
		if reward := e.rewards[s]; reward != 0 {
			axpy(reward, z, b)
		}
		if !e.sparse {
			for j, v := range z {
				if v != 0 {
					axpy(v, w, a[j*r:(j+1)*r])
				}
			}
			continue
		}
		at, value := e.at[e.first[s]:e.first[s+1]], e.value[e.first[s]:e.first[s+1]]
		for j, v := range z {
			if v == 0 {
				continue
			}
			row := a[j*r : (j+1)*r]
			for i, b := range at {
				row[b] += v * value[i]
			}
		}
	}
}

// moments sets s to Σ x_t x_tᵀ and c to Σ x_t G_t over the h steps of the episode
// loaded, of what predicts the returns.
func (ws *workspace) moments(s, c []float64) {
	e, r := &ws.episode, len(c)
	clear(s)
	clear(c)
	if e.sparse || r < tileRows {
		for t := range e.h {
			x := e.target[t*r : (t+1)*r]
			axpy(e.g[t], x, c)
			for j, v := range x {
				if v != 0 {
					axpy(v, x, s[j*r:(j+1)*r])
				}
			}
		}
		return
	}
	for t := range e.h {
		axpy(e.g[t], e.target[t*r:(t+1)*r], c)
	}
	ws.gram(s, e.target, e.h, r)
}

// gram adds Σ x xᵀ over h rows of r numbers to the r×r matrix s.
func (ws *workspace) gram(s, x []float64, h, r int) {
	side := roundUpTo(r, tileRows)
	ws.packed = resize(ws.packed, h*side)
	if side > r {
		clear(ws.packed[(side-tileRows)*h:])
	}
	for t := range h {
		pack(ws.packed, x[t*r:(t+1)*r], t, h)
	}
	ws.product = resize(ws.product, side*side)
	clear(ws.product)
	tiles(ws.product, ws.packed, ws.packed, side, side, h)
	for a := range r {
		add(s[a*r:(a+1)*r], ws.product[a*side:a*side+r])
	}
}

// squaredError returns Σ_t (x_tᵀθ − G_t)², with what predicts the returns for x.
func (e *episode) squaredError(theta []float64) float64 {
	r := len(theta)
	var sum float64
	for t := range e.h {
		v := dot(e.target[t*r:(t+1)*r], theta) - e.g[t]
		sum += v * v
	}
	return sum
}

// resize returns a slice of length n, x's own memory where that is enough.
func resize(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n)
	}
	return x[:n]
}
