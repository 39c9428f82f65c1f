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

func TestRBF(t *testing.T) {
	for _, c := range []car{{-0.3, 0}, {-1.2, -0.07}, {0.6, 0.07}, {-0.5, 0.013}, {0.49, -0.07}} {
		got := carFeaturesAt(t, "rbf+bias", c)
		if len(got) != 26 || got[25] != 1 {
			t.Fatalf("%+v: %v", c, got)
		}
		for i := range 5 {
			for j := range 5 {
				dx := (c.x - (-1.2 + 0.45*float64(i))) / (0.7 * 0.45)
				dv := (c.v - (-0.07 + 0.035*float64(j))) / (0.7 * 0.035)
				want := math.Exp(-(dx*dx + dv*dv) / 2)
				if math.Abs(got[5*i+j]-want) > 1e-13*want {
					t.Errorf("%+v: feature %d is %v, want %v", c, 5*i+j, got[5*i+j], want)
				}
			}
		}
	}
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

// onesOf returns where x is 1; it is nil if x has numbers other than 0 and 1.
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
