package cli

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/estimator"
	"lambdascope/sim/recorded"
	"lambdascope/sim/testutil"
)

// point is a λ in the JSON of an analysis.
type point struct {
	Lambda, LOTO float64
	NotRuledOut  bool `json:"not_ruled_out"`
	RMSVE        *float64
}

// analysed is the JSON of an analysis, as a program reads it.
type analysed struct {
	Curve    []point
	Selected point
	Start    struct{ Returned float64 }
	Warnings []string
	Data     struct {
		Trajectories, Steps, Truncated, Features int
		Files                                    []string
	}
}

// decoded returns the JSON that a command writes.
func decoded[T any](t testing.TB, s *session, line string, args ...string) (out T) {
	t.Helper()
	testutil.Check(t, json.Unmarshal([]byte(s.does(t, line+" --format json", args...)), &out))
	return out
}

// trajectoriesIn returns the trajectories of a file.
func trajectoriesIn(t *testing.T, file string) (out []*estimator.Trajectory) {
	t.Helper()
	testutil.Get(new(recorded.Reader).Each(strings.NewReader(file), "file", func(t *estimator.Trajectory) error {
		out = append(out, t)
		return nil
	}))(t)
	return out
}

// csvRows returns the rows of a CSV, by the names of its columns.
func csvRows(t testing.TB, text string) (out []map[string]string) {
	t.Helper()
	rows := testutil.Get(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
	for _, r := range rows[1:] {
		row := make(map[string]string)
		for i, name := range rows[0] {
			row[name] = r[i]
		}
		out = append(out, row)
	}
	return out
}

func numberIn(t testing.TB, text string) float64 {
	t.Helper()
	return testutil.Get(strconv.ParseFloat(text, 64))(t)
}

// near reports whether two numbers agree to nine digits.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// TestJSONSays compares parts of the JSON that depend on the settings.
func TestJSONSays(t *testing.T) {
	for line, want := range map[string]string{
		"run --seed 18446744073709551615 --states 3 --max-steps 500": `"source":{"domain":"random-walk","features":"1-hot","states":3,"seed":18446744073709551615,"max_steps":500}`,
		"run --data -":                         `"source":{"file":"-","features":"identity"}`,
		"run --data walk.csv --data mine.csv":  `"source":{"files":["walk.csv","mine.csv"],"features":"identity"}`,
		"run --problem mine.json":              `"source":{"problem":"mine.json","features":"given","seed":1,"max_steps":50},"settings":{"gamma":0.9,`,
		"run --target 0.7":                     `"target":0.7,`,
		"run --data days.jsonl -n 7":           `"groups":3,`,
		"run --data days.jsonl --folds":        `"fold_groups":["day 1","day 2","day 3","day 4"]`,
		"run --data one-long.jsonl --gamma .9": `"warnings":["20 trajectories count as 1.6: one has 229 of 292 steps"`,
		"run --problem long-short --seed 6":    `"best":{"lambda":1,`, // which one-long.jsonl is of
		"compare maps --data walk.jsonl identity+bias poly:2,rff:2 --nested 2": `"nested":{"parts":2,`,
	} {
		s := newSession(t)
		s.In, s.disk()["mine.csv"] = strings.NewReader(s.disk()["walk.jsonl"]), s.disk()["walk.csv"]+"3,0,1,true,false,0,1\n"
		if out := s.does(t, line+" --format json"); !strings.Contains(out, want) || strings.Count(out, "\n") != 1 {
			t.Errorf("%s: no %s in\n%s", line, want, out)
		}
	}
	// The behaviour's own policy as target is as none.
	s := newSession(t)
	own, _, _ := strings.Cut(s.does(t, "run --format json --target 0.5"), `"elapsed_ms"`)
	none, _, _ := strings.Cut(s.does(t, "run --format json"), `"elapsed_ms"`)
	if own != none || strings.Contains(own, "target") {
		t.Errorf("with the behaviour as target\n%s\nwithout\n%s", own, none)
	}
}

func TestTable(t *testing.T) {
	for name, args := range map[string]string{
		"walk":       "",
		"three":      "-n 3 --folds",
		"file":       "--data walk.jsonl --method rsm --ridge 0.01",
		"ascii":      "-n 3 --ascii --folds",
		"dependent":  "--states 9 --features dependent+bias -n 100 --weighting trajectory --gamma 1 --seed 3",
		"no-signal":  "--gamma 0 -n 5 --lambdas 0,1",
		"tail":       "--max-steps 8 --tail bootstrap",
		"refined":    "-n 50 --seed 3 --lambdas 0,0.5,1 --refine",
		"off-policy": "--states 15 --target 0.95 --lambdas 0:1:0.5",
	} {
		t.Run(name, func(t *testing.T) { golden.RequireEqual(t, newSession(t).does(t, "run "+args)) })
	}
}

func TestCompareTable(t *testing.T) {
	for name, args := range map[string]string{
		"ridges":    "ridges --lambdas 0:1:0.2 0 0.01 0.1 1",
		"maps":      "maps --states 9 --lambdas 0:1:0.25 1-hot dependent dependent+bias --nested 4",
		"file-maps": "maps --data walk.jsonl --lambdas 0,1 --bounds data,-2:2 identity identity+bias,poly:2+bias rff:2:7",
		"narrow":    "ridges -n 5",
	} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t)
			s.Terminal = Terminal{Out: name == "narrow", Width: 60}
			golden.RequireEqual(t, s.does(t, "compare "+args))
		})
	}
}

// TestTableOnNarrowTerminal: the table has styles, except with NO_COLOR or a dumb terminal.
func TestTableOnNarrowTerminal(t *testing.T) {
	s := newSession(t)
	s.Terminal = Terminal{Out: true, Width: 60}
	golden.RequireEqual(t, s.does(t, "run -n 5 --refine"))
	for _, v := range []string{"NO_COLOR=1", "TERM=dumb"} {
		s.Environ = []string{"TERM=xterm", v}
		if out := s.does(t, "run"); strings.Contains(out, "\x1b") {
			t.Errorf("%s: escape sequences in %q", v, out)
		}
	}
}

func TestASCIIIsASCII(t *testing.T) {
	s := newSession(t)
	for _, line := range []string{
		"run --data walk.jsonl --folds --refine --features poly:1", "compare maps --data walk.jsonl identity poly:2 --nested 2",
		"compare ridges --data walk.jsonl", "lesson", "guide", "guide charts",
	} {
		out := s.does(t, line+" --ascii")
		if i := strings.IndexFunc(out, func(r rune) bool { return r > 126 || r < ' ' && r != '\n' }); i >= 0 {
			t.Errorf("%s: %q in %s", line, out[i:i+2], out)
		}
	}
}

// TestOutputThatFails says why, unless whoever reads it has left.
func TestOutputThatFails(t *testing.T) {
	for _, line := range []string{"run --format table", "run --format json", "run --format csv", "simulate --out -"} {
		for err, want := range map[error]string{
			&os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}: "",
			io.ErrClosedPipe:                      "",
			errors.New("no space left on device"): "could not be written: no space left on device\n",
		} {
			s := newSession(t)
			s.Out = writerFunc(func([]byte) (int, error) { return 0, err })
			if code := s.call(strings.Fields(line)...); code != 1 || !strings.HasSuffix(s.err.String(), want) || want == "" && s.err.Len() > 0 {
				t.Errorf("%s, %v: exit %d, %q", line, err, code, s.err.String())
			}
		}
	}
}

// TestInterrupt ends work, a read that waits, and the opening of a file.
func TestInterrupt(t *testing.T) {
	for _, line := range []string{"run -n 100000 --states 51 --lambdas 0:1:0.01", "run --data -", "run --data walk.jsonl"} {
		s := newSession(t)
		in, end := io.Pipe()
		s.In = in
		ended := make(chan struct{})
		s.Files = hooked{Files: s.Files, opened: func(string) error { <-ended; return nil }}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(20*time.Millisecond, cancel)
		s.failsIn(t, ctx, "lambdascope: interrupted\n", strings.Fields(line)...)
		end.Close()
		close(ended)
	}
}
