package features_test

import (
	"fmt"

	"lambdascope/sim/features"
)

func ExampleSpec_FeatureNames() {
	spec, err := features.Parse("poly:2+bias")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(spec.FeatureNames([]string{"x", "y"}))
	// Output:
	// [x y x² x·y y² bias] <nil>
}
