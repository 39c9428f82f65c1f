package truth

import "math"

// nodes is at how many discounts a series is kept.
const nodes = 32

// A series is a function of the discount, Σ_τ γ^τ m_τ, by its values at the nodes
// from γ = 0 to 1. Of a chain's moments, which are smooth in γ, these tell as much
// as the hundreds of numbers m_τ themselves.
//
// Between the nodes the series is interpolated. With y = −log(1 + shift − γ), in
// which it changes about as fast everywhere, the nodes are the Chebyshev points of
// the second kind, and (1 + shift − γ)^p times the series, which is of one size
// everywhere, is the polynomial in y through its values at the nodes; p is 1 for
// values and 2 for squares of values. For the return of an episode that pays 1 at
// each of up to 512 transitions the error is below 1e−7 of 1/(1 + shift − γ), for
// the product of two such below 1e−6 of its square; see the tests.
type series [nodes]float64

// shift keeps the logarithm from infinity at γ = 1. It is about the inverse of how
// long episodes are.
const shift = 0.01

// longestEpisode is how long episodes may be for series to be exact enough.
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
	out[0], out[nodes-1] = 0, 1
	return out
}

// interpolation returns the weights of a series' values at the nodes in its value
// at γ; the power is that of the size of its values.
func interpolation(gamma float64, power int) *series {
	out := new(series)
	at := nodeGammas()
	y := math.Log((1+shift)/(1+shift-gamma)) / math.Log((1+shift)/shift)
	sum := 0.0
	for k := range out { // the barycentric formula
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
func (s *series) dot(v []float64) float64 {
	sum := 0.0
	for k, x := range v {
		sum += float64(s[k] * x)
	}
	return sum
}

// at returns numbers at a γ from a series of each, where s is the weights of the
// nodes.
func (s *series) at(of []float64) []float64 {
	out := make([]float64, len(of)/nodes)
	for i := range out {
		out[i] = s.dot(of[i*nodes : (i+1)*nodes])
	}
	return out
}

// addScaled adds v times another series. Most of the time that drawing takes is
// here, and half as much with four numbers a turn.
func (s *series) addScaled(v float64, other *series) {
	for k := 0; k < nodes; k += 4 {
		s[k] += float64(v * other[k])
		s[k+1] += float64(v * other[k+1])
		s[k+2] += float64(v * other[k+2])
		s[k+3] += float64(v * other[k+3])
	}
}

// step makes the return from a transition on of that from the next on, at each
// node: r + γG.
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

// dot32 is dot for numbers of single precision.
func (s *series) dot32(v []float32) float64 {
	sum := 0.0
	for k, x := range v {
		sum += float64(s[k] * float64(x))
	}
	return sum
}
