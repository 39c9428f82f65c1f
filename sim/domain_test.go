package sim

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/random"
	"lambdascope/sim/testutil"
)

// rollers are domains with sampled states, in every variant of the dynamics.
var rollers = []struct {
	options    Options
	startDraws int // numbers that the start takes from the stream
}{
	{Options{Domain: "2048"}, 2},
	{Options{Domain: "mountain-car"}, 1},
	{Options{Domain: "mountain-car", Start: "uniform"}, 2},
}

func mustRoller(t testing.TB, o Options) Roller {
	t.Helper()
	return mustNew(t, o).(Roller)
}

// stateFeatures returns the features of encoded states.
func stateFeatures(d Roller, states []byte) [][]float64 {
	var rows [][]float64
	for state := range slices.Chunk(states, d.StateBytes()) {
		row := make([]float64, d.Dim())
		d.StateFeatures(state, row)
		rows = append(rows, row)
	}
	return rows
}

func wantRows(t *testing.T, what string, tr *estimator.Trajectory, rows [][]float64) {
	t.Helper()
	for step, row := range rows {
		if !slices.Equal(tr.Features(step), row) {
			t.Fatalf("%s: features at step %d are %v, want %v", what, step, tr.Features(step), row)
		}
	}
}

// TestTrajectoriesVisitStates: a trajectory visits the states of States, with any feature map and
// cap. A cap keeps the state at the cut, and changes nothing if it is not reached before the last
// transition.
func TestTrajectoriesVisitStates(t *testing.T) {
	for _, r := range rollers {
		maps := testutil.Get(FeatureMaps(r.options))(t)
		d := mustRoller(t, r.options)
		for i := range 20 {
			states := d.States(9, i, nil)
			h := len(states) / d.StateBytes()
			for k, m := range maps {
				for _, most := range []int{0, 1, 7, h - 1, h, h + 1} {
					o := r.options
					o.Features = m + []string{"", "+bias"}[(i+k)%2]
					o.MaxSteps = most
					what := fmt.Sprintf("%+v, trajectory %d", o, i)
					capped := mustRoller(t, o)
					if !slices.Equal(capped.States(9, i, nil), states) {
						t.Fatalf("%s: other states", what)
					}
					tr := mustDraw(t, capped, 9, i)
					want := h
					if most > 0 {
						want = min(h, most)
					}
					if tr.Len() != want || tr.Dim() != capped.Dim() || tr.Terminated() != (want == h) {
						t.Fatalf("%s: %d transitions of %d, terminated %v", what, tr.Len(), h, tr.Terminated())
					}
					rows := stateFeatures(capped, states)
					if tr.Terminated() {
						rows = append(rows, make([]float64, capped.Dim()))
					}
					wantRows(t, what, tr, rows[:want+1])
					if bytes := tr.Bytes(); bytes > (want+1)*(d.StateBytes()+8)+128 {
						t.Errorf("%s: %d bytes for %d transitions", what, bytes, want)
					}
				}
			}
		}
	}
}

// TestRolloutIsTheRestOfATrajectory: a rollout from a state of a trajectory, with the remaining
// stream, has the remaining rewards.
func TestRolloutIsTheRestOfATrajectory(t *testing.T) {
	for _, r := range rollers {
		d := mustRoller(t, r.options)
		for i := range 20 {
			tr := mustDraw(t, d, 4, i)
			states := d.States(4, i, []byte("kept"))
			if string(states[:4]) != "kept" {
				t.Fatal("States does not append")
			}
			states = states[4:]
			rng := func(skip int) *rand.Rand {
				rng := random.Stream(4, i)
				for range r.startDraws + skip {
					rng.Uint64()
				}
				return rng
			}
			profile := d.Rollout(states[:d.StateBytes()], rng(0), nil)
			if !slices.Equal(profile, tr.Rewards()) {
				t.Fatalf("%+v, trajectory %d: rewards %v, want %v", r.options, i, profile, tr.Rewards())
			}
			// Every transition takes one number. From a later state, the profile
			// is added to, and what lies beyond the end is left alone.
			late := min(5, tr.Len()-1)
			profile = d.Rollout(states[late*d.StateBytes():(late+1)*d.StateBytes()], rng(late), profile)
			for lag, sum := range profile {
				want := tr.Rewards()[lag]
				if lag+late < tr.Len() {
					want += tr.Rewards()[lag+late]
				}
				if sum != want {
					t.Fatalf("%+v, trajectory %d: %v at lag %d, want %v", r.options, i, sum, lag, want)
				}
			}
		}
	}
}

// digest hashes the features of 100 trajectories of seed 1, drawn in parallel.
func digest(t *testing.T, d Domain) uint64 {
	drawn := make([]*estimator.Trajectory, 100)
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(drawn); i += workers {
				drawn[i], _ = d.Trajectory(1, i)
			}
		})
	}
	wg.Wait()
	h := fnv.New64a()
	for i, tr := range drawn {
		if tr == nil {
			t.Fatalf("no trajectory %d", i)
		}
		for step := range tr.Len() + 1 {
			for _, x := range tr.Features(step) {
				h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)))
			}
		}
	}
	return h.Sum64()
}

// TestTrajectoriesArePinned: seeds must mean the same on any number of cores, any architecture
// (GOAMD64=v3, for example, fuses products with sums) and in every release.
func TestTrajectoriesArePinned(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, c := range []struct {
		options Options
		want    uint64
	}{
		{Options{}, 0x8c65d05244e710a5},
		{Options{States: 21, Features: "dependent+bias"}, 0xd9025e548599fc6f},
		{Options{Domain: "2048"}, 0x474361a6dedb885},
		{Options{Domain: "mountain-car"}, 0x16020de6ff460f4b},
		{Options{Domain: "mountain-car", Start: "uniform"}, 0x73b3a6fce44c6727},
		{Options{Domain: "mountain-car", Features: "rbf"}, 0x7eb635d4f9144804},
		{Options{Domain: "mountain-car", Features: "tile-coding"}, 0x377b2ecefc3c3b25},
	} {
		if got := digest(t, mustNew(t, c.options)); got != c.want {
			t.Errorf("%+v: %#x, want %#x", c.options, got, c.want)
		}
	}
}

// wantShares checks counts against probabilities by a chi-square test, with the bound of 4.5
// standard deviations of a normal distribution (Wilson and Hilferty 1931).
func wantShares(t *testing.T, what string, counts []int, probabilities []float64) {
	t.Helper()
	n := 0
	for _, c := range counts {
		n += c
	}
	chi2, cells := 0.0, 0
	for i, p := range probabilities {
		expected := p * float64(n)
		if p == 0 {
			if counts[i] != 0 {
				t.Errorf("%s: %d in cell %d, of probability 0", what, counts[i], i)
			}
			continue
		}
		cells++
		chi2 += (float64(counts[i]) - expected) * (float64(counts[i]) - expected) / expected
	}
	free := float64(cells - 1)
	if free == 0 {
		return
	}
	if bound := free * math.Pow(1-2/(9*free)+4.5*math.Sqrt(2/(9*free)), 3); !(chi2 <= bound) {
		t.Errorf("%s: chi-square %.1f of %d counts in %d cells, want at most %.1f", what, chi2, n, cells, bound)
	}
}
