package estimator

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
)

const (
	// kmeansStates is how many states KMeans looks at, at most, to find the centres.
	kmeansStates = 2048
	// kmeansRestarts is how often it begins anew.
	kmeansRestarts = 10
	// kmeansRounds bounds the rounds of each.
	kmeansRounds = 50
)

// KMeans divides the states of some trajectories into up to k regions of like features, 1 …
// MostRegions: each state is of the region with the nearest centre, and each centre is the
// mean of its states, with features divided by their standard deviation (Lloyd 1982). It
// looks at the states that transitions start from, and takes the best of 10 starts by
// k-means++ (Arthur and Vassilvitskii 2007), drawn by the seed alone. Centres come from 2048
// of the states at most, evenly spaced.
//
// Regions are in the order of their centres, which it returns in the features' own units: by
// the first feature, then the second, and so on. There are fewer than k where there are fewer
// different states. do is as Options.Do. It takes O(k·d) a state, and 2048·k·d for each of
// up to 500 rounds.
func KMeans(ctx context.Context, data []*Trajectory, k int, seed uint64, do func(ctx context.Context, n int, f func(i int))) (*Regions, [][]float64, error) {
	if k < 1 || k > MostRegions {
		return nil, nil, fmt.Errorf("%d regions: want 1 to %d", k, MostRegions)
	}
	if len(data) == 0 {
		return nil, nil, fmt.Errorf("no trajectories: want at least 1")
	}
	for i, t := range data {
		if t.Dim() != data[0].Dim() {
			return nil, nil, fmt.Errorf("trajectory %d has %d features, the first %d: want the same", i+1, t.Dim(), data[0].Dim())
		}
	}
	if do == nil {
		do = goroutines
	}
	var points *cloud
	do(ctx, 1, func(int) { points = newCloud(data) })
	tries := make([]clustering, kmeansRestarts)
	do(ctx, len(tries), func(i int) {
		tries[i] = points.cluster(k, rand.New(rand.NewPCG(seed, uint64(i))), func() bool { return ctx.Err() != nil })
	})
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	best := tries[0]
	for _, c := range tries[1:] {
		if c.inertia < best.inertia {
			best = c
		}
	}
	order, centres := points.ordered(best.centres)

	regions := &Regions{Count: len(order), Of: make([][]uint8, len(data))}
	do(ctx, len(data), func(i int) {
		t := data[i]
		of, x, buffer := make([]uint8, t.Len()), make([]float64, points.d), make([]float64, t.Dim())
		for step := range of {
			if step%chunkSteps == chunkSteps-1 && ctx.Err() != nil {
				return
			}
			points.standardize(x, t.FeaturesInto(buffer, step))
			at, _ := nearest(order, x)
			of[step] = uint8(at)
		}
		regions.Of[i] = of
	})
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	return regions, centres, nil
}

// cloud is a sample of states as points, each feature that varies divided by its standard
// deviation.
type cloud struct {
	n, d   int
	x      []float64 // n×d
	raw    []float64 // the features of the states, n times len(mean)
	size   []float64 // of each feature, the largest absolute value, 1 where that is 0
	mean   []float64 // of each, in units of its size
	spread []float64 // its standard deviation, in units of its size; 0 where it is constant
	varies []int     // the features that do, d
}

func newCloud(data []*Trajectory) *cloud {
	steps := 0
	for _, t := range data {
		steps += t.Len()
	}
	features := data[0].Dim()
	c := &cloud{n: min(steps, kmeansStates)}
	raw := make([]float64, 0, c.n*features)
	buffer := make([]float64, features)
	first := 0 // the number of the trajectory's first step among all
	for _, t := range data {
		for len(raw) < c.n*features {
			step := len(raw)/features*steps/c.n - first
			if step >= t.Len() {
				break
			}
			raw = append(raw, t.FeaturesInto(buffer, step)...)
		}
		first += t.Len()
	}

	c.size, c.mean, c.spread = make([]float64, features), make([]float64, features), make([]float64, features)
	for j := range features {
		for i := j; i < len(raw); i += features {
			c.size[j] = max(c.size[j], math.Abs(raw[i]))
		}
		if c.size[j] == 0 {
			c.size[j] = 1
		}
		for i := j; i < len(raw); i += features {
			c.mean[j] += raw[i] / c.size[j] / float64(c.n)
		}
		sum := 0.0
		for i := j; i < len(raw); i += features {
			v := raw[i]/c.size[j] - c.mean[j]
			sum += float64(v * v)
		}
		const constant = 1e-12 // of its size: rounding
		if sd := math.Sqrt(sum / float64(c.n)); sd > constant {
			c.spread[j] = sd
			c.varies = append(c.varies, j)
		}
	}
	c.d, c.raw = len(c.varies), raw
	c.x = make([]float64, c.n*c.d)
	for i := range c.n {
		c.standardize(c.point(i), raw[i*features:(i+1)*features])
	}
	return c
}

func (c *cloud) point(i int) []float64 { return c.x[i*c.d : (i+1)*c.d] }

// standardize sets x to the point of a state.
func (c *cloud) standardize(x, features []float64) {
	for a, j := range c.varies {
		x[a] = (features[j]/c.size[j] - c.mean[j]) / c.spread[j]
	}
}

// ordered returns centres in the order of the means of their states in the features' own
// units, and these means. Both come from the states alone: a feature that all states of a
// region have at 0 is 0, which the way back from points would miss by rounding.
func (c *cloud) ordered(centres [][]float64) (points, means [][]float64) {
	type region struct {
		point, mean []float64
		count       float64
	}
	regions := make([]region, len(centres))
	for r := range regions {
		regions[r] = region{point: centres[r], mean: make([]float64, len(c.size))}
	}
	for i := range c.n {
		at, _ := nearest(centres, c.point(i))
		regions[at].count++
		for j, v := range c.raw[i*len(c.size) : (i+1)*len(c.size)] {
			regions[at].mean[j] += v / c.size[j]
		}
	}
	regions = slices.DeleteFunc(regions, func(r region) bool { return r.count == 0 }) // where the rounds ended before
	for _, r := range regions {
		for j, size := range c.size {
			r.mean[j] = r.mean[j] / r.count * size
		}
	}
	sort.Slice(regions, func(i, j int) bool { return slices.Compare(regions[i].mean, regions[j].mean) < 0 })
	for _, r := range regions {
		points, means = append(points, r.point), append(means, r.mean)
	}
	return points, means
}

// clustering are the centres of regions, and the sum of the squared distances to them.
type clustering struct {
	centres [][]float64
	inertia float64
}

// cluster divides the points once: all centres have points of their own in the end.
func (c *cloud) cluster(k int, random *rand.Rand, stop func() bool) clustering {
	out := clustering{centres: c.start(k, random)}
	of := make([]int, c.n)
	for round := 0; round < kmeansRounds && !stop(); round++ {
		changed := round == 0
		out.inertia = 0
		for i := range of {
			at, distance := nearest(out.centres, c.point(i))
			changed = changed || at != of[i]
			of[i] = at
			out.inertia += distance
		}
		if !changed {
			break
		}
		out.centres = c.means(of, len(out.centres))
	}
	return out
}

// start returns points as the first centres, each drawn with a probability that goes with
// its squared distance from the nearest one before; fewer where there are fewer different
// points.
func (c *cloud) start(k int, random *rand.Rand) [][]float64 {
	centres := [][]float64{slices.Clone(c.point(random.IntN(c.n)))}
	distances := make([]float64, c.n)
	for len(centres) < k {
		total := 0.0
		for i := range distances {
			_, distances[i] = nearest(centres, c.point(i))
			total += distances[i]
		}
		if total == 0 {
			break
		}
		left := random.Float64() * total
		at := -1
		for i, v := range distances {
			if v > 0 {
				at = i // the last of them where rounding leaves some
				if left -= v; left < 0 {
					break
				}
			}
		}
		centres = append(centres, slices.Clone(c.point(at)))
	}
	return centres
}

// means returns the means of the points of each region that has any.
func (c *cloud) means(of []int, regions int) [][]float64 {
	sums, counts := make([][]float64, regions), make([]float64, regions)
	for r := range sums {
		sums[r] = make([]float64, c.d)
	}
	for i, r := range of {
		counts[r]++
		add(sums[r], c.point(i))
	}
	var out [][]float64
	for r, sum := range sums {
		if counts[r] == 0 {
			continue
		}
		for j := range sum {
			sum[j] /= counts[r]
		}
		out = append(out, sum)
	}
	return out
}

// nearest returns the first of the centres that are nearest to a point, and the squared
// distance.
func nearest(centres [][]float64, x []float64) (at int, distance float64) {
	distance = math.Inf(1)
	for c, centre := range centres {
		sum := 0.0
		for j, v := range x {
			v -= centre[j]
			sum += float64(v * v)
		}
		if sum < distance {
			at, distance = c, sum
		}
	}
	return at, distance
}
