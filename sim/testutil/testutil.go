// Package testutil is for tests: it ends one that lacks what it needs.
//
// It imports the standard library alone.
package testutil

import "testing"

// Get returns a value to a test, which ends where there is an error in its place:
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

// Check ends a test in which something has failed:
//
//	testutil.Check(t, os.WriteFile(name, data, 0o600))
func Check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
