package cli

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/sim/engine"
	"lambdascope/sim/problem"
	"lambdascope/sim/testutil"
	"lambdascope/tui/shell"
	"lambdascope/tui/terminal"
)

// transcripts are sessions in which the commands of testdata/TestTranscripts are given, one
// after the other. A new line, such as $ lambdascope run --gama 1, gets its output by go test ./tui/cli -run
// Transcripts -update. Files that commands read are in testdata/disk.
var transcripts = map[string]func(t testing.TB) *session{
	"app": appSession, "check": newSession, "compare": newSession, "data": newSession, "guide": newSession, "help": newSession,
	"json": newSession, "lesson": appSession, "piped": newSession, "predict": newSession, "problem": newSession,
	"run": newSession, "simulate": newSession, "studies": newSession, "study": newSession,
	"remote": newRemote,
	"completion": func(t testing.TB) *session {
		s := newSession(t)
		s.Terminal.Process = true // shells complete its flags
		return s
	},
	"sandbox": func(t testing.TB) *session {
		s := newSession(t)
		s.Problems = []*problem.Problem{testutil.Get(problem.Parse("offered", []byte(s.disk()["mine.json"])))(t)}
		s.Files = nil
		return s
	},
}

// appSession is a session at a terminal.
func appSession(t testing.TB) *session {
	s := newSession(t)
	s.Terminal = Terminal{In: true, Out: true, Width: 80}
	s.Folder, s.StateFolder = "home", "home/state"
	return s
}

// newRemote is a session over a network. Standard error is no terminal, because a slow machine
// would write progress there.
func newRemote(t testing.TB) *session {
	s := newSession(t)
	s.Files, s.Remote = nil, &terminal.Remote{}
	s.Terminal = Terminal{In: true, Out: true}
	s.Limits = engine.Limits{Trajectories: 100, Trials: 200, Processor: 100 * time.Millisecond}
	s.CommandLine = func(args []string) string { return "ssh host " + strings.Join(args, " ") }
	return s
}

// TestTranscripts runs the commands of the golden files, which are lines that begin with $,
// and compares what they write: on standard output, then on standard error, then the exit
// code, if it is not 0. Lines that begin with % are headings. To add a command, write its
// line, and go test ./tui/cli -run Transcripts -update.
func TestTranscripts(t *testing.T) {
	for name, begin := range transcripts {
		t.Run(name, func(t *testing.T) {
			before := testutil.Get(os.ReadFile("testdata/" + t.Name() + ".golden"))(t)
			s := begin(t)
			var out strings.Builder
			for line := range strings.Lines(string(before)) {
				switch line[0] {
				case '%':
					out.WriteString("\n" + line)
				case '$':
					out.WriteString(line + s.transcript(t, line[1:]))
				}
			}
			golden.RequireEqual(t, out.String())
		})
	}
}

// transcript runs a command and returns what it writes, for people to read. A few signs of
// shells can follow it: < FILE, > FILE, | grep TEXT, and | fields for the fields of a JSON.
// Besides commands there are: echo TEXT > FILE, cat FILE, ls FOLDER, copy FILE FILE, and replace OLD NEW FILE > FILE.
func (s *session) transcript(t *testing.T, line string) string {
	t.Helper()
	words := testutil.Get(shell.Split(strings.TrimSpace(line)))(t)
	follows := func(sign string) (name string) {
		if at := slices.Index(words, sign); at >= 0 {
			name = words[at+1]
			words = slices.Delete(words, at, at+2)
		}
		return name
	}
	in, to := follows("<"), follows(">")
	var filter []string
	if at := slices.Index(words, "|"); at >= 0 {
		words, filter = words[:at], words[at+1:]
	}
	if in != "" {
		s.In = strings.NewReader(s.disk()[in])
	}
	var before files
	if s.Files != nil {
		before = maps.Clone(s.disk())
	}
	code := 0
	switch text := ""; words[0] {
	case "echo":
		s.disk()[to] = words[1]
		return ""
	case "cat":
		return s.disk()[words[1]]
	case "ls":
		return strings.Join(slices.Sorted(maps.Keys(s.disk().in(words[1]))), "\n") + "\n"
	case "copy":
		s.disk()[words[2]] = s.disk()[words[1]]
		return ""
	case "replace":
		if text = s.disk()[words[3]]; !strings.Contains(text, words[1]) {
			t.Fatalf("no %q in %s", words[1], words[3])
		}
		s.disk()[to] = strings.Replace(text, words[1], words[2], 1)
		return ""
	default:
		code = s.call(words[1:]...)
	}
	out, said := s.out.String(), s.err.String()
	of := words[min(1, len(words)-1)]
	for l := range strings.Lines(said) {
		if of != "__completeNoDesc" && !strings.HasPrefix(l, "lambdascope: ") || strings.IndexFunc(l, unicode.IsControl) != len(l)-1 {
			t.Errorf("%s: says %q, want one line", line, l)
		}
	}
	if code != 0 && of != checkCommand && (out != "" || s.Files != nil && !maps.Equal(before, s.disk())) {
		t.Errorf("%s: fails, and writes %q", line, out)
	}
	switch {
	case to != "":
		s.disk()[to], out = out, ""
	case filter != nil && filter[0] == "fields" && code == 0:
		out = fieldsOf(t, out) + "\n"
	case filter != nil:
		kept := ""
		for l := range strings.Lines(out) {
			if strings.Contains(l, filter[1]) {
				kept += l
			}
		}
		out = kept
	}
	if out += said; code != 0 {
		out += "exit " + string(rune('0'+code)) + "\n"
	}
	return out
}

// fieldsOf lists the fields of a JSON value in their order, those of the first element for
// a list.
func fieldsOf(t *testing.T, text string) string {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	next := func() json.Token { return testutil.Get(dec.Token())(t) }
	var value func() string
	value = func() string {
		switch next() {
		case json.Delim('{'):
			var names []string
			for dec.More() {
				names = append(names, next().(string)+value())
			}
			next()
			return "{" + strings.Join(names, " ") + "}"
		case json.Delim('['):
			first := ""
			for dec.More() {
				if v := value(); first == "" {
					first = v
				}
			}
			next()
			return first
		}
		return ""
	}
	return value()
}
