package estimator

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
)

// TestArguments calls what is exported with nothing, with too little, and with what belongs
// to something else: that is an error, or a value that the documentation names.
func TestArguments(t *testing.T) {
	ctx := context.Background()
	data := synthetic(t, 6, 2, 4, 1)
	opt := Options{Gamma: 0.9, Lambdas: grid(3)}
	s, other := mustSelect(t, data, opt), mustSelect(t, synthetic(t, 6, 2, 4, 2), opt)
	longer := mustSelect(t, synthetic(t, 9, 2, 4, 1), opt)
	unfolded := mustSelect(t, data, opt)
	unfolded.Candidates[0].Folds = nil

	sums, passes, loto := opened(t, data, opt)
	spreader := must(passes.Spreader(ctx, loto))(t)
	uncompared := must(passes.Selection(ctx, loto, nil))(t)
	elsewhere, there, _ := opened(t, synthetic(t, 5, 3, 4, 1), Options{Gamma: 0.9, Lambdas: grid(2)})
	gap := []*Trajectory{data[0], nil, data[1]}
	empty := []*Trajectory{data[0], {}, data[1]}
	table := must(NewFeatureTable(2, []float64{1, 0, 0, 1}))(t)

	type call = func() error
	fails := map[string]call{}
	for name, of := range map[string][]*Trajectory{"nil": nil, "no": {}, "a nil": gap, "an empty": empty} {
		for what, f := range map[string]call{
			"Select":      func() error { _, err := Select(ctx, of, opt); return err },
			"SelectBy":    func() error { _, _, err := SelectBy(ctx, of, opt, Selectors()); return err },
			"SelectRidge": func() error { _, err := SelectRidge(ctx, of, ridgesOf(opt, []float64{0})); return err },
			"Refine":      func() error { _, err := Refine(ctx, of, opt, s); return err },
			"LSTD":        func() error { _, err := LSTD(ctx, of, fitOf(opt)); return err },
			"Fits":        func() error { _, err := Fits(ctx, of, opt); return err },
			"RLSTD":       func() error { _, err := RLSTD(ctx, of, FitOptions{Ridge: 1}); return err },
			"RLSTDAfter":  func() error { _, err := RLSTDAfter(ctx, of, []int{1}, FitOptions{Ridge: 1}); return err },
			"Leverage":    func() error { _, err := Leverage(ctx, of, nil, fitOf(opt)); return err },
			"Combine":     func() error { _, _, err := Combine(of, make([]float64, len(of)), ByStep, nil); return err },
		} {
			fails[what+" of "+name+" trajectory"] = f
		}
		if len(of) > 0 {
			fails["Sums.Add of "+name+" trajectory"] = func() error { return must(NewSums(2, 0.9, nil))(t).Add(ctx, of, nil) }
			fails["LeaveOut of "+name+" trajectory"] = func() error { return passes.LeaveOut(ctx, passes.NewLOTOErrors(), of) }
			fails["Spreader.Add of "+name+" trajectory"] = func() error { return spreader.Add(ctx, passes.NewSpread(), of) }
			fails["SquaredError of "+name+" trajectory"] = func() error { _, err := SquaredError(of[1], []float64{1, 2}, 1, TailNone); return err }
		}
	}
	for name, of := range map[string]*Selection{"no": nil, "an empty": {}, "an uncompared": uncompared, "a selection without folds": unfolded} {
		fails["Refine of "+name+" selection"] = func() error { _, err := Refine(ctx, data, opt, of); return err }
		fails["Compare of "+name+" selection"] = func() error { _, err := Compare([]*Selection{s, of}); return err }
		if of != nil {
			fails["Difference of "+name+" selection"] = func() error { _, err := of.Difference(0, 0); return err }
		}
	}
	for name, of := range map[string]*Selection{"other data": other, "more data": longer} {
		fails["Refine of a selection of "+name] = func() error { _, err := Refine(ctx, data, opt, of); return err }
		fails["Compare with one of "+name] = func() error { _, err := Compare([]*Selection{s, of}); return err }
	}
	for name, change := range map[string]func(o *Options){
		"γ": func(o *Options) { o.Gamma = 1 }, "ridge": func(o *Options) { o.Ridge = 1 },
		"weighting": func(o *Options) { o.Weighting = ByTrajectory }, "tail": func(o *Options) { o.Tail = TailBootstrap },
		"groups": func(o *Options) { o.Groups = []int{1, 1, 2, 2, 3, 3} }, "short groups": func(o *Options) { o.Groups = []int{1} },
	} {
		o := opt
		change(&o)
		fails["Refine with another "+name] = func() error { _, err := Refine(ctx, data, o, s); return err }
	}
	for _, at := range [][2]int{{-1, 0}, {0, -1}, {3, 0}, {0, 3}} {
		fails[fmt.Sprint("Difference of ", at)] = func() error { _, err := s.Difference(at[0], at[1]); return err }
	}
	for what, f := range map[string]call{
		"NewTrajectory of nothing":         func() error { _, err := NewTrajectory(0, nil, nil, true); return err },
		"NewTrajectory of −1 features":     func() error { _, err := NewTrajectory(-1, nil, []float64{1}, true); return err },
		"NewTrajectory that overflows":     func() error { _, err := NewTrajectory(math.MaxInt, nil, make([]float64, 4), true); return err },
		"NewComputedTrajectory of nothing": func() error { _, err := NewComputedTrajectory(1, nil, 0, []float64{1}, true); return err },
		"NewComputedTrajectory of no step": func() error {
			_, err := NewComputedTrajectory(1, func(int, []float64) {}, 0, nil, true)
			return err
		},
		"WithRatios of nil":             func() error { _, err := data[0].WithRatios(nil); return err },
		"NewFeatureTable of nothing":    func() error { _, err := NewFeatureTable(0, nil); return err },
		"NewFeatureTable of −1":         func() error { _, err := NewFeatureTable(-1, []float64{1}); return err },
		"FeatureTable.Trajectory of no": func() error { _, err := table.Trajectory(nil, nil, true); return err },
		"FeatureTable.Trajectory of another state": func() error {
			_, err := table.Trajectory([]uint8{9}, []float64{1}, true)
			return err
		},
		"SelectBy by −1":            func() error { _, _, err := SelectBy(ctx, data, opt, []Selector{-1}); return err },
		"SelectBy by another":       func() error { _, _, err := SelectBy(ctx, data, opt, []Selector{9}); return err },
		"SelectRidge of no ridge":   func() error { _, err := SelectRidge(ctx, data, ridgesOf(opt, nil)); return err },
		"Compare of nothing":        func() error { _, err := Compare(nil); return err },
		"RLSTDAfter of −1":          func() error { _, err := RLSTDAfter(ctx, data, []int{-1}, FitOptions{Ridge: 1}); return err },
		"RLSTDAfter of too many":    func() error { _, err := RLSTDAfter(ctx, data, []int{7}, FitOptions{Ridge: 1}); return err },
		"RLSTD without a ridge":     func() error { _, err := RLSTD(ctx, data, FitOptions{}); return err },
		"Leverage of short groups":  func() error { _, err := Leverage(ctx, data, []int{1}, FitOptions{}); return err },
		"SquaredError at γ = 2":     func() error { _, err := SquaredError(data[0], []float64{1, 2}, 2, TailNone); return err },
		"SquaredError of tail 9":    func() error { _, err := SquaredError(data[0], []float64{1, 2}, 1, Tail(9)); return err },
		"Combine by weighting 9":    func() error { _, _, err := Combine(data, make([]float64, 6), Weighting(9), nil); return err },
		"SquaredError of nil":       func() error { _, err := SquaredError(data[0], nil, 1, TailNone); return err },
		"Combine of few errors":     func() error { _, _, err := Combine(data, []float64{1}, ByStep, nil); return err },
		"Combine of few groups":     func() error { _, _, err := Combine(data, make([]float64, 6), ByStep, []int{1}); return err },
		"Combine of one group":      func() error { _, _, err := Combine(data, make([]float64, 6), ByStep, make([]int, 6)); return err },
		"NewSums of −1":             func() error { _, err := NewSums(-1, 0.9, nil); return err },
		"Sums.Merge of nil":         func() error { return sums.Merge(nil) },
		"Sums.Merge of others":      func() error { return sums.Merge(elsewhere) },
		"Sums.Open without data":    func() error { _, err := new(Sums).Open(ctx, PassOptions{}); return err },
		"LeaveOut for nil":          func() error { return passes.LeaveOut(ctx, nil, data) },
		"LeaveOut for others":       func() error { return passes.LeaveOut(ctx, there.NewLOTOErrors(), data) },
		"LeaveOut for empty ones":   func() error { return passes.LeaveOut(ctx, new(LOTOErrors), data) },
		"LOTOErrors.Append of nil":  func() error { return loto.Append(nil) },
		"LOTOErrors.Append others":  func() error { return loto.Append(there.NewLOTOErrors()) },
		"Passes.Selection of nil":   func() error { _, err := passes.Selection(ctx, nil, nil); return err },
		"Passes.Selection of few":   func() error { _, err := passes.Selection(ctx, passes.NewLOTOErrors(), nil); return err },
		"Passes.Selection of empty": func() error { _, err := passes.Selection(ctx, loto, passes.NewSpread()); return err },
		"Passes.Spreader of nil":    func() error { _, err := passes.Spreader(ctx, nil); return err },
		"Spreader.Add to nil":       func() error { return spreader.Add(ctx, nil, data) },
		"Spreader.Add to others":    func() error { return spreader.Add(ctx, there.NewSpread(), data) },
		"Spread.Append of nil":      func() error { return passes.NewSpread().Append(nil) },
		"Spread.Append of others":   func() error { return passes.NewSpread().Append(there.NewSpread()) },
		"ParseMethod":               func() error { _, err := ParseMethod(""); return err },
		"ParseWeighting":            func() error { _, err := ParseWeighting(""); return err },
		"ParseTail":                 func() error { _, err := ParseTail(""); return err },
		"ParseSelectors":            func() error { _, err := ParseSelectors(""); return err },
	} {
		fails[what] = f
	}
	for what, f := range fails {
		t.Run(what, func(t *testing.T) {
			if err := f(); err == nil {
				t.Error("no error")
			} else if err.Error() == "" {
				t.Error("no words")
			}
		})
	}

	computed := must(NewComputedTrajectory(2, func(step int, out []float64) { out[0], out[1] = 1, float64(step) }, 0, []float64{1}, false))(t)
	cache := NewCache(-1)
	cache.Resize(-1)
	for what, c := range map[string]struct{ got, want any }{
		"compared":                     {s.Compared() && !uncompared.Compared() && s.Selected == uncompared.Selected, true},
		"features of step −1":          {data[0].Features(-1) == nil, true},
		"features beyond the end":      {data[0].Features(5) == nil, true},
		"features in a short buffer":   {slices.Equal(computed.FeaturesInto(nil, 1), []float64{1, 1}), true},
		"value of too few features":    {math.IsNaN(s.Fit().Value([]float64{1})), true},
		"fit of no selection":          {new(Selection).Fit() == nil, true},
		"value":                        {s.Fit().Value([]float64{0, 1}), s.Best().Theta[1]},
		"error without covariance":     {math.IsNaN(s.Fit().StandardError([]float64{0, 1})), true},
		"best of no selection":         {new(Selection).Best() == nil, true},
		"warnings of no selection":     {len(new(Selection).Warnings()), 0},
		"warning":                      {WarnEndOfGrid.String() + WarningKind(99).String(), "end of the gridWarningKind(99)"},
		"folds of no candidate":        {new(Candidate).DeficientFolds(), 0},
		"flat without candidates":      {new(Selection).Flat(), true},
		"method":                       {Method(9).String() + Method(-1).String(), "Method(9)Method(-1)"},
		"weighting":                    {Weighting(9).String(), "Weighting(9)"},
		"tail":                         {Tail(-1).String(), "Tail(-1)"},
		"selector":                     {Selector(9).String() + Selector(-1).Source(), "Selector(9)"},
		"status":                       {FoldStatus(9).String(), "FoldStatus(9)"},
		"progress of nothing":          {(*Progress)(nil).Share(), 0.0},
		"cache of less than nothing":   {cache.Bytes(), 0},
		"λ̂ of no trajectories":        {passes.NewLOTOErrors().Selected(ByStep), 0},
		"an added block of nothing":    {sums.Add(ctx, nil, nil), error(nil)},
		"λ's by default":               {fmt.Sprint(len(mustSelect(t, data, Options{}).Candidates)), "11"},
		"few of no folds":              {new(Selection).FewCarry(), false},
		"none of few trajectories yet": {passes.NewLOTOErrors().Len() + passes.NewSpread().Len() + len(passes.NewSpread().Leverage()), 0},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", what, c.got, c.want)
		}
	}
	var none LOTOErrors
	none.Grow(-1)
	passes.NewSpread().Grow(-1)
}

// must returns a func that returns a value, and fails the test with an error.
func must[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
