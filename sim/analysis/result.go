package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"lambdascope/estimator"
	"lambdascope/estimator/rivals"
	"lambdascope/sim"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
	"lambdascope/sim/truth"
)

// Result is the result of ALLSTD at some Settings, scored against the truth if known. A Result
// is immutable; the slices are shared.
type Result struct {
	Settings  settings.Settings
	Selection *estimator.Selection
	// Truth is the true value function; nil if unknown.
	Truth *truth.Values
	// MSVE is the mean squared value error of θ_λ per λ; nil without truth. The estimate is
	// unbiased, and may be negative if θ_λ is within the accuracy of the truth.
	MSVE []float64
	// Best and Worst are the indices of the λ's with the least and the largest MSVE on the
	// data, the smallest λ of ties; −1 without truth.
	Best, Worst int
	// Scaling is the scaling of the observations of a file; nil for features without scaling.
	Scaling *Scaling
	// Groups names the group of each fold; nil if single trajectories are left out.
	Groups []string
	// IDs are the names of the left-out trajectories in the file, empty for a trajectory
	// without a name; nil for a file without names.
	IDs []string
	// Files are the names of the files of recorded data, in order.
	Files []string
	// Copies is the number of recorded trajectories equal to earlier trajectories; 0 if
	// equality may be chance.
	Copies int
	// Constant is the LOTO error of a constant value: for each trajectory, the mean return of the
	// others. It is NaN or infinite if the others have no such mean.
	Constant float64
	// NoConstant is set if no feature of recorded data is constant.
	NoConstant bool
	// Seams are of the whole file of recorded data.
	Seams recorded.Seams
	// Sample holds some states of the data with the observed returns; nil for a known truth,
	// and for streamed trajectories.
	Sample  *Sample
	Elapsed Elapsed

	// Parts that a Request asks for; zero otherwise.

	// Comparison compares this result with results of other choices on the same trajectories. This
	// result has the lowest LOTO error of all.
	Comparison *Comparison
	// Calibration compares the fit at λ̂ with trajectories left out of the fit. It is nil for
	// numbers so large that squares overflow.
	Calibration *estimator.Calibration
	Calibrated  bool // Calibration was asked for
	Folds       *Folds
	Refined     *Refined
	Fit         *Fit
	Episodes    []*Episode

	steps    []int     // of each trajectory; nil without the results of folds
	streamed *streamed // of streamed trajectories; nil for those in memory
}

// Elapsed is the time of the parts of an analysis. Selection.Elapsed is the time of the
// selection.
type Elapsed struct {
	Simulate    time.Duration // drawing trajectories, or mapping the features of a file
	Score       time.Duration // truth and MSVE
	Calibration time.Duration // 0 without a Calibration
	Leverage    time.Duration // 0 without leverages
}

// Sample has states of the data and the returns observed from these states.
type Sample struct {
	X       []float64 // M×d, features row by row
	Returns []float64 // M
}

// RootMSVE returns the root MSVE at the k-th λ; NaN without truth.
func (a *Result) RootMSVE(k int) float64 {
	if a.Truth == nil {
		return math.NaN()
	}
	return RootMSVE(a.MSVE[k])
}

// MSVEError returns the standard error of the MSVE at the k-th λ due to the truth: 0 for an
// exact truth, NaN without truth; see truth.Values.MSVEError.
func (a *Result) MSVEError(k int) float64 {
	if a.Truth == nil {
		return math.NaN()
	}
	return a.Truth.MSVEError(a.Selection.Candidates[k].Theta)
}

// RootMSVE returns the root of an MSVE, 0 for an estimate below 0, and NaN for NaN.
func RootMSVE(msve float64) float64 { return math.Sqrt(max(0, msve)) }

// Values returns the values xᵀθ_λ at the k-th λ, in O(M·d), for the reference states, or for
// the sampled states of recorded data.
func (a *Result) Values(k int) []float64 {
	var x []float64
	if a.Truth != nil {
		x = a.Truth.Refs.X
	} else if a.Sample != nil {
		x = a.Sample.X
	}
	theta := a.Selection.Candidates[k].Theta
	out := make([]float64, len(x)/len(theta))
	for s := range out {
		for j, v := range x[s*len(theta) : (s+1)*len(theta)] {
			out[s] += float64(v * theta[j])
		}
	}
	return out
}

// bytes returns the approximate memory of the analysis, without the truth, which results share.
func (a *Result) bytes() int {
	const columns = 32 // of the spread of scores, about
	total := 4096 + 16*a.Selection.Trajectories + 8*columns*len(a.Selection.Candidates)
	for _, c := range a.Selection.Candidates {
		total += 9*len(c.Folds) + 8*len(c.Theta) + 200
	}
	if a.Sample != nil {
		total += 8 * (len(a.Sample.X) + len(a.Sample.Returns))
	}
	return total
}

// analyze computes the Result of a request. Without a stream, all simulated trajectories are in
// memory. Parts other than those of streamed trajectories are left out.
func (e *Engine) analyze(ctx context.Context, r Request, progress *estimator.Progress) (*Result, error) {
	s := r.Settings
	leave, err := e.Reserve(ctx, s, s.Trajectories)
	if err != nil {
		return nil, err
	}
	defer leave()
	a := &Result{Settings: s}
	lap := stopwatch()
	over, domain, err := e.streamed(s, &r)
	if err != nil {
		return nil, err
	}
	var data []*estimator.Trajectory
	if over == nil {
		if domain, data, err = e.data(ctx, s); err != nil {
			return nil, err
		}
	}
	a.Elapsed.Simulate = lap()
	if over != nil {
		err = e.selectStreamed(ctx, a, r, over)
	} else {
		a.steps = lengths(data)
		opt := e.Options(s)
		opt.Progress = progress
		a.Selection, err = estimator.Select(ctx, data, opt)
	}
	if err != nil {
		return nil, e.inFile(ctx, s, err)
	}
	lap()
	if err := e.complete(ctx, a, domain, data); err != nil {
		return nil, err
	}
	a.Elapsed.Score = lap()
	return a, nil
}

// complete adds to a selection the fields about the file, and scores it; see score.
func (e *Engine) complete(ctx context.Context, a *Result, domain sim.Domain, data []*estimator.Trajectory) error {
	if err := e.describe(a); err != nil {
		return err
	}
	var err error
	e.Do(ctx, 1, func(int) {
		if data != nil {
			a.Constant = constantError(data, e.Options(a.Settings))
		}
		err = a.score(e, domain, data)
	})
	return cmp.Or(ctx.Err(), err)
}

// lengths returns the numbers of steps of trajectories.
func lengths(data []*estimator.Trajectory) []int {
	out := make([]int, len(data))
	for i, t := range data {
		out[i] = t.Len()
	}
	return out
}

// Options returns the options of the estimator for checked settings.
func (e *Engine) Options(s settings.Settings) estimator.Options {
	return estimator.Options{
		Gamma:     s.Gamma,
		Lambdas:   s.Grid(),
		Ridge:     s.Ridge,
		Weighting: s.Weighting,
		Tail:      s.Tail,
		Method:    method(s.Method),
		Groups:    e.groups(s),
		Do:        e.Do,
	}
}

// method returns the method of the estimator; nil for its own.
func method(m settings.FoldMethod) estimator.Method {
	switch m {
	case settings.RSM:
		return rivals.RSM{}
	case settings.Naive:
		return rivals.Naive{}
	}
	return nil
}

// optionsAt returns the options of a fit at one λ.
func (e *Engine) optionsAt(s settings.Settings, lambda float64) estimator.Options {
	opt := e.Options(s)
	opt.Lambdas = []float64{lambda}
	return opt
}

// inFile puts the name of the file before an error of the estimator. The error of ctx, and
// errors with a file name, stay unchanged.
func (e *Engine) inFile(ctx context.Context, s settings.Settings, err error) error {
	var named *fileError
	if err == nil || !s.Recorded() || ctx.Err() != nil || errors.As(err, &named) {
		return err
	}
	return fmt.Errorf("%s: %w", settings.FileLabel(e.file(s.Hash).Name), err)
}

// stopwatch returns a function that returns the time since the previous call.
func stopwatch() func() time.Duration {
	last := time.Now()
	return func() time.Duration {
		now := time.Now()
		d := now.Sub(last)
		last = now
		return d
	}
}

// score compares the estimates with the truth, or keeps a sample of observations without a
// truth.
func (a *Result) score(e *Engine, domain sim.Domain, data []*estimator.Trajectory) (err error) {
	a.Best = -1
	a.Worst = -1
	if a.Truth, err = e.Truth(domain, a.Settings.Gamma); err != nil {
		return err
	}
	if a.Truth == nil {
		if data != nil {
			a.Sample = sample(data, a.Settings.Gamma)
		}
		return nil
	}
	a.MSVE = make([]float64, len(a.Selection.Candidates))
	for k := range a.MSVE {
		a.MSVE[k] = a.Truth.MSVE(a.Selection.Candidates[k].Theta)
	}
	// Errors that differ by rounding are ties, as for λ̂, so that all methods name the same λ.
	const rounding = 1e-9
	least, most := slices.Min(a.MSVE), slices.Max(a.MSVE)
	near := float64(rounding * max(least, a.Selection.MeanSquaredReturn))
	a.Best = slices.IndexFunc(a.MSVE, func(v float64) bool { return v <= least+near })
	a.Worst = slices.IndexFunc(a.MSVE, func(v float64) bool { return v >= most-near })
	return nil
}

// sampleSize is the number of states of the data kept for display.
const sampleSize = 200

// sample takes states evenly spaced over the transitions of the data.
func sample(data []*estimator.Trajectory, gamma float64) *Sample {
	steps := 0
	for _, t := range data {
		steps += t.Len()
	}
	size := min(sampleSize, steps)
	out := new(Sample)
	first := 0 // index of the trajectory's first step among all steps
	for _, t := range data {
		returns := t.Returns(gamma, 0)
		for next := len(out.Returns); next < size; next = len(out.Returns) {
			step := next*steps/size - first
			if step >= t.Len() {
				break
			}
			out.X = append(out.X, t.Features(step)...)
			out.Returns = append(out.Returns, returns[step])
		}
		first += t.Len()
	}
	return out
}
