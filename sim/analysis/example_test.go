package analysis_test

import (
	"context"
	"fmt"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
)

func ExampleEngine_Run() {
	s, err := settings.Defaults("random-walk")
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := analysis.NewEngine(1<<20).Run(context.Background(), analysis.Request{Settings: s, Folds: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	best := r.Selection.Best()
	fmt.Printf("λ̂ = %v, LOTO error %.4f, root MSVE %.4f\n", best.Lambda, best.LOTO, r.RootMSVE(r.Selection.Selected))
	fmt.Println("trajectories that turn the choice:", r.Folds.NumPivotal())
	// Output:
	// λ̂ = 0, LOTO error 0.1118, root MSVE 0.1407
	// trajectories that turn the choice: 1
}
