package figure

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui/chart"
)

// TestPictureAgreesWithTheSet checks, for random data at random sizes and those of the screens, that
// strip and bars agree with the λ's not ruled out: a bar that is in touches the line of λ̂, even
// through a pinned curve, and a bar that is out ends apart from it. The numbers of the bars say the
// same.
func TestPictureAgreesWithTheSet(t *testing.T) {
	e := analysis.NewEngine(1 << 24)
	rapid.Check(t, func(t *rapid.T) {
		s, err := settings.Defaults("random-walk")
		if err != nil {
			t.Fatal(err)
		}
		s.Problem.States = rapid.SampledFrom([]int{5, 19}).Draw(t, "states")
		s.Problem.Features = rapid.SampledFrom([]string{"1-hot", "dependent"}).Draw(t, "features")
		s.Lambdas = rapid.SampledFrom([]string{"0:1:0.1", "0:1:0.25", "0,0.5,0.9,1", "0:1:0.03", "0:1:0.02"}).Draw(t, "lambdas")
		s.Seed = rapid.Uint64Range(1, 1000).Draw(t, "seed")
		s.Trajectories = rapid.IntRange(2, 60).Draw(t, "n")
		s.Ridge = rapid.SampledFrom([]float64{0, 0, 2}).Draw(t, "ridge")
		s.Weighting = rapid.SampledFrom([]estimator.Weighting{estimator.ByStep, estimator.ByTrajectory}).Draw(t, "weighting")
		s.Problem.MaxSteps = rapid.SampledFrom([]int{s.Problem.MaxSteps, 8}).Draw(t, "max steps")
		a, err := e.Run(t.Context(), analysis.Request{Settings: s})
		if err != nil {
			t.Fatal(err)
		}
		c := NewCurve(a)
		rounding := 1e-9 * max(a.Selection.Best().LOTO, a.Selection.MeanSquaredReturn)
		for k, candidate := range a.Selection.Candidates {
			mid := (c.Low[k] + c.High[k]) / 2
			if c.Out[k] == candidate.NotRuledOut || (c.Low[k] > rounding) != c.Out[k] || math.Abs(mid-c.Score[k]) > rounding+1e-9*(c.High[k]-c.Low[k]) {
				t.Fatalf("λ = %v: a bar from %v to %v, score %v, in: %v", c.Lambda[k], c.Low[k], c.High[k], c.Score[k], candidate.NotRuledOut)
			}
		}
		pinned := chart.Series{X: c.Lambda, Y: make([]float64, len(c.Lambda)), Ink: chart.InkPinned, Line: chart.LineSolid}
		out := c.Spec(pinned, c.ScoreSeries(""))
		out.Y.Zero = "zero" // each character takes one cell
		agrees(t, out, c, rapid.IntRange(40, 220).Draw(t, "w"), rapid.IntRange(8, 70).Draw(t, "h"))
		for _, size := range [][2]int{{60, 14}, {80, 18}, {91, 15}, {102, 31}, {31, 8}} { // on the screens of the golden files
			agrees(t, out, c, size[0], size[1])
		}
	})
}

// agrees checks the strip and the bars of a chart of some size.
func agrees(t *rapid.T, of *chart.Spec, c Curve, w, h int) {
	d := of.Draw(w, h, chart.Options{})
	at := func(x, y int) rune { return []rune(d.Lines[y])[x] }
	line := d.Plot.Min.Y
	for ; line < d.Plot.Max.Y-1; line++ { // to the row of 0, which may have no label
		here, _ := d.Y(line)
		if below, _ := d.Y(line + 1); here+below < 0 {
			break
		}
	}
	cells := map[int][]int{} // the λ's of each column of cells
	for x := d.Plot.Min.X; x < d.Plot.Max.X; x++ {
		for k, lambda := range c.Lambda {
			lo, _ := d.X(max(x-1, d.Plot.Min.X))
			here, _ := d.X(x)
			hi, _ := d.X(min(x+1, d.Plot.Max.X-1))
			if lambda > here-(here-lo)/2-1e-9 && lambda < here+(hi-here)/2+1e-9 || lambda == here {
				cells[x] = append(cells[x], k)
			}
		}
		if len(c.Lambda) > BarLimit && !strings.ContainsRune("×─★", at(x, d.Plot.Max.Y+1)) {
			t.Fatalf("a gap in the strip\n%s", strings.Join(d.Lines, "\n"))
		}
	}
	for x, ks := range cells {
		if len(ks) != 1 || len(cells[x-1])+len(cells[x+1]) > 0 {
			continue // several λ's may share the cell
		}
		k := ks[0]
		if crossed := at(x, d.Plot.Max.Y+1) == '×'; crossed != c.Out[k] {
			t.Fatalf("λ = %v is out: %v\n%s", c.Lambda[k], c.Out[k], strings.Join(d.Lines, "\n"))
		}
		touches := strings.ContainsRune("│╵╷▴▾", at(x, line)) || at(x, line) == '●' && !c.Out[k]
		if len(c.Lambda) <= BarLimit && k != c.Selected && touches == c.Out[k] {
			t.Fatalf("the bar of λ = %v touches the line: %v, out: %v\n%s", c.Lambda[k], touches, c.Out[k], strings.Join(d.Lines, "\n"))
		}
	}
}
