package analysis

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"lambdascope/estimator"
	"lambdascope/sim/features"
	"lambdascope/sim/recorded"
)

// Survey describes files of trajectories before any estimate.
type Survey struct {
	Files                 []Surveyed
	Columns               int // numbers of an observation
	Terminated, Truncated int // episodes
	Lengths               []int
	Effective             float64 // equivalent number of episodes of equal length
	Rewards               [2]float64
	Box                   features.Box // around all observations; without bounds if there are no observations
	Levels                features.Levels
	Collinear             []Collinear // columns that are combinations of earlier columns
	Unchecked             bool        // too many columns for Collinear
	Equal                 []Equal     // episodes equal to earlier episodes
	Copies                bool        // equality is hardly by chance
	Seams                 recorded.Seams
	Groups                int     // 0 without groups
	Ratios                *Ratios // nil without ratios

	extents
	repeats repeats
	moments []float64 // sums of products of columns
}

// Surveyed is a file of a Survey.
type Surveyed struct {
	Name            string
	Format          string
	Err             error // reason that reading failed; nil on success
	Episodes, Steps int
	Apart, Late     int // see recorded.Data
}

// Collinear is a column that is a combination of others.
type Collinear struct {
	Column int
	Of     []int
}

// Equal names an episode and the equal earlier episode.
type Equal struct{ Episode, Earlier string }

// Ratios are the importance ratios of all transitions.
type Ratios struct {
	Mean, Largest float64
	Zero          int
}

// mostMoments is the largest number of columns for Collinear, because the memory of the
// moments grows with the square of the columns.
const mostMoments = 128

// NewSurvey reads files. The Survey has the error of a faulty file, the episodes before the
// fault, and the other files. The error of NewSurvey is ctx's.
func NewSurvey(ctx context.Context, files []Source) (*Survey, error) {
	s := &Survey{Rewards: [2]float64{math.Inf(1), math.Inf(-1)}}
	r := &recorded.Reader{Least: 1}
	for _, f := range files {
		file, err := s.read(ctx, r, f)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		file.Err = err
		s.Files = append(s.Files, file)
	}
	s.finish(r.Data())
	return s, nil
}

// read adds the episodes of a file, up to the first fault.
func (s *Survey) read(ctx context.Context, r *recorded.Reader, source Source) (Surveyed, error) {
	out := Surveyed{Name: source.Name}
	first := len(s.Lengths)
	file, err := source.each(ctx, r, s.add)
	out.Episodes = len(s.Lengths) - first
	for _, h := range s.Lengths[first:] {
		out.Steps += h
	}
	if err == nil {
		out.Format = file.Format
		out.Apart = file.Apart
		out.Late = file.Late
	}
	return out, err
}

// add adds an episode.
func (s *Survey) add(t *estimator.Trajectory) error {
	d := t.Dim()
	if s.Columns == 0 {
		s.Columns = d
		if s.Unchecked = d > mostMoments; !s.Unchecked {
			s.moments = make([]float64, d*d)
		}
	}
	if d != s.Columns {
		return fmt.Errorf("%d features: want %d, as in the files before", d, s.Columns)
	}
	states := t.Len()
	if t.Terminated() {
		s.Terminated++
	} else {
		s.Truncated++
		states++
	}
	s.Lengths = append(s.Lengths, t.Len())
	s.repeats.add(t)
	s.extents.add(t)
	s.Box = s.extents.box
	for _, r := range t.Rewards() {
		s.Rewards[0], s.Rewards[1] = min(s.Rewards[0], r), max(s.Rewards[1], r)
	}
	for _, k := range t.Ratios() {
		if s.Ratios == nil {
			s.Ratios = new(Ratios)
		}
		s.Ratios.Mean += k
		s.Ratios.Largest = max(s.Ratios.Largest, k)
		if k == 0 {
			s.Ratios.Zero++
		}
	}
	if s.moments == nil {
		return nil
	}
	for step := range states {
		x := t.Features(step)
		for i, v := range x {
			if v != 0 {
				row := s.moments[i*d : (i+1)*d]
				for j, w := range x[:i+1] {
					row[j] += float64(v * w)
				}
			}
		}
	}
	return nil
}

// finish computes the figures from the sums and the description of all files.
func (s *Survey) finish(all recorded.Data) {
	squares := 0.0
	for _, h := range s.Lengths {
		squares += float64(float64(h) * float64(h))
	}
	if s.steps > 0 {
		s.Effective = float64(s.steps) * float64(s.steps) / squares
	}
	if s.Ratios != nil {
		s.Ratios.Mean /= float64(s.steps)
	}
	s.Seams = all.Seams
	s.Groups = len(all.Groups.Names)
	name := func(i int) string {
		if all.IDs != nil && all.IDs[i] != "" {
			return all.IDs[i]
		}
		return strconv.Itoa(i)
	}
	for _, t := range s.repeats.all {
		s.Equal = append(s.Equal, Equal{name(int(t.trajectory)), name(int(t.earlier))})
	}
	s.Copies = len(s.Equal) > 0 && s.repeats.copies()
	s.Levels = s.levels.Levels()
	s.findCollinear()
}

// findCollinear finds columns that are combinations of earlier columns, by a Cholesky
// factorisation of the moments of columns of length 1. PivotedCholesky of gonum would order the
// columns by size, so that a report could name a column as a combination of later columns.
func (s *Survey) findCollinear() {
	const (
		alike = 1e-10 // share of a column's squared length that the estimator drops
		part  = 1e-6  // least coefficient named in a combination
	)
	d := s.Columns
	var basis []int
	var factor mat.Cholesky // of the moments of the basis
	at := func(i, j int) float64 {
		i, j = max(i, j), min(i, j)
		return s.moments[i*d+j] / math.Sqrt(s.moments[i*d+i]) / math.Sqrt(s.moments[j*d+j])
	}
	for j := range d {
		if s.moments == nil || s.moments[j*d+j] == 0 {
			continue
		}
		n := len(basis)
		if n == 0 {
			factor.Factorize(mat.NewSymDense(1, []float64{1}))
			basis = append(basis, j)
			continue
		}
		moments := mat.NewVecDense(n+1, nil)
		for k, i := range basis {
			moments.SetVec(k, at(i, j))
		}
		moments.SetVec(n, 1)
		var more mat.Cholesky
		if more.ExtendVecSym(&factor, moments) && more.RawU().At(n, n) > math.Sqrt(alike) {
			basis = append(basis, j)
			factor = more
			continue
		}
		var combination mat.VecDense
		_ = factor.SolveVecTo(&combination, moments.SliceVec(0, n)) // an error only means nearly collinear columns
		one := Collinear{Column: j}
		for k, i := range basis {
			if math.Abs(combination.AtVec(k)) > part {
				one.Of = append(one.Of, i)
			}
		}
		s.Collinear = append(s.Collinear, one)
	}
}

// Steps returns the number of transitions.
func (s *Survey) Steps() int { return s.steps }
