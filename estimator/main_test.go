package estimator

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// checks is how often each property is tried unless -rapid.checks says how often; .ci/run
// tries them more often.
const checks = 60

func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		if err := flag.Set("rapid.checks", fmt.Sprint(checks)); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
