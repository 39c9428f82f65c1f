// Package must is for tests: it ends one that lacks what it needs.
//
// It imports the standard library alone.
package must

import "testing"

// Have returns a value to a test, which ends where there is an error in its place:
//
//	domain := must.Have(sim.New(options))(t)
func Have[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// Succeed ends a test in which something has failed:
//
//	must.Succeed(t, os.WriteFile(name, data, 0o600))
func Succeed(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
