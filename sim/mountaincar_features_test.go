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

func TestRaw(t *testing.T) {
	if got := carFeaturesAt(t, "raw", car{-0.5, 0.02}); !slices.Equal(got, []float64{-0.5, 0.02}) {
		t.Errorf("raw: %v", got)
	}
	if got := carFeaturesAt(t, "raw+bias", car{-0.5, 0.02}); !slices.Equal(got, []float64{-0.5, 0.02, 1}) {
		t.Errorf("raw+bias: %v", got)
	}
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
		// Reflected in the middle of the box, the features come in reverse.
		reflected := carFeaturesAt(t, "rbf", car{-0.6 - c.x, -c.v})
		for k, g := range reflected {
			if math.Abs(g-got[24-k]) > 1e-13*g {
				t.Errorf("%+v reflected: feature %d is %v, want %v", c, k, g, got[24-k])
			}
		}
	}
	got := carFeaturesAt(t, "rbf", car{-0.3, 0})
	near := math.Exp(-1 / 0.98)
	for k, want := range map[int]float64{12: 1, 7: near, 11: near, 13: near, 17: near, 6: near * near} {
		if math.Abs(got[k]-want) > 1e-14 {
			t.Errorf("in the middle: feature %d is %v, want %v", k, got[k], want)
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

// Every state lies in one tile of each tiling, between its edges, and every tile
// has states in it.
func TestTileCodingTiles(t *testing.T) {
	displaced := [4][2]float64{{0, 0}, {0.25, 0.75}, {0.5, 0.5}, {0.75, 0.25}}
	seen := make([]bool, 256)
	out := make([]float64, 256)
	f := newCarFeatures("tile-coding")
	for a := range 100 {
		for b := range 100 {
			c := car{-1.2 + 1.8*(float64(a)+0.5)/100, -0.07 + 0.14*(float64(b)+0.5)/100}
			f.set(c, out)
			ones := onesOf(out)
			if len(ones) != 4 {
				t.Fatalf("%+v: 1 at %v", c, ones)
			}
			for k, one := range ones {
				seen[one] = true
				i, j := one%64/8, one%8
				for side, edge := range []struct {
					tile       int
					at, length float64
				}{{i, c.x + 1.2, 1.8 / 8}, {j, c.v + 0.07, 0.14 / 8}} {
					low := (float64(edge.tile) - displaced[k][side]) * edge.length
					if one/64 != k || edge.at < low-1e-12 || edge.tile < 7 && edge.at > low+edge.length+1e-12 {
						t.Fatalf("%+v lies in tile (%d, %d) of tiling %d", c, i, j, one/64)
					}
				}
			}
		}
	}
	if k := slices.Index(seen, false); k >= 0 {
		t.Errorf("no state in tile %d", k)
	}
}
