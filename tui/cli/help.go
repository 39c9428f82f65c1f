package cli

import (
	"context"
	"strings"

	"charm.land/fang/v2"
	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"
)

// defaultsHelp is what help says of settings that are not given.
const defaultsHelp = "Settings not given are those of the domain in the paper; of a file, all its trajectories and γ = 0.99."

// paragraphs returns the long help of a command. Fang wraps it itself, and a man
// page is wrapped where it is shown; cobra's own help is not.
func paragraphs(env Env, texts ...string) string {
	if !env.Terminal.Process {
		for i, t := range texts {
			texts[i] = lipgloss.Wrap(t, env.width(), "")
		}
	}
	return strings.Join(texts, "\n\n")
}

// dress has fang style the help of the commands and add the man page.
//
// Fang can't dress a command without running it, and when what it runs fails, it
// asks the terminal for its colours, on standard output. So it gets a command to
// run that can't fail; the real one runs later, without fang.
func dress(ctx context.Context, root *cobra.Command) {
	harmless := &cobra.Command{Use: "dress", Hidden: true, Run: func(*cobra.Command, []string) {}}
	root.AddCommand(harmless)
	root.SetArgs([]string{harmless.Name()})
	_ = fang.Execute(ctx, root, fang.WithoutVersion())
	root.RemoveCommand(harmless)
	if man, _, err := root.Find([]string{"man"}); err == nil {
		man.Hidden = false
		man.Short = "The manual page, as man reads it"
	}
}
