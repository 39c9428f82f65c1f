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

// text is the value of a flag that is read after the flags it depends on. The last of several
// counts.
type text struct {
	value string
	kind  string // what help calls a value
}

func (t *text) String() string { return t.value }

func (t *text) Type() string { return t.kind }

func (t *text) Set(value string) error {
	t.value = value
	return nil
}

// choice is the value of a flag with a few accepted names. Its zero is the first name.
type choice struct {
	names []string
	index int
}

func (c *choice) String() string {
	if len(c.names) == 0 { // pflag makes a zero value to see what it prints
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

// list is the value of a flag with several names, comma-separated or repeated. Given names replace
// the default.
type list struct {
	values []string
	given  bool
}

func (l *list) String() string { return strings.Join(l.values, ",") }

func (l *list) Type() string { return "names" }

func (l *list) Set(text string) error {
	if !l.given {
		l.values, l.given = nil, true
	}
	l.values = append(l.values, items(text)...)
	return nil
}

// items splits a comma-separated list.
func items(text string) []string {
	out := strings.Split(text, ",")
	for i, item := range out {
		out[i] = strings.TrimSpace(item)
	}
	return out
}

// chosen returns the names that list contains, in the order of names, or false and the first
// unknown item.
func chosen(list, names []string) (chosen []string, wrong string, ok bool) {
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

// completeCommands completes the name of a command.
func completeCommands(c *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	if len(args) == 0 {
		for _, sub := range c.Root().Commands() {
			if sub.IsAvailableCommand() {
				names = append(names, cobra.CompletionWithDesc(sub.Name(), sub.Short))
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
