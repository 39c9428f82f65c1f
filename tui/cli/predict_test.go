package cli

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/tui/guide"
)

// everyMap has a map of each kind, and one with a bias.
var everyMap = []string{"identity", "identity+bias", "poly:3+bias", "fourier:2", "rbf:3", "tile-coding:3x4+bias", "rff:20:5"}

// savedFit is the JSON of a saved fit, read without the program's own reader.
type savedFit struct {
	Lambda, Gamma float64
	Theta         []float64
	Covariance    [][]float64
	Map           struct {
		Kind             string
		Columns          []string
		Low, High        []float64
		Parameters       [][]float64
		Side             float64
		Width, Amplitude float64
		Bias             bool
		Features         []string
	}
}

// features are those of an observation, by the formulas of the guide.
func (f *savedFit) features(x []float64) (out []float64) {
	m := f.Map
	u := make([]float64, len(x))
	for j := range m.Low {
		u[j] = (x[j] - m.Low[j]) / (m.High[j] - m.Low[j])
	}
	if m.Kind == "identity" {
		out = append(out, x...)
	}
	for _, p := range m.Parameters {
		dot, product, squares, inside := 0.0, 1.0, 0.0, 1.0
		for j, v := range u {
			dot += p[j] * v
			product *= math.Pow(2*v-1, p[j])
			squares += (v - p[j]) * (v - p[j])
			if m.Kind == "tile-coding" && math.Max(0, math.Min(m.Side-1, math.Floor(m.Side*v+p[j]))) != p[len(u)+j] {
				inside = 0
			}
		}
		out = append(out, map[string]float64{
			"poly": product, "fourier": math.Cos(math.Pi * dot), "rbf": math.Exp(-squares / (2 * m.Width * m.Width)),
			"tile-coding": inside, "rff": m.Amplitude * math.Cos(dot+p[len(p)-1]),
		}[m.Kind])
	}
	if m.Bias {
		out = append(out, 1)
	}
	return out
}

// value is V̂ and its standard error.
func (f *savedFit) value(x []float64) (v, se float64) {
	phi := f.features(x)
	for i, a := range phi {
		v += a * f.Theta[i]
		for j, b := range phi {
			se += a * f.Covariance[i][j] * b
		}
	}
	return v, math.Sqrt(math.Max(0, se))
}

// predicted runs the command and returns what it writes, beside which it may say something.
func predicted(t *testing.T, s *session, args ...string) string {
	t.Helper()
	s.out.Reset()
	s.err.Reset()
	if code := s.call(append([]string{"predict"}, args...)...); code != 0 {
		t.Fatalf("%q: exit %d, error %q", args, code, s.err.String())
	}
	out := s.out.String()
	s.err.Reset()
	return out
}

// TestPredict: what run saves and predict writes is V̂ by the formulas of the guide, on
// data that the fit has not seen, for every map and from every form of file.
func TestPredict(t *testing.T) {
	s := newSession(t)
	disk := s.Files.(files)
	simulated(t, s, "--domain", "mountain-car", "-n", "12", "--max-steps", "60", "--out", "old.jsonl")
	forms := []string{".jsonl", ".csv", ".jsonl.gz", ".csv.gz"}
	for _, form := range forms {
		simulated(t, s, "--domain", "mountain-car", "-n", "3", "--seed", "9", "--max-steps", "40", "--out", "new"+form)
	}
	s.err.Reset()
	fresh := trajectoriesIn(t, disk["new.jsonl"])
	for i, name := range everyMap {
		var fit savedFit
		args := []string{"run", "--data", "old.jsonl", "--features", name, "--gamma", "0.9", "--lambdas", "0.3,0.8", "--save", "fit.json", "--force", "--format", "json"}
		if name != "identity" && name != "identity+bias" {
			args = append(args, "--bounds", "-1.3:0.7,-0.08:0.08")
		}
		run := mustCall(t, s, args...)
		if err := json.Unmarshal([]byte(disk["fit.json"]), &fit); err != nil {
			t.Fatal(err)
		}
		if len(fit.Map.Features) != len(fit.Theta) || !strings.Contains(run, fmt.Sprintf(`"theta":[%v,`, fit.Theta[0])) || fit.Gamma != .9 {
			t.Errorf("%s: the fit is not that of the run", name)
		}
		rows := readCSV(t, predicted(t, s, "--fit", "fit.json", "--data", "new"+forms[i%len(forms)]))
		if got := strings.Join(rows[0], ","); got != "episode_id,t,value,value_se,return" {
			t.Fatalf("header %s", got)
		}
		rows = rows[1:]
		for e, trajectory := range fresh {
			checkPredictions(t, name, rows[:trajectory.Len()], e, trajectory, &fit)
			rows = rows[trajectory.Len():]
		}
		if len(rows) > 0 {
			t.Errorf("%s: %d rows too many", name, len(rows))
		}
	}
}

func checkPredictions(t *testing.T, name string, rows [][]string, id int, trajectory *estimator.Trajectory, fit *savedFit) {
	t.Helper()
	for step, row := range rows {
		v, se := fit.value(trajectory.Features(step))
		g, discount := 0.0, 1.0
		for _, r := range trajectory.Rewards()[step:] {
			g, discount = g+discount*r, discount*fit.Gamma
		}
		if row[0] != strconv.Itoa(id) || row[1] != strconv.Itoa(step) {
			t.Fatalf("%s: row %v of episode %d, step %d", name, row, id, step)
		}
		for k, want := range []float64{v, se, g} {
			got := number(t, row[2+k])
			allowed := 1e-12 * math.Max(1, math.Abs(want))
			if k == 1 { // the root of a sum in which much cancels
				allowed = 1e-6 * math.Max(want, 1e-6)
			}
			if math.Abs(got-want) > allowed {
				t.Fatalf("%s, episode %d, step %d, column %d: %v, want %v", name, id, step, k, got, want)
			}
		}
	}
}

// readCSV returns the rows of a CSV.
func readCSV(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// number reads a cell.
func number(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestPredictJSON has the numbers of the CSV, and the names of files and episodes; those of
// a second file without names are numbered on.
func TestPredictJSON(t *testing.T) {
	s := newSession(t)
	disk := s.Files.(files)
	disk["named.csv"] = "episode_id,t,reward,terminated,truncated,obs_0,obs_1\nmonday,0,1,false,false,1,0\nmonday,1,2,true,false,0,1\ntuesday,0,3,true,false,.5,.5\n"
	disk["plain.jsonl"] = `{"observations":[[1,0],[0,1]],"rewards":[4],"terminated":false}` + "\n"
	mustCall(t, s, "run", "--data", "walk.jsonl", "--gamma", "0.5", "--save", "fit.json")
	disk["fit.json"] = "\ufeff" + disk["fit.json"] // as editors of Windows write it
	var out struct {
		Version int
		Files   []string
		Steps   int
		Lambda  float64
		Start   struct {
			Predicted, Returned float64
			Steps               int
		}
		Calibration []struct{ Steps int }
		Episodes    []struct {
			ID     string    `json:"episode_id"`
			Value  []float64 `json:"value"`
			SE     []float64 `json:"value_se"`
			Return []float64 `json:"return"`
		}
	}
	args := []string{"--fit", "fit.json", "--data", "named.csv", "--data", "plain.jsonl"}
	rows := readCSV(t, predicted(t, s, args...))[1:]
	if err := json.Unmarshal([]byte(predicted(t, s, append(args, "--format", "json")...)), &out); err != nil {
		t.Fatal(err)
	}
	steps := 0
	for _, part := range out.Calibration {
		steps += part.Steps
	}
	// monday returns 1 + 2/2, tuesday 3 and the last 4.
	if out.Start.Steps != 3 || math.Abs(out.Start.Returned-3) > 1e-15 || steps != 4 {
		t.Errorf("starts %+v, %d steps in parts", out.Start, steps)
	}
	if out.Version != 1 || strings.Join(out.Files, " ") != "named.csv plain.jsonl" || out.Steps != 4 || len(out.Episodes) != 3 {
		t.Errorf("%+v", out)
	}
	var ids []string
	at := 0
	for _, e := range out.Episodes {
		ids = append(ids, e.ID)
		for step, v := range e.Value {
			if row := rows[at]; row[0] != e.ID || number(t, row[2]) != v || number(t, row[3]) != e.SE[step] || number(t, row[4]) != e.Return[step] {
				t.Errorf("row %v, %v in JSON", row, e)
			}
			at++
		}
	}
	if got := strings.Join(ids, " "); got != "monday tuesday 2" || rows[0][4] != "2" {
		t.Errorf("episodes %s, rows %v", got, rows)
	}
}

func TestPredictRefuses(t *testing.T) {
	s := newSession(t)
	disk := s.Files.(files)
	simulated(t, s, "--domain", "mountain-car", "-n", "3", "--max-steps", "40", "--out", "car.jsonl")
	simulated(t, s, "-n", "3", "--out", "five.jsonl")
	s.err.Reset()
	mustCall(t, s, "run", "--data", "car.jsonl", "--save", "fit.json")
	disk["later.json"] = strings.Replace(disk["fit.json"], `"version":1`, `"version":2`, 1)
	disk["short.json"] = strings.Replace(disk["fit.json"], `"theta":[`, `"theta":[1,`, 1)
	disk["null.json"] = strings.Replace(disk["fit.json"], `"theta":[`, `"theta":[null,`, 1)
	fitWith := func(name, old, new string) {
		text := strings.Replace(disk["fit.json"], old, new, 1)
		if text == disk["fit.json"] {
			t.Fatalf("%s is not in %s", old, text)
		}
		disk[name] = text
	}
	fitWith("twice.json", `"theta":`, `"theta":[0,0],"theta":`)
	fitWith("case.json", `"theta":`, `"Theta":[0,0],"theta":`)
	fitWith("capital.json", `"gamma":`, `"Gamma":`)
	fitWith("text.json", `"singular":false`, `"singular":"no"`)
	fitWith("skew.json", `"covariance":[[`, `"covariance":[[-`)
	fitWith("odd.json", `],[`, `],[7`)
	mustCall(t, s, "run", "--data", "car.jsonl", "--features", "poly:2", "--save", "poly.json")
	disk["low.json"] = strings.Replace(disk["poly.json"], `"low":[`, `"low":[null,`, 1)
	disk["power.json"] = strings.Replace(disk["poly.json"], `"parameters":[[1,`, `"parameters":[[0.5,`, 1)
	disk["far.jsonl"] = `{"observations":[[1e200,1]],"rewards":[1],"terminated":true}`
	disk["rich.jsonl"] = `{"observations":[[0,0],[0,0]],"rewards":[1.7e308,1.7e308],"terminated":true}`
	disk["result.json"] = mustCall(t, s, "run", "--format", "json")
	for _, c := range []struct {
		code int
		args string
		want string
	}{
		{2, "predict --data car.jsonl", "no --fit: want the name of a file that run --save wrote"},
		{2, "predict --fit fit.json", "no --data: want"},
		{1, "predict --fit no.json --data car.jsonl", `fit "no.json": no such file or directory; want a file that run --save wrote`},
		{1, "predict --fit fit.json --data no.jsonl", `data "no.jsonl"`},
		{1, "predict --fit result.json --data car.jsonl", `fit "result.json": not a saved fit: want the JSON that run --save writes`},
		{1, "predict --fit car.jsonl --data car.jsonl", "not a saved fit"},
		{1, "predict --fit later.json --data car.jsonl", `fit "later.json": a fit of version 2: want version 1, which run --save of this build writes`},
		{1, "predict --fit short.json --data car.jsonl", "theta: 3 numbers for 2 features: want one for each"},
		{1, "predict --fit null.json --data car.jsonl", `fit "null.json": theta: want a list of numbers`},
		{1, "predict --fit twice.json --data car.jsonl", `fit "twice.json": theta: given twice: want it once`},
		{1, "predict --fit case.json --data car.jsonl", "theta: given twice: want it once"},
		{1, "predict --fit capital.json --data car.jsonl", "gamma: want a number"},
		{1, "predict --fit text.json --data car.jsonl", "singular: want true or false"},
		{1, "predict --fit skew.json --data car.jsonl", "covariance: the variance in row 1 is -"},
		{1, "predict --fit odd.json --data car.jsonl", "covariance: rows 1 and 2 differ in what they have of each other: want a symmetric matrix"},
		{1, "predict --fit low.json --data car.jsonl", "map: low: want a list of numbers"},
		{1, "predict --fit power.json --data car.jsonl", "map: parameters of feature 1: exponent 0.5: want a whole number from 0 to 1024"},
		{1, "predict --fit poly.json --data far.jsonl", "far.jsonl: episode 0, step 0: V̂ overflows: want observations like those that the fit was made from"},
		{1, "predict --fit poly.json --data rich.jsonl", "rich.jsonl: episode 0, step 0: the return overflows: want smaller rewards"},
		{1, "predict --fit fit.json --data five.jsonl", "five.jsonl: observations of obs_0, obs_1 … obs_4: want obs_0 and obs_1, which the fit is of"},
		{1, "run --data car.jsonl --save fit.json", `save "fit.json": exists; want another name, or --force to replace it`},
		{2, "run --data car.jsonl --save -", `save "-": want the name of a file; standard output has the result`},
		{2, "run --save new.json --memory 1GiB", "--memory with --save: want one of them"},
	} {
		s.out.Reset()
		s.err.Reset()
		if code := s.call(strings.Fields(c.args)...); code != c.code || !strings.Contains(s.err.String(), c.want) || s.out.Len() > 0 {
			t.Errorf("%s: exit %d, %q, want %d, %q", c.args, code, s.err.String(), c.code, c.want)
		}
	}
	if _, ok := disk["new.json"]; ok {
		t.Error("a refused run has saved a fit")
	}
}

// TestPredictNotes says what the values are not.
func TestPredictNotes(t *testing.T) {
	s := newSession(t)
	simulated(t, s, "--domain", "mountain-car", "-n", "9", "--max-steps", "40", "--out", "old.jsonl")
	simulated(t, s, "--domain", "mountain-car", "-n", "9", "--max-steps", "80", "--out", "new.jsonl")
	s.err.Reset()
	mustCall(t, s, "run", "--data", "old.jsonl", "--features", "poly:2", "--save", "fit.json")
	s.call("predict", "--fit", "fit.json", "--data", "old.jsonl")
	if got := s.err.String(); !strings.HasPrefix(got, "lambdascope: these are the data that the fit was made from: V̂ has seen their returns\nlambdascope: starts: returns average ") {
		t.Errorf("of its own data: %q", got)
	}
	s.err.Reset()
	s.call("predict", "--fit", "fit.json", "--data", "new.jsonl")
	if got := s.err.String(); !strings.Contains(got, " steps lie beyond the bounds of the fit (obs_0 ") || !strings.HasSuffix(got, "): V̂ extrapolates there\n") {
		t.Errorf("of other data: %q", got)
	}
}

// TestPredictWithoutError counts the steps whose standard error is 0, as only one trajectory
// of the fit has been there, or none.
func TestPredictWithoutError(t *testing.T) {
	s := newSession(t)
	disk := s.Files.(files)
	disk["old.jsonl"] = strings.Join([]string{
		`{"observations":[[1,0,0]],"rewards":[1],"terminated":true}`,
		`{"observations":[[1,0,0]],"rewards":[3],"terminated":true}`,
		`{"observations":[[1,0,0],[0,1,0]],"rewards":[2,7],"terminated":true}`,
	}, "\n")
	disk["new.jsonl"] = `{"observations":[[1,0,0],[0,1,0],[0,0,1],[1,0,0]],"rewards":[1,1,1,1],"terminated":true}`
	mustCall(t, s, "run", "--data", "old.jsonl", "--save", "fit.json")
	s.out.Reset()
	s.err.Reset()
	s.call("predict", "--fit", "fit.json", "--data", "new.jsonl")
	if got := s.err.String(); !strings.HasSuffix(got, "\nlambdascope: 2 of 4 steps have a standard error of 0: the data of the fit do not vary there, as where at most one trajectory has been; V̂ is not certain there\n") {
		t.Errorf("%q", got)
	}
	if got := predicted(t, s, "--fit", "fit.json", "--data", "new.jsonl", "--format", "json"); !strings.Contains(got, `"steps_without_error":2,`) {
		t.Error(got)
	}
}

// TestFitInNumPy runs the program of the guide on fits of every map, where there is NumPy.
func TestFitInNumPy(t *testing.T) {
	python := pythonWith(t, "numpy")
	page, err := guide.Source("fit")
	if err != nil {
		t.Fatal(err)
	}
	_, program, _ := strings.Cut(string(page), "```python\n")
	program, _, _ = strings.Cut(program, "```")
	if lines := strings.Count(program, "\n"); lines < 8 || lines > 13 {
		t.Errorf("the program has %d lines", lines)
	}
	program += "x = np.loadtxt('x.csv', delimiter=',')\nprint(json.dumps([list(value(x)), list(value_se(x))]))\n"
	s := newSession(t)
	simulated(t, s, "--domain", "mountain-car", "-n", "9", "--max-steps", "60", "--out", "old.jsonl")
	simulated(t, s, "--domain", "mountain-car", "-n", "2", "--seed", "4", "--max-steps", "60", "--out", "new.jsonl")
	s.err.Reset()
	disk := s.Files.(files)
	var observations strings.Builder
	for _, trajectory := range trajectoriesIn(t, disk["new.jsonl"]) {
		for step := range trajectory.Len() {
			x := trajectory.Features(step)
			fmt.Fprintf(&observations, "%v,%v\n", x[0], x[1])
		}
	}
	folder := t.TempDir()
	want := make([][][]string, len(everyMap))
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("x.csv", observations.String())
	write("program.py", program)
	for i, name := range everyMap {
		mustCall(t, s, "run", "--data", "old.jsonl", "--features", name, "--save", "fit.json", "--force")
		write(fmt.Sprintf("fit%d.json", i), disk["fit.json"])
		want[i] = readCSV(t, predicted(t, s, "--fit", "fit.json", "--data", "new.jsonl"))[1:]
	}
	// One Python runs the program on every fit, as starting it takes long.
	driver := "import os\nfor i in range(%d):\n os.replace('fit%%d.json' %% i, 'fit.json')\n exec(open('program.py').read(), {})\n"
	command := exec.Command(python, "-c", fmt.Sprintf(driver, len(everyMap)))
	command.Dir = folder
	var failure bytes.Buffer
	command.Stderr = &failure
	text, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, failure.String())
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	for i, name := range everyMap {
		var columns [2][]float64
		if err := decoder.Decode(&columns); err != nil {
			t.Fatal(err)
		}
		if len(want[i]) != len(columns[0]) {
			t.Fatalf("%s: %d values of %d", name, len(columns[0]), len(want[i]))
		}
		for k, row := range want[i] {
			v, se := number(t, row[2]), number(t, row[3])
			if math.Abs(columns[0][k]-v) > 1e-12*math.Max(1, math.Abs(v)) || math.Abs(columns[1][k]-se) > 1e-6*math.Max(se, 1e-6) {
				t.Fatalf("%s, row %d: %v ± %v, want %v ± %v", name, k, columns[0][k], columns[1][k], v, se)
			}
		}
	}
}
