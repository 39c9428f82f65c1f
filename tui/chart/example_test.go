package chart_test

import (
	"fmt"
	"strings"

	"lambdascope/tui/chart"
)

// show prints the lines of a drawing.
func show(lines []string) {
	for _, l := range lines {
		fmt.Println(strings.TrimRight(l, " "))
	}
}

// The left axis has the differences from λ̂, the strip the verdict on each λ.
func Example() {
	lambdas := []float64{0, .25, .5, .75, 1}
	s := chart.Spec{
		Titles: []string{"LOTO error by λ"},
		X:      chart.Axis{Label: "λ"},
		Y:      chart.Axis{Zero: ".143"},
		Intervals: []chart.Interval{{
			X: lambdas, Lo: []float64{.004, .002, -.003, 0, -.002}, Hi: []float64{.02, .012, .007, 0, .006},
			Out: []bool{true, true, false, false, false}, Ink: chart.InkEstimateDim,
		}},
		Series: []chart.Series{{
			Name: "LOTO error", X: lambdas, Y: []float64{.012, .007, .002, 0, .002}, Marker: chart.MarkDot, Ink: chart.InkEstimate,
		}},
		Strips: []chart.Strip{{
			Label: "n 30", X: lambdas,
			Marks: []chart.Marker{chart.MarkCross, chart.MarkCross, chart.MarkRing, chart.MarkStar, chart.MarkRing},
			Inks:  make([]chart.Ink, len(lambdas)),
		}},
	}
	show(s.Draw(50, 12, chart.Options{}).Lines)
	// Output:
	// ─ LOTO error by λ ───────────────── ● LOTO error ─
	//       │
	//  +.02 ┤ ╷
	//       │ │
	//       │ ●         ╷
	//  +.01 ┤ │         │
	//       │ │         ●         │                   ╷
	//       │ ╵         │         ●                   ●
	//  .143 ┤ ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌│╌╌╌╌╌╌╌╌╌●╌╌╌╌╌╌╌╌╌│
	//       │                     ╵                   ╵
	//     λ └─0──.1──.2──.3──.4──.5──.6──.7──.8──.9───1
	//  n 30   ×         ×         ○         ★         ○
}

// The parts of a column lie on top of each other.
func ExampleStack() {
	s := chart.Spec{
		X: chart.Axis{Label: "λ", Ticks: []float64{0, 1, 2}, Names: []string{"0", ".5", "1"}},
		Stack: &chart.Stack{Parts: []chart.Part{
			{Name: "bias²", Y: []float64{5, 2, 0}, Ink: chart.InkTruth},
			{Name: "variance", Y: []float64{1, 2, 5}, Ink: chart.InkEstimate},
		}},
	}
	show(s.Draw(30, 10, chart.Options{}).Lines)
	// Output:
	// █ bias²   ⣿ variance
	//      │
	//      │ ⣶⣶⣶⣶⣶
	//    5 ┤ █████           ⣤⣤⣤⣤⣤
	//      │ █████   ⣀⣀⣀⣀⣀   ⣿⣿⣿⣿⣿
	//      │ █████   ⣿⣿⣿⣿⣿   ⣿⣿⣿⣿⣿
	//  2.5 ┤ █████   ⣿⣿⣿⣿⣿   ⣿⣿⣿⣿⣿
	//      │ █████   █████   ⣿⣿⣿⣿⣿
	//      │ █████   █████   ⣿⣿⣿⣿⣿
	//    λ └───0───────.5──────1────
}

// A group of dots has its mean and its true value.
func ExampleSwarm() {
	s := chart.Spec{
		X: chart.Axis{Label: "state", Ticks: []float64{0, 1}, Names: []string{"1", "2"}},
		Swarm: &chart.Swarm{
			Groups: [][]float64{{1, 2, 2, 3}, {4, 4, 5, 5}},
			True:   [][]float64{{3}, {5}},
		},
	}
	show(s.Draw(30, 9, chart.Options{}).Lines)
	// Output:
	// │              ╌╌╌••╌╌╌◆
	//    │              ━━━━━━━━┘
	//  4 ┤                 ••
	//    │ ╌╌╌•╌╌╌╌◆
	//    │         │
	//  2 ┤ ━━━••━━━┘
	//    │
	//    │    •
	//    └─────1────────────2───────
}

// Without colours, shades show the values of a map.
func ExampleHeat() {
	s := chart.Spec{
		X: chart.Axis{Label: "x"},
		Y: chart.Axis{Label: "y"},
		Heat: &chart.Heat{
			Name: "x + y", X: []float64{0, 1, 2, 3}, Y: []float64{0, 1, 2}, Max: 5,
			Z: []float64{0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5},
		},
	}
	show(s.Draw(40, 9, chart.Options{}).Lines)
	// Output:
	// 0 ··░░▒▓▓█ 5 x + y
	//    │░░░░░░░░░▒▒▒▒▒▒▒▒▒▓▓▓▓▓▓▓▓▓█████████
	//  2 ┤░░░░░░░░░▒▒▒▒▒▒▒▒▒▓▓▓▓▓▓▓▓▓█████████
	//    │·········░░░░░░░░░▒▒▒▒▒▒▒▒▒▓▓▓▓▓▓▓▓▓
	//  1 ┤·········░░░░░░░░░▒▒▒▒▒▒▒▒▒▓▓▓▓▓▓▓▓▓
	//    │·········░░░░░░░░░▒▒▒▒▒▒▒▒▒▓▓▓▓▓▓▓▓▓
	//  0 ┤··················░░░░░░░░░▒▒▒▒▒▒▒▒▒
	//    │··················░░░░░░░░░▒▒▒▒▒▒▒▒▒
	//  x └-.5─0──.5────1──1.5───2───2.5──3────
}

// A drawing that is no chart uses the canvas alone.
func ExampleDraw() {
	show(chart.Draw(12, 3, chart.Options{}, func(c *chart.Canvas) {
		c.Text(0, 0, "n = 30", chart.InkText)
		c.Row(0, c.Width, 1, '─', chart.InkRule)
		c.Column(0, 6, 2, .5, chart.InkEstimate)
	}))
	// Output:
	// n = 30
	// ────────────
	// ▄▄▄▄▄▄
}

// A click on a cell finds the λ of its column.
func ExampleDrawing_X() {
	s := chart.Spec{X: chart.Axis{Max: 1}, Series: []chart.Series{{X: []float64{0, 1}, Y: []float64{2, 3}, Line: chart.LineSolid}}}
	d := s.Draw(40, 10, chart.Options{Glyphs: chart.Plain})
	for _, column := range []int{0, d.Plot.Min.X, d.Plot.Max.X - 1} {
		lambda, ok := d.X(column)
		fmt.Println(lambda, ok)
	}
	// Output:
	// 0 false
	// 0 true
	// 1 true
}

// The mapped text may be wider, so map before the layout.
func ExampleASCII() {
	fmt.Println(chart.ASCII("λ̂ = 0.8 ± 0.1, γ² ≥ θ₃"))
	// Output: lambda^ = 0.8 +/- 0.1, gamma^2 >= theta_3
}
