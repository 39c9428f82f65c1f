package recorded_test

import (
	"fmt"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/recorded"
)

// The second file goes on where the first stops, so that Join makes one trajectory of both.
func ExampleReader() {
	files := []string{
		`{"observations":[[0.5],[0.7]],"rewards":[1],"terminated":false}`,
		`{"observations":[[0.7]],"rewards":[2],"terminated":true}`,
	}
	r := recorded.Reader{Repair: recorded.Join}
	for i, text := range files {
		r.More = i < len(files)-1
		_, err := r.Each(strings.NewReader(text), fmt.Sprint("file ", i), func(t *estimator.Trajectory) error {
			fmt.Println(t.Rewards(), t.Terminated())
			return nil
		})
		if err != nil {
			fmt.Println(err)
		}
	}
	// Output: [1 2] true
}
