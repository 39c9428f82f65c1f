package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/testutil"
	"lambdascope/tui/disk"
	"lambdascope/tui/guide"
)

// standIn is a Gymnasium of a random walk on 0 to 4, which is cut off after 6 steps.
const standIn = `
import random
class Space:
    def sample(self): return random.randrange(2)
class Walk:
    action_space = Space()
    def reset(self, seed=None):
        random.seed(seed)
        self.x, self.t = 2, 0
        return [self.x, 1.0], {}
    def step(self, action):
        self.x, self.t = self.x + 2 * action - 1, self.t + 1
        return [self.x, 1.0], float(self.x == 4), self.x in (0, 4), self.t == 6, {}
def make(name): return Walk()
`

// minari writes an HDF5 file in Minari's layout, with an observation in two parts, and d4rl
// one in D4RL's: three episodes of which the second is cut off, and one that just ends.
const (
	minari = `
import h5py
with h5py.File("main_data.hdf5", "w") as f:
    for i, (rewards, terminated) in enumerate([([0, 1], True), ([2, 3, 4], False)]):
        e, h = f.create_group(f"episode_{i}"), len(rewards)
        e["observations/position"] = [[10 * i + t] for t in range(h + 1)]
        e["observations/velocity"] = [t / 2 for t in range(h + 1)]
        e["actions"] = [0] * h
        e["rewards"] = [float(r) for r in rewards]
        e["terminations"] = [False] * (h - 1) + [terminated]
        e["truncations"] = [False] * (h - 1) + [not terminated]
`
	d4rl = `
import h5py
with h5py.File("walker.hdf5", "w") as f:
    f["observations"] = [[float(t), 1.0] for t in range(9)]
    f["actions"] = [[0.0]] * 9
    f["rewards"] = [float(t) for t in range(9)]
    f["terminals"] = [t in (1, 6) for t in range(9)]
    f["timeouts"] = [t == 4 for t in range(9)]
    f["metadata/algorithm"] = "none"
`
	nextObservations = `    f["next_observations"] = [[t + 1.0, 1.0] for t in range(9)]
`
)

// guideProgram returns the program in Python that names a text, of a page of the guide.
func guideProgram(t *testing.T, page, names string, most int) string {
	t.Helper()
	text := testutil.Get(guide.Source(page))(t)
	for _, block := range strings.Split(string(text), "```python\n")[1:] {
		if program, _, _ := strings.Cut(block, "```"); strings.Contains(program, names) {
			if lines := strings.Count(program, "\n"); lines > most {
				t.Errorf("the program with %s has %d lines", names, lines)
			}
			return program
		}
	}
	t.Fatalf("guide %s has no program with %s", page, names)
	return ""
}

// runPython runs programs, each in its folder, and returns their output. They share one interpreter
// because starting one takes long.
func runPython(t *testing.T, programs map[string][]string) []byte {
	t.Helper()
	python := ""
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import importlib.util as u; assert u.find_spec('h5py')").Run() == nil { // which has NumPy
			python = name
		}
	}
	if python == "" {
		t.Skip("no Python with h5py here")
	}
	const driver = "import json, os, sys\nsys.path.insert(0, '')\nfor folder, programs in json.load(sys.stdin).items():\n os.chdir(folder)\n for p in programs: exec(p, {'__name__': '__main__'})\n"
	run := exec.Command(python, "-c", driver)
	run.Stdin = bytes.NewReader(testutil.Get(json.Marshal(programs))(t))
	var out, failure bytes.Buffer
	run.Stdout, run.Stderr = &out, &failure
	if err := run.Run(); err != nil {
		t.Fatalf("%v\n%s", err, failure.String())
	}
	return out.Bytes()
}

// TestScriptsOfTheGuide runs the conversion programs of guide data on files of other libraries,
// where these are installed, and reads the results.
func TestScriptsOfTheGuide(t *testing.T) {
	t.Parallel()
	scripts := []struct {
		names, makes, out          string
		steps, truncated, features int
		sum                        float64 // of rewards
	}{
		{"gymnasium.make", "open('gymnasium.py', 'w').write('''" + standIn + "''')", "cart.npz", 0, 0, 2, 0},
		{"main_data.hdf5\") as f:\n    for i in range(len(f)):\n        e = f[f\"episode_{i}\"]\n        parts", minari, "minari.npz", 5, 1, 2, 10},
		{"walker.hdf5", d4rl + nextObservations, "walker.npz", 7, 1, 2, 21},
		{"walker.hdf5", d4rl, "walker.npz", 6, 1, 2, 17},
	}
	programs := make(map[string][]string)
	var folders []string
	for _, c := range scripts {
		folder := t.TempDir()
		folders, programs[folder] = append(folders, folder), []string{c.makes, guideProgram(t, "data", c.names, 60)}
	}
	runPython(t, programs)
	for i, c := range scripts {
		s := newSession(t)
		s.Files = disk.OS{}
		out := decoded[analysed](t, s, "run --gamma 1 --lambdas 1", "--data", filepath.Join(folders[i], c.out))
		sum := out.Start.Returned * float64(out.Data.Trajectories)
		switch d := out.Data; {
		case c.steps == 0: // the walk wins about a third of the time before it is cut off
			if d.Trajectories != 100 || d.Truncated < 5 || d.Truncated > 45 || d.Features != 2 || sum < 20 || sum > 60 {
				t.Errorf("%+v, rewards of %v in all", d, sum)
			}
		case d.Steps != c.steps || d.Truncated != c.truncated || d.Features != c.features || !near(sum, c.sum):
			t.Errorf("%s: %+v, rewards of %v in all", c.out, d, sum)
		}
	}
}

// TestFitInNumPy runs the program of the guide on fits of every map, where there is NumPy.
func TestFitInNumPy(t *testing.T) {
	t.Parallel()
	program := guideProgram(t, "fit", "fit.json", 13) + "x = np.loadtxt('x.csv', delimiter=',')\nprint(json.dumps([list(value(x)), list(value_se(x))]))\n"
	s := newSession(t)
	s.does(t, "simulate --domain mountain-car -n 9 --max-steps 60 --out old.jsonl")
	s.does(t, "simulate --domain mountain-car -n 2 --seed 4 --max-steps 60 --out new.jsonl")
	var observations strings.Builder
	for _, trajectory := range trajectoriesIn(t, s.disk()["new.jsonl"]) {
		for step := range trajectory.Len() {
			x := trajectory.Features(step)
			fmt.Fprintf(&observations, "%v,%v\n", x[0], x[1])
		}
	}
	folder := t.TempDir()
	testutil.Check(t, os.WriteFile(filepath.Join(folder, "x.csv"), []byte(observations.String()), 0o600))
	var programs []string
	var want [][]map[string]string
	for i, name := range everyMap {
		s.does(t, "run --data old.jsonl --save fit.json --force --features "+name)
		testutil.Check(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("fit%d.json", i)), []byte(s.disk()["fit.json"]), 0o600))
		programs = append(programs, fmt.Sprintf("import os; os.replace('fit%d.json', 'fit.json')", i), program)
		rows := csvRows(t, s.does(t, "predict --fit fit.json --data new.jsonl"))
		want = append(want, slices.DeleteFunc(rows, func(row map[string]string) bool { return row["return"] == "" })) // final observations
	}
	decoder := json.NewDecoder(bytes.NewReader(runPython(t, map[string][]string{folder: programs})))
	for i, name := range everyMap {
		var columns [2][]float64
		testutil.Check(t, decoder.Decode(&columns))
		if len(want[i]) != len(columns[0]) {
			t.Fatalf("%s: %d values of %d", name, len(columns[0]), len(want[i]))
		}
		for k, row := range want[i] {
			if v, se := numberIn(t, row["value"]), numberIn(t, row["value_se"]); !alike(columns[0][k], columns[1][k], v, se) {
				t.Fatalf("%s, row %d: %v ± %v, want %v ± %v", name, k, columns[0][k], columns[1][k], v, se)
			}
		}
	}
}

// TestSingularInNumPy: the program of the guide solves a system of dependent features as run does.
func TestSingularInNumPy(t *testing.T) {
	s := newSession(t)
	folder := t.TempDir()
	var lines strings.Builder
	draw := rand.New(rand.NewPCG(3, 3))
	for i := range 12 {
		var observations [][]float64
		var rewards []float64
		for range 3 + i%4 {
			x, y := draw.NormFloat64(), draw.NormFloat64()
			observations = append(observations, []float64{x, y, 1000 * (x + y), 0, 3 * x})
			rewards = append(rewards, draw.NormFloat64())
		}
		line := testutil.Get(json.Marshal(map[string]any{"observations": observations, "rewards": rewards[1:], "terminated": i%2 == 0}))(t)
		lines.WriteString(string(line) + "\n")
	}
	s.disk()["walk.jsonl"] = lines.String()
	testutil.Check(t, os.WriteFile(filepath.Join(folder, "walk.jsonl"), []byte(lines.String()), 0o600))
	var result struct {
		Data  struct{ Rank int }
		Curve []struct{ Theta []float64 }
	}
	testutil.Check(t, json.Unmarshal([]byte(s.does(t, "run --data walk.jsonl --lambdas 0 --format json")), &result))
	program := guideProgram(t, "numbers", "lstsq", 12) + "print(json.dumps(theta.tolist()))\n"
	var want []float64
	testutil.Check(t, json.Unmarshal(runPython(t, map[string][]string{folder: {program}}), &want))
	for j, v := range result.Curve[0].Theta {
		if result.Data.Rank != 2 || !(math.Abs(v-want[j]) <= 1e-9*slices.Max(want)) {
			t.Errorf("rank %d, θ %v, want %v", result.Data.Rank, result.Curve[0].Theta, want)
			break
		}
	}
}
