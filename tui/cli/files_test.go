package cli

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode"

	"lambdascope/sim/must"
)

// dataset is what a file is made of; a fault changes it, or the text.
type dataset struct {
	observations [][][]float64 // by episode and step, one more than rewards
	rewards      [][]float64
	terminated   []bool
	ratios       bool
}

// sound returns three episodes over two features, of which the second is cut off.
func sound() dataset {
	return dataset{
		observations: [][][]float64{{{1, 2}, {3, 4}, {5, 6}}, {{1, -2}, {0.5, 4}, {2, 2}}, {{7, 8}, {1, 1}}},
		rewards:      [][]float64{{0.5, 1}, {-1, 0.25}, {2}},
		terminated:   []bool{true, false, true},
	}
}

// ratio returns the importance ratio of a step.
func (d dataset) ratio(e, step int) float64 { return float64(e+step) / 2 }

// ends returns 1 where an episode ends at a step as terminated says, else 0.
func (d dataset) ends(e, step int, terminated bool) float64 {
	if step == len(d.rewards[e])-1 && d.terminated[e] == terminated {
		return 1
	}
	return 0
}

// layouts are the ways to write a dataset.
var layouts = map[string]func(t testing.TB, d dataset) string{
	"jsonl":                   func(_ testing.TB, d dataset) string { return jsonLines(d, true) },
	"jsonl, lists of flags":   func(_ testing.TB, d dataset) string { return jsonLines(d, false) },
	"jsonl, gzipped":          func(t testing.TB, d dataset) string { return gzipped(t, jsonLines(d, true)) },
	"jsonl, byte order mark":  func(_ testing.TB, d dataset) string { return "\ufeff" + jsonLines(d, true) },
	"csv":                     func(_ testing.TB, d dataset) string { return csvOf(d, ",", false, true) },
	"csv, gzipped":            func(t testing.TB, d dataset) string { return gzipped(t, csvOf(d, ",", false, true)) },
	"csv, semicolons":         func(_ testing.TB, d dataset) string { return csvOf(d, ";", false, true) },
	"csv, tabs":               func(_ testing.TB, d dataset) string { return csvOf(d, "\t", false, true) },
	"csv, without t":          func(_ testing.TB, d dataset) string { return csvOf(d, ",", false, false) },
	"csv, mixed":              func(_ testing.TB, d dataset) string { return csvOf(d, ",", true, true) },
	"csv, mixed, without t":   func(_ testing.TB, d dataset) string { return csvOf(d, ";", true, false) },
	"npz, of all":             func(t testing.TB, d dataset) string { return flatNPZ(t, d, 0) },
	"npz, of all, in columns": func(t testing.TB, d dataset) string { return flatNPZ(t, d, 1) },
	"npz, of each":            eachNPZ,
}

// gzipped returns a text with gzip.
func gzipped(t testing.TB, text string) string {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	must.Have(io.WriteString(z, text))(t)
	must.Succeed(t, z.Close())
	return out.String()
}

// jsonLines writes NaN and infinity, too, which are no JSON.
func jsonLines(d dataset, short bool) string {
	var out strings.Builder
	list := func(name string, of func(step int) any, steps int) {
		var items []string
		for step := range steps {
			items = append(items, strings.ReplaceAll(fmt.Sprint(of(step)), " ", ","))
		}
		fmt.Fprintf(&out, `,"%s":[%s]`, name, strings.Join(items, ","))
	}
	for e, rewards := range d.rewards {
		fmt.Fprintf(&out, `{"id":%d`, e)
		list("observations", func(step int) any { return d.observations[e][step] }, len(d.observations[e]))
		list("rewards", func(step int) any { return rewards[step] }, len(rewards))
		if short || len(rewards) == 0 {
			fmt.Fprintf(&out, `,"terminated":%v`, d.terminated[e])
		} else {
			list("terminations", func(step int) any { return d.ends(e, step, true) == 1 }, len(rewards))
			list("truncations", func(step int) any { return d.ends(e, step, false) == 1 }, len(rewards))
		}
		if d.ratios {
			list("ratios", func(step int) any { return d.ratio(e, step) }, len(rewards))
		}
		out.WriteString("}\n")
	}
	return out.String()
}

// csvOf writes rows episode by episode, or step by step, with or without the column t.
func csvOf(d dataset, comma string, byStep, timed bool) string {
	type row struct {
		step  int
		cells []string
	}
	header := []string{"episode_id", "t", "reward", "terminated", "truncated"}
	for j := range d.observations[0][0] {
		header = append(header, fmt.Sprintf("obs_%d", j))
	}
	if d.ratios {
		header = append(header, "ratio")
	}
	var rows []row
	for e := range d.observations {
		for step, x := range d.observations[e] {
			reward, ratio := "", "" // of the last observation
			if step < len(d.rewards[e]) {
				reward, ratio = fmt.Sprint(d.rewards[e][step]), fmt.Sprint(d.ratio(e, step))
			}
			cells := []string{fmt.Sprint(e), fmt.Sprint(step), reward, fmt.Sprint(d.ends(e, step, true) == 1), fmt.Sprint(d.ends(e, step, false) == 1)}
			for _, v := range x {
				cells = append(cells, fmt.Sprint(v))
			}
			if d.ratios {
				cells = append(cells, ratio)
			}
			rows = append(rows, row{step, cells})
		}
	}
	if byStep {
		slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.step, b.step) })
	}
	var out strings.Builder
	for _, r := range append([]row{{0, header}}, rows...) {
		if !timed {
			r.cells = slices.Delete(slices.Clone(r.cells), 1, 2)
		}
		out.WriteString(strings.Join(r.cells, comma) + "\n")
	}
	return out.String()
}

// npzArray is an array of an NPZ with its columns; 0 for one dimension.
type npzArray struct {
	name    string
	columns int
	numbers []float64
}

func npzOf(t testing.TB, arrays []npzArray) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, a := range arrays {
		shape := fmt.Sprintf("(%d,)", len(a.numbers))
		if a.columns > 0 {
			shape = fmt.Sprintf("(%d, %d)", len(a.numbers)/a.columns, a.columns)
		}
		header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': %s, }", shape)
		w := must.Have(z.Create(a.name + ".npy"))(t)
		must.Have(fmt.Fprintf(w, "\x93NUMPY\x01\x00%c%c%s", byte(len(header)), byte(len(header)>>8), header))(t)
		must.Succeed(t, binary.Write(w, binary.LittleEndian, a.numbers))
	}
	must.Succeed(t, z.Close())
	return out.String()
}

// flatNPZ has arrays over all episodes, as D4RL; one of columns is 1 for those of a number a
// step as columns.
func flatNPZ(t testing.TB, d dataset, one int) string {
	dim := len(d.observations[0][0])
	arrays := []npzArray{{"observations", dim, nil}, {"rewards", one, nil}, {"terminals", one, nil}, {"timeouts", one, nil}, {"next_observations", dim, nil}, {"ratios", one, nil}}
	for e, rewards := range d.rewards {
		for step, r := range rewards {
			for k, numbers := range [][]float64{d.observations[e][step], {r}, {d.ends(e, step, true)}, {d.ends(e, step, false)}, d.observations[e][step+1], {d.ratio(e, step)}} {
				arrays[k].numbers = append(arrays[k].numbers, numbers...)
			}
		}
	}
	if !d.ratios {
		arrays = arrays[:5]
	}
	return npzOf(t, arrays)
}

// eachNPZ has arrays for each episode.
func eachNPZ(t testing.TB, d dataset) string {
	var arrays []npzArray
	for e, rewards := range d.rewards {
		of := func(name string) string { return fmt.Sprintf("episode_%d/%s", e, name) }
		var terminations, truncations, ratios []float64
		for step := range rewards {
			terminations, truncations = append(terminations, d.ends(e, step, true)), append(truncations, d.ends(e, step, false))
			ratios = append(ratios, d.ratio(e, step))
		}
		arrays = append(arrays, npzArray{of("observations"), len(d.observations[0][0]), slices.Concat(d.observations[e]...)},
			npzArray{of("rewards"), 0, rewards}, npzArray{of("terminations"), 0, terminations}, npzArray{of("truncations"), 0, truncations})
		if d.ratios {
			arrays = append(arrays, npzArray{of("ratios"), 0, ratios})
		}
	}
	return npzOf(t, arrays)
}

// faults are what is done to a dataset, with what a file of it must then say, whatever the
// layout; empty where it is read as it is.
var faults = []struct {
	name  string
	apply func(d *dataset)
	want  string
}{
	{"none", func(*dataset) {}, ""},
	{"ratios", func(d *dataset) { d.ratios = true }, ""},
	{"one feature", func(d *dataset) {
		for _, rows := range d.observations {
			for step := range rows {
				rows[step] = rows[step][:1]
			}
		}
	}, ""},
	{"large numbers", func(d *dataset) { d.observations[0][0][0] = 1e200 }, ""},
	{"tiny numbers", func(d *dataset) { d.rewards[0][0] = 5e-324 }, ""},
	{"not a number", func(d *dataset) { d.observations[1][1][0] = math.NaN() }, "not a finite number"},
	{"an infinite reward", func(d *dataset) { d.rewards[2][0] = math.Inf(1) }, "not a finite number"},
	{"no reward", func(d *dataset) { d.rewards[2], d.observations[2] = nil, d.observations[2][:1] }, "an empty episode"},
	{"one episode", func(d *dataset) {
		d.observations, d.rewards, d.terminated = d.observations[:1], d.rewards[:1], d.terminated[:1]
	}, "1 episode: want at least 2"},
}

// runOn runs an analysis of a file.
func runOn(t testing.TB, text string) (s *session, code int) {
	s = newSession(t)
	s.disk()["a file"] = text
	return s, s.call("run", "--data", "a file", "--gamma", "0.5", "--lambdas", "0,0.5,1", "--format", "csv")
}

// TestEveryKindOfFile writes the same data in every layout, sound and with faults, and has
// each read to the same numbers, or refused.
func TestEveryKindOfFile(t *testing.T) {
	for _, fault := range faults {
		want := ""
		for name, write := range layouts {
			if fault.name == "no reward" && strings.HasPrefix(name, "npz, of all") { // which have no place for it
				continue
			}
			d := sound()
			fault.apply(&d)
			s, code := runOn(t, write(t, d))
			name = fault.name + ", " + name
			if fault.want != "" {
				checkRefusal(t, name, s, code, fault.want)
				continue
			}
			want = cmp.Or(want, s.out.String())
			if code != 0 || s.err.Len() > 0 || s.out.String() != want {
				t.Errorf("%s: exit %d, %q, %s\nwant\n%s", name, code, s.err.String(), s.out.String(), want)
			}
		}
	}
}

// checkRefusal checks that a file is refused with one line that says where, what, and what
// is wanted.
func checkRefusal(t *testing.T, name string, s *session, code int, want string) {
	t.Helper()
	message := s.err.String()
	if code != 1 || s.out.Len() > 0 || !strings.HasPrefix(message, "lambdascope: a file: ") || !strings.Contains(message, want) || !strings.Contains(message, "want ") {
		t.Errorf("%s: exit %d, output %q, %q, want %q", name, code, s.out.String(), message, want)
	}
	if strings.IndexFunc(message, unicode.IsControl) != len(message)-1 || strings.Count(message, "a file: ") > 1 || strings.Contains(message, "%!") {
		t.Errorf("%s: %q", name, message)
	}
}

// TestBrokenFiles breaks the text of each layout: cut off, with bytes changed, twice, with
// what does not belong there. Each is refused, or read to a result of the episodes that are
// whole; a cut that leaves a shorter number at the very end can't be told.
func TestBrokenFiles(t *testing.T) {
	for layout, write := range layouts {
		text := write(t, sound())
		whole, _ := runOn(t, text)
		for name, broken := range map[string]string{
			"cut in the middle": text[:len(text)/2],
			"cut at the start":  text[len(text)/3:],
			"nothing":           "",
			"twice":             text + text,
			"a zero byte":       text[:len(text)/2] + "\x00" + text[len(text)/2+1:],
			"a web page after":  text + "<html>",
			"something before":  "# made by hand\n" + text,
			"wrong bytes":       text[:len(text)/2] + "\xff\xfe\xff" + text[len(text)/2+3:],
		} {
			s, code := runOn(t, broken)
			switch {
			case code == 0 && name == "twice" && strings.HasPrefix(layout, "jsonl"): // six episodes
			case name == "a web page after" && strings.HasPrefix(layout, "npz"): // beyond the zip, and all is read
				if code != 0 || s.out.String() != whole.out.String() {
					t.Errorf("%s: exit %d, %s", layout, code, s.out.String())
				}
			default:
				checkRefusal(t, name+", "+layout, s, code, "")
			}
		}
	}
}

// everyMap has a map of each kind, and one with a bias.
var everyMap = []string{"identity", "identity+bias", "poly:3+bias", "fourier:2", "rbf:3", "tile-coding:3x4+bias", "rff:20:5"}

// savedFit is the JSON of a saved fit, read without the program's own reader.
type savedFit struct {
	Lambda, Gamma float64
	Theta         []float64
	Covariance    [][]float64
	Map           struct {
		Kind             string
		Low, High        []float64
		Parameters       [][]float64
		Side             float64
		Width, Amplitude float64
		Bias             bool
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

// alike tells whether a value and its standard error are others, but for rounding: the error
// is the root of a sum in which much cancels.
func alike(v, se, otherV, otherSE float64) bool {
	return math.Abs(v-otherV) <= 1e-12*math.Max(1, math.Abs(otherV)) && math.Abs(se-otherSE) <= 1e-6*math.Max(otherSE, 1e-6)
}

// TestPredictFromEveryForm: what run saves and predict writes is V̂ by the formulas of the
// guide, on data that the fit has not seen, for every map and from every form of file.
func TestPredictFromEveryForm(t *testing.T) {
	fresh := sound()
	for _, rows := range fresh.observations { // beside the data that the fit is of, and inside of its bounds
		for step, x := range rows {
			rows[step] = []float64{x[0]/20 + .3, .4 - x[1]/40}
		}
	}
	s := newSession(t)
	s.does(t, "simulate --domain mountain-car -n 12 --max-steps 60 --out old.jsonl")
	for _, name := range everyMap {
		bounds := " --bounds -2:2"
		if strings.HasPrefix(name, "identity") {
			bounds = ""
		}
		run := s.does(t, "run --data old.jsonl --features "+name+" --gamma 0.9 --lambdas 0.3,0.8 --save fit.json --force --format json"+bounds)
		var fit savedFit
		must.Succeed(t, json.Unmarshal([]byte(s.disk()["fit.json"]), &fit))
		if !strings.Contains(run, fmt.Sprintf(`"theta":[%v,`, fit.Theta[0])) {
			t.Errorf("%s: the fit is not that of the run", name)
		}
		for layout, write := range layouts {
			s.disk()["new"] = write(t, fresh)
			rows := csvRows(t, s.does(t, "predict --fit fit.json --data new"))
			for e, rewards := range fresh.rewards {
				for step := range rewards {
					row := rows[0]
					rows = rows[1:]
					v, se := fit.value(fresh.observations[e][step])
					g := 0.0
					for _, r := range slices.Backward(rewards[step:]) {
						g = r + fit.Gamma*g
					}
					if row["episode_id"] != fmt.Sprint(e) || row["t"] != fmt.Sprint(step) || !near(numberIn(t, row["return"]), g) ||
						!alike(numberIn(t, row["value"]), numberIn(t, row["value_se"]), v, se) {
						t.Fatalf("%s, %s: row %v of episode %d, step %d, want %v ± %v, %v", name, layout, row, e, step, v, se, g)
					}
				}
			}
			if len(rows) > 0 {
				t.Errorf("%s, %s: %d rows too many", name, layout, len(rows))
			}
		}
	}
}

// TestPredictJSON has the numbers of the CSV, and the names of files and episodes; those of
// a second file without names are numbered on.
func TestPredictJSON(t *testing.T) {
	s := newSession(t)
	maps.Copy(s.disk(), files{
		"named.csv":   "episode_id,t,reward,terminated,truncated,obs_0,obs_1\nmonday,0,1,false,false,1,0\nmonday,1,2,true,false,0,1\ntuesday,0,3,true,false,.5,.5\n",
		"plain.jsonl": `{"observations":[[1,0],[0,1]],"rewards":[4],"terminated":false}` + "\n",
	})
	s.does(t, "run --data walk.jsonl --gamma 0.5 --save fit.json")
	s.disk()["fit.json"] = "\ufeff" + s.disk()["fit.json"] // as editors of Windows write it
	const line = "predict --fit fit.json --data named.csv --data plain.jsonl"
	rows := csvRows(t, s.does(t, line))
	out := decoded[struct {
		Files []string
		Steps int
		Start struct {
			Returned float64
			Steps    int
		}
		Calibration []struct{ Steps int }
		Episodes    []struct {
			ID     string    `json:"episode_id"`
			Value  []float64 `json:"value"`
			SE     []float64 `json:"value_se"`
			Return []float64 `json:"return"`
		}
	}](t, s, line)
	steps, ids := 0, ""
	for _, part := range out.Calibration {
		steps += part.Steps
	}
	for _, e := range out.Episodes {
		ids += e.ID + " "
		for step, v := range e.Value {
			row := rows[0]
			rows = rows[1:]
			if row["episode_id"] != e.ID || numberIn(t, row["value"]) != v || numberIn(t, row["value_se"]) != e.SE[step] || numberIn(t, row["return"]) != e.Return[step] {
				t.Errorf("row %v, %v in JSON", row, e)
			}
		}
	}
	// monday returns 1 + 2/2, tuesday 3 and the last 4.
	if ids != "monday tuesday 2 " || out.Start.Steps != 3 || !near(out.Start.Returned, 3) || steps != 4 || out.Steps != 4 || !slices.Equal(out.Files, []string{"named.csv", "plain.jsonl"}) {
		t.Errorf("%+v", out)
	}
}

// TestSimulateReadsBack: every domain and problem reads back from every form to the analysis
// of what was drawn, with its ratios where there is a target policy.
func TestSimulateReadsBack(t *testing.T) {
	s := newSession(t)
	scores := func(line string) (out []string) {
		for _, row := range csvRows(t, s.does(t, "run --format csv "+line)) {
			out = append(out, row["lambda"], row["loto"], row["loto_se"], row["diff"], row["diff_se"], row["not_ruled_out"], row["rank_deficient_folds"])
		}
		return out
	}
	for source, gamma := range map[string]string{
		"--domain random-walk -n 30 --seed 2 --max-steps 20": "0.95", "--domain 2048 -n 12 --seed 5": "1", "--domain mountain-car -n 12 --seed 5": "1",
		"--problem mine.json -n 30 --seed 2": "0.9", "--problem t-maze -n 30 --seed 2": "0.95", "--problem long-short -n 30": "0.95",
		"--states 7 --target 0.6 -n 30 --max-steps 20": "0.95", "--domain mountain-car --target 0.15 -n 4": "1",
	} {
		want := scores(source + " --gamma " + gamma)
		for _, form := range []string{"jsonl", "csv", "jsonl.gz", "csv.gz"} {
			s.does(t, "simulate --force --out drawn."+form+" "+source)
			if got := scores("--data drawn." + form + " --gamma " + gamma); !slices.Equal(got, want) {
				t.Errorf("%s, %s:\n%s\nwant\n%s", source, form, got, want)
			}
		}
		if s.does(t, "simulate --out - "+source) != s.disk()["drawn.jsonl"] {
			t.Errorf("%s: standard output has something else than the file", source)
		}
	}
}
