package dense

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func norm(x []float64) float64 { return floats.Norm(x, 2) }

func distance(x, y []float64) float64 { return floats.Distance(x, y, 2) }

func identity(n int) *mat.Dense {
	out := mat.NewDense(n, n, nil)
	for i := range n {
		out.Set(i, i, 1)
	}
	return out
}

func normals(n int, random *rand.Rand) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = random.NormFloat64()
	}
	return out
}

func relative(got, want []float64, floor float64) float64 {
	if e := distance(got, want); e != 0 {
		return e / max(norm(want), floor)
	}
	return 0
}

var nan, inf = math.NaN(), math.Inf(1)

// system lays out C x = y as a system.
func system(c, y []float64) System {
	n := len(y)
	out := make(System, Size(n))
	for i, v := range y {
		copy(out[i*Stride(n):], c[i*n:(i+1)*n])
		out[i*Stride(n)+n] = v
	}
	return out
}
