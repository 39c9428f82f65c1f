package recorded

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

const (
	good      = `{"observations":[[1,2],[3,4],[5,6]],"rewards":[0.5,-1],"terminated":false}` + "\n"
	goodEnded = `{"observations":[[1,2],[3,4]],"rewards":[0.5,-1],"terminated":true}` + "\n"
)

// endings are fields for the end of an episode of two transitions.
var endings = []string{
	`"terminated":true`, `"terminated":false`, `"terminations":[false,true]`, `"terminations":[false,false]`, `"terminations":[0,1]`,
	`"terminations":[0,0],"truncations":[0,1]`, `"terminations":[false,false],"truncations":[false,false]`, `"terminations":[false,true],"truncations":[false,true]`,
	`"truncations":[false,true],"terminated":false`, `"truncations":[false,true],"terminated":true`, `"truncations":[false,false],"terminated":true`,
	`"terminations":[false,true],"terminated":true`, `"terminations":[false,false],"terminated":false`,
}

// toleratedJSON returns files with the content of good and goodEnded.
func toleratedJSON() map[string]string {
	return map[string]string{
		"byte order mark":        "\ufeff" + good + goodEnded,
		"blank lines":            "\n \t\r\n" + good + "\n\n" + goodEnded + "  \n\n",
		"white space":            strings.NewReplacer(",", " ,\t", "[", " [ ", "]", " ] ", ":", " : ", "}", " } ", "{", " { ").Replace(good + goodEnded),
		"escaped names":          strings.ReplaceAll(good+goodEnded, `"rewards"`, `"re\u0077ards"`),
		"other fields":           strings.ReplaceAll(good+goodEnded, `{"o`, `{"id":7,"id":8,"infos":{"a":[1,null,{}],"b":"\ud83d]}\"","c":[]},"seed":null,"Rewards":"x","actions":[[-1e999]],"o`),
		"more digits than count": strings.ReplaceAll(good+goodEnded, "0.5", "0.5"+strings.Repeat("0", 3000)+"1e0"),
		"a long line":            good + strings.Replace(goodEnded, "{", `{"infos":"`+strings.Repeat("x", 300000)+`",`, 1),
	}
}

// damaged are lines with their errors, after "x: line 2: ". The line before has episodes of 2
// features.
var damaged = []struct{ line, want string }{
	{`x`, `"x" at column 1: want an object with observations and rewards on each line`},
	{`[` + strings.TrimSpace(good) + `]`, `a list: want an object with observations and rewards on each line`},
	{strings.TrimSpace(good) + ` x`, `"x" at column 76: want nothing more after the object: one episode a line`},

	{`{"observations":[[1,2]]}`, `rewards: missing: want a list of numbers, one for each transition`},
	{`{"terminated":true,"terminat\u0065d":true}`, `terminated: given twice: want it once`},
	{`{"rewards":[0,NaN]}`, `rewards[1]: NaN is not a finite number: want a number`},
	{`{"rewards":[-1` + strings.Repeat("0", 400) + `]}`, `rewards[0]: -1` + strings.Repeat("0", 38) + `… is too large: want a number below 1.8e308 in size`},
	{"{\"rewards\":[\xff]}", `rewards[0]: "\xff" at column 13: want a number`},

	{`{"observations":[0.1,0.2]}`, `observations[0]: the number 0.1: want a list of numbers, one for each feature`},
	{`{"observations":[[1,2],[3]]}`, `observations[1]: 1 number: want 2, as in the first observation of the file`},

	{`{"observations":[[1,2]],"rewards":[0],"terminated":false}`, `observations: 1 for 1 reward: want 2, with the one after the last transition, as the episode is truncated`},
	{`{"observations":[[1,2],[1,2],[1,2]],"rewards":[0],"terminated":true}`, `observations: 3 for 1 reward: want 2, or 1 without the last one, as the episode terminated`},
	{`{"observations":[[1,2],[1,2]],"rewards":[0]}`, `nothing says how the episode ended: want "terminated": true or false, or the lists terminations and truncations`},
	{`{"observations":[[1,2],[1,2]],"rewards":[0],"truncations":[true]}`, `truncations without terminations, which do not say whether the episode terminated: want terminations too, or "terminated": true or false`},
	{`{"observations":[[1,2],[1,2],[1,2]],"rewards":[0,0],"terminations":[false,false],"truncations":[true]}`, `truncations: 1 flag for 2 rewards: want one for each`},
	{`{"terminated":2}`, `terminated: the number 2: want true or false, or 1 or 0`},

	{`{"infos":` + strings.Repeat("[", 20000) + `}`, `infos: invalid character '[' exceeded max depth: want a JSON value`},
}

func TestReadDamaged(t *testing.T) {
	for _, c := range damaged {
		wantFault(t, []byte(good+c.line+"\n"+good), "line 2: "+c.want)
	}
	const none, one = "no episodes: want at least 2, as JSON Lines, CSV or NPZ", "1 episode: want at least 2"
	for text, want := range map[string]string{"": none, "\n\n": none, "\ufeff": none, good: one, "\n" + good + "\n": one} {
		wantFault(t, []byte(text), want)
	}
}

// TestReadStates: every format can hold observations alone, which only readers with a State func
// accept.
func TestReadStates(t *testing.T) {
	for format, raw := range map[string][]byte{
		"JSON Lines": []byte(`{"observations":[[1,2]]}` + "\n" + `{"id":3,"observations":[[3,4],[5,6]]}`),
		"CSV":        []byte("obs_1,place,obs_0\n2,a,1\n4,b,3\n6,c,5\n"),
		"NPZ":        npzOf(t, floats("observations", "(3, 2)", 1, 2, 3, 4, 5, 6), floats("actions", "(3,)", 0, 1, 0)),
	} {
		if _, err := read(bytes.NewReader(raw), "x"); err == nil || !strings.Contains(err.Error(), "want ") {
			t.Errorf("%s: as episodes: %v", format, err)
		}
		var got []float64
		r := Reader{Least: 1, State: func(x []float64) error {
			got = append(got, x...)
			return nil
		}}
		if _, err := r.Each(bytes.NewReader(raw), "x", nil); err != nil || !slices.Equal(got, []float64{1, 2, 3, 4, 5, 6}) {
			t.Errorf("%s: %v, %v", format, got, err)
		}
	}
}

func TestReadWrapsErrorsOfTheReader(t *testing.T) {
	broken := errors.New("the cable is out")
	for _, text := range []string{"", "epi", head, table + "c,0", good + good + good[:20]} {
		_, err := read(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), "x")
		if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "x: line ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestLines: a line that is too long is an error, wherever the buffer ends.
func TestLines(t *testing.T) {
	const size = 64 << 10 // of the reader's buffer
	for _, c := range [][2]int{{10, 10}, {10, 11}, {2 * size, 2 * size}, {2 * size, 2*size + 1}, {2 * size, 5 * size}} {
		for _, end := range []string{"", "\n", "\nmore"} {
			_, err := newLines(strings.NewReader(strings.Repeat("x", c[1])+end), c[0]).next()
			if (err == nil) != (c[1] <= c[0]) || err != nil && !strings.HasPrefix(err.Error(), "line 1: longer than") {
				t.Errorf("%d bytes of at most %d: %v", c[1], c[0], err)
			}
		}
	}
}
