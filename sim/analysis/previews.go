package analysis

import (
	"context"
	"slices"
	"time"

	"lambdascope/sim/settings"
)

const (
	// previewPatience is the time before the first preview, so that short analyses have no
	// previews.
	previewPatience = 20 * time.Millisecond
	// minPreviewSize is the smallest preview; fewer trajectories say little.
	minPreviewSize = 8
	// previewRatio is the ratio between the sizes of successive previews, and between the full
	// data and the largest preview.
	previewRatio = 3
	// previewShare is the least ratio between the expected rest of the analysis and the time
	// of the next preview, because a preview takes time from the analysis.
	previewShare = 4
	// previewLambdas is the largest number of λ's in a preview, besides the λ's to keep.
	previewLambdas = 21
)

// previews returns the settings of the previews of an analysis, with a 27th, a ninth and a
// third of the trajectories, for settings in normal form. Each preview is an analysis of a
// smaller n, because the first trajectories are the same at any n. A fine grid is thinned; the
// ends and the values of keep stay.
func (e *Engine) previews(s settings.Settings, keep []float64) (out []settings.Settings) {
	part := s
	part.Lambdas = settings.FormatLambdas(thinned(s.Grid(), previewLambdas, keep))
	for _, ratio := range []int{previewRatio * previewRatio * previewRatio, previewRatio * previewRatio, previewRatio} {
		part.Trajectories = s.Trajectories / ratio
		if part.Trajectories < minPreviewSize {
			continue
		}
		if p, err := e.checkSettings(part); err == nil { // not for a single group
			out = append(out, p)
		}
	}
	return out
}

// thinned returns values of a grid in even steps of the index, with the ends and the values to
// keep.
func thinned(grid []float64, most int, keep []float64) (out []float64) {
	last := len(grid) - 1
	if last < most {
		return grid
	}
	step := (last + most - 2) / (most - 1)
	for k, v := range grid {
		if k%step == 0 || k == last || slices.Contains(keep, v) {
			out = append(out, v)
		}
	}
	return out
}

// preview shows previews of an analysis in progress, while a preview is short compared with
// the rest of the analysis.
func (e *Engine) preview(ctx context.Context, r Request) {
	began := time.Now()
	select {
	case <-time.After(previewPatience):
	case <-ctx.Done():
		return
	}
	for _, part := range e.previews(r.Settings, r.Keep) {
		if part.Trajectories <= r.Known {
			continue
		}
		start := time.Now()
		a, err := e.Run(ctx, Request{Settings: part, Calibration: r.Calibration})
		if ctx.Err() != nil {
			return
		}
		if err == nil { // the full analysis reports errors in the data
			r.Preview(a)
		}
		next := previewRatio * time.Since(start)
		share, under := e.share(r.Settings)
		if rest := time.Duration(float64(time.Since(began)) * (1 - share) / max(share, 1e-3)); under && rest < previewShare*next {
			return
		}
	}
}
