package estimator

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"
)

// TestSave loads a saved fit, and refuses objects that are no fits.
func TestSave(t *testing.T) {
	fit := Fit{Lambda: 0.3, Gamma: 0.9, Theta: []float64{1e-300, -2}, Covariance: []float64{1, 0.1, 0.1, 3}, Effective: 7.5, Singular: true}
	for range 2 {
		var file bytes.Buffer
		if err := fit.Save(&file); err != nil {
			t.Fatal(err)
		}
		if got := must(LoadFit(&file))(t); !reflect.DeepEqual(*got, fit) {
			t.Errorf("%+v, want %+v", *got, fit)
		}
		fit.Covariance = nil
	}
	fit.Lambda = math.NaN()
	if fit.Save(new(bytes.Buffer)) == nil {
		t.Error("a λ of NaN is saved")
	}
	const good = `{"lambda":0,"gamma":1,"theta":[1,2],"covariance":[[1,0],[0,1]],"effective":3,"singular":false}`
	must(LoadFit(strings.NewReader(good)))(t)
	for change, want := range map[string]string{
		`"lambda":0→"lambda":2`:        "lambda 2: want 0 ≤ λ ≤ 1",
		`"gamma":1→"gamma":-1`:         "gamma -1: want 0 ≤ γ ≤ 1",
		`"gamma":1→"other":1`:          "gamma: missing, null or of another type: want a saved fit",
		`[1,2]→[1,null]`:               "theta: missing, null or of another type: want a saved fit",
		`[1,2]→[1]`:                    "covariance: 2 rows for 1 features",
		`[0,1]→[1]`:                    "covariance: 1 numbers in row 2: want 2",
		`[0,1]→[0,-1]`:                 "covariance: the variance in row 2 is -1: want a number ≥ 0",
		`"effective":3→"effective":-3`: "effective -3: want a number of trajectories",
		`"lambda":0→"lambda":"a"`:      "lambda: missing, null or of another type: want a saved fit",
		good + "→":                     "EOF: want a saved fit",
	} {
		from, to, _ := strings.Cut(change, "→")
		saying(t, failure(LoadFit(strings.NewReader(strings.Replace(good, from, to, 1)))), want)
	}
}
