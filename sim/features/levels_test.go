package features

import (
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/testutil"
)

// TestOneHot: a feature for each value of a column of labels, and the number of other columns, as
// the description has them; a value without a feature is named.
func TestOneHot(t *testing.T) {
	var c LevelCounter
	for i := range 40 {
		c.Add([]float64{float64(i % 3 * 5), float64(i) / 4, float64(i), float64(i % 2)})
	}
	levels := c.Levels()
	if levels != "0 5 10;;;0 1" {
		t.Errorf("levels %q", levels)
	}
	if columns, counts := levels.Labels(); !slices.Equal(columns, []int{0}) || !slices.Equal(counts, []int{3}) {
		t.Errorf("labels %v of %v values", columns, counts)
	}
	spec := parse(t, "1-hot+bias").WithLevels(levels)
	columns := Columns(4)
	names := testutil.Get(spec.FeatureNames(columns))(t)
	if want := "obs_0=0 obs_0=5 obs_0=10 obs_1 obs_2 obs_3=0 obs_3=1 bias"; strings.Join(names, " ") != want {
		t.Errorf("names %q, want %q", names, want)
	}
	m := testutil.Get(New(spec, 4, Box{}))(t)
	d := m.Describe(columns)
	testutil.Check(t, d.Check())
	out, again := make([]float64, m.Dim()), make([]float64, m.Dim())
	m.Set([]float64{5, .25, 7, 1}, out)
	d.Set([]float64{5, .25, 7, 1}, again)
	checkNumbers(t, "1-hot", out, []float64{0, 1, 0, .25, 7, 0, 1, 1})
	checkNumbers(t, "the description", again, out)
	if err := d.Unseen([]float64{5, 9, 9, 1}); err != nil {
		t.Error(err)
	}
	if err := d.Unseen([]float64{6, 9, 9, 1}); err == nil || err.Error() != "obs_0 is 6: want a value that the fit has seen, 0, 5, 10" {
		t.Error(err)
	}
	if _, err := parse(t, "1-hot").Dim(4); err == nil {
		t.Error("1-hot has features of quantities")
	}
}
