package estimator

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

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
		Theta, Loto        []float64
		RankDeficientFolds int `json:"rank_deficient_folds"`
	}
	Selected struct{ Step, Trajectory float64 }
}

// vectorFiles are the files of the vectors.
func vectorFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/vectors/*.json")
	if err != nil || len(files) < 14 {
		t.Fatalf("%d vectors, %v: want 14", len(files), err)
	}
	return files
}

func readVector(t *testing.T, file string) (vector, []*Trajectory, Options) {
	t.Helper()
	raw := must(os.ReadFile(file))(t)
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
	return must(NewTrajectory(len(observations[0]), flat, rewards, terminated))(t)
}

// vectorTolerance is the relative tolerance. The vectors are far more exact.
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

func norm(x []float64) float64 { return math.Sqrt(kernels.Dot(x, x)) }

func distance(x, y []float64) float64 {
	var sum float64
	for i, v := range x {
		sum += (v - y[i]) * (v - y[i])
	}
	return math.Sqrt(sum)
}
