package sim

import (
	"strings"

	"lambdascope/sim/features"
)

// newCarFeatures returns the feature map of a valid name.
func newCarFeatures(name string) stateMap[car] {
	base, bias := strings.CutSuffix(name, BiasSuffix)
	if base == "tile-coding" {
		base = carTiles
	}
	if m := observedMap(base, features.Box{Low: []float64{minPosition, -maxSpeed}, High: []float64{maxPosition, maxSpeed}}); m != nil {
		return stateMap[car]{m.Dim(), func(c car, out []float64) {
			observation := [...]float64{c.x, c.v}
			m.Set(observation[:], out)
		}, bias}
	}
	if base == "rbf" {
		return stateMap[car]{rbfSide * rbfSide, rbf, bias}
	}
	return stateMap[car]{2, raw, bias}
}

// carTiles is the map of observations that tile-coding stands for: four tilings of 8×8 tiles.
const carTiles = "tile-coding:4x8"

// raw sets the position and the velocity.
func raw(c car, out []float64) { out[0], out[1] = c.x, c.v }

const (
	rbfSide  = 5
	rbfWidth = 0.7 // standard deviation, in grid spacings
)

// rbf sets Gaussians centred on a 5×5 grid that spans the box of all states,
// [−1.2, 0.6] × [−0.07, 0.07], edges included: exp(−(Δx² + Δv²)/(2·0.7²)), distances in spacings.
// Feature 5i + j is centred at the i-th position and the j-th velocity.
//
// The map rbf:5 of observations has the same features up to rounding. This one avoids math.Exp,
// because the shipped true values must have the same bits on all machines.
func rbf(c car, out []float64) {
	n := float64(rbfSide - 1) // no constant, which would round otherwise
	x := float64((c.x - minPosition) * (n / (maxPosition - minPosition)))
	v := float64((c.v + maxSpeed) * (n / (2 * maxSpeed)))
	var gx, gv [rbfSide]float64 // a Gaussian is the product of one in each coordinate
	for i := range rbfSide {
		dx, dv := x-float64(i), v-float64(i)
		gx[i] = expMinus(float64(dx*dx) / (2 * rbfWidth * rbfWidth))
		gv[i] = expMinus(float64(dv*dv) / (2 * rbfWidth * rbfWidth))
	}
	for i, g := range gx {
		for j, h := range gv {
			out[i*rbfSide+j] = g * h
		}
	}
}
