package cli

import (
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"lambdascope/assets"
	"lambdascope/sim/must"
	"lambdascope/tui/guide"
)

func TestGuide(t *testing.T) {
	topics := guide.Topics()
	list := mustCall(t, newSession(t), "guide")
	lines := strings.Split(strings.TrimSuffix(list, "\n"), "\n")
	if len(lines) != len(topics) {
		t.Fatalf("%d lines for %d topics:\n%s", len(lines), len(topics), list)
	}
	for i, topic := range topics {
		if words := strings.Fields(lines[i]); words[0] != topic.Name || !strings.HasSuffix(lines[i], topic.Title) {
			t.Errorf("line %q, want %s and %q", lines[i], topic.Name, topic.Title)
		}
		page := mustCall(t, newSession(t), "guide", topic.Name)
		if !strings.HasPrefix(page, topic.Title+"\n═") || strings.Contains(page, "\x1b") {
			t.Errorf("guide %s begins with %q", topic.Name, page[:60])
		}
		source := must.Have(guide.Source(topic.Name))(t)
		if text := mustCall(t, newSession(t), "guide", topic.Name, "--markdown"); text != string(source) {
			t.Errorf("guide %s --markdown is not the page", topic.Name)
		}
		for _, args := range [][]string{{"guide", "--ascii"}, {"guide", topic.Name, "--ascii"}, {"guide", topic.Name, "--ascii", "--markdown"}} {
			text := mustCall(t, newSession(t), args...)
			if i := strings.IndexFunc(text, func(r rune) bool { return r > 126 || r < ' ' && r != '\n' }); i >= 0 {
				t.Errorf("%q prints %q", args, text[i:min(len(text), i+20)])
			}
		}
	}
	data := mustCall(t, newSession(t), "guide", "data")
	if !strings.Contains(data, "\nCSV\n───\n") || !strings.Contains(data, "\n  zcat episodes.jsonl.gz | lambdascope run --data -\n") {
		t.Errorf("guide data is\n%s", data)
	}
	if text := mustCall(t, newSession(t), "guide", "claims"); !strings.Contains(text, "[2048: root MSVE against λ]") {
		t.Errorf("an image is not described in\n%s", text)
	}
}

// TestGuideSections shows a section by its name, as a page by itself.
func TestGuideSections(t *testing.T) {
	for name, title := range map[string]string{
		"lecture": "A lecture of 45 minutes", "run": "One analysis", "compare": "Choosing features, a ridge or a rule",
		"study": "The paper's experiments", "simulate": "Trajectories to a file", "fit": "A fit, saved and used",
		"shards": "A selection in parts", "limits": "Limits", "ssh": "The server",
	} {
		page := mustCall(t, newSession(t), "guide", name)
		if !strings.HasPrefix(page, title+"\n═") || strings.Count(page, "\n═") != 1 {
			t.Errorf("guide %s is\n%.200s", name, page)
		}
	}
	lecture := mustCall(t, newSession(t), "guide", "lecture")
	if !strings.Contains(lecture, "\n0–10: the dial\n───") || !strings.Contains(lecture, "\n38–45: ") || strings.Contains(lecture, "Writing one") {
		t.Errorf("the lecture is\n%s", lecture)
	}
}

// TestGuideWithoutKeys prints the page where the terminal can't be paged.
func TestGuideWithoutKeys(t *testing.T) {
	for name, change := range map[string]func(*session){
		"no keys": func(s *session) { s.Terminal = Terminal{Out: true, Width: 120} },
		"dumb":    func(s *session) { s.Terminal, s.Environ = Terminal{In: true, Out: true}, []string{"TERM=dumb"} },
	} {
		s := newSession(t)
		change(s)
		if out := mustCall(t, s, "guide", "limits"); !strings.HasPrefix(out, "Limits\n══════\n") {
			t.Errorf("%s: %q", name, out)
		}
	}
}

func TestGuideMisuse(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"guide", "nothing"}, `unknown topic "nothing": want start, charts, keys, `},
		{[]string{"guide", "data.md"}, "numbers or claims"},
		{[]string{"guide", "da\x1bta"}, `unknown topic "da\x1bta"`},
		{[]string{"guide", "data", "keys"}, "2 topics: lambdascope guide takes one at a time"},
		{[]string{"guide", "--markdown"}, "--markdown without a topic: want start, "},
		{[]string{"guide", "data", "--theme", "blue"}, `theme "blue": want auto, dark, light or mono`},
		{[]string{"guide", "--folds"}, "unknown flag --folds: it belongs to lambdascope run"},
	} {
		for name, s := range map[string]*session{"local": newSession(t), "remote": newRemote(t)} {
			if code := s.call(c.args...); code != 2 || s.out.Len() > 0 || !strings.Contains(s.err.String(), c.want) {
				t.Errorf("%s: %q: exit %d, %q, want %q", name, c.args, code, s.err.String(), c.want)
			}
		}
	}
}

func TestGuideCompletion(t *testing.T) {
	completed := func(args ...string) string {
		s := newSession(t)
		if code := s.call(append([]string{"__completeNoDesc", "guide"}, args...)...); code != 0 {
			t.Fatalf("exit %d, %q", code, s.err.String())
		}
		return s.out.String()
	}
	out := completed("")
	for _, topic := range guide.Topics() {
		if !strings.Contains("\n"+out, "\n"+topic.Name+"\n") {
			t.Errorf("%s is not completed: %q", topic.Name, out)
		}
	}
	if out := completed("data", ""); strings.Contains(out, "keys") {
		t.Errorf("a second topic is completed: %q", out)
	}
}

// TestHelpEndsWithTopics has the topics in the help of the root command alone.
func TestHelpEndsWithTopics(t *testing.T) {
	list := mustCall(t, newSession(t), "guide")
	indented := "  " + strings.ReplaceAll(strings.TrimSuffix(list, "\n"), "\n", "\n  ") + "\n"
	for _, s := range []*session{newSession(t), newRemote(t)} {
		if help := mustCall(t, s, "--help"); !strings.HasSuffix(help, "\nTopics of the guide:\n"+indented) {
			t.Errorf("the help is\n%s", help)
		}
		if help := mustCall(t, s, "run", "--help"); strings.Contains(help, "Topics") {
			t.Errorf("the help of run is\n%s", help)
		}
	}
}

// everywhere is a disk on which every name is a file of trajectories.
type everywhere struct {
	files
	text string
}

func (e everywhere) Open(string) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader(e.text)), nil
}

func (e everywhere) Stat(string) (fs.FileInfo, error) { return files{"file": e.text}.Stat("file") }

// problemOfTheGuide is the problem that the page of the domains shows.
func problemOfTheGuide(t *testing.T) string {
	t.Helper()
	page := must.Have(assets.Guide("domains"))(t)
	_, after, _ := strings.Cut(string(page), "```json\n")
	text, _, found := strings.Cut(after, "```")
	if !found {
		t.Fatal("the guide shows no problem")
	}
	return text
}

// TestGuideExample: the page of run shows what the command above prints.
func TestGuideExample(t *testing.T) {
	source := must.Have(guide.Source("run"))(t)
	blocks := strings.Split(string(source), "```\n")
	if len(blocks) < 4 {
		t.Fatal("no example")
	}
	args := strings.Fields(blocks[1])
	if out := mustCall(t, newSession(t), args[1:]...); !strings.Contains(out, blocks[3]) {
		t.Errorf("%s prints\n%s\nnot\n%s", strings.TrimSpace(blocks[1]), out, blocks[3])
	}
}

// TestGuideCommands runs those command lines of the guide that are quick: analyses,
// pages, and opening the app; not those that need what others wrote.
func TestGuideCommands(t *testing.T) {
	slow := []string{"study", "truth", "serve", "simulate", "shard", "predict"}
	for _, args := range CommandLines(t) {
		if len(args) > 0 && (slices.Contains(slow, args[0]) || slices.Contains(args, "mine.md")) {
			continue
		}
		s := newSession(t)
		text := walkFile(t)
		if slices.Contains(args, "--groups") {
			text = groupedLines()
		}
		if slices.Contains(args, "--problem") {
			text = problemOfTheGuide(t)
		}
		s.Files, s.In = everywhere{files{}, text}, strings.NewReader(text)
		app := len(args) == 0 || strings.HasPrefix(args[0], "-") || args[0] == "lesson" && len(args) > 1 && !slices.Contains(args, "--print")
		if app {
			s.Terminal = Terminal{In: true, Out: true}
			s.leave = []string{"left"}
		}
		if out := mustCall(t, s, args...); out == "" || app && fmt.Sprint(s.shown.Settings) == "" {
			t.Errorf("%q prints %q", args, out)
		}
	}
}
