package study

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"lambdascope/sim/analysis"
)

// TestMeasure: methods take turns and have five runs each, after one to warm up unless that was
// long, and a method that exceeds the budget is not tried again.
func TestMeasure(t *testing.T) {
	const budget, sets = 10 * time.Second, 4
	for name, c := range map[string]struct {
		take []time.Duration // of each run of a method, the last one's for all that follow
		runs int
		want TimeRow
	}{
		"quick":              {[]time.Duration{99e6, 1e6}, 6, TimeRow{Seconds: .001, Least: .001, Most: .001, Runs: 5, DataSets: 4}},
		"warm at once":       {[]time.Duration{100e6, 2e9}, 5, TimeRow{Seconds: 2, Least: .1, Most: 2, Runs: 5, DataSets: 4}},
		"median":             {[]time.Duration{90e6, 300e6, 100e6, 500e6, 100e6, 200e6}, 6, TimeRow{Seconds: .2, Least: .1, Most: .5, Runs: 5, DataSets: 4}},
		"too long":           {[]time.Duration{budget}, 1, TimeRow{Seconds: 10, Least: 10, Most: 10, Stopped: true, Runs: 1, DataSets: 1}},
		"too long by chance": {[]time.Duration{50e6, 1e9, budget, 1e9}, 3, TimeRow{Seconds: 10, Least: 10, Most: 10, Stopped: true, Runs: 1, DataSets: 1}},
	} {
		rows := []*TimeRow{{Method: "first"}, {Method: "second"}}
		var order []string
		var on []int
		err := measure(t.Context(), budget, sets, rows, func(method string, set int) (time.Duration, error) {
			order = append(order, method)
			if method == "second" {
				return 1e6, nil
			}
			on = append(on, set)
			return c.take[min(len(on), len(c.take))-1], nil
		})
		c.want.Method = "first"
		if err != nil || *rows[0] != c.want || len(on) != c.runs || rows[1].Runs != 5 {
			t.Errorf("%s: %+v and %+v, %d runs, %v; want %+v", name, *rows[0], *rows[1], len(on), err, c.want)
		}
		if c.runs == 6 {
			if want := slices.Repeat([]string{"first", "second"}, 6); !slices.Equal(order, want) || !slices.Equal(on, []int{0, 0, 1, 2, 3, 0}) {
				t.Errorf("%s: %v on %v", name, order, on)
			}
		}
	}
	failed := errors.New("failed")
	err := measure(t.Context(), budget, sets, []*TimeRow{{Method: "first", Trajectories: 7}}, func(string, int) (time.Duration, error) { return 0, failed })
	if !errors.Is(err, failed) || !strings.HasPrefix(err.Error(), "first, 7 trajectories: ") {
		t.Error(err)
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
