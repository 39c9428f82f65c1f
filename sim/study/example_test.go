package study_test

import (
	"context"
	"fmt"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
)

// Twenty trials show what choosing λ costs over the best fixed λ.
func Example() {
	s, err := settings.Defaults("random-walk")
	if err != nil {
		fmt.Println(err)
		return
	}
	e := analysis.NewEngine(1 << 20)
	plan := study.Plan{Settings: s, Sizes: []int{10}, Trials: 20}
	var trials []*study.Trial
	if err := study.Run(context.Background(), e, plan, func(t *study.Trial) { trials = append(trials, t) }); err != nil {
		fmt.Println(err)
		return
	}
	summary, err := study.Summarize(e, plan, trials)
	z := summary.Sizes[0]
	fmt.Printf("best λ %v, MSVE %.4f; at λ̂ %.4f %v\n", s.Grid()[z.Best], z.LSTD[z.Best].MSVE.Mean, z.ALLSTD.MSVE.Mean, err)
	// Output:
	// best λ 0, MSVE 0.0100; at λ̂ 0.0177 <nil>
}
