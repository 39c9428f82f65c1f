package sim_test

import (
	"fmt"

	"lambdascope/sim"
)

// Trajectory 0 of seed 1 is the same on every machine.
func ExampleNew() {
	walk, err := sim.New(sim.Options{Domain: "random-walk", States: 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	t, err := walk.Trajectory(1, 0)
	fmt.Println(t.Len(), "steps", t.Rewards(), err)
	fmt.Println("starts in", t.Features(0))
	// Output:
	// 3 steps [0 0 1] <nil>
	// starts in [0 0 1 0 0]
}
