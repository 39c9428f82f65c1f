package estimator

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

// cacheKinds are data of kinds that a Cache treats otherwise.
func cacheKinds(t testing.TB) map[string][]*Trajectory {
	growing := func(by float64) []*Trajectory { // scales change with every n
		data := synthetic(t, 40, 4, 30, 2)
		for i, trajectory := range data {
			size := math.Pow(by, float64(i))
			data[i] = mapped(t, []*Trajectory{trajectory}, func(x []float64) []float64 {
				return []float64{size * x[0], x[1], x[2] / size, 3 * x[3]}
			}, same)[0]
		}
		return data
	}
	cut := truncatedSynthetic(t, 20, 3, 40, 3)
	// Of these the first lack features that others have: more of them have more coordinates.
	late := synthetic(t, 40, 4, 30, 4)
	for i, trajectory := range late {
		late[i] = mapped(t, []*Trajectory{trajectory}, func(x []float64) []float64 {
			return []float64{x[0], x[1] * float64(min(1, i/15)), x[2], x[3] * float64(min(1, i/25))}
		}, same)[0]
	}
	return map[string][]*Trajectory{
		"dense":     synthetic(t, 40, 5, 30, 1),
		"short":     synthetic(t, 40, 5, 6, 1),
		"late":      late,
		"growing":   growing(1.5),
		"wild":      growing(1e7), // beyond what scales exactly
		"truncated": append(cut, synthetic(t, 20, 3, 40, 5)...),
		"one-hot":   oneHot(t, 40, 6, 3),
		"fading":    fading(t, 30, 300), // where traces end in numbers that are not exact
		"repeated":  append(synthetic(t, 20, 3, 30, 5), synthetic(t, 20, 3, 30, 5)...),
		"ratios":    offPolicy(t, synthetic(t, 30, 3, 30, 6), 1),
		"collinear": mapped(t, synthetic(t, 20, 4, 30, 2), func(x []float64) []float64 {
			return []float64{x[0], x[1], x[2], x[0] + x[1]/3}
		}, same),
	}
}

// fading returns episodes that see some features at their start alone.
func fading(t testing.TB, n, h int) []*Trajectory {
	t.Helper()
	random := rand.New(rand.NewPCG(4, 1))
	out := make([]*Trajectory, n)
	for i := range out {
		const d = 3
		x, rewards := make([]float64, (h+1)*d), make([]float64, h)
		for s := range h {
			x[s*d+2] = random.NormFloat64()
			if s < 5 {
				x[s*d+s%2] = random.NormFloat64() * float64(i+1)
			}
			rewards[s] = random.NormFloat64()
		}
		trajectory := must(NewTrajectory(d, x, rewards, true))(t)
		out[i] = trajectory
	}
	return out
}

// walkOptions calls visit with settings of which each differs in one from the one before.
func walkOptions(random *rand.Rand, most, steps int, visit func(n int, opt Options)) {
	n, opt := most/2, Options{Gamma: .9, Lambdas: grid(5)}
	for range steps {
		switch random.IntN(8) {
		case 0, 1:
			n = 6 + random.IntN(most-5)
		case 2:
			opt.Gamma = []float64{0, .5, .9, 1}[random.IntN(4)]
		case 3:
			opt.Lambdas = grid([]int{2, 5, 9, 21}[random.IntN(4)])
		case 4:
			opt.Ridge = []float64{0, .1, 1000}[random.IntN(3)]
		case 5:
			opt.Weighting = Weighting(random.IntN(2))
		case 6:
			opt.Tail = Tail(random.IntN(2))
		case 7:
			opt.Method = []Method{Auto, Cached, Woodbury}[random.IntN(3)]
		}
		visit(n, opt)
	}
}

// TestSameBits walks through settings, and asks for the bits of a selection without a
// Cache, whether that has room for much or for little, of its fits, and of its ridges.
func TestSameBits(t *testing.T) {
	for name, data := range cacheKinds(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			caches := []*Cache{NewCache(0), NewCache(40 << 10), NewCache(64 << 20)}
			step := 0
			walkOptions(rand.New(rand.NewPCG(7, 1)), len(data), 14, func(n int, opt Options) {
				step++
				s := mustSelect(t, data[:n], opt)
				checkFits(t, data[:n], opt, s)
				want, ridges := bits(s), ""
				for i, c := range append(caches, nil) {
					if opt.Cache = c; step%7 == 0 {
						got := ""
						for _, s := range must(SelectRidge(t.Context(), data[:n], []float64{.01, 1, 100}, opt))(t).Selections {
							got += bits(s)
						}
						if i > 0 && got != ridges {
							t.Fatalf("step %d, n %d, %+v: other bits of ridges", step, n, opt)
						}
						ridges = got
					}
					if c == nil {
						break
					}
					if got := bits(mustSelect(t, data[:n], opt)); got != want {
						t.Fatalf("step %d, n %d, %+v: other bits with a cache of %d bytes", step, n, opt, c.limit)
					}
					if c.Bytes() > c.limit {
						t.Fatalf("%d bytes in a cache of %d", c.Bytes(), c.limit)
					}
				}
			})
		})
	}
}

// checkFits asks for the bits of a selection's fits.
func checkFits(t *testing.T, data []*Trajectory, opt Options, s *Selection) {
	t.Helper()
	for k, got := range must(Fits(t.Context(), data, opt))(t) {
		if want := s.Candidates[k]; got.Lambda != want.Lambda || got.Singular != want.Singular || !slices.Equal(got.Theta, want.Theta) {
			t.Fatalf("n %d, %+v, λ = %v: other bits", len(data), opt, got.Lambda)
		}
	}
}

// TestFitsOfWideFeatures fits few λ's at a time, fewer than without a jackknife.
func TestFitsOfWideFeatures(t *testing.T) {
	data, opt := synthetic(t, 20, 99, 30, 3), Options{Gamma: .9, Lambdas: grid(5)}
	checkFits(t, data, opt, mustSelect(t, data, opt))
}

// TestCacheIsUsed counts the states that are computed: a selection that differs in one
// setting from what a Cache holds computes fewer than without.
func TestCacheIsUsed(t *testing.T) {
	var computed atomic.Int64
	draw := func(seed uint64) []*Trajectory {
		data := synthetic(t, 40, 5, 30, seed)
		for i, one := range data {
			data[i] = must(NewComputedTrajectory(5, func(step int, x []float64) {
				computed.Add(1)
				copy(x, one.Features(step))
			}, 0, one.Rewards(), true))(t)
		}
		return data
	}
	count := func(data []*Trajectory, opt Options) int64 {
		before := computed.Load()
		mustSelect(t, data, opt)
		return computed.Load() - before
	}
	a := draw(1)
	base := Options{Gamma: .9, Lambdas: grid(5)}
	for name, change := range map[string]func(o *Options) (n int){
		"nothing":   func(*Options) int { return 30 },
		"more":      func(*Options) int { return 40 },
		"fewer":     func(*Options) int { return 10 },
		"ridge":     func(o *Options) int { o.Ridge = 2; return 30 },
		"weighting": func(o *Options) int { o.Weighting = ByTrajectory; return 30 },
		"tail":      func(o *Options) int { o.Tail = TailBootstrap; return 30 },
	} {
		opt := base
		opt.Cache = NewCache(1 << 20)
		mustSelect(t, a[:30], opt)
		n := change(&opt)
		with := count(a[:n], opt)
		if opt.Cache = nil; with >= count(a[:n], opt) {
			t.Errorf("%s turned: the cache is not used", name)
		}
	}
}

// TestCacheAtOnce has many selections share a Cache that holds few of their sums.
func TestCacheAtOnce(t *testing.T) {
	data := synthetic(t, 40, 5, 30, 1)
	type job struct {
		n    int
		opt  Options
		want string
	}
	var jobs []job
	walkOptions(rand.New(rand.NewPCG(8, 1)), len(data), 20, func(n int, opt Options) {
		jobs = append(jobs, job{n, opt, bits(mustSelect(t, data[:n], opt))})
	})
	cache := NewCache(200 << 10)
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for _, i := range rand.New(rand.NewPCG(uint64(w), 1)).Perm(len(jobs)) {
				j := jobs[i]
				j.opt.Cache = cache
				s, err := Select(t.Context(), data[:j.n], j.opt)
				if err != nil {
					t.Error(err)
				} else if bits(s) != j.want {
					t.Errorf("n %d, %+v: other bits", j.n, j.opt)
				}
			}
		})
	}
	wg.Wait()
}

// TestFarScales drops trajectories of huge numbers: those left, one of zeros among them, have
// scales that factors would overflow between.
func TestFarScales(t *testing.T) {
	one := func(x float64) *Trajectory {
		out := must(NewTrajectory(1, []float64{x, x / 2, 0}, []float64{1, 2}, true))(t)
		return out
	}
	for _, big := range []float64{1e-80, 1e30, 1e60, 1e80, 1e150} {
		data := []*Trajectory{one(big), one(big), one(0), one(1e-80), one(1e-80)}
		opt := Options{Gamma: .9, Lambdas: grid(3)}
		want := bits(mustSelect(t, data[2:], opt))
		opt.Cache = NewCache(1 << 20)
		mustSelect(t, data, opt)
		if s := mustSelect(t, data[2:], opt); bits(s) != want {
			t.Errorf("after numbers of %v: θ = %v, other than without a cache", big, s.Best().Theta)
		}
	}
}
