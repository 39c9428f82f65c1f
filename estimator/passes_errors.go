package estimator

import (
	"context"
	"fmt"

	"lambdascope/estimator/internal/kernels"
)

// LOTOErrors are the second pass of a selection in passes: the LOTO error of each fold, and
// what the standard errors of the third pass need of all of them. They take memory for
// some n·k numbers, and k·d².
//
// The error of a fold does not depend on how the trajectories were divided.
type LOTOErrors struct {
	settings settings
	dim      int

	lengths   []int     // H_i
	truncated []bool    // n
	sumG2     []float64 // n, Σ_t G_t²
	// importances has n; nil where no trajectory has ratios.
	importances []importance

	errors [][]float64 // k×n, ℓ_i
	status [][]FoldStatus
	own    [][]float64 // k×n, what is taken from the influence of each; see sensitivity

	sensitivities [][]float64 // per λ, their sum over folds, padded, in base coordinates
}

// NewLOTOErrors returns the errors of no trajectories yet.
func (p *Passes) NewLOTOErrors() *LOTOErrors {
	k := len(p.totals)
	s := &LOTOErrors{
		settings:      p.settings(),
		dim:           p.base.d,
		errors:        make([][]float64, k),
		status:        make([][]FoldStatus, k),
		own:           make([][]float64, k),
		sensitivities: make([][]float64, k),
	}
	for k := range s.sensitivities {
		s.sensitivities[k] = make([]float64, p.base.paddedSize())
	}
	return s
}

// Len returns the number of trajectories.
func (s *LOTOErrors) Len() int { return len(s.lengths) }

// Grow makes room for n more trajectories.
func (s *LOTOErrors) Grow(n int) {
	s.lengths, s.truncated, s.sumG2 = grow(s.lengths, n), grow(s.truncated, n), grow(s.sumG2, n)
	if s.importances != nil {
		s.importances = grow(s.importances, n)
	}
	for k := range s.errors {
		s.errors[k], s.status[k], s.own[k] = grow(s.errors[k], n), grow(s.status[k], n), grow(s.own[k], n)
	}
}

// completed returns the importances of all trajectories, where none has ratios, too.
func (s *LOTOErrors) completed() []importance {
	if s.importances != nil {
		return s.importances
	}
	out := make([]importance, len(s.lengths), cap(s.lengths))
	for i, h := range s.lengths {
		out[i] = plainImportance(h, s.settings.gamma, !s.truncated[i])
	}
	return out
}

// grow returns x with room for n more, and no more than that.
func grow[T any](x []T, n int) []T {
	if cap(x)-len(x) >= n {
		return x
	}
	out := make([]T, len(x), len(x)+n)
	copy(out, x)
	return out
}

// Append adds the errors of trajectories that follow these. The error names a setting
// that differs.
func (s *LOTOErrors) Append(o *LOTOErrors) error {
	if o == nil {
		return fmt.Errorf("no LOTO errors to append: want those of NewLOTOErrors")
	}
	if err := s.settings.check(o.settings); err != nil {
		return fmt.Errorf("LOTO errors at %w", err)
	}
	if s.dim != o.dim {
		return fmt.Errorf("LOTO errors of %d features other than zero: want %d", o.dim, s.dim)
	}
	if s.importances != nil || o.importances != nil {
		s.importances = append(s.completed(), o.completed()...)
	}
	s.lengths = append(s.lengths, o.lengths...)
	s.truncated = append(s.truncated, o.truncated...)
	s.sumG2 = append(s.sumG2, o.sumG2...)
	for k := range s.errors {
		s.errors[k] = append(s.errors[k], o.errors[k]...)
		s.status[k] = append(s.status[k], o.status[k]...)
		s.own[k] = append(s.own[k], o.own[k]...)
		kernels.Add(s.sensitivities[k], o.sensitivities[k])
	}
	return nil
}

// LeaveOut adds the folds of trajectories that are among those of the sums to s: each is
// taken from these, and fitted and scored as Select does. After an error s is of no use.
func (p *Passes) LeaveOut(ctx context.Context, s *LOTOErrors, data []*Trajectory) error {
	if err := p.checkErrors(s); err != nil || len(data) == 0 {
		return err
	}
	l, first, err := p.block(ctx, data, len(s.lengths), 1)
	if err != nil {
		return err
	}
	k := len(p.totals)
	out := &folds{errors: make([][]float64, k), status: make([][]FoldStatus, k), influence: make([][]float64, k)}
	for k := range k {
		out.errors[k], out.influence[k] = make([]float64, len(data)), make([]float64, len(data))
		out.status[k] = make([]FoldStatus, len(data))
	}
	l.sensitivities = s.sensitivities
	l.fold = func(ws *workspace, f leftOut) { p.view.fold(out, ws, l.problem, f) }
	if l.leave(ctx); ctx.Err() != nil {
		return ctx.Err()
	}
	if s.importances != nil || hasRatios(data) {
		s.importances = s.completed()
		for _, t := range data {
			s.importances = append(s.importances, t.importance(p.sums.gamma))
		}
	}
	for i, t := range data {
		s.lengths = append(s.lengths, t.Len())
		s.truncated = append(s.truncated, !t.Terminated())
		s.sumG2 = append(s.sumG2, l.sumG2[i])
	}
	for k := range s.errors {
		for _, j := range first {
			s.errors[k] = append(s.errors[k], out.errors[k][j])
			s.status[k] = append(s.status[k], out.status[k][j])
			s.own[k] = append(s.own[k], out.influence[k][j])
		}
	}
	return nil
}

// Selected returns the index of λ̂ by a weighting of the LOTO errors, whatever that of the
// passes is, as the ℓ_i do not depend on it: that of Selection.Selected of passes with
// this weighting. It is 0 without trajectories.
func (s *LOTOErrors) Selected(w Weighting) int {
	weight := func(i int) float64 {
		if w == ByTrajectory {
			return 1
		}
		return float64(s.lengths[i])
	}
	var total, meanG2 float64
	for i, h := range s.lengths {
		total += weight(i)
		meanG2 += weight(i) * s.sumG2[i] / float64(h)
	}
	meanG2 /= total
	loto := make([]float64, len(s.errors))
	for k, errors := range s.errors {
		for i, l := range errors {
			loto[k] += float64(weight(i) * l)
		}
		loto[k] /= total
	}
	return smallestWithin(len(loto), func(k int) float64 { return loto[k] }, meanG2)
}
