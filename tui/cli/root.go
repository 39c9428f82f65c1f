package cli

import "github.com/spf13/cobra"

// newRoot returns the command tree over an Env, with more commands.
func newRoot(env Env, show app, more ...func(Env) *cobra.Command) *cobra.Command {
	root := newApp(env, show)
	root.Version = env.Version
	root.SetIn(env.In)
	root.SetOut(env.Out)
	root.SetErr(env.Err)
	root.SilenceErrors = true
	root.SilenceUsage = true
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp())
	root.AddCommand(newRun(env), newCompare(env), newLesson(env, show), newGuide(env))
	if env.Files == nil { // the other commands read or write files
		root.CompletionOptions.DisableDefaultCmd = true
		return root
	}
	root.AddCommand(newPredict(env), newCheck(env), newStudy(env), newSimulate(env))
	for _, command := range more {
		root.AddCommand(command(env))
	}
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		group(completion) // because cobra answers an unknown shell with help and success
	}
	return root
}

// newHelp returns the help command, because cobra's own succeeds for an unknown topic.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:               "help [command]",
		Short:             "How a command is used",
		ValidArgsFunction: completeCommands(),
		RunE: func(c *cobra.Command, args []string) error {
			topic, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(c.Root(), args[0])
			}
			topic.InitDefaultHelpFlag()
			topic.InitDefaultVersionFlag()
			return topic.Help()
		},
	}
}
