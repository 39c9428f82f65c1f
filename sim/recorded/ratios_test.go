package recorded

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// weighted returns good with ratios.
func weighted(ratios string) string { return strings.Replace(good, "{", `{"ratios":`+ratios+`,`, 1) }

// csvOfRatios returns an episode cut off after two transitions, in three rows, and a terminated
// one, in two.
func csvOfRatios(ratios ...string) string {
	text := "episode_id,t,reward,terminated,truncated,obs_0,obs_1,ratio\n"
	rows := strings.Split(strings.TrimSpace(rowsCut+rowsEnded), "\n")
	for i, row := range rows {
		text += row + "," + ratios[i] + "\n"
	}
	return text
}

// weightedEpisodes returns the arrays of an episode for each list of ratios, which terminates
// after one transition; without the array for nil.
func weightedEpisodes(ratios ...[]float64) (out []array) {
	for i, r := range ratios {
		prefix := prefixEpisode + string(rune('0'+i)) + "/"
		out = append(out, floats(prefix+"observations", "(1, 1)", 1), floats(prefix+"rewards", "(1,)", 1),
			marks(prefix+"terminations", 1), marks(prefix+"truncations", 0))
		if r != nil {
			out = append(out, floats(prefix+"ratios", "(1,)", r...))
		}
	}
	return out
}

func TestReadRatios(t *testing.T) {
	for name, c := range map[string]struct {
		raw   []byte
		want  [][]float64 // nil for a trajectory whose ratios are all 1
		given bool
	}{
		"none":          {[]byte(good + good), [][]float64{nil, nil}, false},
		"lists":         {[]byte(weighted("[0,2.5]") + weighted("[1,1]") + weighted("[1e-3,7]")), [][]float64{{0, 2.5}, nil, {1e-3, 7}}, true},
		"all of 1":      {[]byte(weighted("[1,1]") + weighted("[1.0,1]")), [][]float64{nil, nil}, true},
		"CSV":           {[]byte(csvOfRatios("0.5", "2", "", "1", "0")), [][]float64{{0.5, 2}, {1, 0}}, true},
		"flat":          {npzOf(t, flat(floats("ratios", "(2, 1)", 0.25, 4))...), [][]float64{{0.25}, {4}}, true},
		"episodes' own": {npzOf(t, weightedEpisodes([]float64{3}, []float64{0})...), [][]float64{{3}, {0}}, true},
	} {
		data, err := read(bytes.NewReader(c.raw), "x")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if data.Ratios != c.given {
			t.Errorf("%s: has ratios: %v", name, data.Ratios)
		}
		for i, tr := range data.Trajectories {
			if !slices.Equal(tr.Ratios(), c.want[i]) || (tr.Ratios() == nil) != (c.want[i] == nil) {
				t.Errorf("%s: ratios %v, want %v", name, tr.Ratios(), c.want[i])
			}
		}
	}
}

func TestReadRatiosErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{good + weighted("[1,2]"), "line 2: ratios: given, though the episodes before have none: want ratios for each episode, or for none"},
		{good + weighted("[1]"), "line 2: ratios: 1 ratio for 2 rewards: want one for each"},
		{good + weighted("[1,-0.5]"), "line 2: ratios[1]: -0.5: want a number ≥ 0"},
		{csvOfRatios("1", "-2", "", "1", "0"), "line 3: ratio: -2: want a number ≥ 0"},
		{csvOfRatios("", "2", "", "1", "0"), "line 2: ratio: empty: want a number ≥ 0"},
		{csvOfRatios("1", "2", "3", "1", "0"), "line 4: ratio: 3 on the row of the final observation: want it empty, as the reward is"},
		{string(npzOf(t, flat(floats("ratios", "(1,)", 1))...)), "ratios: shape (1,): want (2,), one for each reward"},
		{string(npzOf(t, weightedEpisodes([]float64{1}, nil)...)), "episode_1/: ratios: missing, though given in the episodes before: want ratios for each episode, or for none"},
	} {
		wantFault(t, []byte(c.text), c.want)
	}
}
