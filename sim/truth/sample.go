package truth

import (
	"math"

	"lambdascope/sim"
)

// sample scores estimates on the states of profiles, at one γ.
//
// With ν⁽¹⁾ and ν⁽²⁾ the estimates of ν from the two halves, which err
// independently, the mean of (ν⁽¹⁾(s) − x_sᵀθ)(ν⁽²⁾(s) − x_sᵀθ) over the states is
// an unbiased estimate of the MSVE: with ν their mean, it is the mean of
// (ν − xᵀθ)² − (ν⁽¹⁾ − ν⁽²⁾)²/4. As a quadratic in θ it takes O(d²), however many
// the states are.
type sample struct {
	profiles  *Profiles
	domain    sim.Roller
	plane     *plane
	nu, apart []float64 // per state (ν⁽¹⁾ + ν⁽²⁾)/2 and (ν⁽¹⁾ − ν⁽²⁾)/2

	gram   []float64 // mean of xxᵀ, d×d
	cross  []float64 // mean of ν·x
	square float64   // mean of ν⁽¹⁾ν⁽²⁾
}

// newSample returns the sample of a source at γ.
func newSample(s *Source, gamma float64) *sample {
	out := &sample{profiles: s.profiles, domain: s.roller, plane: s.plane, gram: s.gram, cross: make([]float64, s.refs.Dim)}
	out.nu, out.apart = s.profiles.values(gamma)
	m := float64(len(out.nu))
	out.eachState(func(i int, x []float64) {
		nu, apart := out.nu[i], out.apart[i]
		out.square += float64(nu*nu) - float64(apart*apart)
		for j, v := range x {
			out.cross[j] += float64(nu * v)
		}
	})
	out.square /= m
	for j := range out.cross {
		out.cross[j] /= m
	}
	return out
}

// eachState calls f with each state and its features, which are good until it
// returns.
func (s *sample) eachState(f func(i int, x []float64)) {
	x := make([]float64, s.domain.Dim())
	for i := range s.profiles.States {
		s.domain.StateFeatures(s.profiles.state(i), x)
		f(i, x)
	}
}

// msve returns θᵀ·gram·θ − 2·θᵀ·cross + square.
func (s *sample) msve(theta []float64) float64 {
	sum := s.square
	for j, t := range theta {
		row := float64(-2 * s.cross[j])
		for k, g := range s.gram[j*len(theta) : (j+1)*len(theta)] {
			row += float64(g * theta[k])
		}
		sum += float64(t * row)
	}
	return sum
}

// squaredNorm returns δᵀ·gram·δ, which rounding does not take below 0.
func (s *sample) squaredNorm(delta []float64) float64 {
	sum := 0.0
	for j, d := range delta {
		if d == 0 {
			continue
		}
		row := 0.0
		for k, g := range s.gram[j*len(delta) : (j+1)*len(delta)] {
			row += float64(g * delta[k])
		}
		sum += float64(d * row)
	}
	return max(0, sum)
}

// msveError returns the standard error of the mean that msve is. O(M·d).
func (s *sample) msveError(theta []float64) float64 {
	mean, squares := s.msve(theta), 0.0
	s.eachState(func(i int, x []float64) {
		e := s.nu[i]
		for j, v := range x {
			e -= float64(v * theta[j])
		}
		d := float64(e*e) - float64(s.apart[i]*s.apart[i]) - mean
		squares += float64(d * d)
	})
	m := float64(len(s.nu))
	return math.Sqrt(squares / m / (m - 1))
}

// gram returns the mean of xxᵀ over the states of profiles, d×d.
func gram(p *Profiles, d sim.Roller) []float64 {
	dim := d.Dim()
	out := make([]float64, dim*dim)
	x := make([]float64, dim)
	var used []int // features that are not 0: few, with tile coding
	for s := range p.States {
		d.StateFeatures(p.state(s), x)
		used = used[:0]
		for j, v := range x {
			if v != 0 {
				used = append(used, j)
			}
		}
		for _, j := range used {
			row := out[j*dim : (j+1)*dim]
			for _, k := range used {
				row[k] += float64(x[j] * x[k])
			}
		}
	}
	for i := range out {
		out[i] /= float64(p.States)
	}
	return out
}
