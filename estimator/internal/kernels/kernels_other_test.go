//go:build !amd64

package kernels

import "testing"

// eachVersion runs a test with the one version of the kernels that there is.
func eachVersion(t *testing.T, test func(t *testing.T)) { test(t) }
