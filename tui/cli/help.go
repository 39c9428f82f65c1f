package cli

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"
)

// defaultsHelp is what help says of settings that are not given.
const defaultsHelp = "Settings not given are those of the domain in the paper; of a file, all its trajectories and γ = 0.99."

// paragraphs returns the long help of a command, which is wrapped where it is shown.
func paragraphs(texts ...string) string { return strings.Join(texts, "\n\n") }

// named is what stands in front of a line of help: the name of a flag or a command.
var named = regexp.MustCompile(`(?m)^ +(-\w, )?(--)?[a-z][\w-]*`)

// boolFlag is what pflag says of a flag that needs no value, which is for programs.
const boolFlag = "[=true|false]"

// help writes how a command is used. The terminal is asked nothing, as some never answer.
func help(env Env, c *cobra.Command) error {
	bold, name := lipgloss.NewStyle(), lipgloss.NewStyle()
	if env.styled() {
		bold, name = bold.Bold(true), name.Foreground(lipgloss.Cyan)
	}
	width := env.width()
	var b strings.Builder
	b.WriteString(lipgloss.Wrap(cmp.Or(c.Long, c.Short), width, "") + "\n")
	section := func(heading, text string) {
		if text != "" {
			fmt.Fprintf(&b, "\n%s\n%s\n", bold.Render(heading+":"), strings.TrimRight(text, "\n"))
		}
	}
	list := func(text string) string {
		return named.ReplaceAllStringFunc(text, func(s string) string { return name.Render(s) })
	}
	usage := "  " + c.UseLine()
	if c.HasAvailableSubCommands() {
		usage += "\n  " + c.CommandPath() + " [command]"
	}
	section("Usage", usage)
	if c.Example != "" {
		section("Examples", "  "+strings.ReplaceAll(c.Example, "\n", "\n  "))
	}
	var commands, does []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			commands, does = append(commands, "  "+sub.Name()), append(does, sub.Short)
		}
	}
	section("Commands", list(strings.Join(sideBySide(commands, does), "\n")))
	flags := c.LocalFlags().FlagUsagesWrapped(width)
	section("Flags", list(strings.ReplaceAll(flags, boolFlag, strings.Repeat(" ", len(boolFlag)))))
	if !c.HasParent() {
		section("Topics of the guide", list(strings.Join(topicLines("  "), "\n")))
	}
	_, err := fmt.Fprint(env.Out, b.String())
	return err
}
