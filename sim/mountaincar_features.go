package sim

import (
	"strings"

	"lambdascope/sim/features"
)

// carFeatures are a map of position and velocity, and perhaps a bias.
type carFeatures struct {
	count int // features without the bias
	of    func(c car, out []float64)
	bias  bool
}

// newCarFeatures makes the feature map of a valid name.
func newCarFeatures(name string) carFeatures {
	base, bias := strings.CutSuffix(name, BiasSuffix)
	if m := observedMap(base, features.Box{Low: []float64{minPosition, -maxSpeed}, High: []float64{maxPosition, maxSpeed}}); m != nil {
		return carFeatures{m.Dim(), func(c car, out []float64) {
			observation := [...]float64{c.x, c.v}
			m.Set(observation[:], out)
		}, bias}
	}
	switch base {
	case "rbf":
		return carFeatures{rbfSide * rbfSide, rbf, bias}
	case "tile-coding":
		return carFeatures{tilings * tilingSide * tilingSide, tileCoding, bias}
	}
	return carFeatures{2, raw, bias}
}

func (f *carFeatures) dim() int {
	if f.bias {
		return f.count + 1
	}
	return f.count
}

// set sets out, dim numbers, to the features of c.
func (f *carFeatures) set(c car, out []float64) {
	f.of(c, out[:f.count])
	if f.bias {
		out[f.count] = 1
	}
}

// raw are the position and the velocity.
func raw(c car, out []float64) { out[0], out[1] = c.x, c.v }

// inBox returns where c lies in the box of all states, [−1.2, 0.6] × [−0.07,
// 0.07], with n units to each side.
func inBox(c car, n float64) (x, v float64) {
	x = float64((c.x - minPosition) * (n / (maxPosition - minPosition)))
	v = float64((c.v + maxSpeed) * (n / (2 * maxSpeed)))
	return x, v
}

const (
	rbfSide  = 5
	rbfWidth = 0.7 // standard deviation, in spacings of the grid
)

// rbf are Gaussians centred on a 5×5 grid that spans the box, its edges included:
// exp(−(Δx² + Δv²)/(2·0.7²)), distances in spacings. Feature 5i + j is centred at
// the i-th position and the j-th velocity.
func rbf(c car, out []float64) {
	x, v := inBox(c, rbfSide-1)
	var gx, gv [rbfSide]float64 // the Gaussian is a product of one in each
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

const (
	tilings    = 4
	tilingSide = 8
)

// tileCoding are four tilings of the box by 8×8 tiles, each a 1-hot code of the
// tile that the state lies in. Tiling k is displaced by k·(1, 3)/4 of a tile, less
// whole tiles (the asymmetric displacement of Parks and Militzer 1991, as in
// Sutton and Barto's book): towards low positions and velocities, so that its
// first row and column are cut by that much and its last reach to the box's edge.
// Feature 64k + 8i + j is tiling k's i-th tile by position, j-th by velocity.
func tileCoding(c car, out []float64) {
	clear(out)
	x, v := inBox(c, tilingSide)
	for k := range tilings {
		i := tileIndex(x, k%tilings)
		j := tileIndex(v, 3*k%tilings)
		out[(k*tilingSide+i)*tilingSide+j] = 1
	}
}

// tileIndex returns the tile at u, from 0 to tilingSide, in a tiling displaced by
// quarters of a tile.
func tileIndex(u float64, quarters int) int {
	return min(int(u+float64(float64(quarters)/tilings)), tilingSide-1)
}
