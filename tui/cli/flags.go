package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lambdascope/sim/textfmt"
)

// The names of flags that several commands have.
const (
	asciiFlag = "ascii"
	outFlag   = "out"
	forceFlag = "force"
)

// choice is the value of a flag with a few accepted names, by default the first.
type choice struct {
	names []string
	index int
}

func (c *choice) String() string {
	if len(c.names) == 0 { // pflag compares with the zero value
		return ""
	}
	return c.names[c.index]
}

func (c *choice) Type() string { return "name" }

func (c *choice) Set(name string) error {
	i := slices.Index(c.names, name)
	if i < 0 {
		return fmt.Errorf("want %s", textfmt.Or(c.names))
	}
	c.index = i
	return nil
}

// addChoice adds a flag with a few accepted names, the first by default.
func addChoice(env Env, c *cobra.Command, flag, usage string, names []string) *choice {
	v := &choice{names: names}
	c.Flags().Var(v, flag, usage)
	completeFlag(env, c, flag, func() []string { return names })
	return v
}

// completeFlag completes the value of a flag in shells. Cobra keeps completions for the life of the
// process, so sessions register none.
func completeFlag(env Env, c *cobra.Command, flag string, names func() []string) {
	if !env.Terminal.Process {
		return
	}
	_ = c.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return names(), cobra.ShellCompDirectiveNoFileComp
	})
}

// items splits a comma-separated list.
func items(text string) []string {
	out := strings.Split(text, ",")
	for i, item := range out {
		out[i] = strings.TrimSpace(item)
	}
	return out
}

// chosen returns the names in a comma-separated list, in the order of names. It reports false with the
// first unknown name.
func chosen(text string, names []string) (chosen []string, wrong string, ok bool) {
	list := items(text)
	for _, v := range list {
		if !slices.Contains(names, v) {
			return nil, v, false
		}
	}
	for _, n := range names {
		if slices.Contains(list, n) {
			chosen = append(chosen, n)
		}
	}
	return chosen, "", true
}

// completeFirst completes the first argument of a command.
func completeFirst(then cobra.ShellCompDirective, all func(*cobra.Command) []cobra.Completion) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return all(c), then
	}
}

// completeCommands completes the name of a command.
func completeCommands() cobra.CompletionFunc {
	return completeFirst(cobra.ShellCompDirectiveNoFileComp, func(c *cobra.Command) (out []cobra.Completion) {
		for _, sub := range c.Root().Commands() {
			if sub.IsAvailableCommand() {
				out = append(out, cobra.CompletionWithDesc(sub.Name(), sub.Short))
			}
		}
		return out
	})
}
