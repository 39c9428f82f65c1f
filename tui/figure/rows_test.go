package figure

import (
	"math"

	"lambdascope/sim/study"
)

// The rows resemble the random walk: root MSVE falls as 1/√n, and rises with λ by a quarter or
// less.
var sizes = []int{2, 5, 10, 20, 50, 100, 200}

func root(n int, lambda float64) float64 {
	rise := .27 - .08*math.Log10(float64(n)/10)
	return .112 * math.Sqrt(10/float64(n)) * (1 + rise*lambda*lambda)
}

func lambdaRows(grid int) (rows []study.LambdaRow) {
	for _, n := range sizes {
		for k := range grid {
			l := float64(k) / float64(grid-1)
			v := root(n, l)
			rows = append(rows, study.LambdaRow{Trajectories: n, Trials: 80, Lambda: l, RootMSVE: v, Low: .93 * v, High: 1.07 * v})
		}
	}
	return rows
}

func methodRows() (rows []study.MethodRow) {
	for _, m := range []struct {
		name  string
		times float64
	}{
		{study.NameALLSTD, 1.09},
		{study.NameByTrajectory, 1.07},
		{study.NameNaive, 1.09},
		{study.NameLSTDBest, 1},
		{study.NameLSTDWorst, 1.27},
		{study.NameRLSTDBest, .9},
		{study.NameRLSTDWorst, 1.6},
	} {
		for _, n := range sizes {
			v := root(n, 0) * m.times
			if m.name == study.NameRLSTDBest || m.name == study.NameRLSTDWorst {
				v += .3 * root(n, 0) * math.Log10(float64(n)/10)
			}
			rows = append(rows, study.MethodRow{
				Trajectories: n, Trials: 80, Method: m.name, Lambda: math.NaN(), RootMSVE: v, Low: .93 * v, High: 1.07 * v,
				Ratio: v / root(n, 0), RatioLow: .98 * v / root(n, 0), RatioHigh: 1.02 * v / root(n, 0),
			})
		}
	}
	return rows
}

func timeRows() (rows []study.TimeRow) {
	for _, m := range []struct {
		name    string
		seconds float64 // at n = 1
		power   float64
	}{{study.NameALLSTD, 5e-5, 1}, {study.NameRSM, 8e-4, 1}, {study.NameNaive, 2e-3, 2}, {study.NameLSTD, 7e-5, 1}, {study.NameRLSTD, 9e-5, 1}} {
		for _, n := range append(sizes, 1000) {
			r := study.TimeRow{Trajectories: n, Method: m.name, Seconds: m.seconds * math.Pow(float64(n), m.power), Runs: 5}
			if r.Seconds > 60 {
				r.Seconds, r.Stopped = 60, true
			}
			rows = append(rows, r)
		}
	}
	return rows
}

// consistencyRows returns errors that fall as 2/n, except for a constant method and a mean that
// chance puts below the least error.
func consistencyRows() (rows []study.ConsistencyRow) {
	for _, m := range []string{study.NameByStep, study.NameByTrajectory, study.NameLSTDBest, study.NameLSTDWorst} {
		for _, n := range []int{10, 100, 1000} {
			above := 2 / float64(n)
			switch {
			case m == study.NameByTrajectory:
				above = 0.2
			case m == study.NameLSTDBest && n == 1000:
				above = -0.1
			}
			rows = append(rows, study.ConsistencyRow{Trajectories: n, Method: m, Above: above, Low: above - 0.05, High: above + 0.05})
		}
	}
	return rows
}
