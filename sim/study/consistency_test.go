package study

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
)

// consistencyPlan returns a small plan.
func consistencyPlan(t *testing.T) Plan {
	s := defaults(t)
	s.Lambdas = "0,0.5,1"
	return Plan{Settings: s, Sizes: []int{5, 40, 120, 400}, Trials: 40, Consistency: true}
}

// TestConsistencyOutcomes compares outcomes with analyses by each weighting, in memory.
func TestConsistencyOutcomes(t *testing.T) {
	e := analysis.NewEngine(0)
	for _, o := range []sim.Options{{}, {Domain: "2048"}, {Domain: "mountain-car"}, {Target: 0.6}} {
		p := Plan{Settings: domainDefaults(t, o.Domain), Sizes: []int{2, 40}, Trials: 3, Consistency: true}
		p.Settings.Problem.Target = o.Target
		for _, trial := range runTrials(t, e, p) {
			for i, o := range trial.Outcomes {
				s := p.Settings
				s.Seed, s.Trajectories = trial.Seed, p.Sizes[i]
				for w, k := range map[estimator.Weighting]int{estimator.ByStep: o.Selected, estimator.ByTrajectory: o.Printed} {
					s.Weighting = w
					a := analyze(t, e, s)
					if a.Selection.Selected != k {
						t.Errorf("%v, by %v: λ̂ is number %d, want %d", s.Args(), w, k, a.Selection.Selected)
					}
					for k, c := range a.Selection.Candidates {
						for j, v := range c.Theta {
							if d := math.Abs(v - o.Theta[k][j]); d > 1e-9*(1+math.Abs(v)) {
								t.Errorf("%v, λ = %v: θ_%d is off by %v", s.Args(), c.Lambda, j, d)
							}
						}
					}
				}
			}
		}
	}
}

// TestConsistencySummary compares means with a plain computation, in any order of outcomes.
func TestConsistencySummary(t *testing.T) {
	e := analysis.NewEngine(1 << 20)
	p := consistencyPlan(t)
	all := runTrials(t, e, p)
	s := testutil.Get(SummarizeConsistency(e, p, all))(t)
	x := testutil.Get(newExperiment(e, p))(t)
	if math.Abs(s.Least) > 1e-12 {
		t.Errorf("the least MSVE is %v, want 0, as the features are exact", s.Least)
	}
	for i, z := range s.Sizes {
		var step, apart []float64
		lambda := 0.0
		for j, trial := range all {
			o := trial.Outcomes[i]
			step = append(step, x.truth.MSVE(o.Theta[o.Selected]))
			apart = append(apart, x.truth.MSVE(o.Theta[o.Printed])-step[j])
			lambda += s.Lambdas[o.Selected] / float64(p.Trials)
		}
		for what, m := range map[string][2]Mean{"step": {z.Step.Above.MSVE, meanOf(step)}, "apart": {z.Apart, meanOf(apart)}} {
			if got, want := m[0], m[1]; math.Abs(got.Mean-want.Mean) > 1e-12 || math.Abs(got.SE-want.SE) > 1e-12 {
				t.Errorf("n = %d, %s: %v, want %v", z.Trajectories, what, got, want)
			}
		}
		if math.Abs(z.Step.Lambda-lambda) > 1e-12 {
			t.Errorf("n = %d: the mean λ̂ is %v, want %v", z.Trajectories, z.Step.Lambda, lambda)
		}
	}
	slices.Reverse(all)
	back, err := SummarizeConsistency(e, p, all)
	if err != nil || fmt.Sprint(back.Rows()) != fmt.Sprint(s.Rows()) {
		t.Errorf("another order gives other rows, %v", err)
	}
	step, trajectory, ok := s.Slopes()
	if !ok || !(step.Low < step.Slope && step.Slope < step.High) || step.From != 40 || step.To != 400 {
		t.Fatalf("slopes %+v, %v", step, ok)
	}
	if step.High > -0.5 || trajectory.High > -0.5 || step.Low < -2 {
		t.Errorf("exact features, but slopes of %+v and %+v", step, trajectory)
	}
	if step.Falls() != DoesHold || trajectory.Falls() != DoesHold {
		t.Errorf("exact features, but the error falls: %v and %v", step.Falls(), trajectory.Falls())
	}
	few := Plan{Settings: p.Settings, Sizes: []int{5, 40}, Trials: 3, Consistency: true}
	s = testutil.Get(SummarizeConsistency(e, few, runTrials(t, e, few)))(t)
	if _, _, ok := s.Slopes(); ok {
		t.Error("a slope of 3 trials")
	}
}
