package recorded

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"lambdascope/estimator"
)

// record is an episode as the tests write it.
type record struct {
	dim          int
	observations []float64 // (H+1)×dim
	rewards      []float64
	terminated   bool
}

// canonical returns the record as a line.
func (e *record) canonical() []byte {
	line := []byte(`{"observations":[`)
	for i := 0; i < len(e.observations); i += e.dim {
		line = appendNumbers(append(line, '['), e.observations[i:i+e.dim])
		line = append(line, "],"...)
	}
	line = append(line[:len(line)-1], `],"rewards":[`...)
	line = appendNumbers(line, e.rewards)
	return fmt.Appendf(line, "],\"terminated\":%v}\n", e.terminated)
}

// appendNumbers appends numbers between commas, each so that it reads back the same.
func appendNumbers(line []byte, x []float64) []byte {
	for i, v := range x {
		if i > 0 {
			line = append(line, ',')
		}
		line = strconv.AppendFloat(line, v, 'g', -1, 64)
	}
	return line
}

// recordOf returns what a trajectory holds.
func recordOf(t *estimator.Trajectory) *record {
	e := &record{dim: t.Dim(), rewards: t.Rewards(), terminated: t.Terminated()}
	for step := range t.Len() + 1 {
		e.observations = append(e.observations, t.Features(step)...)
	}
	return e
}

// same returns an error unless two lists of trajectories are equal to the bit.
func same(got, want []*estimator.Trajectory) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d episodes, want %d", len(got), len(want))
	}
	bits := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
	for i := range got {
		a, b := recordOf(got[i]), recordOf(want[i])
		if a.dim != b.dim || a.terminated != b.terminated ||
			!slices.EqualFunc(a.rewards, b.rewards, bits) || !slices.EqualFunc(a.observations, b.observations, bits) {
			return fmt.Errorf("episode %d: %s, want %s", i, a.canonical(), b.canonical())
		}
	}
	return nil
}

// decode reads valid episodes with encoding/json: another way to the same
// trajectories.
func decode(text []byte) ([]*estimator.Trajectory, error) {
	var out []*estimator.Trajectory
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\ufeff"))) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var fields map[string]json.RawMessage // exact names, where a struct would fold case
		if err := json.Unmarshal(line, &fields); err != nil {
			return nil, err
		}
		var rows [][]float64
		var rewards []float64
		if err := json.Unmarshal(fields["observations"], &rows); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(fields["rewards"], &rewards); err != nil {
			return nil, err
		}
		terminated := false
		if list, ok := fields["terminations"]; ok {
			var flags []any
			if err := json.Unmarshal(list, &flags); err != nil {
				return nil, err
			}
			last := flags[len(flags)-1]
			terminated = last == true || last == 1.0
		} else if err := json.Unmarshal(fields["terminated"], &terminated); err != nil {
			return nil, err
		}
		if terminated {
			rows = rows[:len(rewards)]
		}
		t, err := estimator.NewTrajectory(len(rows[0]), slices.Concat(rows...), rewards, terminated)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}
