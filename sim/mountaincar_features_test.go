package sim

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"
)

// carFeaturesAt returns the features of a state.
func carFeaturesAt(t *testing.T, features string, c car) []float64 {
	t.Helper()
	d := mustRoller(t, Options{Domain: "mountain-car", Features: features})
	state := binary.LittleEndian.AppendUint64(nil, math.Float64bits(c.x))
	state = binary.LittleEndian.AppendUint64(state, math.Float64bits(c.v))
	out := slices.Repeat([]float64{-9}, d.Dim())
	d.StateFeatures(state, out)
	return out
}

func TestTileCodingByHand(t *testing.T) {
	for _, c := range []struct {
		at   car
		ones []int
	}{
		{car{-1.2, -0.07}, []int{0, 64, 128, 192}},
		{car{0.6, 0.07}, []int{63, 127, 191, 255}},
		// 3.96 and 4.34 tiles from the corner; displaced by (0, 0), (.25, .75),
		// (.5, .5), (.75, .25).
		{car{-0.31, 0.006}, []int{8*3 + 4, 64 + 8*4 + 5, 128 + 8*4 + 4, 192 + 8*4 + 4}},
	} {
		got := carFeaturesAt(t, "tile-coding", c.at)
		if ones := onesOf(got); len(got) != 256 || !slices.Equal(ones, c.ones) {
			t.Errorf("%+v: 1 at %v of %d, want %v", c.at, ones, len(got), c.ones)
		}
		if got := carFeaturesAt(t, "tile-coding+bias", c.at); !slices.Equal(onesOf(got), append(c.ones, 256)) {
			t.Errorf("%+v with a bias: 1 at %v", c.at, onesOf(got))
		}
	}
}

// onesOf returns the indices of ones; nil if x has numbers other than 0 and 1.
func onesOf(x []float64) (ones []int) {
	for k, v := range x {
		switch v {
		case 0:
		case 1:
			ones = append(ones, k)
		default:
			return nil
		}
	}
	return ones
}
