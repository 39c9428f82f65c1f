package features

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/testutil"
)

func TestFeatureNames(t *testing.T) {
	for _, c := range []struct {
		name    string
		columns int
		want    string
	}{
		{"identity+bias", 2, "obs_0 obs_1 bias"},
		{"poly:2", 2, "obs_0 obs_1 obs_0² obs_0·obs_1 obs_1²"},
		{"poly:12", 1, "obs_0 obs_0² obs_0³ obs_0⁴ obs_0⁵ obs_0⁶ obs_0⁷ obs_0⁸ obs_0⁹ obs_0¹⁰ obs_0¹¹ obs_0¹²"},
		{"fourier:2", 2, "constant cos(obs_1) cos(2·obs_1) cos(obs_0) cos(obs_0+obs_1) cos(obs_0+2·obs_1) cos(2·obs_0) cos(2·obs_0+obs_1) cos(2·obs_0+2·obs_1)"},
		{"rbf:2+bias", 2, "rbf_1,1 rbf_1,2 rbf_2,1 rbf_2,2 bias"},
		{"tile-coding:2x2", 1, "tiling_1_tile_1 tiling_1_tile_2 tiling_2_tile_1 tiling_2_tile_2"},
		{"rff:2", 3, "rff_1 rff_2"},
	} {
		got := testutil.Get(parse(t, c.name).FeatureNames(Columns(c.columns)))(t)
		for i, name := range got {
			if !strings.HasPrefix(name, "obs") {
				got[i] = strings.ReplaceAll(name, " ", "_")
			}
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s, want %s", c.name, text, c.want)
		}
	}
	if _, err := parse(t, "poly:4").FeatureNames(Columns(16)); err == nil {
		t.Error("the names of too many features: no error")
	}
}

// TestDescriptions: a description, written and read back, gives the features of the map by
// formulas, and names each once.
func TestDescriptions(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, name := range []string{"identity", "poly:1", "poly:3", "poly:5", "fourier:1", "fourier:5", "rbf:2", "rbf:5", "tile-coding:1x2", "tile-coding:4x8", "tile-coding:3x4", "rff:1", "rff:40:9"} {
		for columns := 1; columns <= 4; columns++ {
			for _, name := range []string{name, name + BiasSuffix} {
				spec := parse(t, name)
				if _, err := spec.Dim(columns); err != nil {
					continue
				}
				var box Box
				for range columns {
					low := 20*rng.Float64() - 10
					box.Low, box.High = append(box.Low, low), append(box.High, low+5*rng.Float64()+.1)
				}
				m := testutil.Get(New(spec, columns, box))(t)
				var d Description
				testutil.Check(t, json.Unmarshal(testutil.Get(json.Marshal(m.Describe(Columns(columns))))(t), &d))
				if err := d.Check(); err != nil || d.Dim() != m.Dim() {
					t.Fatalf("%s of %d columns: %d features, %v", name, columns, d.Dim(), err)
				}
				for i, feature := range d.Features {
					if slices.Contains(d.Features[:i], feature) {
						t.Errorf("%s: two features are called %s", name, feature)
					}
				}
				x, got := make([]float64, columns), make([]float64, m.Dim())
				for range 50 {
					for j := range x { // at a face of the box, once in three
						low, high := box.Low[j], box.High[j]
						x[j] = []float64{low, high, low + rng.Float64()*(high-low)}[min(rng.IntN(6), 2)]
					}
					d.Set(x, got)
					checkNumbers(t, fmt.Sprint(name, x), featuresOf(t, name, box, x...), got)
				}
			}
		}
	}
}

// TestTilesBeyondTheBox: an observation beyond the bounds falls in the last tiles.
func TestTilesBeyondTheBox(t *testing.T) {
	m := testutil.Get(New(parse(t, "tile-coding:1x3"), 1, unit(1)))(t)
	d := m.Describe(Columns(1))
	out := make([]float64, 3)
	d.Set([]float64{-5}, out)
	checkNumbers(t, "below", out, []float64{1, 0, 0})
	d.Set([]float64{5}, out)
	checkNumbers(t, "above", out, []float64{0, 0, 1})
}
