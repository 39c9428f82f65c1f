package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"lambdascope/tui"
	"lambdascope/tui/chart"
	"lambdascope/tui/shell"
)

// Run runs the command of args, which lack the program's name, and returns the exit code: 0 done,
// 1 failed or interrupted, 2 wrong use. An error is one line on env.Err and leaves env.Out empty.
// Run also returns the error, which quotes args, for a log.
//
// More makes further commands, which return a Misuse for wrong use. If ctx ends with a Reason as
// its cause, the reason is the message.
func Run(ctx context.Context, env Env, args []string, more ...func(Env) *cobra.Command) (code int, err error) {
	return execute(ctx, env, tui.Run, args, more...)
}

// execute is Run with a given app.
func execute(ctx context.Context, env Env, show app, args []string, more ...func(Env) *cobra.Command) (code int, err error) {
	began := false // the flags of a command were accepted
	root := newRoot(env, show, more...)
	root.PersistentPreRun = func(*cobra.Command, []string) { began = true }
	var unwritten error // the error of writing help, for which cobra has no result
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { unwritten = help(env, c) })
	root.SetArgs(append([]string{}, args...)) // nil would mean os.Args
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil && unwritten != nil {
		began, err = true, fmt.Errorf("the help could not be written: %w", unwritten)
	}
	began = began || errors.As(err, new(*fs.PathError)) // of --version, which cobra prints
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
