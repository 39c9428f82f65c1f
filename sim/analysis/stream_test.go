package analysis

import (
	"archive/zip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lambdascope/estimator"
	"lambdascope/sim/engine"
	"lambdascope/sim/problem"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// scratchFile is a Scratch of a test.
type scratchFile struct {
	*os.File
	closed *int
}

func (s scratchFile) Close() error {
	*s.closed++
	return errors.Join(s.File.Close(), os.Remove(s.Name()))
}

// testStream returns a Stream with a budget, and counts closed files.
func testStream(t *testing.T, budget int64) (s *Stream, began, closed *int) {
	began, closed = new(int), new(int)
	return &Stream{
		Budget: budget,
		Began:  func() { *began++ },
		Scratch: func() (Scratch, error) {
			f, err := os.CreateTemp(t.TempDir(), "spool")
			return scratchFile{f, closed}, err
		},
	}, began, closed
}

// episodeLines returns a file of n episodes, in which the second of three numbers is 0 or 1.
func episodeLines(n int) string {
	observations, rewards := someEpisodes(n)
	for _, x := range slices.Concat(observations...) {
		x[1] = float64(int(x[0]) % 2)
	}
	return fileOf(observations, rewards)
}

// npzFile writes trajectories as an NPZ of D4RL's arrays.
func npzFile(t *testing.T, name string, data []*estimator.Trajectory) {
	t.Helper()
	arrays := map[string][]float64{}
	d := data[0].Dim()
	for _, x := range data {
		for step := range x.Len() {
			last := step == x.Len()-1
			arrays["observations"] = append(arrays["observations"], x.Features(step)...)
			arrays["next_observations"] = append(arrays["next_observations"], x.Features(step+1)...)
			arrays["rewards"] = append(arrays["rewards"], x.Rewards()[step])
			if x.Ratios() != nil {
				arrays["ratios"] = append(arrays["ratios"], x.Ratios()[step])
			}
			arrays["terminals"] = append(arrays["terminals"], mark(last && x.Terminated()))
			arrays["timeouts"] = append(arrays["timeouts"], mark(last && !x.Terminated()))
		}
	}
	file := testutil.Get(os.Create(name))(t)
	defer file.Close()
	z := zip.NewWriter(file)
	for name, x := range arrays {
		shape := fmt.Sprintf("(%d,)", len(x))
		if strings.HasSuffix(name, "observations") {
			shape = fmt.Sprintf("(%d, %d)", len(x)/d, d)
		}
		header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': %s, }", shape)
		w := testutil.Get(z.Create(name + ".npy"))(t)
		testutil.Get(io.WriteString(w, "\x93NUMPY\x01\x00"))(t)
		testutil.Check(t, binary.Write(w, binary.LittleEndian, uint16(len(header))))
		testutil.Get(io.WriteString(w, header))(t)
		testutil.Check(t, binary.Write(w, binary.LittleEndian, x))
	}
	testutil.Check(t, z.Close())
}

func mark(v bool) float64 {
	if v {
		return 1
	}
	return 0
}

// sourceOf returns a file as a Source.
func sourceOf(name string) Source {
	return Source{
		Name: name,
		Open: func() (io.ReadCloser, error) { return os.Open(name) },
		Stat: func() (os.FileInfo, error) { return os.Stat(name) },
	}
}

// TestStreamed compares streamed results with results from memory: of text, of an NPZ read
// again, of several files, with ratios, features and a part of the trajectories.
func TestStreamed(t *testing.T) {
	folder := t.TempDir()
	text, half, npz := filepath.Join(folder, "a.jsonl"), filepath.Join(folder, "b.jsonl"), filepath.Join(folder, "c.npz")
	lines := episodeLines(60)
	at := strings.Index(lines[len(lines)/2:], "\n") + len(lines)/2 + 1
	for name, content := range map[string]string{text: lines, half: lines[at:]} {
		testutil.Check(t, os.WriteFile(name, []byte(content), 0o600))
	}
	weighted := weightedFile(t, offPolicyWalk(t, 60), recorded.JSONL, "d.jsonl")
	weightedNPZ := filepath.Join(folder, "e.npz")
	for from, to := range map[string]string{text: npz, weighted: weightedNPZ} {
		e := NewEngine(1 << 20)
		f := testutil.Get(e.Load(context.Background(), sourceOf(from), nil))(t)
		npzFile(t, to, e.file(f.Hash).trajectories)
	}

	once := sourceOf(text)
	once.Stat = nil
	for name, source := range map[string]Source{
		"text":         sourceOf(text),
		"once":         once,
		"npz":          sourceOf(npz),
		"weighted":     sourceOf(weighted),
		"weighted npz": sourceOf(weightedNPZ),
		"several":      {Name: settings.JoinFiles([]string{text, half}), Parts: []Source{sourceOf(text), sourceOf(half)}},
	} {
		for _, features := range []string{"identity", "poly:2+bias"} {
			for _, n := range []int{0, 41} {
				t.Run(fmt.Sprintf("%s/%s/%d", name, features, n), func(t *testing.T) {
					checkStreamed(t, source, features, n, !strings.HasSuffix(name, "npz"))
				})
			}
		}
	}
}

func checkStreamed(t *testing.T, source Source, features string, n int, spooled bool) {
	ctx := context.Background()
	last := "" // of the previous computation
	result := func(stream *Stream) (*Result, []float64) {
		e := NewEngine(1 << 20)
		s := settings.FileDefaults(testutil.Get(e.Load(ctx, source, stream))(t))
		s.Features, s.Lambdas = features, "0:1:0.25"
		if n > 0 {
			s.Trajectories = n
		}
		s = checked(t, e, s)
		var p engine.Progress
		a := testutil.Get(e.Run(p.Context(ctx), Request{Settings: s, Stream: stream, Folds: true, Leverage: true, Calibration: Always, Fit: true}))(t)
		last, _, _ = p.Step()
		return a, a.Folds.Leverage
	}
	want, leverage := result(nil)
	stream, began, closed := testStream(t, 4000)
	got, streamed := result(stream)
	if *began != 1 || last != "pass 4 of 4" {
		t.Errorf("began %d times, last %s", *began, last)
	}
	if err := stream.Close(); err != nil || (*closed == 1) != spooled {
		t.Errorf("%d spools were closed, %v", *closed, err)
	}
	checkEqual(t, got, want)
	for i, h := range leverage {
		if math.Abs(streamed[i]-h) > 1e-9 {
			t.Errorf("leverage %d: %v, want %v", i+1, streamed[i], h)
		}
	}
	if got.Settings != want.Settings {
		t.Errorf("settings %+v, want %+v", got.Settings, want.Settings)
	}
	if !slices.Equal(got.Folds.Without, want.Folds.Without) || len(got.Fit.Covariance) == 0 || got.Fit.Hash != want.Fit.Hash {
		t.Errorf("λ̂ without each %v, want %v; fit %+v", got.Folds.Without, want.Folds.Without, got.Fit)
	}
	for i, v := range want.Fit.Covariance {
		if math.Abs(got.Fit.Covariance[i]-v) > 1e-9*math.Abs(v) {
			t.Errorf("covariance %v, want %v", got.Fit.Covariance[i], v)
		}
	}
	checkCalibration(t, got.Calibration, want.Calibration)
	// With room for all trajectories, there is no streaming.
	stream, began, _ = testStream(t, 1<<30)
	if held, _ := result(stream); *began != 0 || held.Selection.Best().LOTO != want.Selection.Best().LOTO || stream.Close() != nil {
		t.Errorf("began %d times: want all to be held", *began)
	}
}

// checkCalibration compares two calibrations of the same data.
func checkCalibration(t *testing.T, got, want *estimator.Calibration) {
	t.Helper()
	if got == nil || len(got.Parts) != len(want.Parts) {
		t.Fatalf("calibration %v, want %v", got, want)
	}
	for k, b := range append(want.Parts, want.Start) {
		a := append(got.Parts, got.Start)[k]
		for i, v := range [][2]float64{{a.Low, b.Low}, {a.High, b.High}, {a.Predicted, b.Predicted}, {a.Returned, b.Returned}, {a.PredictedSE, b.PredictedSE}, {a.ReturnedSE, b.ReturnedSE}, {a.Effective, b.Effective}} {
			if a.Steps != b.Steps || a.Folds != b.Folds || math.Abs(v[0]-v[1]) > 1e-8*max(1e-3, math.Abs(v[1])) {
				t.Errorf("part %d, number %d: %+v, want %+v", k, i, a, b)
			}
		}
	}
}

// checkEqual compares two analyses of the same data.
func checkEqual(t *testing.T, got, want *Result) {
	t.Helper()
	if !(math.Abs(got.Constant-want.Constant) <= 1e-12*want.Constant) {
		t.Errorf("the error of a constant is %v, in memory %v", got.Constant, want.Constant)
	}
	a, b := got.Selection, want.Selection
	if a.Selected != b.Selected || a.Steps != b.Steps || a.Rank != b.Rank || !slices.Equal(a.Warnings(), b.Warnings()) {
		t.Errorf("λ̂ %d, %d steps, rank %d; want %d, %d, %d", a.Selected, a.Steps, a.Rank, b.Selected, b.Steps, b.Rank)
	}
	if (a.OffPolicy == nil) != (b.OffPolicy == nil) || a.OffPolicy != nil && *a.OffPolicy != *b.OffPolicy {
		t.Errorf("ratios %+v, want %+v", a.OffPolicy, b.OffPolicy)
	}
	for k := range b.Candidates {
		x, y := &a.Candidates[k], &b.Candidates[k]
		if math.Abs(x.LOTO-y.LOTO) > 1e-9*y.LOTO {
			t.Errorf("λ = %v: LOTO error %v, want %v", y.Lambda, x.LOTO, y.LOTO)
		}
		for i := range x.Folds {
			l := y.Folds[i]
			if math.Abs(x.Folds[i]-l) > 1e-9*max(l, 1e-6*b.MeanSquaredReturn) {
				t.Fatalf("λ = %v, ℓ_%d = %v, want %v", y.Lambda, i+1, x.Folds[i], l)
			}
		}
		if math.Abs(x.RefitSE-y.RefitSE) > 1e-9*y.LOTO || x.NotRuledOut != y.NotRuledOut {
			t.Errorf("λ = %v: ± %v, want %v", y.Lambda, x.RefitSE, y.RefitSE)
		}
	}
}

// otherText is a text that a field does not start with.
func otherText(f settings.Knob[settings.Settings], s settings.Settings) string {
	switch {
	case f.Name == "target" && s.Source() == "mountain-car":
		return "0.25" // the only target with the start of this test
	case f.Name == "features" && s.Source() != "2048" && s.Source() != "grid":
		return "poly:2+bias" // of few features, because of the budget
	case f.Choices != nil:
		choices := f.Choices(s)
		return choices[len(choices)-1]
	}
	text, ok := map[string]string{
		"states": "9", "trajectories": "33", "gamma": "0.7", "lambdas": "0:1:0.5", "ridge": "2",
		"seed": "8", "max-steps": "77", "target": "0.7", "bounds": "-1:2,data,0:1",
	}[f.Name]
	if !ok {
		return f.Turn(s, 1)
	}
	return text
}

// TestStreamedDraws draws trajectories beyond the budget again for each pass, with the usual
// settings of each source and with all other settings that apply.
func TestStreamedDraws(t *testing.T) {
	starts := []settings.Settings{defaults(t, ""), offPolicyWalk(t, 0), defaults(t, "2048"), defaults(t, "mountain-car"), settings.ProblemDefaults(testutil.Get(problem.Shipped("grid"))(t))}
	all := slices.Clone(starts)
	for _, s := range starts {
		for _, f := range settings.Knobs() {
			if f.Applies(s) && !f.Source {
				testutil.Check(t, f.Set(&s, otherText(f, s)))
			}
		}
		all = append(all, s)
	}
	for _, s := range all {
		s.Trajectories = 30
		domain := fmt.Sprint(s.Args())
		want := testutil.Get(NewEngine(1<<20).Run(context.Background(), Request{Settings: s}))(t)
		stream, began, _ := testStream(t, 1000)
		got := testutil.Get(NewEngine(1<<20).Run(context.Background(), Request{Settings: s, Stream: stream}))(t)
		if *began != 1 {
			t.Errorf("%s: began %d times", domain, *began)
		}
		checkEqual(t, got, want)
		for k, v := range want.MSVE {
			if math.Abs(got.MSVE[k]-v) > 1e-9*math.Abs(v) {
				t.Errorf("%s: MSVE %v, want %v", domain, got.MSVE[k], v)
			}
		}
	}
}

// TestStreamedWithoutBudget has so many results of folds that a budget would refuse them, and no
// budget, as figure (d) of a study.
func TestStreamedWithoutBudget(t *testing.T) {
	s := defaults(t, "")
	s.Lambdas, s.Trajectories = "0:1:0.01", 6000
	want := testutil.Get(NewEngine(1<<20).Run(t.Context(), Request{Settings: s}))(t)
	got := testutil.Get(NewEngine(1<<20).Run(t.Context(), Request{Settings: s, Stream: new(Stream)}))(t)
	checkEqual(t, got, want)
}

// TestStreamedErrors checks the errors of changed files, failing spools and stopped work.
func TestStreamedErrors(t *testing.T) {
	ctx := context.Background()
	name := filepath.Join(t.TempDir(), "a.jsonl")
	testutil.Check(t, os.WriteFile(name, []byte(episodeLines(60)), 0o600))
	stream, _, _ := testStream(t, 1000)
	stream.Scratch = func() (Scratch, error) { return nil, errors.New("no space") }
	if _, err := NewEngine(1).Load(ctx, sourceOf(name), stream); err == nil || !strings.Contains(err.Error(), "no space") {
		t.Errorf("error %v without a spool", err)
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	stream, _, _ = testStream(t, 1000)
	if _, err := NewEngine(1).Load(stopped, sourceOf(name), stream); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of work that was stopped", err)
	}

	e := NewEngine(1)
	f := testutil.Get(e.Load(ctx, sourceOf(name), nil))(t)
	npz := filepath.Join(t.TempDir(), "a.npz")
	all := e.file(f.Hash).trajectories
	npzFile(t, npz, all)
	stream, _, _ = testStream(t, 1000)
	e = NewEngine(1)
	f = testutil.Get(e.Load(ctx, sourceOf(npz), stream))(t)
	s := checked(t, e, settings.FileDefaults(f))
	if _, err := e.Run(ctx, Request{Settings: s, Refine: true}); err == nil || !strings.Contains(err.Error(), "want more memory") {
		t.Error("a search over what is not in memory is no error")
	}
	if _, err := e.Run(stopped, Request{Settings: s}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of work that was stopped", err)
	}
	others := slices.Concat(all[20:], all[:20])
	for name, now := range map[string][]*estimator.Trajectory{"fewer": all[:40], "as many": others} {
		npzFile(t, npz, now)
		later := time.Now().Add(time.Minute)
		testutil.Check(t, os.Chtimes(npz, later, later))
		if _, err := e.Run(ctx, Request{Settings: s}); err == nil || !strings.HasPrefix(err.Error(), npz+" changed while it was read") {
			t.Errorf("%s: error %v of a file that changed", name, err)
		}
	}
}
