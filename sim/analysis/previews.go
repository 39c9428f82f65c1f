package analysis

import (
	"context"
	"slices"
	"time"

	"lambdascope/sim/panics"
	"lambdascope/sim/settings"
)

const (
	// previewPatience is how long an analysis may take without previews, so that short ones
	// have none.
	previewPatience = 20 * time.Millisecond
	// minPreviewSize is the smallest preview; fewer trajectories say little.
	minPreviewSize = 8
	// previewRatio is by how much each preview is larger than the one before, and the whole
	// than the largest.
	previewRatio = 3
	// previewShare is how many times as long as the next preview the rest of the analysis
	// must be expected to take, as the preview takes time from it.
	previewShare = 4
	// previewLambdas is the most λ's of a preview, besides those to keep.
	previewLambdas = 21
)

// previews returns settings of the first trajectories, a 27th of all, a ninth and a third,
// for settings in their usual form. As the first trajectories are the same at any n, each
// analysis is one of a smaller n. Where the grid is fine, it is of some of the λ's: the ends
// and those of keep are among them.
func (e *Engine) previews(s settings.Settings, keep []float64) []settings.Settings {
	grid, err := settings.ParseLambdas(s.Lambdas)
	if err != nil {
		return nil
	}
	part := s
	part.Lambdas = settings.FormatLambdas(thinned(grid, previewLambdas, keep))
	var out []settings.Settings
	for _, ratio := range []int{previewRatio * previewRatio * previewRatio, previewRatio * previewRatio, previewRatio} {
		part.Trajectories = s.Trajectories / ratio
		if part.Trajectories < minPreviewSize {
			continue
		}
		if p, err := e.Check(part); err == nil { // unlike where all are of one group
			out = append(out, p)
		}
	}
	return out
}

// thinned returns some of a grid, evenly apart by index, with its ends and the values of
// it that are to be kept.
func thinned(grid []float64, most int, keep []float64) []float64 {
	last := len(grid) - 1
	if last < most {
		return grid
	}
	step := (last + most - 2) / (most - 1)
	var out []float64
	for k, v := range grid {
		if k%step == 0 || k == last || slices.Contains(keep, v) {
			out = append(out, v)
		}
	}
	return out
}

// AnalyzeWithPreviews is Analyze for somebody who waits for a first picture. While the
// analysis goes on, it calls show with previews of more than some number of trajectories,
// which are known already. Results without truth have their Calibration, which is shown in
// its place.
func (e *Engine) AnalyzeWithPreviews(ctx context.Context, s settings.Settings, known int, keep []float64, show func(*Result)) (*Result, error) {
	s, err := e.Check(s)
	if err != nil {
		return nil, err
	}
	meanwhile, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	go func() {
		ended <- panics.Guard(func() error {
			e.preview(meanwhile, s, known, keep, show)
			return nil
		})
	}()
	a, err := e.picture(ctx, s)
	stop()
	panics.Raise(<-ended)
	return a, err
}

// preview shows previews of an analysis under way, as long as they take little beside the
// rest of it.
func (e *Engine) preview(ctx context.Context, s settings.Settings, known int, keep []float64, show func(*Result)) {
	began := time.Now()
	select {
	case <-time.After(previewPatience):
	case <-ctx.Done():
		return
	}
	for _, part := range e.previews(s, keep) {
		if part.Trajectories <= known {
			continue
		}
		start := time.Now()
		a, err := e.picture(ctx, part)
		if ctx.Err() != nil {
			return
		}
		if err == nil { // else the whole reports what is wrong with the data
			show(a)
		}
		next := previewRatio * time.Since(start)
		share, under := e.share(s)
		if rest := time.Duration(float64(time.Since(began)) * (1 - share) / max(share, 1e-3)); under && rest < previewShare*next {
			return
		}
	}
}

// picture returns an analysis with all that is shown of it.
func (e *Engine) picture(ctx context.Context, s settings.Settings) (*Result, error) {
	a, err := e.Analyze(ctx, s)
	if err != nil || a.Truth != nil {
		return a, err
	}
	return e.WithCalibration(ctx, a)
}
