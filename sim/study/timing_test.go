package study

import (
	"context"
	"math"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"lambdascope/sim/analysis"
)

// TestMeasure times runs of known length with a fake clock.
func TestMeasure(t *testing.T) {
	const budget = 10 * time.Second
	stopped := TimeRow{Seconds: 10, Least: 10, Most: 10, Stopped: true, Runs: 1}
	for name, c := range map[string]struct {
		take []time.Duration // of each run, the last one's for all that follow
		more int             // runs than are counted: to warm up, or stopped
		want TimeRow
	}{
		"quick":                {[]time.Duration{99 * time.Millisecond, time.Millisecond}, 1, TimeRow{Seconds: .001, Least: .001, Most: .001, Runs: 25}},
		"enough time":          {[]time.Duration{30 * time.Millisecond}, 1, TimeRow{Seconds: .03, Least: .03, Most: .03, Runs: 9}},
		"a few":                {[]time.Duration{60 * time.Millisecond}, 1, TimeRow{Seconds: .06, Least: .06, Most: .06, Runs: 5}},
		"warm at once":         {[]time.Duration{100 * time.Millisecond}, 0, TimeRow{Seconds: .1, Least: .1, Most: .1, Runs: 5}},
		"slow":                 {[]time.Duration{700 * time.Millisecond}, 0, TimeRow{Seconds: .7, Least: .7, Most: .7, Runs: 3}},
		"median of an odd few": {[]time.Duration{0, 300e6, 100e6, 500e6, 100e6, 200e6}, 1, TimeRow{Seconds: .2, Least: .1, Most: .5, Runs: 5}},
		"slower":               {[]time.Duration{1999e6, 1e9, 1500e6}, 0, TimeRow{Seconds: 1.5, Least: 1, Most: 1.999, Runs: 3}},
		"long":                 {[]time.Duration{2e9, 3e9, 4e9, 5e9}, 0, TimeRow{Seconds: 3, Least: 2, Most: 4, Runs: 3}},
		"of two":               {[]time.Duration{0, 1e9, 1500e6, 11e9}, 2, TimeRow{Seconds: 1.25, Least: 1, Most: 1.5, Runs: 2}},
		"long, by chance":      {[]time.Duration{9e9, 11e9}, 1, TimeRow{Seconds: 9, Least: 9, Most: 9, Runs: 1}},
		"too long":             {[]time.Duration{11 * time.Second}, 0, stopped},
		"too long when warm":   {[]time.Duration{50 * time.Millisecond, 11 * time.Second}, 1, stopped},
		"too long by chance":   {[]time.Duration{50 * time.Millisecond, time.Second, 11 * time.Second}, 2, TimeRow{Seconds: 1, Least: 1, Most: 1, Runs: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var got TimeRow
				run := 0
				const sets = 4
				on := make(map[int]bool)
				err := got.measure(t.Context(), budget, sets, func(ctx context.Context, set int) error {
					if set < 0 || set >= sets {
						t.Errorf("data set %d of %d", set, sets)
					}
					on[set] = true
					d := c.take[min(run, len(c.take)-1)]
					run++
					select {
					case <-time.After(d):
						return nil
					case <-ctx.Done():
						return ctx.Err()
					}
				})
				if err != nil || math.Abs(got.Seconds-c.want.Seconds) > 1e-12 {
					t.Errorf("%+v, %v; want %+v", got, err, c.want)
				}
				if run != got.Runs+c.more {
					t.Errorf("%d runs, of which %d count: want %d that do not", run, got.Runs, c.more)
				}
				if got.DataSets != min(got.Runs, sets) || len(on) < got.DataSets {
					t.Errorf("%d data sets, with %v", got.DataSets, on)
				}
				if got.Seconds, got.DataSets = c.want.Seconds, 0; got != c.want {
					t.Errorf("%+v, want %+v", got, c.want)
				}
			})
		})
	}
}

func TestTimes(t *testing.T) {
	defer goleak.VerifyNone(t)
	e := analysis.NewEngine(1 << 20)
	p := planOf(t, "", 1, 2, 3)
	have := []TimeRow{
		{Method: NameNaive, Trajectories: 2, Seconds: 60, Stopped: true, Runs: 1},
		{Method: NameLSTD, Trajectories: 3, Seconds: 7, Runs: 2},
		{Method: NameLSTD, Trajectories: 4, Seconds: 8, Runs: 2},
	}
	var told []TimeRow
	rows, err := Times(t.Context(), e, p, time.Minute, have, func(r TimeRow) { told = append(told, r) })
	if err != nil || len(rows) != 10 || len(told) != 8 {
		t.Fatalf("%d rows, %d of them new, %v", len(rows), len(told), err)
	}
	for i, r := range rows {
		if r.Method != TimedMethods()[i/2] || r.Trajectories != p.Sizes[i%2] {
			t.Errorf("row %d: %s at %d", i, r.Method, r.Trajectories)
		}
		switch {
		case i == 4 && r != have[0], i == 7 && r != have[1]:
			t.Errorf("%+v was measured again", r)
		case i == 5 && r != TimeRow{Method: NameNaive, Trajectories: 3, Seconds: 60, Least: 60, Most: 60, Stopped: true}:
			t.Errorf("%+v after the method was stopped", r)
		case (i < 4 || i > 7) && !(0 < r.Least && r.Least <= r.Seconds && r.Seconds <= r.Most && r.Runs >= 1 && !r.Stopped):
			t.Errorf("%+v", r)
		}
	}
	if again, err := Times(t.Context(), e, p, time.Minute, rows, func(r TimeRow) { t.Errorf("%+v was measured again", r) }); err != nil || !reflect.DeepEqual(again, rows) {
		t.Errorf("%+v, %v", again, err)
	}
}
