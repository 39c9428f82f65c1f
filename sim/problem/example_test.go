package problem_test

import (
	"fmt"

	"lambdascope/sim/problem"
)

// A coin decides after each step whether the episode goes on.
func ExampleProblem_Values() {
	coin, err := problem.Parse("coin", []byte(`{"name":"coin","states":[
		{"name":"on","start":1,"next":[{"p":0.5,"to":"on","reward":1},{"p":0.5}]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(coin.Values(1))
	// Output:
	// [1] <nil>
}
