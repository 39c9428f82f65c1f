package estimator

import "context"

// LeaveOut leaves out the next trajectories: it takes each from the sums, fits the rest
// and scores the fit, as Select does. The error of a fold does not depend on the blocks.
func (p *Passes) LeaveOut(ctx context.Context, data []*Trajectory) error {
	if len(data) == 0 {
		return nil
	}
	l, first, err := p.block(ctx, data, len(p.lengths), 1)
	if err != nil {
		return err
	}
	k := len(p.totals)
	out := &folds{errors: make([][]float64, k), status: make([][]FoldStatus, k), influence: make([][]float64, k)}
	for k := range k {
		out.errors[k], out.influence[k] = make([]float64, len(data)), make([]float64, len(data))
		out.status[k] = make([]FoldStatus, len(data))
	}
	l.sensitivities = p.sensitivities
	l.fold = func(ws *workspace, f leftOut) { p.view.fold(out, ws, l.problem, f) }
	if l.leave(ctx); ctx.Err() != nil {
		return ctx.Err()
	}
	for i, t := range data {
		p.lengths = append(p.lengths, t.Len())
		p.steps += t.Len()
		p.truncated = append(p.truncated, !t.Terminated())
		p.sumG2 = append(p.sumG2, l.sumG2[i])
		if p.sums.ratios {
			p.importances = append(p.importances, t.importance(p.sums.opt.Gamma))
		}
	}
	for k := range p.errors {
		for _, j := range first {
			p.errors[k] = append(p.errors[k], out.errors[k][j])
			p.status[k] = append(p.status[k], out.status[k][j])
			p.influence[k] = append(p.influence[k], out.influence[k][j])
		}
	}
	return nil
}

// Selected returns the index of λ̂ after the second pass by a weighting of the LOTO
// errors. It may differ from that of the options, as the ℓ_i do not depend on it.
func (p *Passes) Selected(w Weighting) int {
	weight := func(i int) float64 {
		if w == ByTrajectory {
			return 1
		}
		return float64(p.lengths[i])
	}
	var total, meanG2 float64
	for i, h := range p.lengths {
		total += weight(i)
		meanG2 += weight(i) * p.sumG2[i] / float64(h)
	}
	meanG2 /= total
	loto := make([]float64, len(p.errors))
	for k, errors := range p.errors {
		for i, l := range errors {
			loto[k] += float64(weight(i) * l)
		}
		loto[k] /= total
	}
	return smallestWithin(len(loto), func(k int) float64 { return loto[k] }, meanG2)
}
