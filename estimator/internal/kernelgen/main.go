// Command kernelgen writes the inner loops of package kernels for amd64 with AVX. The loops
// multiply and add in the order of the Go versions, in kernels.go, without fused operations, so
// that the results have the same bits.
package main

//go:generate go run . -out ../kernels/kernels_amd64.s -stubs ../kernels/kernels_stub_amd64.go -pkg kernels

import . "github.com/mmcloughlin/avo/build"

func main() {
	tile("tile4AVX", 1)
	tile("tile8AVX", 2)
	combine()
	addDoubleDouble()
	subDoubleDouble()
	eliminate()
	dot()
	eliminateLanes()
	dotLanes()
	Generate()
}
