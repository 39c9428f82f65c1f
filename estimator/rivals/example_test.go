package rivals_test

import (
	"context"
	"fmt"
	"log"

	"lambdascope/estimator"
	"lambdascope/estimator/rivals"
)

// episode returns a terminated trajectory over two features.
func episode(features []float64, rewards ...float64) *estimator.Trajectory {
	t, err := estimator.NewTrajectory(2, features, rewards, true)
	if err != nil {
		log.Fatal(err)
	}
	return t
}

// The ridge is the inverse of the initial variance. Where it is too small for the
// recursion to keep its digits, the fit comes from A itself.
func ExampleRLSTD() {
	data := []*estimator.Trajectory{episode([]float64{1, 0, 0, 1}, 0, 0)}
	for _, reward := range []float64{1, 1, 1, 1, 1, 1, 0} {
		data = append(data, episode([]float64{0, 1}, reward))
	}
	for _, ridge := range []float64{1, 1e-6, 1e-20} {
		fits, err := rivals.RLSTD(context.Background(), data, estimator.Options{Gamma: 1, Lambdas: []float64{0}, Ridge: ridge})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("ρ = %v: V(A) = %.3f, V(B) = %.3f, refit %v\n", ridge, fits[0].Theta[0], fits[0].Theta[1], fits[0].Refit)
	}
	// Output:
	// ρ = 1: V(A) = 0.333, V(B) = 0.667, refit false
	// ρ = 1e-06: V(A) = 0.750, V(B) = 0.750, refit false
	// ρ = 1e-20: V(A) = 0.750, V(B) = 0.750, refit true
}
