package estimator

import (
	"math"

	"lambdascope/estimator/internal/kernels"
)

// scatter has the weighted mean of vectors of d numbers, and sums of powers about the mean. It
// grows by merging (Pébay 2008), so that no vector is kept and nothing cancels.
type scatter struct {
	weight        float64
	mean          []float64 // d
	squares       []float64 // d×d, up to the diagonal: Σ w (x−mean)(x−mean)ᵀ
	cubes, fourth []float64 // d: Σ w (x−mean)³ and Σ w (x−mean)⁴; nil, as squares, for a single vector
}

func newScatter(d int) *scatter {
	rows := newRows(3, d)
	return &scatter{mean: rows[0], squares: make([]float64, d*d), cubes: rows[1], fourth: rows[2]}
}

// merge adds the vectors of another scatter.
func (s *scatter) merge(o *scatter) {
	if o.weight == 0 {
		return
	}
	d := len(s.mean)
	all := s.weight + o.weight
	a, b := s.weight/all, o.weight/all
	both := float64(s.weight * b)
	delta := make([]float64, d)
	for i := range d {
		x := o.mean[i] - s.mean[i]
		delta[i] = x
		own := s.squares[i*d+i]
		ownCube := s.cubes[i]
		var other, otherCube, otherFourth float64
		if o.squares != nil {
			other = o.squares[i*d+i]
			otherCube = o.cubes[i]
			otherFourth = o.fourth[i]
		}
		square := x * x
		s.fourth[i] += otherFourth + float64(both*(float64(a*a)-float64(a*b)+float64(b*b))*square*square) +
			float64(6*square*(float64(a*a*other)+float64(b*b*own))) + float64(4*x*(float64(a*otherCube)-float64(b*ownCube)))
		s.cubes[i] += otherCube + float64(both*(a-b)*square*x) + float64(3*x*(float64(a*other)-float64(b*own)))
		s.mean[i] += float64(b * x)
	}
	for i, x := range delta {
		kernels.Axpy(both*x, delta[:i+1], s.squares[i*d:])
	}
	if o.squares != nil {
		kernels.Add(s.squares, o.squares)
	}
	s.weight = all
}

// spread is a scatter of numbers, without cubes and fourth powers. Squares do not overflow.
type spread struct {
	weight, mean float64
	norm         scaledNorm // of the distances from the mean times the roots of weights
}

// add adds a number.
func (s *spread) add(weight, x float64) { s.merge(spread{weight: weight, mean: x}) }

// merge adds the numbers of another spread.
func (s *spread) merge(o spread) {
	if o.weight == 0 {
		return
	}
	all := s.weight + o.weight
	delta := o.mean - s.mean
	share := o.weight / all
	s.norm.add(o.norm.root())
	s.norm.add(math.Sqrt(s.weight*share) * delta)
	s.mean += float64(share * delta)
	s.weight = all
}

// about returns the root of the sum of the weighted squares about a centre.
func (s *spread) about(centre float64) float64 {
	norm := s.norm
	norm.add(math.Sqrt(s.weight) * (s.mean - centre))
	return norm.root()
}
