package figure

import (
	"math"
	"strings"
	"testing"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

func TestConsistency(t *testing.T) {
	var rows []study.ConsistencyRow
	for _, m := range []string{study.NameByStep, study.NameByTrajectory, study.NameLSTDBest, study.NameLSTDWorst} {
		for _, n := range []int{10, 100, 1000} {
			above := 2 / float64(n)
			switch {
			case m == study.NameByTrajectory:
				above = 0.2
			case m == study.NameLSTDBest && n == 1000:
				above = -0.1 // below the least, as chance has it
			}
			rows = append(rows, study.ConsistencyRow{Trajectories: n, Method: m, Above: above, Low: above - 0.05, High: above + 0.05})
		}
	}
	s := Consistency(rows)
	distinctMethods := s.Series[1:]
	distinct(t, &chart.Spec{Series: distinctMethods})
	line := named(t, s, "falls as 1/n")
	step := named(t, s, study.NameByStep)
	for i := range line.X {
		if math.Abs(line.Y[i]-step.Y[i]) > 1e-12 {
			t.Errorf("the line of 1/n is at %v, want %v", line.Y[i], step.Y[i])
		}
	}
	if !s.X.Log || !s.Y.Log || len(s.X.Ticks) != 3 || len(s.Bands) != 2 {
		t.Errorf("axes %+v, %+v, %d bands", s.X, s.Y, len(s.Bands))
	}
	for _, b := range s.Bands {
		for i, lo := range b.Lo {
			if !(lo > 0) || lo > b.Hi[i] {
				t.Errorf("a band from %v to %v", lo, b.Hi[i])
			}
		}
	}
	drawn := strings.Join(s.Draw(78, 18, chart.Options{}).Lines, "\n")
	for _, want := range []string{"●", "◆", "■", "falls as 1/n"} {
		if !strings.Contains(drawn, want) {
			t.Errorf("no %s in\n%s", want, drawn)
		}
	}
	for _, few := range [][]study.ConsistencyRow{nil, rows[:1], rows[8:9]} {
		Consistency(few).Draw(60, 16, chart.Options{})
	}
	if header, lines := Table("2048", rows, ConsistencyColumns()); len(header) != 14 || len(lines) != len(rows) || lines[0][3] != study.NameByStep {
		t.Errorf("%q, %q", header, lines[0])
	}
}
