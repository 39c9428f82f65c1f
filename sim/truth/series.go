package truth

import "math"

// nodes is the number of discounts in a series.
const nodes = 32

// A series is a function of the discount, Σ_τ γ^τ m_τ, given by its values at the nodes from γ =
// 0 to 1. Because moments of a chain are smooth in γ, the nodes tell as much as the hundreds of
// numbers m_τ.
//
// Between the nodes a series is interpolated. Let y = −log(1 + shift − γ), in which the series
// changes at a similar rate everywhere. The nodes are the Chebyshev points of the second kind in
// y. The product (1 + shift − γ)^p·series has a similar size everywhere and is the polynomial in
// y through its values at the nodes; p is 1 for values and 2 for squares of values. For the
// return of an episode that pays 1 at each of up to 512 transitions the error is below 1e−7 of
// 1/(1 + shift − γ), for the product of two such returns below 1e−6 of its square; see the tests.
type series [nodes]float64

// shift keeps the logarithm finite at γ = 1. It is about the inverse of the length of episodes.
const shift = 0.01

// longestEpisode is the largest length of episodes for which series are exact enough.
const longestEpisode = 512

// chebyshev returns point k of the nodes on [0, 1], in y.
func chebyshev(k int) float64 {
	return float64((1 - math.Cos(math.Pi*float64(k)/(nodes-1))) / 2)
}

// nodeGammas returns γ at the nodes.
func nodeGammas() *series {
	out := new(series)
	for k := range out {
		out[k] = 1 + shift - float64((1+shift)*math.Pow(shift/(1+shift), chebyshev(k)))
	}
	out[0] = 0
	out[nodes-1] = 1
	return out
}

// interpolation returns the weights of the values at the nodes for the value of a series at γ.
// power is p above: 1 for values, 2 for squares.
func interpolation(gamma float64, power int) *series {
	out := new(series)
	at := nodeGammas()
	y := math.Log((1+shift)/(1+shift-gamma)) / math.Log((1+shift)/shift)
	sum := 0.0
	for k := range out { // barycentric formula
		if gamma == at[k] {
			*out = series{}
			out[k] = 1
			return out
		}
		out[k] = 1 / (y - chebyshev(k))
		if k%2 == 1 {
			out[k] = -out[k]
		}
		if k == 0 || k == nodes-1 {
			out[k] /= 2
		}
		sum += out[k]
	}
	for k := range out {
		out[k] *= math.Pow((1+shift-at[k])/(1+shift-gamma), float64(power)) / sum
	}
	return out
}

// dot returns Σ_k s_k v_k.
func (s *series) dot(v []float64) (sum float64) {
	for k, x := range v {
		sum += float64(s[k] * x)
	}
	return sum
}

// at evaluates several series at one γ, with s the weights of the nodes for that γ.
func (s *series) at(of []float64) []float64 {
	out := make([]float64, len(of)/nodes)
	for i := range out {
		out[i] = s.dot(of[i*nodes : (i+1)*nodes])
	}
	return out
}

// addScaled adds v times another series. Drawing spends most time here; unrolling by four halves
// the time.
func (s *series) addScaled(v float64, other *series) {
	for k := 0; k < nodes; k += 4 {
		s[k] += float64(v * other[k])
		s[k+1] += float64(v * other[k+1])
		s[k+2] += float64(v * other[k+2])
		s[k+3] += float64(v * other[k+3])
	}
}

// step replaces the return from the next transition by the return from this one, at each node: r
// + γG.
func (s *series) step(gammas *series, reward float64) {
	for k := 0; k < nodes; k += 4 {
		s[k] = float64(s[k]*gammas[k]) + reward
		s[k+1] = float64(s[k+1]*gammas[k+1]) + reward
		s[k+2] = float64(s[k+2]*gammas[k+2]) + reward
		s[k+3] = float64(s[k+3]*gammas[k+3]) + reward
	}
}

func (s *series) divide(v float64) {
	for k := range s {
		s[k] /= v
	}
}

// discount sets s to Σ_τ γ^τ r_τ/n at each node.
func (s *series) discount(gammas *series, rewards []float64, n int) {
	*s = series{}
	for lag := len(rewards) - 1; lag >= 0; lag-- {
		s.step(gammas, rewards[lag])
	}
	s.divide(float64(n))
}

// dot32 is dot for single-precision numbers.
func (s *series) dot32(v []float32) (sum float64) {
	for k, x := range v {
		sum += float64(s[k] * float64(x))
	}
	return sum
}
