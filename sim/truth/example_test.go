package truth_test

import (
	"fmt"

	"lambdascope/sim"
	"lambdascope/sim/truth"
)

// Without discount, the value of a state of the walk is its distance from the left end.
func ExampleAt() {
	walk, err := sim.New(sim.Options{States: 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := truth.At(walk, 1)
	fmt.Printf("%.3f %v\n", v.Nu, err)
	fmt.Printf("MSVE of no estimate: %.3f\n", v.MSVE(make([]float64, 5)))
	// Output:
	// [0.167 0.333 0.500 0.667 0.833] <nil>
	// MSVE of no estimate: 0.287
}
