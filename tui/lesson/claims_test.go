package lesson_test

import (
	"math"
	"slices"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/sim/testutil"
	"lambdascope/tui/lesson"
	"lambdascope/tui/state"
)

// tried is the number of seeds on which each claim was tried.
const tried = 100

// claim is a statement of a lesson about a scene that should hold for most seeds. Either data or
// trials tests it.
type claim struct {
	lesson, step string
	with         string // changes of the scene's settings, as {… with …} has them
	text         string
	data         func(d *dataSet) bool       // tests one data set
	trials       func(s *study.Summary) bool // tests the data sets of Trials
	held         int                         // the number of seeds, of 100, on which the claim held
	slow         bool                        // runs with -long only
}

// dataSet is one data set of a scene.
type dataSet struct {
	*analysis.Result
	t     *testing.T
	e     *analysis.Engine
	scene state.State
}

func (d *dataSet) selected() float64 { return d.Selection.Best().Lambda }
func (d *dataSet) best() float64     { return d.Selection.Candidates[d.Best].Lambda }
func (d *dataSet) last() int         { return len(d.MSVE) - 1 }

// kept returns the number of λ's that are not ruled out.
func (d *dataSet) kept() int {
	count, _, _ := d.Selection.NotRuledOut()
	return count
}

// folds returns the effects of single trajectories.
func (d *dataSet) folds() *analysis.Folds {
	return testutil.Get(d.e.Run(d.t.Context(), analysis.Request{Settings: d.Settings, Folds: true}))(d.t).Folds
}

// topShare returns the largest share of the influence that one trajectory has.
func (d *dataSet) topShare() float64 {
	f, sum := d.folds(), 0.0
	for _, v := range f.Influence {
		sum += v
	}
	return f.Influence[f.Order[0]] / sum
}

// with returns the same data set with some settings changed.
func (d *dataSet) with(changes string) *dataSet {
	scene := changed(d.t, d.scene, changes)
	return &dataSet{testutil.Get(d.e.Run(d.t.Context(), analysis.Request{Settings: scene.Settings}))(d.t), d.t, d.e, scene}
}

// hasLoss reports whether an episode ends with the reward −50.
func (d *dataSet) hasLoss() bool {
	all := analysis.Request{Settings: d.Settings}
	for i := range d.Selection.Trajectories {
		all.Episodes = append(all.Episodes, i)
	}
	for _, e := range testutil.Get(d.e.Run(d.t.Context(), all))(d.t).Episodes {
		if rewards := e.Trajectory.Rewards(); rewards[len(rewards)-1] == -50 {
			return true
		}
	}
	return false
}

// bias returns the mean of estimated less true value at the k-th λ.
func (d *dataSet) bias(k int) float64 {
	sum, weights := 0.0, 0.0
	for i, v := range d.Values(k) {
		w := d.Truth.Refs.Weights[i]
		sum, weights = sum+w*(v-d.Truth.Nu[i]), weights+w
	}
	return sum / weights
}

// bandOfLevelHoldsAll reports whether every LOTO error is within one standard error, that of the
// level, from the LOTO error of λ̂.
func (d *dataSet) bandOfLevelHoldsAll() bool {
	best := d.Selection.Best()
	return !slices.ContainsFunc(d.Selection.Candidates, func(c estimator.Candidate) bool { return c.LOTO > best.LOTO+best.SE })
}

func changed(t *testing.T, scene state.State, changes string) state.State {
	t.Helper()
	if changes == "" {
		return scene
	}
	seed := scene.Settings.Seed
	scene = testutil.Get(scene.Command(changes))(t)
	scene.Settings.Seed = seed
	return scene
}

// best returns the best λ over data sets.
func best(s *study.Summary) float64 { return s.Lambdas[s.Sizes[0].Best] }

// rootRatio returns the ratio of root MSVEs.
func rootRatio(a, b study.Side) float64 {
	return analysis.RootMSVE(a.MSVE.Mean) / analysis.RootMSVE(b.MSVE.Mean)
}

// claims returns the claims of the lessons.
func claims() []claim {
	return []claim{
		{
			lesson: "dial", step: "Where do they agree?", text: "the variance is lowest at λ = 0, where most of the error is bias", held: 75,
			trials: func(s *study.Summary) bool {
				z := &s.Sizes[0]
				return slices.Min(z.Variance) == z.Variance[0] && z.Bias2[0] > z.Variance[0]
			},
		},
		{
			lesson: "dial", step: "Are they right?", text: "the best λ is 0.6 to 0.9, and most of the error at λ = 1 is variance", held: 96,
			trials: func(s *study.Summary) bool {
				z := &s.Sizes[0]
				return best(s) >= 0.6 && best(s) <= 0.9 && z.Variance[10] > z.Bias2[10]
			},
		},
		{
			lesson: "variance", step: "A guess", text: "λ = 1 does not have the lowest true error", held: 84,
			data: func(d *dataSet) bool { return d.best() < 1 },
		},
		{
			lesson: "variance", step: "Other data", text: "other data have another best λ", held: 82,
			data: func(d *dataSet) bool {
				next := d.scene
				next.Settings.Seed += 100 // no seed counts twice
				return d.best() != (&dataSet{testutil.Get(d.e.Run(d.t.Context(), analysis.Request{Settings: next.Settings}))(d.t), d.t, d.e, next}).best()
			},
		},
		{
			lesson: "variance", step: "Many data sets", text: "bias² falls from λ = 0 to 1", held: 100,
			trials: func(s *study.Summary) bool { z := &s.Sizes[0]; return z.Bias2[len(z.Bias2)-1] < z.Bias2[0] },
		},
		{
			lesson: "variance", step: "Many data sets", text: "the variance rises at every step from λ = 0 to 1", held: 100,
			trials: func(s *study.Summary) bool { return slices.IsSorted(s.Sizes[0].Variance) },
		},
		{
			lesson: "variance", step: "Many data sets", text: "the best λ is between 0 and 1", held: 100,
			trials: func(s *study.Summary) bool { return best(s) > 0 && best(s) < 1 },
		},

		{
			lesson: "more-data", step: "Two walks", text: "the best λ is at most 0.4, and λ = 1 the worst", held: 97,
			trials: func(s *study.Summary) bool { return best(s) <= 0.4 && s.Lambdas[s.Sizes[0].Worst] == 1 },
		},
		{
			lesson: "more-data", step: "Five", text: "the best λ is 0.3 to 0.7", held: 85,
			trials: func(s *study.Summary) bool { return best(s) >= 0.3 && best(s) <= 0.7 },
		},
		{
			lesson: "more-data", step: "Twenty", text: "the best λ is 0.8 or 0.9", held: 93,
			trials: func(s *study.Summary) bool { return best(s) >= 0.8 && best(s) <= 0.9 },
		},
		{
			lesson: "more-data", step: "Two hundred", text: "the best λ is 1, where hardly any variance is left", held: 98, slow: true,
			trials: func(s *study.Summary) bool { z := &s.Sizes[0]; return best(s) == 1 && z.Variance[10] < z.Bias2[10]/10 },
		},

		{
			lesson: "choice", step: "A fair test", text: "choosing beats a λ drawn at random", held: 98, slow: true,
			trials: func(s *study.Summary) bool { return s.Sizes[0].Helps() == study.DoesHold },
		},
		{
			lesson: "choice", step: "Less data", with: "n 5", text: "choosing does worse than a λ drawn at random", held: 99,
			trials: func(s *study.Summary) bool {
				return s.Sizes[0].Helps() == study.DoesNotHold && s.Sizes[0].RandomLoss.Mean < 0
			},
		},

		{
			lesson: "how-sure", step: "The level and the difference", text: "the band of the level holds all λ's, and the difference rules all but λ̂ out", held: 99,
			data: func(d *dataSet) bool { return d.bandOfLevelHoldsAll() && d.kept() == 1 },
		},
		{
			lesson: "how-sure", step: "Why the difference knows more", text: "λ̂ is the best λ, and the standard error of the level at λ = 0 over 5 times that of the difference", held: 100,
			data: func(d *dataSet) bool {
				c := &d.Selection.Candidates[0]
				return d.Selection.Selected == d.Best && c.SE > 5*c.RefitSE
			},
		},
		{
			lesson: "how-sure", step: "Three trajectories", with: "n 3", text: "at least 9 of 11 λ's are not ruled out", held: 98,
			data: func(d *dataSet) bool { return d.kept() >= 9 },
		},
		{
			lesson: "how-sure", step: "One of them decides", text: "one trajectory has more than half of all influence", held: 88,
			data: func(d *dataSet) bool { return d.topShare() > 0.5 },
		},
		{
			lesson: "how-sure", step: "One of them decides", text: "one trajectory or more decides alone", held: 68,
			data: func(d *dataSet) bool { return d.folds().NumPivotal() > 0 },
		},
		{
			lesson: "how-sure", step: "Is that rare?", with: "n 20", text: "with 20 trajectories none has half of all influence", held: 100,
			data: func(d *dataSet) bool { return d.topShare() <= 0.5 },
		},

		{
			lesson: "cut-off", step: "Sure", text: "λ̂ ≤ 0.3, and λ = 1 is ruled out though the root MSVE at λ̂ is over 20 % higher", held: 100,
			data: func(d *dataSet) bool {
				return d.selected() <= 0.3 && !d.Selection.Candidates[d.last()].NotRuledOut && d.RootMSVE(d.Selection.Selected) > 1.2*d.RootMSVE(d.last())
			},
		},
		{
			lesson: "cut-off", step: "Sure", text: "the best λ is at least 0.8", held: 100,
			data: func(d *dataSet) bool { return d.best() >= 0.8 },
		},
		{
			lesson: "cut-off", step: "What was cut off", text: "more than half of the walks are cut off", held: 100,
			data: func(d *dataSet) bool { return 2*d.Selection.Truncated > d.Selection.Trajectories },
		},
		{
			lesson: "cut-off", step: "What was cut off", text: "the values at λ̂ are too low, and lower than at λ = 1", held: 100,
			data: func(d *dataSet) bool {
				at := d.bias(d.Selection.Selected)
				return at < 0 && at < d.bias(d.last())
			},
		},
		{
			lesson: "cut-off", step: "Complete the returns", with: "tail bootstrap", text: "λ̂ is 1, with a lower true error than before", held: 100,
			data: func(d *dataSet) bool {
				before := d.with("tail none")
				return d.selected() == 1 && d.RootMSVE(d.Selection.Selected) < before.RootMSVE(before.Selection.Selected)
			},
		},
		{
			lesson: "cut-off", step: "What that can't mend", with: "max-steps 4", text: "all λ's have the same LOTO error and the same true error", held: 100,
			data: func(d *dataSet) bool {
				return d.Selection.Flat() && d.Settings.Tail == estimator.TailBootstrap && d.MSVE[d.Worst] == d.MSVE[d.Best]
			},
		},

		{
			lesson: "long-short", step: "How many are there?", text: "20 trajectories count as fewer than 10", held: 95,
			data: func(d *dataSet) bool { return d.Selection.Effective < 10 },
		},
		{
			lesson: "long-short", step: "What that does to the bars", text: "t is larger than that of 20 equal episodes, 1.7", held: 100,
			data: func(d *dataSet) bool {
				equal := d.with("weighting trajectory").Selection.Quantile
				return math.Round(10*equal) == 17 && d.Selection.Quantile > equal
			},
		},
		{
			lesson: "long-short", step: "Over many data sets", text: "the best λ is not ruled out in 90 % of the data sets or more", held: 100,
			trials: func(s *study.Summary) bool { z := &s.Sizes[0]; return 10*z.NotRuledOut[z.Best] >= 9*s.Trials },
		},

		{
			lesson: "never-shown", step: "Sure", text: "no episode ends with −50 (36 %)", held: 36,
			data: func(d *dataSet) bool { return !d.hasLoss() },
		},
		{
			lesson: "never-shown", step: "Sure", text: "the LOTO error at λ = 0 is above 20 exactly where an episode ends with −50", held: 100,
			data: func(d *dataSet) bool { return d.hasLoss() == (d.Selection.Candidates[0].LOTO > 20) },
		},
		{
			lesson: "never-shown", step: "Sure", text: "without such an episode λ = 0 is ruled out", held: 100,
			data: func(d *dataSet) bool { return d.hasLoss() || !d.Selection.Candidates[0].NotRuledOut },
		},
		{
			lesson: "never-shown", step: "What was missing", text: "without such an episode every λ is far off", held: 100,
			data: func(d *dataSet) bool { return d.hasLoss() || d.RootMSVE(d.Best) > 2 },
		},
		{
			lesson: "never-shown", step: "How often?", text: "the best λ is not ruled out in two thirds of the data sets at most, and is at most 0.3", held: 100,
			trials: func(s *study.Summary) bool {
				z := &s.Sizes[0]
				return 3*z.NotRuledOut[z.Best] <= 2*s.Trials && best(s) <= 0.3
			},
		},
		{
			lesson: "never-shown", step: "What to keep", with: "n 100", text: "with 100 episodes some end with −50", held: 100,
			data: func(d *dataSet) bool { return d.hasLoss() },
		},

		{
			lesson: "corridor", step: "The sign", text: "at λ = 0 both signs are worth the same, at λ = 1 the sign up more, and λ = 1 has the lower true error", held: 100,
			data: func(d *dataSet) bool {
				up, down := 0, 4 // the states of the signs
				before, after := d.Values(0), d.Values(d.last())
				return math.Abs(before[up]-before[down]) < 1e-9 && after[up] > after[down] && d.RootMSVE(d.last()) < d.RootMSVE(0)
			},
		},
		{
			lesson: "corridor", step: "In between", text: "λ = 0.5 is less than half of the way from the error at λ = 0 to that at 1", held: 99,
			data: func(d *dataSet) bool { return d.RootMSVE(5) > (d.RootMSVE(0)+d.RootMSVE(d.last()))/2 },
		},
		{
			lesson: "corridor", step: "Cells that differ", with: "features 1-hot", text: "all λ's give the same values", held: 100,
			data: func(d *dataSet) bool { return d.RootMSVE(d.Worst)-d.RootMSVE(d.Best) < 1e-9 },
		},
		{
			lesson: "corridor", step: "The price", with: "n 5", text: "with 5 episodes the best λ is less than 1, and at least 0.5", held: 100,
			trials: func(s *study.Summary) bool { return best(s) < 1 && best(s) >= 0.5 },
		},
		{
			lesson: "corridor", step: "The price", with: "n 100", text: "with 100 episodes the best λ is at least 0.9", held: 100,
			trials: func(s *study.Summary) bool { return best(s) >= 0.9 },
		},

		{
			lesson: "features", step: "Five states", text: "the worst λ has less than 1.35 times the root MSVE of the best", held: 89,
			trials: func(s *study.Summary) bool {
				z := &s.Sizes[0]
				return rootRatio(z.LSTD[z.Worst], z.LSTD[z.Best]) < 1.35
			},
		},
		{
			lesson: "features", step: "Five states", text: "bias² is less than a tenth of the MSVE at λ = 0", held: 100,
			trials: func(s *study.Summary) bool { z := &s.Sizes[0]; return z.Bias2[0] < z.LSTD[0].MSVE.Mean/10 },
		},
		{
			lesson: "features", step: "Poor features", text: "λ = 1 is best and selected", held: 100,
			data: func(d *dataSet) bool { return d.best() == 1 && d.selected() == 1 },
		},
		{
			lesson: "features", step: "One more feature", with: "features raw+bias", text: "λ = 1 gains from the intercept, by over a quarter", held: 100,
			data: func(d *dataSet) bool { return d.RootMSVE(d.last()) < 0.75*d.with("features raw").RootMSVE(d.last()) },
		},
		{
			lesson: "features", step: "Good features", with: "features rbf", text: "the worst λ is better than the best with raw features", held: 100,
			data: func(d *dataSet) bool {
				raw := d.with("features raw")
				return d.RootMSVE(d.Worst) < raw.RootMSVE(raw.Best)
			},
		},
		{
			lesson: "features", step: "What to keep", text: "features change the true error more than λ does with any of the three", held: 100,
			data: func(d *dataSet) bool {
				raw := d.with("features raw")
				gain := raw.RootMSVE(raw.Best) / d.RootMSVE(d.Best)
				for _, o := range []*dataSet{d, raw, d.with("features raw+bias")} {
					if o.RootMSVE(o.Worst)/o.RootMSVE(o.Best) >= gain {
						return false
					}
				}
				return true
			},
		},

		{
			lesson: "paper", step: "Figure a: which λ?", with: "n 20", text: "λ = 1 is not the best", held: 99,
			trials: func(s *study.Summary) bool { return best(s) < 1 },
		},
		{
			lesson: "paper", step: "Figure b: is ALLSTD good?", with: "n 20 trials 80", text: "that choosing beats a λ drawn at random does not show", held: 100,
			trials: func(s *study.Summary) bool { return s.Sizes[0].Helps() != study.DoesHold },
		},
		{
			lesson: "paper", step: "Where choosing helps: 2048", text: "choosing beats a λ drawn at random, and λ = 1 is the worst", held: 100,
			trials: func(s *study.Summary) bool {
				return s.Sizes[0].Helps() == study.DoesHold && s.Lambdas[s.Sizes[0].Worst] == 1
			},
		},
		{
			lesson: "paper", step: "Where λ = 1 is best: Mountain Car", text: "λ = 1 is best, selected, and all others are ruled out", held: 100,
			data: func(d *dataSet) bool { return d.best() == 1 && d.selected() == 1 && d.kept() == 1 },
		},
	}
}

// TestClaims counts the seeds on which each claim of the lessons holds. The seeds start at the seed
// of the scene. A claim about many data sets uses disjoint sets of seeds.
func TestClaims(t *testing.T) {
	e := analysis.NewEngine(1 << 26)
	lessons := testutil.Get(lesson.Shipped(e))(t)
	done := make(map[state.State]*study.Summary) // of scenes, with their seeds
	for _, c := range claims() {
		if c.slow && !*lesson.Long {
			continue
		}
		t.Run(c.lesson+"/"+c.text, func(t *testing.T) {
			scene := changed(t, sceneOf(t, lessons, c.lesson, c.step), c.with)
			count, seeds := 0, c.seeds()
			for i := range seeds {
				if c.holds(t, e, scene, i, done) {
					count++
				}
			}
			least := leastOf(seeds, c.held, tried)
			t.Logf("holds on %d of %d seeds", count, seeds)
			if count < least {
				t.Errorf("holds on %d of %d seeds: want %d, as it held on %d of %d", count, seeds, least, c.held, tried)
			}
		})
	}
}

// seeds returns the number of seeds to try.
func (c claim) seeds() int {
	const few, fewer = 8, 2
	switch {
	case *lesson.Long:
		return tried
	case c.data != nil:
		return few
	}
	return fewer
}

// holds reports whether the claim holds on the i-th seed of a scene. It keeps summaries in done, by
// the scene with the seed.
func (c claim) holds(t *testing.T, e *analysis.Engine, scene state.State, i int, done map[state.State]*study.Summary) bool {
	if c.data != nil {
		scene.Settings.Seed += uint64(i)
		return c.data(&dataSet{testutil.Get(e.Run(t.Context(), analysis.Request{Settings: scene.Settings}))(t), t, e, scene})
	}
	scene.Settings.Seed += uint64(i * scene.Trials)
	if done[scene] == nil {
		done[scene] = summary(t, e, scene)
	}
	return c.trials(done[scene])
}

// leastOf returns the number of seeds on which a claim must hold that held on some of the seeds
// tried before: the expected number less three standard deviations of the difference.
func leastOf(seeds, held, before int) int {
	p := float64(held+2) / float64(before+4) // so that no share counts as certain
	n, m := float64(seeds), float64(before)
	sd := math.Sqrt(p * (1 - p) * (n + n*n/m))
	return int(math.Ceil(n*float64(held)/m - 3*sd))
}

func sceneOf(t *testing.T, lessons []*lesson.Lesson, name, title string) state.State {
	t.Helper()
	at := lesson.Place(lessons, name)
	if at < 0 {
		t.Fatalf("there is no lesson %s", name)
	}
	for _, s := range lessons[at].Steps {
		if s.Title == title {
			return s.Scene
		}
	}
	t.Fatalf("lesson %s has no step %q", name, title)
	return state.State{}
}

func summary(t *testing.T, e *analysis.Engine, at state.State) *study.Summary {
	t.Helper()
	p := study.Plan{Settings: at.Settings, Sizes: []int{at.Settings.Trajectories}, Trials: at.Trials}
	var all []*study.Trial
	testutil.Check(t, study.Run(t.Context(), e, p, func(one *study.Trial) { all = append(all, one) }))
	s := testutil.Get(study.Summarize(e, p, all))(t)
	return s
}
