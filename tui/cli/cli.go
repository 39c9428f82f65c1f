package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"lambdascope/tui"
	"lambdascope/tui/chart"
	"lambdascope/tui/shell"
)

// Main runs the command that args (without the program's name) call for and
// returns the exit code: 0 done, 1 failed or interrupted, 2 wrong use. What went
// wrong is one line on env.Err; env.Out then has nothing.
//
// More makes further commands; theirs, as those here, return a Misuse where they
// were called wrongly. Where ctx ends with a Reason as its cause, that is said.
func Main(ctx context.Context, env Env, args []string, more ...func(Env) *cobra.Command) int {
	code, _ := Run(ctx, env, args, more...)
	return code
}

// Run is Main for who keeps a log: it returns what went wrong as well. The error has
// words of args.
func Run(ctx context.Context, env Env, args []string, more ...func(Env) *cobra.Command) (code int, err error) {
	return execute(ctx, env, tui.Run, args, more...)
}

// execute is Run with a choice of the app that is shown.
func execute(ctx context.Context, env Env, show app, args []string, more ...func(Env) *cobra.Command) (code int, err error) {
	began := false // a command of ours had its flags accepted and started
	root := newRoot(env, show, more...)
	root.PersistentPreRun = func(*cobra.Command, []string) { began = true }
	root.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	cmd, err := root.ExecuteContextC(ctx)
	code, message := outcome(ctx, err, began)
	if message == "" {
		return code, err
	}
	if f := cmd.Flag(asciiFlag); f != nil && f.Value.String() == "true" {
		message = chart.ASCII(message)
	}
	fmt.Fprintf(env.Err, "%s: %s\n", program, shell.Escape(message))
	return code, err
}
