package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lambdascope/sim/textfmt"
)

// onlyCommands accepts no arguments except names of commands.
func onlyCommands(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(c, args[0])
	}
	return nil
}

// onlyFlags accepts no arguments.
func onlyFlags(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Misuse("argument %q: %s takes flags alone, such as --data FILE for a file%s", args[0], c.CommandPath(), seeHelp(c))
	}
	return nil
}

// takeFiles makes a command that runs with data. Arguments after --data are files, too, because a
// shell expands a pattern without quotes to the names of files.
func takeFiles(c *cobra.Command, data *[]string, run func(context.Context) error) {
	check := c.Args
	c.Args = func(c *cobra.Command, args []string) error {
		if c.Flag(dataFlag).Changed {
			return nil
		}
		return check(c, args)
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		*data = append(*data, args...)
		return run(c.Context())
	}
}

// group makes a command a group that accepts only the names of subcommands.
func group(c *cobra.Command, under ...*cobra.Command) *cobra.Command {
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		if like := c.SuggestionsFor(args[0]); c.SuggestionsMinimumDistance > 0 && len(like) > 0 {
			return Misuse("unknown command %q: did you mean %s %s?", args[0], c.CommandPath(), textfmt.Or(like))
		}
		return Misuse("unknown command %q: want %s%s", args[0], textfmt.Or(commandNames(c)), seeHelp(c))
	}
	c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
	c.AddCommand(under...)
	return c
}

func unknownCommand(root *cobra.Command, typed string) error {
	if like := root.SuggestionsFor(typed); len(like) > 0 {
		return Misuse("unknown command %q: did you mean %s?", typed, textfmt.Or(like))
	}
	return Misuse("unknown command %q: want %s, or none for the terminal app%s", typed, textfmt.Or(commandNames(root)), seeHelp(root))
}

func seeHelp(c *cobra.Command) string { return fmt.Sprintf(" (see %s --help)", c.CommandPath()) }

// flagError rewords pflag's errors.
func flagError(c *cobra.Command, err error) error {
	if args := c.Flags().Args(); len(args) > 0 && c.Args != nil {
		// A misspelt command shows only after the flags of the right command.
		if wrong := c.Args(c, args); wrong != nil {
			return wrong
		}
	}
	var (
		unknown *pflag.NotExistError
		bare    *pflag.ValueRequiredError
		invalid *pflag.InvalidValueError
	)
	switch {
	case errors.As(err, &unknown):
		return unknownFlag(c, unknown)
	case errors.As(err, &bare):
		f := bare.GetFlag()
		return Misuse("--%s needs a value: %s", f.Name, f.Usage)
	case errors.As(err, &invalid):
		f := invalid.GetFlag()
		if f.Value.Type() == "bool" {
			return Misuse("%s %q: want true or false", f.Name, invalid.GetValue())
		}
		return Misuse("%s %q: %w", f.Name, invalid.GetValue(), invalid.Unwrap())
	}
	return Misuse("%w%s", err, seeHelp(c))
}

func unknownFlag(c *cobra.Command, err *pflag.NotExistError) error {
	name := err.GetSpecifiedName()
	if letters := err.GetSpecifiedShortnames(); letters != "" {
		if name, _, _ := strings.Cut(letters, "="); c.Flags().Lookup(name) != nil {
			return Misuse("unknown flag -%s: did you mean --%s?", letters, name)
		}
		return Misuse("unknown flag -%s%s", string([]rune(name)[:1]), seeHelp(c))
	}
	if like := flagsLike(c, name); len(like) > 0 {
		return Misuse("unknown flag --%s: did you mean --%s?", name, strings.Join(like, " or --"))
	}
	return Misuse("unknown flag --%s%s", name, seeHelp(c))
}

// flagsLike returns the nearest names of flags, by cobra's distance for commands. If two letters
// differ, the first must agree, because --chart is no slip for --start.
func flagsLike(c *cobra.Command, name string) []string {
	var names cobra.Command
	c.Flags().VisitAll(func(f *pflag.Flag) {
		names.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
	})
	names.SuggestionsMinimumDistance = 1
	if like := names.SuggestionsFor(name); len(like) > 0 {
		return like
	}
	names.SuggestionsMinimumDistance = 2
	return slices.DeleteFunc(names.SuggestionsFor(name), func(like string) bool { return like[:1] != name[:1] })
}

func commandNames(c *cobra.Command) (names []string) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return names
}
