// Package testutil ends a test at an unexpected error. It imports the standard library alone.
package testutil

import "testing"

// Get returns v, or ends the test if err is not nil. The test comes last, so that a call can be v and err:
//
//	domain := testutil.Get(sim.New(options))(t)
func Get[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// Check ends the test if err is not nil:
//
//	testutil.Check(t, os.WriteFile(name, data, 0o600))
func Check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
