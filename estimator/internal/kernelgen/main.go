// Command kernelgen writes the inner loops of package estimator for amd64: of each one
// version for AVX and, where eight numbers at a time pay, one for AVX-512. Both come from
// the same function here. They multiply and add in the order of the versions in Go, in
// kernels.go, without fused operations, and so return the same bits.
package main

//go:generate go run . -out ../../kernels_amd64.s -stubs ../../kernels_stub_amd64.go -pkg estimator

import . "github.com/mmcloughlin/avo/build"

func main() {
	detect()
	tile("tile4AVX", four, 1)
	tile("tile8AVX", four, 2)
	tile("tile8AVX512", eight, 1)
	tile("tile16AVX512", eight, 2)
	for _, v := range []version{avx, avx512} {
		column(v)
		combine(v)
		passOn(v)
		horner(v)
		blocks(v)
		traces(v)
		rowSum(v)
		addRows(v)
		scaleRows(v)
		addSquares(v)
		addOuter(v)
		eliminate(v)
		dot(v)
		absDot(v)
		largestLanes(v)
		eliminateLanes(v)
		dotLanes(v)
	}
	dots()
	extremes()
	interleave()
	Generate()
}
