package settings_test

import (
	"fmt"

	"lambdascope/sim/settings"
)

func ExampleParseLambdas() {
	fmt.Println(settings.ParseLambdas("0,0.9:1:0.05"))
	_, err := settings.ParseLambdas("1.2")
	fmt.Println(err)
	// Output:
	// [0 0.9 0.95 1] <nil>
	// lambda 1.2: want 0 ≤ λ ≤ 1
}

// A link is the flags of settings.
func ExampleSettings_Args() {
	s, err := settings.Defaults("2048")
	s.Gamma = 0.9
	fmt.Println(s.Args(), err)
	// Output:
	// [--domain 2048 --gamma 0.9] <nil>
}
