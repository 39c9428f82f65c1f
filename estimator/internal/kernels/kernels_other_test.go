//go:build !amd64

package kernels

import "testing"

// eachVersion runs a test with the only version of the kernels.
func eachVersion(t *testing.T, test func(t *testing.T)) { test(t) }
