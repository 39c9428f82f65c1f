package cli

import (
	"strings"
	"testing"
)

func TestHelp(t *testing.T) {
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"--help"}, []string{"which λ?", "--cursor", "--glyphs", "run ", "lambdascope --states 7 -n 50"}},
		{[]string{"-h"}, []string{"which λ?"}},
		{[]string{"help"}, []string{"which λ?"}},
		{[]string{"help", "run"}, []string{"--format", "--folds", "--refine", "none, bootstrap", "-n, --trajectories value", "(default 0:1:0.1)", "exit code"}},
		{[]string{"run", "--help"}, []string{"--format", "--data FILE"}},
		{[]string{"run", "--gamma", "9", "--help"}, []string{"--format"}},
		{[]string{"compare", "--help"}, []string{"compare maps --domain 2048", "maps ", "ridges ", "selectors "}},
		{[]string{"compare", "maps", "--help"}, []string{"compare maps [MAP ...]", "--ridges list", "--nested K", "--format", "--data FILE"}},
		{[]string{"simulate", "--help"}, []string{"--out FILE", ".csv.gz", "--force", "-n, --trajectories value", "--max-steps", "--start"}},
		{[]string{"study", "--help"}, []string{"--out DIR", "--trials number", "1000 of random-walk, 200 of others, 20 in figure d", "-n, --trajectories list", "(default 2,5,10,20,50,100,200)", "(default a,b,c)", "--resume", "(default 10s)", "(default random-walk,2048,mountain-car)", "--ridge value"}},
		{[]string{"completion"}, []string{"bash", "zsh"}},
		{[]string{"completion", "bash"}, []string{"__start_lambdascope"}},
		{[]string{"--version"}, []string{"lambdascope version v1.2.3\n"}},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			out := mustCall(t, newSession(t), c.args...)
			for _, want := range c.want {
				if !strings.Contains(out, want) {
					t.Errorf("no %q in:\n%s", want, out)
				}
			}
			if strings.Contains(out, "\x1b") {
				t.Errorf("escape sequences in %q", out)
			}
		})
	}
}

func TestHelpNamesEveryChoice(t *testing.T) {
	out := mustCall(t, newSession(t), "--help")
	for _, line := range []string{"level, panels", "auto, dark, light, mono", "braille, block, ascii"} {
		if !strings.Contains(out, line) {
			t.Errorf("no %q in:\n%s", line, out)
		}
	}
}
