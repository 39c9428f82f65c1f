package cli

import (
	"fmt"
	"io"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lambdascope/assets"
	"lambdascope/sim/testutil"
	"lambdascope/tui/guide"
)

// TestGuide prints every page and section by its name.
func TestGuide(t *testing.T) {
	s := newSession(t)
	titles := map[string]string{
		"lecture": "A lecture of 45 minutes", "run": "One analysis", "compare": "Choosing features or a ridge",
		"study": "The paper's experiments", "simulate": "Trajectories to a file", "fit": "A fit, saved and used",
		"json": "The JSON of an analysis", "questions": "Questions for a class", "limits": "Limits", "ssh": "The server",
	}
	for _, topic := range guide.Topics() {
		titles[topic.Name] = topic.Title
	}
	for name, title := range titles {
		if page := s.does(t, "guide "+name); !strings.HasPrefix(page, title+"\n═") || strings.Count(page, "\n═") != 1 || strings.Contains(page, "\x1b") {
			t.Errorf("guide %s is\n%.200q", name, page)
		}
	}
	for name, texts := range map[string][]string{
		"data":    {"\nCSV\n───\n", "\n  zcat episodes.jsonl.gz | lambdascope run --data -\n"},
		"claims":  {"[2048: root MSVE against λ]"}, // an image
		"lecture": {"\n0–10: the dial\n───", "\n38–45: "},
	} {
		for _, want := range texts {
			if page := s.does(t, "guide "+name); !strings.Contains(page, want) || strings.Contains(page, "Writing one") {
				t.Errorf("guide %s is\n%s\nwant %q", name, page, want)
			}
		}
	}
	// It is printed where the terminal can't be paged.
	s.Terminal = Terminal{Out: true, Width: 120}
	noKeys := s.does(t, "guide limits")
	s.Terminal, s.Environ = Terminal{In: true, Out: true}, []string{"TERM=dumb"}
	if dumb := s.does(t, "guide limits"); noKeys != dumb || !strings.HasPrefix(dumb, "Limits\n══════\n") {
		t.Errorf("%q, without keys %q", dumb, noKeys)
	}
}

// everywhere is a disk on which every name is a file, with the same text unless it was written.
type everywhere struct {
	files
	text string
}

func (e everywhere) Open(name string) (io.ReadCloser, error) {
	if written, ok := e.files[name]; ok {
		e.text = written
	}
	return io.NopCloser(strings.NewReader(e.text)), nil
}
func (e everywhere) Stat(string) (fs.FileInfo, error) { return files{"file": e.text}.Stat("file") }

// block returns what follows a text, up to the next end.
func block(t *testing.T, text, after, end string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, after)
	text, _, ends := strings.Cut(rest, end)
	if !found || !ends {
		t.Fatalf("nothing between %q and %q", after, end)
	}
	return text
}

// TestGuideCommands runs the command lines of the guide, studies with little data, and opens the
// app. Servers do not end by themselves: TestGuideCommandsParse reads their flags. One line shows its output.
func TestGuideCommands(t *testing.T) {
	problem := block(t, string(testutil.Get(assets.Guide("domains"))(t)), "```json\n", "```")
	s := newSession(t)
	s.does(t, "run --data walk.jsonl --features poly:2+bias --save fit.json")
	fit := s.disk()["fit.json"]
	for _, args := range CommandLines(t) {
		command := ""
		if len(args) > 0 {
			command = args[0]
		}
		if command == "serve" || command == "class" || slices.Contains(args, "mine.md") {
			continue
		}
		if command == "study" {
			args = append(args, "--trials", "2", "-n", "2,5", "--budget", "1ms")
		}
		text := initialDisk["walk.jsonl"]
		if slices.Contains(args, "--groups") {
			text = initialDisk["days.jsonl"]
		}
		if slices.Contains(args, "--problem") {
			text = problem
		}
		written := files{}
		if command == "predict" {
			written["fit.json"] = fit
		}
		s.Files, s.In = everywhere{written, text}, strings.NewReader(text)
		app := command == "" || strings.HasPrefix(command, "-") || command == "lesson" && len(args) > 1 && !slices.Contains(args, "--print")
		s.Terminal = Terminal{In: app, Out: app}
		out := s.does(t, "", args...)
		switch writes := command == "study" || command == "simulate"; {
		case writes && len(written) == 0:
			t.Errorf("%q writes no file", args)
		case !writes && (out == "" || s.err.Len() > 0 && command != "predict"): // predict compares with the returns on standard error
			t.Errorf("%q prints %q and says %q", args, out, s.err.String())
		}
	}
	blocks := strings.Split(string(testutil.Get(guide.Source("run"))(t)), "```\n")
	if out := newSession(t).does(t, strings.TrimPrefix(blocks[1], program+" ")); !strings.Contains(out, blocks[3]) {
		t.Errorf("%s prints\n%s\nnot\n%s", blocks[1], out, blocks[3])
	}
}

// TestLecture compares the numbers of the lecture with what run gives, and its keys with
// those of the guide's page of keys.
func TestLecture(t *testing.T) {
	text := string(testutil.Get(guide.Source("lecture"))(t))
	keys := strings.ToLower(string(testutil.Get(guide.Source("keys"))(t)))
	for _, m := range regexp.MustCompile("`([^`\n ]|Esc|space)`").FindAllStringSubmatch(text, -1) {
		if key := strings.ToLower(m[1]); !strings.Contains(keys, "`"+key+"`") {
			t.Errorf("the guide has no key %q", key)
		}
	}
	const flags = "--states 5 --features dependent -n 8 --seed 22"
	s := newSession(t)
	table := strings.Join(strings.Fields(s.does(t, "run "+flags)), " ")
	hides := regexp.MustCompile(`under (\.\d+) can't be seen here; the largest is (\.\d+)`).FindStringSubmatch(table)
	if hides == nil {
		t.Fatalf("run does not say what the data can't show:\n%s", table)
	}
	got := decoded[analysed](t, s, "run "+flags)
	at := func(lambda float64) point {
		return got.Curve[slices.IndexFunc(got.Curve, func(p point) bool { return math.Abs(p.Lambda-lambda) < 1e-9 })]
	}
	best, zero, one := at(got.Selected.Lambda), at(0), at(1)
	ruledOut := slices.ContainsFunc(got.Curve, func(p point) bool { return !p.NotRuledOut })
	for _, want := range []string{
		"lambdascope " + flags + " --hide\n",
		fmt.Sprintf("λ̂ = %v has the lowest, %.4f; λ = 0 has %.4f", best.Lambda, best.LOTO, zero.LOTO),
		fmt.Sprintf("root MSVE %.3f at λ = %v, %.3f at λ = 0 and %.3f at λ = 1", *best.RMSVE, best.Lambda, *zero.RMSVE, *one.RMSVE),
		fmt.Sprintf("None of the %d other λ's is ruled out", len(got.Curve)-1),
		"under 0" + hides[1] + ", and the largest is 0" + hides[2],
	} {
		if !strings.Contains(text, want) || ruledOut {
			t.Errorf("the lecture has no %q, or some λ is ruled out: %v", want, ruledOut)
		}
	}
}
