package figure

import "testing"

// TestEnds: the sentence names the larger part at each end, once where it is the same.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		bias2, variance []float64
		want            string
	}{
		{[]float64{3, 2, 1}, []float64{1, 2, 3}, "At λ = 0, 75 % of the error is bias; at 1, 75 % is variance."},
		{[]float64{0, 0, 0}, []float64{1, 2, 3}, "100 % of the error is variance at λ = 0, 100 % at 1."},
		{[]float64{96, 95, 97}, []float64{4, 5, 3}, "96 % of the error is bias at λ = 0, 97 % at 1."},
		{[]float64{0, 0, 0}, []float64{0, 0, 0}, "100 % of the error is variance at λ = 0, 100 % at 1."},
	} {
		if got := (Split{Lambdas: []float64{0, .5, 1}, Bias2: c.bias2, Variance: c.variance}).Ends(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestLevel: differences show what levels hide, and only that.
func TestLevel(t *testing.T) {
	flat := Split{Lambdas: []float64{0, 1}, Bias2: []float64{900, 870}, Variance: []float64{10, 30}, Best: 1}
	if !flat.Level() {
		t.Error("an error that changes by 1 % is not level")
	}
	bias2, variance := flat.FromBest()
	if bias2[0] != 30 || variance[0] != -20 || bias2[1] != 0 || variance[1] != 0 {
		t.Errorf("%v, %v from the best", bias2, variance)
	}
	if (Split{Lambdas: []float64{0, 1}, Bias2: []float64{3, 1}, Variance: []float64{1, 1}}).Level() {
		t.Error("an error that halves is level")
	}
}
