package cli

import (
	"context"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"
)

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
