package main

import "fmt"

// kind is what the features of a point are like.
type kind string

// The kinds of features.
const (
	dense kind = "dense" // no number is zero
	tiles kind = "tiles" // as tile coding has them: of d numbers, one in each of four tilings is one
)

// point is one measurement: a method on data of a size.
type point struct {
	Sweep    string // the sweep it is of
	Method   string
	Features kind
	N, D     int // trajectories, and features
	H, K     int // transitions in each trajectory, and λ's
}

func (p point) String() string {
	return fmt.Sprintf("%s: %s, %s features, n = %d, d = %d, H = %d, k = %d", p.Sweep, p.Method, p.Features, p.N, p.D, p.H, p.K)
}

// The methods. All but the last are estimator's, by their names.
const (
	auto   = "auto"
	cached = "cached"
	rsm    = "rsm"
	naive  = "naive"
	passes = "passes" // estimator.Passes, with little memory
)

// sweep is some points that differ in one size.
type sweep struct {
	name    string // in the numbers
	label   string // of the axis, and the heading of the table's first column
	base    point  // all other sizes
	at      func(p *point) *int
	sizes   []int
	methods []limit
}

// limit is a method and the largest size that it is measured at.
type limit struct {
	method string
	most   int
}

// sweeps returns all sweeps.
func sweeps() []sweep {
	n := func(p *point) *int { return &p.N }
	d := func(p *point) *int { return &p.D }
	k := func(p *point) *int { return &p.K }
	h := func(p *point) *int { return &p.H }
	const all = 1 << 30
	decades := []int{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}
	return []sweep{
		{
			name: "n", label: "n", at: n, sizes: decades,
			base:    point{Features: dense, D: 16, H: 100, K: 21},
			methods: []limit{{auto, all}, {rsm, 1000}, {naive, 100}, {passes, all}},
		},
		{
			name: "d", label: "d", at: d, sizes: []int{1, 2, 5, 10, 20, 40, 50, 100, 200, 500, 1000},
			base:    point{Features: dense, N: 50, H: 40, K: 3},
			methods: []limit{{auto, all}, {cached, all}, {rsm, 200}, {naive, 100}},
		},
		{
			name: "d-tiles", label: "d of tiles", at: d, sizes: []int{4, 16, 36, 64, 144, 256, 484, 1024},
			base:    point{Features: tiles, N: 50, H: 40, K: 3},
			methods: []limit{{auto, all}, {cached, 484}},
		},
		{
			name: "k", label: "k", at: k, sizes: []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000},
			base:    point{Features: dense, N: 100, D: 16, H: 100},
			methods: []limit{{auto, all}, {rsm, 200}, {naive, 20}},
		},
		{
			name: "h", label: "H", at: h, sizes: decades,
			base:    point{Features: dense, N: 20, D: 16, K: 21},
			methods: []limit{{auto, all}, {rsm, 10000}, {naive, 1000}},
		},
	}
}

// points returns the points of the sweep, by method and size.
func (s sweep) points() []point {
	var out []point
	for _, m := range s.methods {
		for _, size := range s.sizes {
			if size <= m.most {
				p := s.base
				p.Sweep, p.Method = s.name, m.method
				*s.at(&p) = size
				out = append(out, p)
			}
		}
	}
	return out
}

// points returns all points.
func points() []point {
	var out []point
	for _, s := range sweeps() {
		out = append(out, s.points()...)
	}
	return out
}
