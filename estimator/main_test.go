package estimator

import (
	"context"
	"flag"
	"fmt"
	"os"
	"testing"

	"pgregory.net/rapid"
)

// Exported for the tests of package estimator_test.
var (
	Long        = flag.Bool("long", false, "also run what takes long")
	Synthetic   = synthetic
	Kinds       = kinds
	Draw        = drawTrajectories
	WithRatios  = withRatios
	Bits        = bitsOf
	ConditionOf = conditionOf
)

// The number of cases of a property without -rapid.checks; .ci/run sets more. A property of each
// kind of features has fewer cases a kind.
const (
	checks     = 20
	kindChecks = 6
)

// checksGiven reports whether -rapid.checks was given.
var checksGiven bool

// TestMain tries properties on the same cases each time, unless -rapid.checks or -rapid.seed asks
// for new cases. Fixed cases are needed so that a tolerance too narrow for fresh cases does not
// fail an unrelated change.
func TestMain(m *testing.M) {
	flag.Parse()
	seedGiven := false
	flag.Visit(func(f *flag.Flag) {
		checksGiven = checksGiven || f.Name == "rapid.checks"
		seedGiven = seedGiven || f.Name == "rapid.seed"
	})
	if !checksGiven && !seedGiven {
		if err := flag.Set("rapid.seed", "1"); err != nil {
			panic(err)
		}
	}
	setChecks(checks)
	os.Exit(m.Run())
}

// conditionOf returns the condition of the reference at a λ.
func conditionOf(data []*Trajectory, opt Options, lambda float64) (condition float64, borderline bool) {
	return newReference(data, opt, lambda).condition()
}

// leverageAt returns the leverages at one λ.
func leverageAt(t failing, data []*Trajectory, o Options, lambda float64) []float64 {
	t.Helper()
	o.Lambdas = []float64{lambda}
	all := must(Leverage(context.Background(), data, o))(t)
	return all[0]
}

// failing is a test, or a case of a property.
type failing interface {
	Helper()
	Errorf(string, ...any)
	Fatal(...any)
}

// must returns a func that returns a value, and fails the test with an error.
func must[T any](v T, err error) func(t failing) T {
	return func(t failing) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// setChecks sets how often properties are tried, unless that was given.
func setChecks(n int) {
	if checksGiven {
		return
	}
	if err := flag.Set("rapid.checks", fmt.Sprint(n)); err != nil {
		panic(err)
	}
}

// checkKinds tries a property on each kind of features.
func checkKinds(t *testing.T, property func(t *rapid.T, kind string)) {
	setChecks(kindChecks)
	defer setChecks(checks)
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { property(t, kind) })
		})
	}
}
