package recorded

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lambdascope/estimator"
)

// record is the content of an episode.
type record struct {
	dim          int
	observations []float64 // (H+1)×dim
	rewards      []float64
	ratios       []float64 // 1 where a trajectory has none
	terminated   bool
}

// recordOf returns the content of a trajectory.
func recordOf(t *estimator.Trajectory) *record {
	e := &record{dim: t.Dim(), rewards: t.Rewards(), ratios: ratiosOf(t), terminated: t.Terminated()}
	for step := range t.Len() + 1 {
		e.observations = append(e.observations, t.Features(step)...)
	}
	return e
}

// same returns an error unless two lists of trajectories have equal bits.
func same(got, want []*estimator.Trajectory) error {
	if len(got) != len(want) {
		return fmt.Errorf("%d episodes, want %d", len(got), len(want))
	}
	bits := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
	for i := range got {
		a, b := recordOf(got[i]), recordOf(want[i])
		if a.dim != b.dim || a.terminated != b.terminated ||
			!slices.EqualFunc(a.rewards, b.rewards, bits) || !slices.EqualFunc(a.ratios, b.ratios, bits) || !slices.EqualFunc(a.observations, b.observations, bits) {
			return fmt.Errorf("episode %d: %+v, want %+v", i, *a, *b)
		}
	}
	return nil
}

// decode reads valid episodes with encoding/json.
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
		} else {
			var flag any
			if err := json.Unmarshal(fields["terminated"], &flag); err != nil {
				return nil, err
			}
			terminated = flag == true || flag == 1.0
		}
		if terminated {
			rows = rows[:len(rewards)]
		}
		t, err := estimator.NewTrajectory(len(rows[0]), slices.Concat(rows...), rewards, terminated)
		if list, ok := fields["ratios"]; ok && err == nil {
			var ratios []float64
			if err = json.Unmarshal(list, &ratios); err == nil {
				t, err = t.WithRatios(ratios)
			}
		}
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// decodeCSV reads a valid CSV with encoding/csv.
func decodeCSV(text []byte) ([]*estimator.Trajectory, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	r := csv.NewReader(bytes.NewReader(text))
	if header, _, _ := bytes.Cut(bytes.TrimLeft(text, " \t\r\n"), []byte("\n")); !bytes.ContainsRune(header, ',') {
		if r.Comma = '\t'; bytes.ContainsRune(header, ';') {
			r.Comma = ';'
		}
	}
	r.TrimLeadingSpace = r.Comma != '\t'
	r.FieldsPerRecord = -1 // a line of white space is a record of one field
	table, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	table = slices.DeleteFunc(table, func(fields []string) bool {
		for i, f := range fields {
			fields[i] = strings.TrimSpace(f)
		}
		return len(fields) == 1 && fields[0] == ""
	})
	column := func(name string) int { return slices.Index(table[0], name) }
	var features []int
	for j := column("obs_0"); j >= 0; j = column(fmt.Sprintf("obs_%d", len(features))) {
		features = append(features, j)
	}
	var out []*estimator.Trajectory
	first := make(map[string]int) // rows of an episode together, by t, in the order of first rows
	for i, row := range table[1:] {
		if id := row[column("episode_id")]; first[id] == 0 {
			first[id] = i + 1
		}
	}
	slices.SortStableFunc(table[1:], func(a, b []string) int {
		if by := first[a[column("episode_id")]] - first[b[column("episode_id")]]; by != 0 || column("t") < 0 {
			return by
		}
		s, _ := strconv.ParseFloat(a[column("t")], 64)
		t, _ := strconv.ParseFloat(b[column("t")], 64)
		return int(s - t)
	})
	for rows := table[1:]; len(rows) > 0; {
		h, end := 0, 0
		var observations, rewards, ratios []float64
		terminated := false
		for ; end < len(rows) && rows[end][column("episode_id")] == rows[0][column("episode_id")]; end++ {
			for _, j := range features {
				x, err := strconv.ParseFloat(rows[end][j], 64)
				if err != nil {
					return nil, err
				}
				observations = append(observations, x)
			}
			if reward := rows[end][column("reward")]; reward != "" {
				x, err := strconv.ParseFloat(reward, 64)
				if err != nil {
					return nil, err
				}
				h, rewards = h+1, append(rewards, x)
				if j := column("ratio"); j >= 0 {
					if x, err = strconv.ParseFloat(rows[end][j], 64); err != nil {
						return nil, err
					}
					ratios = append(ratios, x)
				}
				flag := rows[end][column("terminated")]
				if terminated, err = strconv.ParseBool(strings.ToLower(flag)); err != nil {
					x, err = strconv.ParseFloat(flag, 64)
					if terminated = x == 1; err != nil {
						return nil, err
					}
				}
			}
		}
		if terminated {
			observations = observations[:h*len(features)]
		}
		t, err := estimator.NewTrajectory(len(features), observations, rewards, terminated)
		if err == nil && ratios != nil {
			t, err = t.WithRatios(ratios)
		}
		if err != nil {
			return nil, err
		}
		out, rows = append(out, t), rows[end:]
	}
	return out, nil
}

// write returns a file of trajectories.
func write(f Format, gzipped bool, all []*estimator.Trajectory) []byte {
	ratios := slices.ContainsFunc(all, func(t *estimator.Trajectory) bool { return t.Ratios() != nil })
	text := f.AppendHeader(nil, all[0].Dim(), ratios)
	for i, t := range all {
		text = f.Append(text, i, t, ratios)
	}
	if gzipped {
		return compress(text)
	}
	return text
}

func compress(text []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := z.Write(text); err != nil {
		panic(err)
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// forms calls each with every form of a file, by suffix.
func forms(each func(suffix string, f Format, gzipped bool)) {
	for _, suffix := range Suffixes() {
		f, gzipped, err := FormatOf("x" + suffix)
		if err != nil {
			panic(err)
		}
		each(suffix, f, gzipped)
	}
}
