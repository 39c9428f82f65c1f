package sim

import "math"

// The functions of package math may differ in the last bit between architectures, because some
// are written in assembly, and because the compiler fuses products with sums on some machines.
// The functions here have the same bits everywhere.

// cosine returns cos x for |x| ≤ 5π/4, with an error below 1.5e−16, like math.Cos with the
// polynomials of Cephes (Moshier 1989) for sine and cosine on ±π/4. In this narrow range
// comparisons find the nearest multiple of π/2. Subtracting it is exact (Sterbenz's lemma) except
// for the tail of its digits.
func cosine(x float64) float64 {
	const (
		halfPiTail = 6.123233995736766e-17 // π/2 minus the nearest float64
		piTail     = 1.2246467991473532e-16
	)
	x = math.Abs(x)
	switch {
	case x < math.Pi/4:
		return cosineNear0(x)
	case x < 3*math.Pi/4:
		return -sineNear0(x - math.Pi/2 - halfPiTail)
	}
	return -cosineNear0(x - math.Pi - piTail)
}

// cosineNear0 returns cos x for |x| ≤ π/4.
func cosineNear0(x float64) float64 {
	y := float64(x * x)
	yy := float64(y * y)
	p0 := 4.16666666666665929218e-2 - float64(1.38888888888730564116e-3*y)
	p1 := 2.48015872888517045348e-5 - float64(2.75573141792967388112e-7*y)
	p2 := 2.08757008419747316778e-9 - float64(1.13585365213876817300e-11*y)
	p := p0 + float64(yy*(p1+float64(yy*p2)))
	return 1 - float64(0.5*y) + float64(yy*p)
}

// sineNear0 returns sin x for |x| ≤ π/4.
func sineNear0(x float64) float64 {
	y := float64(x * x)
	yy := float64(y * y)
	p0 := -1.66666666666666307295e-1 + float64(8.33333333332211858878e-3*y)
	p1 := -1.98412698295895385996e-4 + float64(2.75573136213857245213e-6*y)
	p2 := -2.50507477628578072866e-8 + float64(1.58962301576546568060e-10*y)
	p := p0 + float64(yy*(p1+float64(yy*p2)))
	return x + float64(float64(x*y)*p)
}

// expMinus returns e⁻ᵗ for 0 ≤ t ≤ 700: 2⁻ᵏ times the Taylor series of the remainder r, with |r|
// ≤ (ln 2)/2, whose terms beyond the 13th are below 1e−17.
func expMinus(t float64) float64 {
	const (
		ln2High = 0x1.62e42feep-1 // ln 2 to 32 bits, so that multiples are exact
		ln2Low  = math.Ln2 - ln2High
	)
	k := int(float64(t*math.Log2E) + 0.5)
	r := float64(float64(k)*ln2High) - t + float64(float64(k)*ln2Low)
	sum := 1.0 / 6227020800 // 1/13!
	for _, c := range [...]float64{
		1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
		1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2, 1, 1,
	} {
		sum = float64(sum*r) + c
	}
	return sum * math.Float64frombits(uint64(1023-k)<<52)
}
