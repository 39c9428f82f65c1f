package report

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

// TestNumbersAsEncodingJSON compares the text of numbers with encoding/json's.
func TestNumbersAsEncodingJSON(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	values := []float64{0, math.Copysign(0, -1), 1, -1, 1e-6, 9.999e-7, 1e-7, -1e-10, 1e20, 1e21, -1.5e21, 1e-100, 5e-324, math.MaxFloat64}
	for range 10_000 {
		if v := math.Float64frombits(random.Uint64()); finite(v) {
			values = append(values, v)
		}
	}
	for _, v := range values {
		want := must.Have(json.Marshal(v))(t)
		if got := appendJSON(nil, v); !bytes.Equal(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got := appendJSON(nil, v); string(got) != "null" {
			t.Errorf("%v: %s", v, got)
		}
	}
}

// withFolds returns a result of many folds, as --folds has them.
func withFolds(n, k int) Result {
	sel := &estimator.Selection{Trajectories: n}
	for j := range k {
		c := estimator.Candidate{Lambda: float64(j) / float64(k), Theta: []float64{1}, Folds: make([]float64, n), Status: make([]estimator.FoldStatus, n)}
		for i := range n {
			c.Folds[i] = float64(i) / 3
			c.Status[i] = estimator.FoldStatus(i % 3)
		}
		sel.Candidates = append(sel.Candidates, c)
	}
	r := Result{Result: &analysis.Result{Settings: analysis.Settings{Hash: "x", File: "<a>"}, Selection: sel, Best: -1, Worst: -1}, Leverage: make([]float64, n)}
	r.Leverage[n-1] = 0.25
	return r
}

// TestFoldsInJSON reads back what is written of single folds.
func TestFoldsInJSON(t *testing.T) {
	r := withFolds(5, 3)
	var text bytes.Buffer
	must.Succeed(t, WriteJSON(&text, r))
	var got struct {
		Source struct{ File string }
		Curve  []struct {
			Lambda float64
			Folds  []float64
			Status []string `json:"fold_status"`
		}
		Leverage []float64
		Elapsed  map[string]float64 `json:"elapsed_ms"`
	}
	if err := json.Unmarshal(text.Bytes(), &got); err != nil {
		t.Fatalf("%v\n%s", err, text.String())
	}
	if len(got.Curve) != 3 || len(got.Leverage) != 5 || got.Leverage[4] != 0.25 || len(got.Elapsed) != 3 || got.Source.File != "<a>" || !bytes.Contains(text.Bytes(), []byte("<a>")) {
		t.Errorf("%s", text.String())
	}
	for k, p := range got.Curve {
		c := r.Selection.Candidates[k]
		if p.Lambda != c.Lambda || len(p.Folds) != 5 || len(p.Status) != 5 {
			t.Fatalf("λ %d: %+v", k, p)
		}
		for i := range c.Folds {
			if p.Folds[i] != c.Folds[i] || p.Status[i] != c.Status[i].String() {
				t.Errorf("λ %d, fold %d: %v %s", k, i, p.Folds[i], p.Status[i])
			}
		}
	}
}

// TestFoldsAreStreamed writes many folds, which may take no memory that goes with
// their number.
func TestFoldsAreStreamed(t *testing.T) {
	r := withFolds(200_000, 5)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	must.Succeed(t, WriteJSON(io.Discard, r))
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 1<<20 {
		t.Errorf("%d bytes for %d folds", took, 5*200_000)
	}
}
