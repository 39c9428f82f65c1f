package sim

import (
	"math"
	"testing"
)

// carStep is a literal copy of Gymnasium's step.
func carStep(x, v float64, action int) (float64, float64) {
	v += float64(action-1)*0.001 + math.Cos(3*x)*(-0.0025)
	v = math.Max(-0.07, math.Min(v, 0.07))
	x += v
	x = math.Max(-1.2, math.Min(x, 0.6))
	if x == -1.2 && v < 0 {
		v = 0
	}
	return x, v
}

// TestCarStepsByHand compares with numbers from Python.
func TestCarStepsByHand(t *testing.T) {
	for _, c := range []struct {
		what   string
		from   car
		action int
		want   car
		goal   bool
	}{
		{"forward from rest", car{-0.5, 0}, 2, car{-0.49917684300416926, 0.0008231569958307428}, false},
		{"neutral from rest", car{-0.5, 0}, 1, car{-0.5001768430041692, -0.00017684300416925727}, false},
		{"reverse from rest", car{-0.5, 0}, 0, car{-0.5011768430041692, -0.0011768430041692573}, false},
		{"where the slope is steepest", car{0, 0.03}, 2, car{0.0285, 0.0285}, false},
		{"on the left", car{-1, -0.02}, 0, car{-1.0185250187584989, -0.018525018758498886}, false},
		{"speed limit forwards", car{-1.047, 0.0699}, 2, car{-0.977, 0.07}, false},
		{"speed limit backwards", car{0, -0.0699}, 0, car{-0.07, -0.07}, false},
		{"into the wall", car{-1.19, -0.05}, 1, car{-1.2, 0}, false},
		{"to the wall exactly", car{-1.2, -0.002}, 0, car{-1.2, 0}, false},
		{"off the wall in reverse", car{-1.2, 0}, 0, car{-1.1987581039591646, 0.0012418960408353682}, false},
		{"off the wall forwards", car{-1.2, 0}, 2, car{-1.1967581039591646, 0.0032418960408353683}, false},
		{"over the goal", car{0.45, 0.06}, 2, car{0.5104524832822674, 0.06045248328226739}, true},
		{"as far as can be", car{0.4999, 0.07}, 2, car{0.5699, 0.07}, true},
	} {
		got := c.from.step(c.action)
		if math.Abs(got.x-c.want.x) > 1e-15 || math.Abs(got.v-c.want.v) > 1e-16 || got.atGoal() != c.goal {
			t.Errorf("%s: %+v, action %d: %+v, at the goal %v; want %+v", c.what, c.from, c.action, got, got.atGoal(), c.want)
		}
	}
	for x, want := range map[float64]bool{math.Nextafter(0.5, 0): false, 0.5: true, 0.6: true, -1.2: false} {
		if got := (car{x: x}).atGoal(); got != want {
			t.Errorf("x = %v: at the goal %v", x, got)
		}
	}
}
