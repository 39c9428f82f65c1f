package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lambdascope/sim/testutil"
)

// swing returns the states of a damped pendulum from a state on, and the reward of each step.
func swing(angle, speed float64, steps int) (states [][]float64, rewards []float64) {
	const dt = 0.1
	for range steps {
		states = append(states, []float64{angle, speed})
		rewards = append(rewards, -angle*angle-speed*speed/10)
		speed += dt * (-9.81*math.Sin(angle) - speed/2)
		angle += dt * speed
	}
	return append(states, []float64{angle, speed}), rewards
}

// TestNotOff: parts that are not off say little about single values. On a pendulum with features
// that can't express its values, most parts are not off, while few intervals cover the true value.
func TestNotOff(t *testing.T) {
	const gamma = 0.95
	s := newSession(t)
	draw := rand.New(rand.NewPCG(1, 1))
	start := func() (angle, speed float64) { return 3 * (draw.Float64() - .5), 2 * (draw.Float64() - .5) }
	var lines strings.Builder
	for range 10 {
		angle, speed := start()
		states, rewards := swing(angle, speed, 100)
		line := testutil.Get(json.Marshal(map[string]any{"observations": states, "rewards": rewards, "terminated": false}))(t)
		lines.Write(append(line, '\n'))
	}
	s.disk()["swing.jsonl"] = lines.String()
	const n = 1000
	table := "obs_0,obs_1\n"
	truth := make([]float64, n)
	for i := range truth {
		angle, speed := start()
		states, _ := swing(angle, speed, draw.IntN(100))
		angle, speed = states[len(states)-1][0], states[len(states)-1][1]
		table += fmt.Sprintf("%v,%v\n", angle, speed)
		_, rewards := swing(angle, speed, 400)
		for step, r := range rewards {
			truth[i] += r * math.Pow(gamma, float64(step))
		}
	}
	s.disk()["states.csv"] = table
	var run struct{ Calibration []struct{ Off bool } }
	testutil.Check(t, json.Unmarshal([]byte(s.does(t, "run --data swing.jsonl --features identity+bias --tail bootstrap --gamma 0.95 --save fit.json --format json")), &run))
	var fit struct{ Quantile float64 }
	testutil.Check(t, json.Unmarshal([]byte(s.disk()["fit.json"]), &fit))
	fine, covered := 0, 0
	for _, part := range run.Calibration {
		if !part.Off {
			fine++
		}
	}
	for i, row := range csvRows(t, s.does(t, "predict --fit fit.json --data states.csv")) {
		if math.Abs(numberIn(t, row["value"])-truth[i]) <= fit.Quantile*numberIn(t, row["value_se"]) {
			covered++
		}
	}
	t.Logf("%d of %d parts are not off; %d %% of the intervals cover the true value", fine, len(run.Calibration), 100*covered/n)
	if fine <= len(run.Calibration)/2 || covered > n/3 {
		t.Error("want most parts not off, and few intervals that cover the true value")
	}
}
