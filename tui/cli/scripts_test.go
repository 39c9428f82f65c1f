package cli

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/tui/disk"
	"lambdascope/tui/guide"
)

// pythonWith returns a Python that has a module, or skips the test.
func pythonWith(t *testing.T, module string) string {
	t.Helper()
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import "+module).Run() == nil {
			return name
		}
	}
	t.Skipf("no Python with %s here", module)
	return ""
}

// guideScript returns the program of the guide's page of data that names a text.
func guideScript(t *testing.T, names string) string {
	t.Helper()
	page := must.Have(guide.Source("data"))(t)
	for _, block := range strings.Split(string(page), "```python\n")[1:] {
		if program, _, _ := strings.Cut(block, "```"); strings.Contains(program, names) {
			if lines := strings.Count(program, "\n"); lines > 60 {
				t.Errorf("the program with %s has %d lines", names, lines)
			}
			return program
		}
	}
	t.Fatalf("guide data has no program with %s", names)
	return ""
}

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
import h5py, sys
with h5py.File("walker.hdf5", "w") as f:
    f["observations"] = [[float(t), 1.0] for t in range(9)]
    f["actions"] = [[0.0]] * 9
    f["rewards"] = [float(t) for t in range(9)]
    f["terminals"] = [t in (1, 6) for t in range(9)]
    f["timeouts"] = [t == 4 for t in range(9)]
    f["metadata/algorithm"] = "none"
    if sys.argv[1] == "next":
        f["next_observations"] = [[t + 1.0, 1.0] for t in range(9)]
`
)

// TestScriptsOfTheGuide runs the programs of guide data that convert what other libraries
// write, where there are these, and reads what they write.
func TestScriptsOfTheGuide(t *testing.T) {
	python := pythonWith(t, "h5py") // which has NumPy
	for name, c := range map[string]struct {
		names, makes, argument, out string
		steps, truncated, features  int
		sum                         float64 // of rewards; NaN for any
	}{
		"Gymnasium":                      {"gymnasium.make", "open('gymnasium.py', 'w').write('''" + standIn + "''')", "", "cart.npz", -1, -1, 2, math.NaN()},
		"Minari's HDF5":                  {"main_data.hdf5\") as f:\n    for i in range(len(f)):\n        e = f[f\"episode_{i}\"]\n        parts", minari, "", "minari.npz", 5, 1, 2, 10},
		"D4RL":                           {"walker.hdf5", d4rl, "next", "walker.npz", 7, 1, 2, 21},
		"D4RL without next_observations": {"walker.hdf5", d4rl, "", "walker.npz", 6, 1, 2, 17},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			for _, program := range []string{c.makes, guideScript(t, c.names)} {
				run := exec.Command(python, "-c", program, c.argument)
				run.Dir, run.Env = folder, append(os.Environ(), "PYTHONPATH=.")
				if out, err := run.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			s := newSession(t)
			s.Files = disk.OS{}
			var out struct {
				Data  struct{ Trajectories, Steps, Truncated, Features int }
				Start struct{ Returned float64 }
			}
			must.Succeed(t, json.Unmarshal([]byte(mustCall(t, s, "run", "--data", filepath.Join(folder, c.out), "--gamma", "1", "--lambdas", "1", "--format", "json")), &out))
			if c.steps < 0 { // the walk wins about a third of the time before it is cut off
				if d := out.Data; d.Trajectories != 100 || d.Truncated < 5 || d.Truncated > 45 || d.Features != 2 || math.Abs(out.Start.Returned-.4) > .2 {
					t.Errorf("%+v", out)
				}
				return
			}
			sum := out.Start.Returned * float64(out.Data.Trajectories)
			if out.Data.Steps != c.steps || out.Data.Truncated != c.truncated || out.Data.Features != c.features || math.Abs(sum-c.sum) > 1e-9 {
				t.Errorf("%+v, rewards of %v in all", out, sum)
			}
		})
	}
}
