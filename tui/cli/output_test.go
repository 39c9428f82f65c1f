package cli

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/sim/must"
)

func TestCSV(t *testing.T) {
	for _, args := range []string{"", "--data walk.jsonl"} {
		s := newSession(t)
		args := append([]string{"run", "--lambdas", "0:1:0.25"}, strings.Fields(args)...)
		rows := must.Have(csv.NewReader(strings.NewReader(mustCall(t, s, append(args, "--format", "csv")...))).ReadAll())(t)
		if got := strings.Join(rows[0], ","); got != "lambda,loto,loto_se,diff,diff_se,not_ruled_out,rank_deficient_folds,msve,rmsve,selected" {
			t.Errorf("header %s", got)
		}
		p := parseJSON(t, mustCall(t, s, append(args, "--format", "json")...))
		if len(rows) != 1+len(p.Curve) {
			t.Fatalf("%d rows for %d λ's", len(rows), len(p.Curve))
		}
		number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
		known := func(v *float64) string {
			if v == nil {
				return ""
			}
			return number(*v)
		}
		for k, c := range p.Curve {
			want := strings.Join([]string{
				number(c.Lambda), number(c.LOTO), number(c.LOTOSE), number(c.Diff), number(c.DiffSE),
				strconv.FormatBool(c.NotRuledOut), strconv.Itoa(c.Deficient), known(c.MSVE), known(c.RMSVE),
				strconv.FormatBool(c.Lambda == p.Selected.Lambda),
			}, ",")
			if got := strings.Join(rows[k+1], ","); got != want {
				t.Errorf("row %s\nwant %s", got, want)
			}
		}
	}
}

func TestTable(t *testing.T) {
	for name, args := range map[string]string{
		"walk":        "",
		"three":       "-n 3 --folds",
		"two":         "-n 2 --lambdas 0,0.5,1",
		"file":        "--data walk.jsonl --method rsm --ridge 0.01",
		"one-lambda":  "--lambdas 0.25",
		"ascii":       "-n 3 --ascii --folds",
		"dependent":   "--states 9 --features dependent+bias -n 100 --weighting trajectory --gamma 1 --seed 3",
		"fine-grid":   "--lambdas 0.1:0.2:0.005 -n 50",
		"no-signal":   "--gamma 0 -n 5 --lambdas 0,1",
		"short-walks": "--max-steps 4",
		"tail":        "--max-steps 8 --tail bootstrap",
		"refined":     "-n 50 --seed 3 --lambdas 0,0.5,1 --refine",
		"stays":       "--lambdas 0:1:0.2 --refine",
		"off-policy":  "--states 15 --target 0.95 --lambdas 0:1:0.5",
		"everything":  "--data walk.jsonl --lambdas 0:1:0.25 --folds --refine",
	} {
		t.Run(name, func(t *testing.T) {
			out := mustCall(t, newSession(t), append([]string{"run"}, strings.Fields(args)...)...)
			if strings.Contains(out, "\x1b") {
				t.Error("escape sequences where there is no terminal")
			}
			golden.RequireEqual(t, out)
		})
	}
}

func TestTableOnNarrowTerminal(t *testing.T) {
	s := newSession(t)
	s.Terminal = Terminal{Out: true, Width: 60}
	golden.RequireEqual(t, mustCall(t, s, "run", "-n", "5", "--refine"))
}

func TestNoColor(t *testing.T) {
	for _, v := range []string{"NO_COLOR=1", "TERM=dumb"} {
		s := newSession(t)
		s.Terminal = Terminal{Out: true, Width: 100}
		s.Environ = []string{"TERM=xterm", v}
		if out := mustCall(t, s, "run"); strings.Contains(out, "\x1b") {
			t.Errorf("%s: escape sequences in %q", v, out)
		}
	}
}

func TestASCIITableIsASCII(t *testing.T) {
	s := newSession(t)
	out := mustCall(t, s, "run", "--ascii", "--data", "walk.jsonl", "--folds", "--refine", "--features", "poly:1")
	for _, r := range out {
		if r > 126 {
			t.Fatalf("%q in %s", r, out)
		}
	}
}

func TestStandardInputIsTheFile(t *testing.T) {
	s := newSession(t)
	file := mustCall(t, s, "run", "--data", "walk.jsonl")
	s.In = strings.NewReader(walkFile(t))
	if in := mustCall(t, s, "run", "--data", "-"); strings.ReplaceAll(in, stdinName, "walk.jsonl") != file {
		t.Errorf("from standard input:\n%s\nfrom the file:\n%s", in, file)
	}
}

// broken is an output that fails.
type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

func TestOutputThatFails(t *testing.T) {
	for _, format := range []string{"table", "json", "csv"} {
		for _, c := range []struct {
			err  error
			want string
		}{
			{&os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}, ""},
			{io.ErrClosedPipe, ""},
			{errors.New("no space left on device"), "lambdascope: the result could not be written: no space left on device\n"},
		} {
			s := newSession(t)
			s.Out = broken{c.err}
			if code := s.call("run", "--format", format); code != 1 || s.err.String() != c.want {
				t.Errorf("%s, %v: exit %d, %q", format, c.err, code, s.err.String())
			}
		}
	}
}

func TestInterrupt(t *testing.T) {
	t.Run("work", func(t *testing.T) {
		s := newSession(t)
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(20*time.Millisecond, cancel)
		code := s.callIn(ctx, "run", "-n", "100000", "--states", "51", "--lambdas", "0:1:0.001")
		checkFailure(t, s, code, 1, "interrupted")
	})
	t.Run("a read that waits", func(t *testing.T) {
		s := newSession(t)
		in, end := io.Pipe()
		defer end.Close()
		s.In = in
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(20*time.Millisecond, cancel)
		checkFailure(t, s, s.callIn(ctx, "run", "--data", "-"), 1, "interrupted")
	})
}
