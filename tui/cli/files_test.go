package cli

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"unicode"

	"lambdascope/estimator"
	"lambdascope/sim/must"
)

// The layouts that the same three episodes are written in: two features, the second episode
// cut off after two transitions, a group and ratios where asked for.
type layout struct {
	name  string
	write func(t *testing.T, d dataset) string
}

// dataset is what a file is made of; a fault changes it, or the text.
type dataset struct {
	observations [][][]float64 // by episode and step, one more than rewards
	rewards      [][]float64
	terminated   []bool
	ratios       bool
}

// sound returns three episodes.
func sound() dataset {
	return dataset{
		observations: [][][]float64{{{1, 2}, {3, 4}, {5, 6}}, {{1, -2}, {0.5, 4}, {2, 2}}, {{7, 8}, {1, 1}}},
		rewards:      [][]float64{{0.5, 1}, {-1, 0.25}, {2}},
		terminated:   []bool{true, false, true},
	}
}

func (d dataset) ratio(e, step int) float64 { return float64(e+step) / 2 }

// layouts are the ways to write a dataset.
func layouts() []layout {
	lines := func(_ *testing.T, d dataset) string { return jsonLines(d, true) }
	table := func(comma string, byStep, timed bool) func(*testing.T, dataset) string {
		return func(_ *testing.T, d dataset) string { return csvOf(d, comma, byStep, timed) }
	}
	gz := func(write func(*testing.T, dataset) string) func(*testing.T, dataset) string {
		return func(t *testing.T, d dataset) string { return gzipped(t, write(t, d)) }
	}
	return []layout{
		{"jsonl", lines},
		{"jsonl, lists of flags", func(_ *testing.T, d dataset) string { return jsonLines(d, false) }},
		{"jsonl, gzipped", gz(lines)},
		{"jsonl, byte order mark", func(t *testing.T, d dataset) string { return "\ufeff" + lines(t, d) }},
		{"csv", table(",", false, true)},
		{"csv, gzipped", gz(table(",", false, true))},
		{"csv, semicolons", table(";", false, true)},
		{"csv, tabs", table("\t", false, true)},
		{"csv, without t", table(",", false, false)},
		{"csv, among each other", table(",", true, true)},
		{"csv, among each other without t", table(";", true, false)},
		{"npz, of all", func(t *testing.T, d dataset) string { return flatNPZ(t, d, false) }},
		{"npz, columns", func(t *testing.T, d dataset) string { return flatNPZ(t, d, true) }},
		{"npz, of each", eachNPZ},
	}
}

func jsonLines(d dataset, short bool) string {
	var out strings.Builder
	for e, rewards := range d.rewards {
		line := map[string]any{"id": e, "observations": d.observations[e], "rewards": rewards}
		if last := len(rewards) - 1; short || last < 0 {
			line["terminated"] = d.terminated[e]
		} else {
			terminations, truncations := make([]bool, last+1), make([]bool, last+1)
			terminations[last], truncations[last] = d.terminated[e], !d.terminated[e]
			line["terminations"], line["truncations"] = terminations, truncations
		}
		if d.ratios {
			var ratios []float64
			for step := range rewards {
				ratios = append(ratios, d.ratio(e, step))
			}
			line["ratios"] = ratios
		}
		text, err := json.Marshal(line)
		if err != nil { // a number that is none in JSON
			text = []byte(strings.ReplaceAll(fmt.Sprintf(`{"observations":%v,"rewards":%v,"terminated":%v}`, d.observations[e], rewards, d.terminated[e]), " ", ","))
		}
		out.Write(append(text, '\n'))
	}
	return out.String()
}

func csvOf(d dataset, comma string, byStep, timed bool) string {
	header := []string{"episode_id", "t", "reward", "terminated", "truncated"}
	for j := range d.observations[0][0] {
		header = append(header, fmt.Sprintf("obs_%d", j))
	}
	if d.ratios {
		header = append(header, "ratio")
	}
	type place struct{ episode, step int }
	var places []place
	longest := 0
	for e, rows := range d.observations {
		longest = max(longest, len(rows))
		for step := range rows {
			if !byStep {
				places = append(places, place{e, step})
			}
		}
	}
	for step := range longest {
		for e, rows := range d.observations {
			if byStep && step < len(rows) {
				places = append(places, place{e, step})
			}
		}
	}
	rows := [][]string{header}
	for _, p := range places {
		h := len(d.rewards[p.episode])
		last, final := p.step == h-1, p.step >= h
		row := []string{fmt.Sprint(p.episode), fmt.Sprint(p.step), "", fmt.Sprint(last && d.terminated[p.episode]), fmt.Sprint(last && !d.terminated[p.episode])}
		if !final {
			row[2] = fmt.Sprint(d.rewards[p.episode][p.step])
		}
		for _, x := range d.observations[p.episode][p.step] {
			row = append(row, fmt.Sprint(x))
		}
		if d.ratios && final {
			row = append(row, "")
		} else if d.ratios {
			row = append(row, fmt.Sprint(d.ratio(p.episode, p.step)))
		}
		rows = append(rows, row)
	}
	var out strings.Builder
	for _, row := range rows {
		if !timed {
			row = append(row[:1:1], row[2:]...)
		}
		out.WriteString(strings.Join(row, comma) + "\n")
	}
	return out.String()
}

// npzOf returns an NPZ of arrays by name, in that order, each with its columns; 0 for one
// dimension.
type npzArray struct {
	name    string
	columns int
	numbers []float64
}

func npzOf(t *testing.T, arrays []npzArray) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, a := range arrays {
		shape := fmt.Sprintf("(%d,)", len(a.numbers))
		if a.columns > 0 {
			shape = fmt.Sprintf("(%d, %d)", len(a.numbers)/a.columns, a.columns)
		}
		header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': %s, }", shape)
		w, err := z.Create(a.name + ".npy")
		if err == nil {
			_, err = fmt.Fprintf(w, "\x93NUMPY\x01\x00%c%c%s", byte(len(header)), byte(len(header)>>8), header)
		}
		if err == nil {
			err = binary.Write(w, binary.LittleEndian, a.numbers)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	must.Succeed(t, z.Close())
	return out.String()
}

func mark(flag bool) float64 {
	if flag {
		return 1
	}
	return 0
}

func flatNPZ(t *testing.T, d dataset, columns bool) string {
	dim := len(d.observations[0][0])
	one := 0
	if columns {
		one = 1
	}
	arrays := []npzArray{{"observations", dim, nil}, {"rewards", one, nil}, {"terminals", one, nil}, {"timeouts", one, nil}, {"next_observations", dim, nil}, {"ratios", one, nil}}
	for e, rewards := range d.rewards {
		for step, r := range rewards {
			last := step == len(rewards)-1
			for k, numbers := range [][]float64{d.observations[e][step], {r}, {mark(last && d.terminated[e])}, {mark(last && !d.terminated[e])}, d.observations[e][step+1], {d.ratio(e, step)}} {
				arrays[k].numbers = append(arrays[k].numbers, numbers...)
			}
		}
	}
	if !d.ratios {
		arrays = arrays[:5]
	}
	return npzOf(t, arrays)
}

func eachNPZ(t *testing.T, d dataset) string {
	var arrays []npzArray
	for e, rewards := range d.rewards {
		prefix, last := fmt.Sprintf("episode_%d/", e), len(rewards)-1
		terminations, truncations := make([]float64, last+1), make([]float64, last+1)
		if last >= 0 {
			terminations[last], truncations[last] = mark(d.terminated[e]), mark(!d.terminated[e])
		}
		var observations, ratios []float64
		for _, x := range d.observations[e] {
			observations = append(observations, x...)
		}
		for step := range rewards {
			ratios = append(ratios, d.ratio(e, step))
		}
		arrays = append(arrays, npzArray{prefix + "observations", len(d.observations[0][0]), observations}, npzArray{prefix + "rewards", 0, rewards},
			npzArray{prefix + "terminations", 0, terminations}, npzArray{prefix + "truncations", 0, truncations})
		if d.ratios {
			arrays = append(arrays, npzArray{prefix + "ratios", 0, ratios})
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
		for e := range d.observations {
			for step := range d.observations[e] {
				d.observations[e][step] = d.observations[e][step][:1]
			}
		}
	}, ""},
	{"large numbers", func(d *dataset) { d.observations[0][0][0] = 1e200 }, ""},
	{"tiny numbers", func(d *dataset) { d.rewards[0][0] = 5e-324 }, ""},
	{"not a number", func(d *dataset) { d.observations[1][1][0] = math.NaN() }, "not a finite number"},
	{"an infinite reward", func(d *dataset) { d.rewards[2][0] = math.Inf(1) }, "not a finite number"},
	{"no reward", func(d *dataset) { d.rewards[2], d.observations[2] = []float64{}, d.observations[2][:1] }, "an empty episode"},
	{"one episode", func(d *dataset) {
		d.observations, d.rewards, d.terminated = d.observations[:1], d.rewards[:1], d.terminated[:1]
	}, "1 episode: want at least 2"},
}

// TestEveryKindOfFile writes the same data in every layout, sound and with faults, and has
// each read to the same numbers, or refused with a sentence that names the file, the place and
// what is wanted. Nothing panics, and no result is written of what is refused.
func TestEveryKindOfFile(t *testing.T) {
	count := 0
	for _, fault := range faults {
		want := ""
		for _, l := range layouts() {
			d := sound()
			fault.apply(&d)
			if fault.name == "no reward" && (strings.HasPrefix(l.name, "npz, of all") || l.name == "npz, columns") {
				continue // which have no place for it
			}
			count++
			s := newSession(t)
			s.Files = files{"a file": l.write(t, d)}
			code := s.call("run", "--data", "a file", "--gamma", "0.5", "--lambdas", "0,0.5,1", "--format", "csv")
			name := fault.name + ", " + l.name
			switch {
			case fault.want == "" && (code != 0 || s.err.Len() > 0):
				t.Errorf("%s: exit %d, %q", name, code, s.err.String())
			case fault.want == "" && want == "":
				want = s.out.String()
			case fault.want == "" && s.out.String() != want:
				t.Errorf("%s:\n%s\nwant\n%s", name, s.out.String(), want)
			case fault.want != "":
				checkRefusal(t, name, s, code, fault.want)
			}
		}
	}
	if count < 100 {
		t.Errorf("%d files", count)
	}
}

// checkRefusal checks that a file is refused with one line that says where and what.
func checkRefusal(t *testing.T, name string, s *session, code int, want string) {
	t.Helper()
	message := s.err.String()
	if code != 1 || s.out.Len() > 0 || !strings.HasPrefix(message, "lambdascope: a file: ") || !strings.Contains(message, want) {
		t.Errorf("%s: exit %d, output %q, %q, want %q", name, code, s.out.String(), message, want)
	}
	if strings.IndexFunc(message, unicode.IsControl) != len(message)-1 || strings.Count(message, "a file: ") > 1 || strings.Contains(message, "%!") {
		t.Errorf("%s: %q", name, message)
	}
	if !strings.Contains(message, "want ") {
		t.Errorf("%s: %q does not say what is wanted", name, message)
	}
}

// TestBrokenFiles breaks the text of each layout: cut off, with bytes changed, twice, with what
// does not belong there. Each is refused with a sentence, or read to a result of the episodes
// that are whole; a cut that leaves a shorter number at the very end can't be told.
func TestBrokenFiles(t *testing.T) {
	for _, l := range layouts() {
		text := l.write(t, sound())
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
			s := newSession(t)
			s.Files = files{"a file": broken}
			code := s.call("run", "--data", "a file", "--gamma", "0.5", "--format", "csv")
			switch {
			case code == 0 && name == "twice" && strings.HasPrefix(l.name, "jsonl"): // six episodes
				if !strings.Contains(s.out.String(), "lambda,") {
					t.Errorf("%s: %s", l.name, s.out.String())
				}
				continue
			case name == "a web page after" && strings.HasPrefix(l.name, "npz"): // beyond the zip, and all is read
				if code != 0 || s.out.String() != sounds(t, text) {
					t.Errorf("%s: exit %d, %s", l.name, code, s.out.String())
				}
				continue
			}
			checkRefusal(t, name+", "+l.name, s, code, "")
		}
	}
}

// sounds returns what run writes of a text that is sound.
func sounds(t *testing.T, text string) string {
	t.Helper()
	s := newSession(t)
	s.Files = files{"a file": text}
	return mustCall(t, s, "run", "--data", "a file", "--gamma", "0.5", "--format", "csv")
}

// TestPredictFromEveryForm: V̂ by the formulas of the guide, for every map from every layout.
func TestPredictFromEveryForm(t *testing.T) {
	fresh := sound()
	for e := range fresh.observations { // beside the data that the fit is of, and inside of its bounds
		for step, x := range fresh.observations[e] {
			fresh.observations[e][step] = []float64{x[0]/20 + .3, .4 - x[1]/40}
		}
	}
	for _, name := range everyMap {
		s := newSession(t)
		disk := s.Files.(files)
		simulated(t, s, "--domain", "mountain-car", "-n", "12", "--max-steps", "60", "--out", "old.jsonl")
		s.err.Reset()
		args := []string{"run", "--data", "old.jsonl", "--features", name, "--gamma", "0.9", "--lambdas", "0.3,0.8", "--save", "fit.json", "--force"}
		if !strings.HasPrefix(name, "identity") {
			args = append(args, "--bounds", "-2:2")
		}
		mustCall(t, s, args...)
		var fit savedFit
		must.Succeed(t, json.Unmarshal([]byte(disk["fit.json"]), &fit))
		for _, l := range layouts() {
			disk["new"] = l.write(t, fresh)
			rows := readCSV(t, predicted(t, s, "--fit", "fit.json", "--data", "new"))[1:]
			for e, rewards := range fresh.rewards {
				x := make([]float64, 0, 2*len(fresh.observations[e]))
				for _, row := range fresh.observations[e] {
					x = append(x, row...)
				}
				trajectory := must.Have(estimator.NewTrajectory(2, x, rewards, false))(t)
				checkPredictions(t, name+", "+l.name, rows[:len(rewards)], e, trajectory, &fit)
				rows = rows[len(rewards):]
			}
			if len(rows) > 0 {
				t.Errorf("%s, %s: %d rows too many", name, l.name, len(rows))
			}
		}
	}
}
