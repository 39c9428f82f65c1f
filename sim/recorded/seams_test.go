package recorded

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/testutil"
)

// played is an episode as an environment without automatic resets has it.
type played struct {
	Observations [][]float64 `json:"observations"` // the final one too
	Rewards      []float64   `json:"rewards"`
	Terminated   bool        `json:"terminated"`
	Group        string      `json:"group"`
}

// play plays episodes that drift from one corner of the plane to the other; reward gives the
// reward of the i-th step of all.
func play(truncated func(i int) bool, start func(draw *rand.Rand) []float64, reward func(i int) float64) (out []played) {
	draw := rand.New(rand.NewPCG(1, 2))
	steps := 0
	for i := range 30 {
		e := played{Observations: [][]float64{start(draw)}, Terminated: !truncated(i), Group: "one"}
		for range 3 + draw.IntN(6) {
			x := e.Observations[len(e.Observations)-1]
			e.Observations = append(e.Observations, []float64{x[0] + draw.Float64(), x[1] + 1 + draw.NormFloat64()/4})
			e.Rewards = append(e.Rewards, reward(steps))
			steps++
		}
		out = append(out, e)
	}
	return out
}

// linesOf returns the episodes as JSON Lines, terminated ones with their final observation unless
// it is left out.
func linesOf(t testing.TB, episodes []played, finals bool) string {
	var out strings.Builder
	for _, e := range episodes {
		if e.Terminated && !finals {
			e.Observations = e.Observations[:len(e.Rewards)]
		}
		out.Write(append(testutil.Get(json.Marshal(e))(t), '\n'))
	}
	return out.String()
}

// sameStep is Gym 0.26 to Gymnasium 0.29, Stable-Baselines3, Brax, gymnax and Isaac Lab: the final
// observation is the first of the next episode of the same environment, of a number of them.
func sameStep(right []played, environments int) (out []played) {
	for i, e := range slices.Clone(right) {
		if i+environments < len(right) {
			e.Observations = slices.Clone(e.Observations)
			e.Observations[len(e.Rewards)] = right[i+environments].Observations[0]
		}
		out = append(out, e)
	}
	return out
}

// nextStep is Gymnasium 1.0 and EnvPool: a step of its own, of reward 0, resets the environment.
func nextStep(right []played, environments int) (out []played) {
	for i, e := range right {
		if i >= environments {
			before := right[i-environments].Observations
			e.Observations = slices.Concat(before[len(before)-1:], e.Observations)
			e.Rewards = slices.Concat([]float64{0}, e.Rewards)
		}
		out = append(out, e)
	}
	return out
}

// shorter ends truncated episodes a step earlier.
func shorter(right []played) (out []played) {
	for _, e := range right {
		if h := len(e.Rewards); !e.Terminated {
			e.Observations, e.Rewards = e.Observations[:h], e.Rewards[:h-1]
		}
		out = append(out, e)
	}
	return out
}

// pieces cuts episodes after every two steps, as rollouts of a fixed length do.
func pieces(right []played) (out []played) {
	for _, e := range right {
		for at := 0; at < len(e.Rewards); at += 2 {
			end := min(at+2, len(e.Rewards))
			out = append(out, played{e.Observations[at : end+1], e.Rewards[at:end], e.Terminated && end == len(e.Rewards), e.Group})
		}
	}
	return out
}

// parallel records the pieces of groups of environments in turns.
func parallel(right []played, environments int) (out []played) {
	for some := range slices.Chunk(right, environments) {
		for round := range 4 { // no episode has more than 8 steps
			for _, e := range some {
				if own := pieces([]played{e}); round < len(own) {
					out = append(out, own[round])
				}
			}
		}
	}
	return out
}

// goesOn steps on after each end, without a reset. A step has a length, 0 for absorbing ends.
func goesOn(right []played, step float64) (out []played) {
	for _, e := range right {
		out = append(out, e)
		for range 3 {
			x := e.Observations[len(e.Rewards)]
			e = played{[][]float64{x, {x[0] + step, x[1] + step}}, []float64{0}, true, e.Group}
			out = append(out, e)
		}
	}
	return out
}

// bandit plays episodes of one step, some with a reward. The final observation is the next context.
func bandit(contexts int) (out []played) {
	draw := rand.New(rand.NewPCG(1, 2))
	context := []float64{0}
	for i := range 60 {
		next, reward := []float64{float64(draw.IntN(contexts))}, []float64{0}
		if i == 4 {
			reward[0] = 1
		}
		out = append(out, played{[][]float64{context, next}, reward, true, "one"})
		context = next
	}
	return out
}

// stays plays truncated episodes of a discrete state that is seldom another than the first.
func stays() (out []played) {
	draw := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		e := played{Observations: [][]float64{{0}}, Group: "one"}
		for state := 0.0; len(e.Rewards) < 8; e.Rewards = append(e.Rewards, 1-state) {
			if draw.Float64() < .05+.45*state {
				state = 1 - state
			}
			e.Observations = append(e.Observations, []float64{state})
		}
		out = append(out, e)
	}
	return out
}

// ring plays truncated rounds, each back to the start.
func ring() (out []played) {
	for i := range 9 {
		out = append(out, played{[][]float64{{0}, {1}, {2}, {0}}, []float64{1, 2, float64(i)}, false, "one"})
	}
	return out
}

// firstZero sets the first reward of episodes to 0, except of each n-th.
func firstZero(of []played, n int) []played {
	for i, e := range of {
		if i%n > 0 || n > len(of) {
			e.Rewards[0] = 0
		}
	}
	return of
}

func TestSeams(t *testing.T) {
	never, always, some := func(int) bool { return false }, func(int) bool { return true }, func(i int) bool { return i%3 > 0 }
	near := func(draw *rand.Rand) []float64 { return []float64{draw.Float64(), draw.Float64()} }
	origin := func(*rand.Rand) []float64 { return []float64{0, 0} }
	dense, sparse := func(i int) float64 { return 1 + math.Sin(float64(i)) }, func(i int) float64 { return float64(i % 7 / 6) }
	one := func(int) float64 { return 1 }
	cut, mixed, ended := play(always, near, dense), play(some, near, dense), play(never, near, dense)
	pole := play(never, near, one)
	type row struct {
		name     string
		recorded []played
		finals   bool // of terminated episodes
		want     Seam
		repaired []played // nil for no repair
	}
	rows := []row{
		{"right, truncated", cut, true, SeamPlain, nil},
		{"right, some truncated", mixed, true, SeamPlain, nil},
		{"right, terminated", ended, false, SeamPlain, nil},
		{"right, a first reward that is often 0", firstZero(play(never, near, one), 5), false, SeamPlain, nil},
		{"right, a state that stays", stays(), true, SeamPlain, nil},
		{"right, a bandit", bandit(5), false, SeamPlain, nil},
		{"right, a bandit with the next context", bandit(5), true, SeamPlain, nil},
		{"right, a bandit of one context", bandit(1), true, SeamPlain, nil},
		{"reset in the same step", sameStep(cut, 1), true, SeamSameStep, shorter(cut)},
		{"reset in the same step, some truncated", sameStep(mixed, 1), false, SeamSameStep, shorter(mixed)},
		{"reset in the same step, all finals", sameStep(mixed, 1), true, SeamSameStep, shorter(mixed)},
		{"reset in the same step, four environments", sameStep(mixed, 4), true, SeamSameStep, shorter(mixed)},
		{"reset in the same step, terminated", sameStep(ended, 1), true, SeamPlain, nil},
		{"reset in the next step", nextStep(cut, 1), true, SeamNextStep, cut},
		{"reset in the next step, some truncated", nextStep(mixed, 1), true, SeamNextStep, mixed},
		{"reset in the next step, four environments", nextStep(mixed, 4), true, SeamNextStep, mixed},
		{"reset in the next step, no finals", nextStep(pole, 1), false, SeamNextStep, pole},
		{"pieces", pieces(mixed), true, SeamCut, mixed},
		{"pieces, terminated", pieces(ended), false, SeamCut, ended},
		{"pieces, truncated", pieces(cut), true, SeamCut, cut},
		{"pieces, four environments", parallel(mixed, 4), true, SeamCut, mixed},
		{"steps after the end", goesOn(ended, .5), true, SeamGoesOn, nil},
		{"steps after the end, absorbed", goesOn(ended, 0), true, SeamGoesOn, nil},
		{"right, a ring", ring(), true, SeamAtStart, shorter(ring())},
	}
	for i := range 8 { // starts, rewards, first rewards
		start, same := near, SeamSameStep
		if i&1 > 0 {
			start, same = origin, SeamAtStart
		}
		right := play(some, start, []func(int) float64{dense, sparse}[i>>1&1])
		if i&4 > 0 {
			right = firstZero(right, math.MaxInt)
		}
		rows = append(rows,
			row{fmt.Sprintf("right %03b", i), right, true, SeamPlain, nil},
			row{fmt.Sprintf("same step %03b", i), sameStep(right, 1+i%3), true, same, shorter(right)},
			row{fmt.Sprintf("next step %03b", i), nextStep(right, 1+i%3), true, SeamNextStep, right})
	}
	for _, c := range rows {
		text := linesOf(t, c.recorded, c.finals)
		for files, parts := range map[string][]string{"one file": {text}, "a file an episode": slices.Collect(strings.Lines(text))} {
			name := c.name + ", " + files
			_, before := readParts(t, parts, Keep)
			kind, _ := before.Seams.Kind()
			if kind != c.want {
				t.Errorf("%s: kind %d, want %d: %+v", name, kind, c.want, before.Seams)
				continue
			}
			if (kind.Repair() != Keep) != (c.repaired != nil) {
				t.Errorf("%s: repair %v", name, kind.Repair())
			}
			if c.repaired == nil {
				continue
			}
			got, after := readParts(t, parts, kind.Repair())
			want := mustRead(t, linesOf(t, c.repaired, false))
			if err := same(got, want); err != nil {
				t.Errorf("%s: repaired: %v", name, err)
			}
			if kind, _ := after.Seams.Kind(); kind != SeamPlain || len(after.Groups.Of) != len(got) {
				t.Errorf("%s: repaired: seams %+v", name, after.Seams)
			}
		}
	}
}

// readParts reads files of one data set.
func readParts(t *testing.T, parts []string, repair Repair) (out []*estimator.Trajectory, all Data) {
	t.Helper()
	r := &Reader{Repair: repair}
	for i, part := range parts {
		r.More = i < len(parts)-1
		file := testutil.Get(r.Each(strings.NewReader(part), "x", func(t *estimator.Trajectory) error {
			out = append(out, t)
			return nil
		}))(t)
		if sum := fmt.Sprintf("%x", sha256.Sum256([]byte(part))); (file.Hash == sum) != (repair == Keep) {
			t.Errorf("repair %v: hash %s", repair, file.Hash)
		}
	}
	return out, r.Data()
}
