//go:build race

package memory

// poison has what is given back filled with NaN, so that who uses it is found out.
const poison = true
