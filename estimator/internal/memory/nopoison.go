//go:build !race

package memory

const poison = false
