package lesson

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
)

// written returns a lesson of one step, whose block begins on line 5 and whose text
// below it on line 9.
func written(above, flags, until, below string) string {
	if until != "" {
		until = "until: " + until
	}
	return fmt.Sprintf("# Title\n## Step\n%s\n\n```lambdascope\n%s\n%s\n```\n%s\n", above, flags, until, below)
}

// asking returns a lesson whose step has some lines in its block, from line 7 on.
func asking(lines string) string { return written("Look.", "--states 5\n"+lines, "", "") }

// TestBrokenLessons has the lines of all faults, and the thing that is wrong in each.
func TestBrokenLessons(t *testing.T) {
	const walk = "--states 5 -n 20"
	e := analysis.NewEngine(64 << 20)
	for name, c := range map[string]struct {
		source string
		want   string // "line: thing" of each fault, with bars between them
	}{
		"empty":              {"", "1: title"},
		"text first":         {"Hello\n# Title\n", "1: title"},
		"a title alone":      {"# A\n\nText.\n", "4: no step"},
		"no UTF-8":           {"# A\n\xff\n", "2: UTF-8"},
		"control characters": {"# A\n\x1b[2J\n", "2: U+001B"},

		"no scene":             {"# A\n## S\nText\n", "2: no scene"},
		"two scenes":           {written("Text", walk, "", "```lambdascope\n-n 5\n```"), "9: second block"},
		"not closed":           {"# A\n## S\nText\n```lambdascope\n-n 5\n", "4: not closed"},
		"no flags":             {written("Text", "", "", ""), "5: flags"},
		"an unknown flag":      {written("Text", "--states 5\n--colour red", "", ""), "5: colour"},
		"a value":              {written("Text", "--states 5\n--gamma 2", "", ""), "5: gamma 2"},
		"a file":               {written("Text", "--data f.csv", "", ""), "5: data"},
		"more than a session":  {written("Text", "-n 5000", "", ""), "5: trajectories 5000"},
		"an unknown chart":     {written("Text", walk+"\nchart: colours", "", ""), "7: chart"},
		"a chart of elsewhere": {written("Text", walk+"\nchart: errors", "trials done", ""), "7: chart"},
		"a chart it has not":   {written("Text", walk+"\nchart: maps", "", ""), "7: chart"},
		"a top of elsewhere":   {written("Text", walk+"\nchart: errors to 1", "", ""), "7: page dial"},

		"text that never comes": {written("Text", walk, "", "\nThen"), "9: below"},
		"a value it can't have": {written("Text", walk, "n = 1", ""), "7: trajectories 1"},
		"the cursor off a grid": {written("Text", walk, "cursor at 0.85", ""), "7: 0.85"},
		"the cursor is there":   {written("Text", walk+" --cursor 0.5", "cursor at 0.5", ""), "7: already"},
		"nothing to reveal":     {written("Text", walk, "revealed and n = 5", ""), "7: already"},
		"no truth to reveal":    {written("A", "--domain mountain-car -n 5 --max-steps 50 --hide", "revealed", ""), "7: true errors"},
		"two values":            {written("Text", walk, "n = 5 and n = 7", ""), "7: together"},

		"an unknown number":    {written("A\n{colour}", walk, "", ""), "4: {colour}"},
		"a brace too many":     {written("a } b", walk, "", ""), "3: }"},
		"a λ off the grid":     {written("{rmsve at 0.85}", walk, "", ""), "3: 0.85"},
		"bias of ALLSTD":       {written("{bias2 over trials at selected}", walk+" --trials 2", "", ""), "3: at selected"},
		"no truth":             {written("{rmsve at 1}", "--domain mountain-car -n 5 --max-steps 50", "", ""), "3: true errors"},
		"nothing to share":     {written("{influence of trajectory top}", "--states 5 -n 5 --gamma 0", "", ""), "3: {influence"},
		"a ratio of words":     {written("{ratio features to n}", walk, "", ""), "3: features"},
		"trials within trials": {written("{count of trials where best over trials = 1}", walk, "", ""), "3: one data set"},
		"no end":               {written("A\n\n{if selected = best}\nB", walk, "", ""), "5: {if}"},
		"if within if":         {written("{if n = 1}{if n = 2}{end}", walk, "", ""), "3: {if n = 2}"},
		"in an arm not chosen": {written("{if n = 20}a{else}{rmsve at 0.85}{end}", walk, "", ""), "3: 0.85"},

		"a question alone":  {asking("question: Which?"), "7: 0 answers"},
		"an empty question": {asking("question:\nanswer: a\nanswer: b"), "7: question"},
		"a long question":   {asking("question: " + strings.Repeat("x", 121) + "\nanswer: a\nanswer: b"), "7: 121"},

		"a wait, and later steps": {
			written("Text", walk, "sunrise", "Then") + "## Two\nText\n```lambdascope\n" + walk + " --hide\nuntil: revealed\n```\nThen {n} and {bist}\n## Three\nText\n```lambdascope\n" + walk + "\nuntil: midnight\n```\nThen\n",
			"7: sunrise | 16: {bist} | 21: midnight",
		},
	} {
		l, err := Parse(e, "f.md", []byte(c.source))
		if err == nil {
			err = l.Check(t.Context(), e)
		}
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		faults := Faults(err)
		want := strings.Split(c.want, " | ")
		if len(faults) != len(want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
			continue
		}
		for i, f := range faults {
			line, thing, _ := strings.Cut(want[i], ": ")
			if !strings.HasPrefix(f.Error(), "f.md: line "+line+": ") || !strings.Contains(f.Error(), thing) {
				t.Errorf("%s: %v, want %s", name, f, want[i])
			}
		}
	}
}

// FuzzParse: no text makes the parser panic. An error names a line, and a valid lesson has a scene
// in every step.
func FuzzParse(f *testing.F) {
	f.Add(written("{n} {if best = 1}a{else}b{end}", "--states 5", "cursor at 0.5 and n = 5", "{cursor}"))
	f.Add(written("{ratio rmsve at 1 to rmsve at best, 2 digits}", "lambdascope --states 5", "revealed", ""))
	f.Add(written("{count of trials where selected = 0 and best = 1}", "--pin '-n 5' \\\n--hide", "seed = 2", ""))
	f.Add("# A\n\n## B\r\n~~~lambdascope\n-n 5\n~~~\n")
	f.Add("Title\n===\n\n* ```lambdascope\n")
	e := analysis.NewEngine(1 << 20)
	f.Fuzz(func(t *testing.T, source string) {
		l, err := Parse(e, "f.md", []byte(source))
		if err != nil {
			for _, fault := range Faults(err) {
				if !strings.HasPrefix(fault.Error(), "f.md: ") || !strings.Contains(fault.Error(), "line ") {
					t.Errorf("%q: %v", source, fault)
				}
			}
			return
		}
		for i, s := range l.Steps {
			if s.Scene.Settings.Trajectories == 0 || s.block == 0 || strings.ContainsAny(l.Pending(i), "{}") {
				t.Errorf("%q: step %d: %+v", source, i, s)
			}
		}
	})
}

// TestSceneOfAProblem: a scene may be of a problem that ships, and a step may wait for one.
func TestSceneOfAProblem(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	l := testutil.Get(Parse(e, "f.md", []byte(written("{problem} {n} {rmsve at 1}", "--problem t-maze -n 8", "problem = grid", ""))))(t)
	testutil.Check(t, l.Check(t.Context(), e))
}

// TestQuestion reads a question, the right answer and the other answers.
func TestQuestion(t *testing.T) {
	l := testutil.Get(Parse(analysis.NewEngine(0), "mine.md", []byte(asking("question: What falls as λ grows?\nright: the *bias*\nanswer: the variance\nanswer: both"))))(t)
	q := l.Steps[0].Question
	if q == nil || q.Text != "What falls as λ grows?" || !slices.Equal(q.Answers, []string{"the *bias*", "the variance", "both"}) || q.Right != 0 {
		t.Fatalf("%+v", q)
	}
	if err := l.Check(t.Context(), analysis.NewEngine(0)); err != nil {
		t.Error(err)
	}
	paper, err := l.Markdown(t.Context(), analysis.NewEngine(0), func([]string) string { return "lambdascope" })
	if err != nil || !strings.Contains(paper, "**What falls as λ grows?**\n\n1. the \\*bias\\*\n2. the variance\n3. both\n") {
		t.Errorf("%v\n%s", err, paper)
	}
	if l, err := Parse(analysis.NewEngine(0), "mine.md", []byte(asking("question: Which?\nanswer: a\nanswer: b"))); err != nil || l.Steps[0].Question.Right >= 0 {
		t.Errorf("no right answer: %v", err)
	}
	if l, err := Parse(analysis.NewEngine(0), "mine.md", []byte(asking(""))); err != nil || l.Steps[0].Question != nil {
		t.Errorf("no question: %v", err)
	}
}

// TestWaiting checks the instruction for a step that waits: the goal, and the keys that lead there
// from the current state.
func TestWaiting(t *testing.T) {
	e := analysis.NewEngine(1 << 20)
	for _, c := range []struct{ flags, until, now, want string }{
		{"--states 5", "seed = 5", "", "set seed to 5 (type :seed 5)"},
		{"--states 5", "seed = 5", "seed 4", "set seed to 5 (s draws other data)"},
		{"--states 5", "page = trials:values", "page trials", "press o for the chart values"},
		{"--states 5 --page dial", "cursor at 1", "", "move the cursor to λ = 1 (with ← and →)"},
		{"--states 5", "seed = 5", "seed 5", ""},
		{"--states 5", "n = 5 and trials done", "", "set n to 5 (type :n 5) and let all trials finish (3 opens Trials)"},
		{"--states 5", "n = 5 and trials done", "n 5", "let all trials finish (3 opens Trials)"},
		{"--states 5", "n = 5 and trials done", "n 5 page trials", "let all trials finish"},
		{"--page figures", "trials done", "", "let all trials finish"},
		{"--states 5 --cursor 0.5", "cursor at 1", "", "move the cursor to λ = 1 (with , and .)"},
		{"--states 5", "page = folds", "", "press 2 to open Folds"},
		{"--states 5", "page = folds", "page folds:curves", ""},
		{"--states 5", "page = figures:b", "", "press 4 to open Figures"},
		{"--states 5", "page = figures:b", "page figures", "press f for figure b"},
		{"--states 5", "replay at end", "", "play the replay to its end (2 opens Folds, space plays)"},
		{"--states 5 --page folds", "replay at end", "", "play the replay to its end (space plays, end jumps there)"},
	} {
		l := testutil.Get(Parse(e, "f.md", []byte(written("Text", c.flags, c.until, ""))))(t)
		s := l.Steps[0]
		now := s.Scene
		if c.now != "" {
			now = testutil.Get(now.Command(c.now))(t)
		}
		if got, _ := Waiting(s.Until, now); got != c.want {
			t.Errorf("%s, until %s, at %q: %q, want %q", c.flags, c.until, c.now, got, c.want)
		}
	}
}
