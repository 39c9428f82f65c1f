package lesson

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
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

// TestBrokenLessons has the line of everything that is wrong.
func TestBrokenLessons(t *testing.T) {
	const walk = "--states 5 -n 20"
	e := analysis.NewEngine(64 << 20)
	for name, c := range map[string]struct {
		source string
		want   []string // the beginnings of the errors
	}{
		"empty":                  {"", []string{"line 1: nothing is in it"}},
		"no title":               {"## Step\n", []string{"line 1: a step before the title"}},
		"text first":             {"Hello\n# Title\n", []string{"line 1: want # and the title"}},
		"two titles":             {"# A\n# B\n", []string{"line 2: a second title"}},
		"an empty heading":       {"# A\n##\n", []string{"line 2: a heading without a text"}},
		"a hidden escape":        {"# A\n## B&#27;[2J\n", []string{"line 2: character U+001B, written &#27;", `line 2: a heading with characters that no screen shows: B\x1b[2J`}},
		"a brace in a heading":   {"# A {n}\n", []string{"line 1: a brace in a heading"}},
		"a brace in the intro":   {"# A\n\nB\n{n}\n## S\n", []string{"line 4: a brace before the first step", "line 5: no scene"}},
		"no scene":               {"# A\n## S\nText\n", []string{"line 2: no scene"}},
		"no text":                {written("", walk, "", ""), []string{"line 2: a step without a text"}},
		"two scenes":             {written("Text", walk, "", "```lambdascope\n-n 5\n```"), []string{"line 9: a second block"}},
		"a scene in a list":      {written("- A\n\n  ```lambdascope\n  -n 5\n  ```", walk, "", ""), []string{"line 5: a block lambdascope within a list"}},
		"not closed":             {"# A\n## S\nText\n```lambdascope\n-n 5\n", []string{"line 4: the block is not closed"}},
		"no flags":               {written("Text", "", "", ""), []string{"line 5: no flags"}},
		"an unknown flag":        {written("Text", "--states 5\n--colour red", "", ""), []string{"line 7: unknown flag: --colour"}},
		"a value out of range":   {written("Text", "--states 5\n--gamma 2", "", ""), []string{"line 7: gamma 2: want 0 ≤ γ ≤ 1"}},
		"a command":              {written("Text", "lambdascope run -n 5", "", ""), []string{"line 6: lambdascope run: want the command that opens the app"}},
		"a file":                 {written("Text", "--data f.csv", "", ""), []string{"line 6: data: a lesson opens no files"}},
		"a file, joined":         {written("Text", "--data=f.csv", "", ""), []string{"line 6: data: a lesson opens no files"}},
		"an output":              {written("Text", "--out f", "", ""), []string{"line 6: unknown flag: --out"}},
		"a pinned file":          {written("Text", "--pin '--data f'", "", ""), []string{`line 6: pin "--data f"`}},
		"more than a session":    {written("Text", "-n 5000", "", ""), []string{"line 6: trajectories 5000: want at most 1000 in this session"}},
		"more trials":            {written("Text", "-n 5 --trials 5000", "", ""), []string{"line 6: trials 5000: want at most 320 in this session"}},
		"trials that cost much":  {written("Text", "--domain mountain-car --features tile-coding -n 20 --page trials --trials 320", "", ""), []string{"line 6: the trials of this scene take about"}},
		"a line below until":     {written("Text", walk, "cursor moved\nmore", ""), []string{"line 8: a line below until"}},
		"text that never comes":  {written("Text", walk, "", "\nThen"), []string{"line 10: text below the block in a step that waits for nothing"}},
		"an unknown wait":        {written("Text", walk, "sunrise", ""), []string{`line 7: until: "sunrise": want one of cursor moved`}},
		"an unknown setting":     {written("Text", walk, "colour = red", ""), []string{`line 7: until: "colour": want a setting`}},
		"an empty wait":          {written("Text", walk, " ", ""), []string{`line 7: until: "": want one of`}},
		"the cursor off a grid":  {written("Text", walk, "cursor at 0.85", ""), []string{"line 7: until: cursor at 0.85: λ = 0.85 is not on the grid"}},
		"the cursor is there":    {written("Text", walk+" --cursor 0.5", "cursor at 0.5", ""), []string{"line 7: until: the scene is so already"}},
		"the cursor at λ̂":       {written("Text", walk, "cursor at selected", ""), []string{"line 7: until: the scene is so already"}},
		"the cursor at nothing":  {written("Text", walk, "cursor at random", ""), []string{"line 7: until: cursor at random: want a λ"}},
		"nothing to reveal":      {written("Text", walk, "revealed", ""), []string{"line 7: until: revealed: nothing is hidden"}},
		"the page it is on":      {written("Text", walk, "page = explore", ""), []string{"line 7: until: the scene is so already"}},
		"a page there is not":    {written("Text", walk, "page = home", ""), []string{`line 7: until: page "home": want dial`}},
		"the value it has":       {written("Text", walk, "n = 20", ""), []string{"line 7: until: the scene is so already"}},
		"a value it can't have":  {written("Text", walk, "n = 1", ""), []string{"line 7: until: trajectories 1: want"}},
		"another's changes":      {written("Text", "--domain 2048 -n 5", "states changed", ""), []string{"line 7: until: states changed does not apply to 2048"}},
		"two at once":            {written("Text", walk, "n = 5 and n = 7", ""), []string{"line 7: until: trajectories = 5 and trajectories = 7: can't come together"}},
		"two places":             {written("Text", walk, "cursor at 0.4 and cursor at 0.5", ""), []string{"line 7: until: cursor at 0.4 and cursor at 0.5: can't come together"}},
		"moved to where it is":   {written("Text", walk+" --cursor 0.5", "cursor moved and cursor at 0.5", ""), []string{"line 7: until: cursor moved and cursor at 0.5: can't come together"}},
		"changed to the same":    {written("Text", walk, "seed = 1 and seed changed", ""), []string{"line 7: until: seed = 1 and seed changed: can't come together"}},
		"trials on Explore":      {written("Text", walk, "page = explore and trials done", ""), []string{"line 7: until: page = explore and trials done: can't come together"}},
		"watched on Trials":      {written("Text", walk, "leave-one-out done and trials done", ""), []string{"line 7: until: leave-one-out done and trials done: can't come together"}},
		"watched and under way":  {written("Text", walk, "leave-out = 3 and leave-one-out done", ""), []string{"line 7: until: leave-out = 3 and leave-one-out done: can't come together"}},
		"hidden and revealed":    {written("Text", walk+" --hide", "revealed and hide = true", ""), []string{"line 7: until: revealed and hide = true: can't come together"}},
		"an end that is not":     {written("Text", walk+" --trajectory 8", "step = 2 and replay at end", ""), []string{"line 7: until: step = 2 and replay at end: can't come together"}},
		"a step there is not":    {written("Text", walk+" --trajectory 8", "step = 6", ""), []string{"line 7: until: step = 6: the trajectory has steps 0 to 5"}},
		"a speed of nothing":     {written("Text", walk, "speed = 5", ""), []string{"line 7: until: speed = 5: does not apply without a replay"}},
		"a grid without it":      {written("Text", walk, "lambdas = 0,1 and cursor at 0.5", ""), []string{"line 7: until: cursor at 0.5: λ = 0.5 is not on the grid"}},
		"two waits":              {written("Text", walk, "n = 5\nuntil: seed changed", ""), []string{"line 8: a second until: want one, of line 7"}},
		"a replay at its end":    {written("Text", walk+" --trajectory 8 --step 5", "replay at end", ""), []string{"line 7: until: the scene is so already"}},
		"one λ":                  {written("Text", walk+" --lambdas 0.5", "cursor moved", ""), []string{"line 7: until: cursor moved: can't come"}},
		"an unknown chart":       {written("Text", walk+"\nchart: colours", "", ""), []string{"line 7: chart: want errors, values or maps"}},
		"a chart of elsewhere":   {written("Text", walk+"\nchart: errors", "trials done", ""), []string{"line 7: chart: want split, values"}},
		"a page of one chart":    {written("Text", walk+" --page folds\nchart: errors", "", ""), []string{"line 7: chart: the page folds has one chart"}},
		"an open end":            {written("Text", walk+"\nchart: errors to 3", "", ""), []string{"line 7: chart: to without from"}},
		"ends turned round":      {written("Text", walk+"\nchart: errors from 3 to 1", "", ""), []string{"line 7: chart: from 3 to 1: want the lower end first"}},
		"an end that is none":    {written("Text", walk+"\nchart: errors from low", "", ""), []string{`line 7: chart: from "low": want a finite number`}},
		"an unknown look":        {written("Text", walk+"\nchart: errors in red", "", ""), []string{"line 7: chart: after errors: want from, to or with names"}},
		"a look of maps":         {written("Text", walk+"\nchart: maps from 0", "", ""), []string{"line 7: chart: maps has no axis of errors or values"}},
		"a chart of the dial":    {written("Text", walk+" --page dial\nchart: split", "", ""), []string{"line 7: chart: want error"}},
		"two charts":             {written("Text", walk+"\nchart: errors\nchart: values", "", ""), []string{"line 8: a second chart: want one, of line 7"}},
		"an unknown number":      {written("A\n{colour}", walk, "", ""), []string{"line 4: {colour}: no such number: lambdascope guide lessons"}},
		"nearly a number":        {written("{rmsve}", walk, "", ""), []string{"line 3: {rmsve}: no such number: want {rmsve at λ} or {rmsve over trials at λ}"}},
		"an empty number":        {written("{}", walk, "", ""), []string{"line 3: {}: no such number"}},
		"a brace too many":       {written("a } b", walk, "", ""), []string{"line 3: } without {"}},
		"an open brace":          {written("a {n b", walk, "", ""), []string{"line 3: { is not closed"}},
		"a brace in a brace":     {written("a {n {n} b", walk, "", ""), []string{"line 3: { is not closed"}},
		"a λ off the grid":       {written("{rmsve at 0.85}", walk, "", ""), []string{"line 3: {rmsve at 0.85}: λ = 0.85 is not on the grid"}},
		"a λ that is none":       {written("{rmsve at noon}", walk, "", ""), []string{"line 3: {rmsve at noon}: at noon: want a λ"}},
		"random, one data set":   {written("{rmsve at random}", walk, "", ""), []string{"line 3: {rmsve at random}: at random: want it over trials"}},
		"bias of ALLSTD":         {written("{bias2 over trials at selected}", walk, "", ""), []string{"line 3: {bias2 over trials at selected}: at selected: want a λ"}},
		"a trajectory too many":  {written("{steps of trajectory 20}", walk, "", ""), []string{"line 3: {steps of trajectory 20}: trajectory 20: want 0 to 19"}},
		"no states":              {written("{states}", "--domain 2048 -n 5", "", ""), []string{"line 3: {states}: does not apply to 2048"}},
		"another domain":         {written("Text", walk+" --features 1-hot", "domain changed and states = 19", ""), []string{"line 7: until: domain changed: can't come together with the rest: states does not apply to"}},
		"a number in ###":        {written("Text\n\n### {n}", walk, "", ""), []string{"line 5: a brace in a heading"}},
		"a script":               {written("Text\n\n<script>alert(1)</script>", walk, "", ""), []string{"line 5: HTML: want Markdown alone"}},
		"a link that runs":       {written("A\n[b](javascript:alert%281%29)", walk, "", ""), []string{"line 4: a link javascript:alert%281%29: want one of http, https or mailto"}},
		"HTML within":            {written("Text <b>bold", walk, "", ""), []string{"line 3: HTML: want Markdown alone"}},
		"a link by a name":       {written("A\n[b](java&#x73;cript:a)", walk, "", ""), []string{"line 4: a link javascript:a: want"}},
		"unseen by a number":     {written("A &#8203;", walk, "", ""), []string{"line 3: character U+200B, written &#8203;"}},
		"a link alone":           {written("A <javascript:a>", walk, "", ""), []string{"line 3: a link javascript:a: want"}},
		"a picture that runs":    {written("A ![b](data:text/html,c)", walk, "", ""), []string{"line 3: a link data:text/html,c: want"}},
		"turned by a number":     {written("A\nB &#x202e;C", walk, "", ""), []string{"line 4: character U+202E, written &#x202e;: want none that is invisible"}},
		"turned by a name":       {written("A &rlm;", walk, "", ""), []string{"line 3: character U+200F, written &rlm;"}},
		"if without a condition": {written("{if}a{end}", walk, "", ""), []string{"line 3: {if}: no condition"}},
		"half a ratio":           {written("{ratio n}", walk, "", ""), []string{"line 3: {ratio n}: want ratio NUMBER to NUMBER"}},
		"a ratio to nothing":     {written("{ratio n to diff at selected}", walk, "", ""), []string{"line 3: {ratio n to diff at selected}: there is no ratio"}},
		"a ratio of words":       {written("{ratio features to n}", walk, "", ""), []string{"line 3: {ratio features to n}: features: want a number"}},
		"settings there are not": {written("{best with n 1}", walk, "", ""), []string{"line 3: {best with n 1}: trajectories 1: want"}},
		"with a file":            {written("{best with --data f}", walk, "", ""), []string{"line 3: {best with --data f}: unknown flag: --data"}},
		"with a view":            {written("{best with page folds}", walk, "", ""), []string{"line 3: {best with page folds}: with page folds: want settings"}},
		"no end":                 {written("A\n\n{if selected = best}\nB", walk, "", ""), []string{"line 5: {if} is not ended"}},
		"an end of nothing":      {written("{end}", walk, "", ""), []string{"line 3: {end}: without {if}"}},
		"else twice":             {written("{if n = 1}{else}{else}{end}", walk, "", ""), []string{"line 3: {else}: after {else}"}},
		"if within if":           {written("{if n = 1}{if n = 2}{end}", walk, "", ""), []string{"line 3: {if n = 2}: within that of line 3"}},
		"no comparison":          {written("{if selected}a{end}", walk, "", ""), []string{`line 3: {if selected}: "selected": want two numbers`}},
		"an order of words":      {written("{if features < dependent}a{end}", walk, "", ""), []string{`line 3: {if features < dependent}: "features < dependent": want words`}},
		"trials within trials":   {written("{share of trials where best over trials = 1}", walk, "", ""), []string{"line 3: {share of trials where best over trials = 1}: best over trials = 1: want numbers of one data set"}},
		"no truth":               {written("{rmsve at 1}", "--domain mountain-car -n 5 --max-steps 50", "", ""), []string{"line 3: {rmsve at 1}: the true errors of these settings are not known"}},
		"nothing known":          {written("A", "--domain mountain-car -n 5 --max-steps 50 --hide", "revealed", ""), []string{"line 7: until: the true errors of these settings are not known"}},
		"nothing to share":       {written("{influence of trajectory 0}", "--states 5 -n 5 --gamma 0", "", ""), []string{"line 3: {influence of trajectory 0}: there is none of these settings"}},
		"numbers that cost much": {written("{best over trials}", "--domain mountain-car --features tile-coding -n 20 --trials 320", "", ""), []string{"line 3: the numbers of this step take about"}},
		"two things":             {written("{a}\n{b}", walk, "", ""), []string{"line 3: {a}", "line 4: {b}"}},
		"a long text":            {"# A\n" + strings.Repeat("text\n", 200_000), []string{"line 13108: 1000004 bytes: want at most 65536"}},
		"control characters":     {"# A\n\x1b[2J\n", []string{"line 2: control character U+001B"}},
		"text turned around":     {"# A\n\nB\n\u202eC\n", []string{"line 4: character U+202E: want none that is invisible"}},
		"text that is not seen":  {written("A\u200bB", walk, "", ""), []string{"line 3: character U+200B: want none"}},
		"a title alone":          {"# A\n\nText.\n", []string{"line 3: no step"}},
		"no text at all":         {"# A\n\xff\n", []string{"line 2: byte 0xff: want text in UTF-8"}},
		"many steps":             {"# A\n" + strings.Repeat("## S\nText\n```lambdascope\n-n 5\n```\n", 51), []string{"line 252: more than 50 steps"}},
		"a long paragraph":       {"# A\n" + strings.Repeat("word ", 3000), []string{"line 2: more than 8192 bytes"}},
		"a problem's file":       {written("A", "--problem mine.json", "", ""), []string{`line 6: problem "mine.json": want t-maze, long-short, rare-branch, grid or garnet`}},
		"a problem and a domain": {written("A", "--problem t-maze --domain 2048", "", ""), []string{"line 6: --domain does not apply to a problem"}},
		"a problem's features":   {written("A", "--problem grid --features poly:2", "", ""), []string{`line 6: features "poly:2": want given or 1-hot`}},
		"a question alone":       {asking("question: Which?"), []string{"line 7: question: 0 answers: want 2 to 9"}},
		"one answer":             {asking("question: Which?\nanswer: a"), []string{"line 7: question: 1 answers: want 2 to 9"}},
		"an empty question":      {asking("question:"), []string{"line 7: question: no text"}},
		"an answer to nothing":   {asking("answer: a"), []string{"line 7: answer: no question before it"}},
		"two questions":          {asking("question: Which?\nanswer: a\nanswer: b\nquestion: And?"), []string{"line 10: question: a second question"}},
		"two right answers":      {asking("question: Which?\nright: a\nright: b"), []string{"line 9: right: a second right answer", "line 7: question: 1 answers"}},
		"answers that are alike": {asking("question: Which?\nanswer: a\nanswer: a"), []string{"line 7: question: two answers are the same: a"}},
		"a number in an answer":  {asking("question: Which?\nanswer: {n}\nanswer: b\nanswer: c"), []string{"line 8: answer: a brace"}},
		"a long question":        {asking("question: " + strings.Repeat("x", 121)), []string{"line 7: question: 121 characters: want at most 120"}},
		"a long answer":          {asking("question: Which?\nanswer: " + strings.Repeat("y", 61) + "\nanswer: b\nanswer: c"), []string{"line 8: answer: 61 characters: want at most 60"}},
		"many answers":           {asking("question: " + strings.Repeat("x", 120) + "\nanswer: 1\nanswer: 2\nanswer: 3\nanswer: 4\nanswer: 5\nanswer: 6\nanswer: 7\nanswer: 8\nanswer: 9\nanswer: 10"), []string{"line 17: answer: more than 9 answers"}},
		"an answer below until":  {asking("question: Which?\nuntil: cursor moved\nanswer: b"), []string{"line 9: a line below until:", "line 7: question: 0 answers"}},

		"a wait, and later steps": {
			written("Text", walk, "sunrise", "Then") + "## Two\nText\n```lambdascope\n" + walk + " --hide\nuntil: revealed\n```\nThen {n} and {bist}\n## Three\nText\n```lambdascope\nuntil: midnight\n```\nThen\n",
			[]string{`line 7: until: "sunrise"`, "line 16: {bist}: no such number", `line 20: until: "midnight"`},
		},
		"a scene, and later steps": {
			written("Text", "--colour red", "", "") + "## Two\nText {n} {cursor}\n```lambdascope\nuntil: n = 20\n```\nThen {best}\n## Three\n{bist}\n```lambdascope\n" + walk + "\n```\n",
			[]string{"line 6: unknown flag: --colour", "line 17: {bist}: no such number"},
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
		if len(faults) != len(c.want) {
			t.Errorf("%s: %v, want %d faults", name, err, len(c.want))
			continue
		}
		for i, f := range faults {
			if !strings.HasPrefix(f.Error(), "f.md: "+c.want[i]) {
				t.Errorf("%s: %v, want %s", name, f, c.want[i])
			}
		}
	}
}

// TestWaitsThatCanCome: what looks like a contradiction and is none.
func TestWaitsThatCanCome(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	for _, c := range []struct{ flags, until string }{
		{"--states 5 -n 20", "page changed and trials done"},
		{"--states 5 -n 20 --page trials --trials 5", "page changed and trials done"},
		{"--states 5 -n 20", "n = 5 and seed = 2 and cursor at 0.4"},
		{"--states 5 -n 20", "lambdas = 0:1:0.05 and cursor at 0.85"},
		{"--states 5 -n 20", "lambdas changed and cursor at 0.85"},
		{"--states 5 -n 20", "seed changed and cursor at best and cursor at 0.3"},
		{"--states 5 -n 20 --hide", "hide changed and revealed"},
		{"--states 5 -n 20", "speed = 5 and replay at end"},
		{"--states 5 -n 20", "states = 7 and domain = random-walk"},
		{"--states 5 -n 20 --trajectory 8", "step = 5 and replay at end"},
		{"--states 5 -n 20", "leave-one-out done and n = 5"},
		{"--states 5 -n 20", "domain changed and n = 5"},
	} {
		l, err := Parse(e, "f.md", []byte(written("Text", c.flags, c.until, "")))
		if err == nil {
			err = l.Check(t.Context(), e)
		}
		if err != nil {
			t.Errorf("%s, until %s: %v", c.flags, c.until, err)
		}
	}
}

// TestMinutes finds how long a lesson takes.
func TestMinutes(t *testing.T) {
	for text, want := range map[string]string{
		"It takes about 3 minutes.": "3 minutes", "Two to five minutes, no more": "two to five minutes",
		"a 2–3 minutes read": "2–3 minutes", "One\nminute": "one minute", "a few minutes": "", "": "",
	} {
		if got := minutes(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// FuzzParse: no text breaks the parser, what it refuses has a line, and what it takes
// has a scene in every step.
func FuzzParse(f *testing.F) {
	f.Add(written("{n} {if best = 1}a{else}b{end}", "--states 5", "cursor at 0.5 and n = 5", "{cursor}"))
	f.Add(written("{ratio rmsve at 1 to rmsve at best, 2 digits}", "lambdascope --states 5", "revealed", ""))
	f.Add(written("{share of trials where selected = 0 and best = 1}", "--pin '-n 5' \\\n--hide", "seed changed", ""))
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
	l := must.Have(Parse(e, "f.md", []byte(written("{problem} {n} {rmsve at 1}", "--problem t-maze -n 8", "problem = grid", ""))))(t)
	must.Succeed(t, l.Check(t.Context(), e))
}

// TestQuestion reads a question with its answers, one of which is right.
func TestQuestion(t *testing.T) {
	l := must.Have(Parse(analysis.NewEngine(0), "mine.md", []byte(asking("question: What falls as λ grows?\nright: the *bias*\nanswer: the variance\nanswer: both"))))(t)
	q := l.Steps[0].Question
	if q == nil || q.Text != "What falls as λ grows?" || !slices.Equal(q.Answers, []string{"the *bias*", "the variance", "both"}) || q.Right != 0 {
		t.Fatalf("%+v", q)
	}
	if err := l.Check(t.Context(), analysis.NewEngine(0)); err != nil {
		t.Error(err)
	}
	paper, err := l.Markdown(t.Context(), analysis.NewEngine(0), Paper{To: len(l.Steps), Command: func([]string) string { return "lambdascope" }})
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

// TestWaiting says what to do, and by which keys, from where the learner is.
func TestWaiting(t *testing.T) {
	e := analysis.NewEngine(1 << 20)
	for _, c := range []struct{ flags, until, now, want string }{
		{"--states 5", "seed = 2", "", "press s for other data"},
		{"--states 5", "seed = 5", "", "set seed to 5 (type :seed 5)"},
		{"--states 5", "seed changed", "", "press s for other data"},
		{"--states 5", "seed changed", "seed 7", ""},
		{"--states 5", "n = 5 and trials done", "", "set n to 5 (type :n 5) and let all trials finish (3 opens Trials)"},
		{"--states 5", "n = 5 and trials done", "n 5", "let all trials finish (3 opens Trials)"},
		{"--states 5", "n = 5 and trials done", "n 5 page trials", "let all trials finish"},
		{"--page figures", "trials done", "", "let all trials finish"},
		{"--page figures", "figure = b", "", "show figure b (f)"},
		{"--states 5 --cursor 0.5", "cursor at 1", "", "move the cursor to λ = 1 (press >)"},
		{"--states 5 --cursor 0.5", "cursor at 0", "", "move the cursor to λ = 0 (press <)"},
		{"--states 5", "cursor at best", "", "move the cursor to the λ of least true error (with , and .)"},
		{"--states 5", "page = folds", "", "press 2 to open Folds"},
		{"--states 5", "replay at end", "", "play the replay to its end (2 opens Folds, space plays)"},
		{"--states 5 --page folds", "replay at end", "", "play the replay to its end (space plays, end jumps there)"},
	} {
		l := must.Have(Parse(e, "f.md", []byte(written("Text", c.flags, c.until, ""))))(t)
		s := l.Steps[0]
		now := s.Scene
		if c.now != "" {
			now = must.Have(now.Command(c.now, analysis.File{}))(t)
		}
		if got, _ := Waiting(s.Until, now, s.Scene); got != c.want {
			t.Errorf("%s, until %s, at %q: %q, want %q", c.flags, c.until, c.now, got, c.want)
		}
	}
}

// TestPending has what is known without an analysis at once.
func TestPending(t *testing.T) {
	e := analysis.NewEngine(1 << 20)
	l, err := Parse(e, "f.md", []byte(written(
		"{n} of {states}, {trials}: {selected}, {trace at 0.8 after 1 steps, 2 digits}, {ratio n to states}{if n = 20} yes{else} no{end}{if best = 1} one{end}",
		"--states 5 -n 20", "n = 5", "{n} {best} {n with n 7}")))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.TrimSpace(l.Pending(0)), "20 of 5, 80: …, 0.76, 4.00 yes…"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	learner := l.Steps[0].Scene
	learner.Settings.Trajectories = 6
	if got, want := strings.TrimSpace(l.PendingAfter(e, 0, learner)), "6 … 7"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestShare: what is not quite all or nothing is not written so.
func TestShare(t *testing.T) {
	for share, want := range map[float64]string{0: "0", 1: "100", .5: "50", .998: "99.8", .9996: "99.96", .002: "0.2", .996: "99.6", .994: "99", 1e-9: "0.0000"} {
		if got := writeShare(share, 0); got != want {
			t.Errorf("%v: %q, want %q", share, got, want)
		}
	}
}
