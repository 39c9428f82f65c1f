package estimator

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// vector is a result of an independent implementation.
type vector struct {
	Gamma, Ridge float64
	Rank         *int
	Episodes     []struct {
		Observations [][]float64
		Rewards      []float64
		Terminated   bool
	}
	Expect []struct {
		Lambda             float64
		A                  [][]float64
		B                  []float64
		Theta, Loto        []float64
		RankDeficientFolds int `json:"rank_deficient_folds"`
	}
	Selected struct{ Step, Trajectory float64 }
}

func readVector(t *testing.T, file string) (vector, []*Trajectory, Options) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var v vector
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	var data []*Trajectory
	for _, e := range v.Episodes {
		data = append(data, mustTrajectory(t, e.Observations, e.Rewards, e.Terminated))
	}
	opt := Options{Gamma: v.Gamma, Ridge: v.Ridge}
	for _, e := range v.Expect {
		opt.Lambdas = append(opt.Lambdas, e.Lambda)
	}
	return v, data, opt
}

func mustTrajectory(t testing.TB, observations [][]float64, rewards []float64, terminated bool) *Trajectory {
	t.Helper()
	var flat []float64
	for _, o := range observations {
		flat = append(flat, o...)
	}
	out, err := NewTrajectory(len(observations[0]), flat, rewards, terminated)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// methods are all ways to compute a selection.
var methods = []Method{Naive, RSM, Cached, Woodbury}

// vectorTolerance is what the vectors are met to; they were made with relative
// errors far below it.
const vectorTolerance = 1e-9

func checkVector(t *testing.T, v vector, s *Selection) {
	t.Helper()
	if v.Rank != nil && s.Rank != *v.Rank {
		t.Errorf("rank %d, want %d", s.Rank, *v.Rank)
	}
	for k, want := range v.Expect {
		got := s.Candidates[k]
		if e := distance(got.Theta, want.Theta) / (1e-300 + norm(want.Theta)); e > vectorTolerance {
			t.Errorf("λ = %v: θ off by %.2g of its norm: %v, want %v", want.Lambda, e, got.Theta, want.Theta)
		}
		for i, l := range want.Loto {
			if e := math.Abs(got.Folds[i]-l) / max(l, 1e-6*s.MeanSquaredReturn); e > vectorTolerance {
				t.Errorf("λ = %v, trajectory %d: ℓ off by %.2g: %v, want %v", want.Lambda, i+1, e, got.Folds[i], l)
			}
		}
		if n := got.DeficientFolds(); n != want.RankDeficientFolds {
			t.Errorf("λ = %v: %d rank-deficient folds, want %d", want.Lambda, n, want.RankDeficientFolds)
		}
	}
}

// TestAccumulateVectors compares A and b with those of rational arithmetic.
func TestAccumulateVectors(t *testing.T) {
	files, err := filepath.Glob("testdata/vectors/exact-*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no exact vectors", err)
	}
	for _, file := range files {
		v, data, opt := readVector(t, file)
		p, err := newProblem(context.Background(), data, opt)
		if err != nil {
			t.Fatal(err)
		}
		for k, e := range v.Expect {
			r := p.r
			s := make(dense.System, r*r+r)
			ws := newWorkspace(r, nil)
			for i := range data {
				p.load(&ws.episode, i)
				p.accumulate(ws, k, s)
			}
			p.regularize(s.Matrix(r))
			for i := range r {
				for j := range r {
					checkNear(t, s.Matrix(r)[i*r+j]*p.scale[i]*p.scale[j], e.A[i][j])
				}
				checkNear(t, s.Vector(r)[i]*p.scale[i], e.B[i])
			}
		}
	}
}

// checkNear allows the rounding of a sum of a few dozen products.
func checkNear(t *testing.T, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-13*(1+math.Abs(want)) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func norm(x []float64) float64 { return math.Sqrt(kernels.Dot(x, x)) }

func distance(x, y []float64) float64 {
	var sum float64
	for i, v := range x {
		sum += (v - y[i]) * (v - y[i])
	}
	return math.Sqrt(sum)
}
