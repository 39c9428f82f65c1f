package estimator_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"lambdascope/estimator"
)

// walk makes a trajectory of a random walk over states a to e that starts in c and
// ends by leaving at a or, with reward 1, at e. The features know three groups
// only: a, b or c, d or e.
func walk(path string) *estimator.Trajectory {
	group := map[rune]int{'a': 0, 'b': 1, 'c': 1, 'd': 2, 'e': 2}
	features, rewards := make([]float64, 3*len(path)), make([]float64, len(path))
	for t, state := range path {
		features[3*t+group[state]] = 1
	}
	if path[len(path)-1] == 'e' {
		rewards[len(path)-1] = 1
	}
	trajectory, err := estimator.NewTrajectory(3, features, rewards, true)
	if err != nil {
		log.Fatal(err)
	}
	return trajectory
}

// walks returns twelve of them.
func walks() []*estimator.Trajectory {
	var data []*estimator.Trajectory
	for _, path := range []string{
		"cde", "cba", "cdcde", "cbcba", "cdedcde", "cbabcba",
		"cbcde", "cdcba", "cdcdede", "cbcdcde", "cba", "cdede",
	} {
		data = append(data, walk(path))
	}
	return data
}

// youAreThePredictor returns the eight episodes of the example of that name in
// Sutton and Barto's Reinforcement Learning, with a feature for A and one for B:
// one from A by B to the end without reward, seven from B alone, six of them with
// reward 1.
func youAreThePredictor() []*estimator.Trajectory {
	first, err := estimator.NewTrajectory(2, []float64{1, 0, 0, 1}, []float64{0, 0}, true)
	if err != nil {
		log.Fatal(err)
	}
	data := []*estimator.Trajectory{first}
	for _, reward := range []float64{1, 1, 1, 1, 1, 1, 0} {
		b, err := estimator.NewTrajectory(2, []float64{0, 1}, []float64{reward}, true)
		if err != nil {
			log.Fatal(err)
		}
		data = append(data, b)
	}
	return data
}

// Example is that of the package comment.
func Example() {
	if err := use(context.Background(), []episode{
		{[]float64{1, 0, 1, 0, 0, 1}, []float64{0, 0, 1}},
		{[]float64{1, 0, 0, 1, 1, 0}, []float64{0, 0, 0}},
		{[]float64{1, 0, 0, 1}, []float64{0, 1}},
		{[]float64{1, 0, 1, 0, 1, 0, 0, 1}, []float64{0, 0, 0, 1}},
	}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// λ̂ = 0 of LOTO error 0.252
	// value of a state: 0.601
}

type episode struct{ features, rewards []float64 }

func use(ctx context.Context, episodes []episode) error {
	var data []*estimator.Trajectory
	for _, e := range episodes {
		t, err := estimator.NewTrajectory(2, e.features, e.rewards, true)
		if err != nil {
			return err
		}
		data = append(data, t)
	}
	s, err := estimator.Select(ctx, data, estimator.Options{Gamma: 0.9})
	if err != nil {
		return err
	}
	fmt.Printf("λ̂ = %v of LOTO error %.3f\n", s.Best().Lambda, s.Best().LOTO)
	fmt.Printf("value of a state: %.3f\n", s.Fit().Value([]float64{1, 0}))
	return nil
}

// A terminated episode may leave out its last state, whose value is 0. One that a
// time limit cut off needs it.
func ExampleNewTrajectory() {
	features := []float64{1, 0.2, 1, 0.4} // two states, two features each
	rewards := []float64{-1, -1}

	t, err := estimator.NewTrajectory(2, features, rewards, true)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(t.Len(), "transitions of", t.Dim(), "features, to", t.Features(2))

	_, err = estimator.NewTrajectory(2, features, rewards, false)
	fmt.Println(err)
	// Output:
	// 2 transitions of 2 features, to [0 0]
	// a truncated episode of 2 transitions with 2 observations: want 3, the last one included
}

// The lowest LOTO error is at λ = 1, but twelve trajectories rule out no other.
func ExampleSelect() {
	s, err := estimator.Select(context.Background(), walks(), estimator.Options{
		Gamma:   0.9,
		Lambdas: []float64{0, 0.25, 0.5, 0.75, 1},
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range s.Candidates {
		fmt.Printf("λ = %.2f: LOTO error %.4f, %.4f ± %.4f from λ̂, not ruled out %v\n", c.Lambda, c.LOTO, c.Diff, c.RefitSE, c.NotRuledOut)
	}
	best := s.Best()
	fmt.Printf("λ̂ = %v: V(b or c) = %.2f, V(d or e) = %.2f\n", best.Lambda, best.Theta[1], best.Theta[2])
	// Output:
	// λ = 0.00: LOTO error 0.1050, 0.0108 ± 0.0065 from λ̂, not ruled out true
	// λ = 0.25: LOTO error 0.1000, 0.0058 ± 0.0046 from λ̂, not ruled out true
	// λ = 0.50: LOTO error 0.0965, 0.0023 ± 0.0030 from λ̂, not ruled out true
	// λ = 0.75: LOTO error 0.0945, 0.0003 ± 0.0015 from λ̂, not ruled out true
	// λ = 1.00: LOTO error 0.0942, 0.0000 ± 0.0000 from λ̂, not ruled out true
	// λ̂ = 1: V(b or c) = 0.33, V(d or e) = 0.82
}

// Between the λ's of the grid there is a lower LOTO error.
func ExampleRefine() {
	ctx, data := context.Background(), walks()
	opt := estimator.Options{Gamma: 0.9, Lambdas: []float64{0, 0.25, 0.5, 0.75, 1}}
	grid, err := estimator.Select(ctx, data, opt)
	if err != nil {
		log.Fatal(err)
	}
	refined, err := estimator.Refine(ctx, data, opt, grid)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("grid: λ̂ = %.2f, LOTO error %.4f\n", grid.Best().Lambda, grid.Best().LOTO)
	fmt.Printf("refined: λ = %.2f, LOTO error %.4f, λ̂ not ruled out %v\n", refined.Lambda, refined.LOTO, refined.NotRuledOut)
	// Output:
	// grid: λ̂ = 1.00, LOTO error 0.0942
	// refined: λ = 0.91, LOTO error 0.0941, λ̂ not ruled out true
}

// With six trajectories some ridge does better than none.
func ExampleSelectRidge() {
	surface, err := estimator.SelectRidge(context.Background(), walks()[:6],
		[]float64{0, 0.1, 1, 10}, estimator.Options{Gamma: 0.9, Lambdas: []float64{0, 0.25, 0.5, 0.75, 1}})
	if err != nil {
		log.Fatal(err)
	}
	for i, s := range surface.Selections {
		mark := ""
		if i == surface.Best {
			mark = " (best)"
		}
		fmt.Printf("ρ = %v: λ̂ = %v, LOTO error %.4f%s\n", s.Ridge, s.Best().Lambda, s.Best().LOTO, mark)
	}
	// Output:
	// ρ = 0: λ̂ = 1, LOTO error 0.0985
	// ρ = 0.1: λ̂ = 1, LOTO error 0.0977
	// ρ = 1: λ̂ = 1, LOTO error 0.0968 (best)
	// ρ = 10: λ̂ = 1, LOTO error 0.1722
}

// λ = 1 gives A the mean return seen from it, 0. λ = 0 gives it the value of B,
// where it always led.
func ExampleLSTD() {
	fits, err := estimator.LSTD(context.Background(), youAreThePredictor(), estimator.Options{Gamma: 1, Lambdas: []float64{0, 0.5, 1}})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range fits {
		fmt.Printf("λ = %.1f: V(A) = %.3f, V(B) = %.3f\n", f.Lambda, f.Theta[0], f.Theta[1])
	}
	// Output:
	// λ = 0.0: V(A) = 0.750, V(B) = 0.750
	// λ = 0.5: V(A) = 0.375, V(B) = 0.750
	// λ = 1.0: V(A) = 0.000, V(B) = 0.750
}

// All that is known of A rests on the first trajectory.
func ExampleLeverage() {
	h, err := estimator.Leverage(context.Background(), youAreThePredictor(), estimator.Options{Gamma: 1, Lambdas: []float64{1}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f\n", h[0])
	// Output:
	// [1.125 0.125 0.125 0.125 0.125 0.125 0.125 0.125]
}

// Features may come as a matrix, a row for each state.
func ExampleNewMatrixTrajectory() {
	features := mat.NewDense(2, 2, []float64{1, 0.2, 1, 0.4})
	t, err := estimator.NewMatrixTrajectory(features, []float64{-1, -1}, true)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(t.Len(), "transitions, the second from", t.Features(1))
	// Output:
	// 2 transitions, the second from [1 0.4]
}

// Trajectories of one group are left out together.
func ExampleOptions_groups() {
	s, err := estimator.Select(context.Background(), walks(), estimator.Options{
		Gamma:  0.9,
		Groups: []int{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Trajectories, "trajectories in", s.Folds, "folds")
	// Output:
	// 12 trajectories in 4 folds
}

// Ratios are the probabilities of the actions under the target policy over the probabilities
// under the policy that was followed.
func ExampleTrajectory_WithRatios() {
	var data []*estimator.Trajectory
	for _, t := range walks() {
		ratios := make([]float64, t.Len())
		for step := range ratios {
			ratios[step] = 1.2
		}
		weighted, err := t.WithRatios(ratios)
		if err != nil {
			log.Fatal(err)
		}
		data = append(data, weighted)
	}
	s, err := estimator.Select(context.Background(), data, estimator.Options{Gamma: 0.8})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("mean ratio %.1f, %.1f effective trajectories\n", s.OffPolicy.MeanRatio, s.Effective)
	// Output:
	// mean ratio 1.2, 11.9 effective trajectories
}

// A saved fit predicts values with their standard errors.
func ExampleFit_Save() {
	ctx, data := context.Background(), walks()
	s, err := estimator.Select(ctx, data, estimator.Options{Gamma: 0.9})
	if err != nil {
		log.Fatal(err)
	}
	fit, err := s.Fit().WithCovariance(ctx, data, estimator.Options{Gamma: 0.9})
	if err != nil {
		log.Fatal(err)
	}
	var file bytes.Buffer
	if err := fit.Save(&file); err != nil {
		log.Fatal(err)
	}
	loaded, err := estimator.LoadFit(&file)
	if err != nil {
		log.Fatal(err)
	}
	x := []float64{0, 1, 0}
	fmt.Printf("V(b or c) = %.2f ± %.2f\n", loaded.Value(x), loaded.StandardError(x))
	// Output:
	// V(b or c) = 0.33 ± 0.11
}

// Calibration compares predictions with returns, part by part.
func ExampleCalibrate() {
	ctx, data := context.Background(), walks()
	opt := estimator.Options{Gamma: 0.9}
	s, err := estimator.Select(ctx, data, opt)
	if err != nil {
		log.Fatal(err)
	}
	c, err := estimator.Calibrate(ctx, data, s.Fit(), opt)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range c.Parts {
		fmt.Printf("%d steps: predicted %.2f, returned %.2f ± %.2f\n", p.Steps, p.Predicted, p.Returned, p.ReturnedSE)
	}
	// Output:
	// 6 steps: predicted 0.01, returned 0.00 ± 0.00
	// 31 steps: predicted 0.34, returned 0.33 ± 0.11
	// 25 steps: predicted 0.80, returned 0.82 ± 0.04
}

// LOTO errors compare between features, too, because returns are the same.
func ExampleCompare() {
	ctx := context.Background()
	var selections []*estimator.Selection
	for _, columns := range [][]int{{0, 1, 2}, {0, 2}} {
		var data []*estimator.Trajectory
		for _, t := range walks() {
			x := mat.NewDense(t.Len()+1, len(columns), nil)
			for step := range t.Len() + 1 {
				for j, column := range columns {
					x.Set(step, j, t.Features(step)[column])
				}
			}
			mapped, err := estimator.NewMatrixTrajectory(x, t.Rewards(), true)
			if err != nil {
				log.Fatal(err)
			}
			data = append(data, mapped)
		}
		s, err := estimator.Select(ctx, data, estimator.Options{Gamma: 0.9})
		if err != nil {
			log.Fatal(err)
		}
		selections = append(selections, s)
	}
	c, err := estimator.Compare(selections)
	if err != nil {
		log.Fatal(err)
	}
	for i, s := range c.Selections {
		fmt.Printf("%d features: LOTO error %.3f, best %v\n", s.Features, s.Best().LOTO, i == c.Best)
	}
	// Output:
	// 3 features: LOTO error 0.094, best true
	// 2 features: LOTO error 0.135, best false
}

// Passes over blocks serve data larger than memory. The fourth is for the calibration.
func ExampleSums() {
	ctx, blocks := context.Background(), [][]*estimator.Trajectory{walks()[:6], walks()[6:]}
	sums, err := estimator.NewSums(3, estimator.Options{Gamma: 0.9})
	if err != nil {
		log.Fatal(err)
	}
	for _, block := range blocks {
		if err := sums.Add(ctx, block); err != nil {
			log.Fatal(err)
		}
	}
	passes, err := sums.Open(ctx)
	if err != nil {
		log.Fatal(err)
	}
	for _, pass := range []func(context.Context, []*estimator.Trajectory) error{passes.LeaveOut, passes.Spread, passes.Refit} {
		for _, block := range blocks {
			if err := pass(ctx, block); err != nil {
				log.Fatal(err)
			}
		}
	}
	s, err := passes.Selection(ctx)
	if err != nil {
		log.Fatal(err)
	}
	c, err := passes.Calibration(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("λ̂ = %v of LOTO error %.4f\n", s.Best().Lambda, s.Best().LOTO)
	fmt.Printf("at the starts: returns average %.2f, predicted %.2f\n", c.Start.Returned, c.Start.Predicted)
	// Output:
	// λ̂ = 0.9 of LOTO error 0.0941
	// at the starts: returns average 0.36, predicted 0.33
}
