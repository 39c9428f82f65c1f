package cli

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lambdascope/sim/settings"
	"lambdascope/tui/screen"
)

// paragraphs returns the long help of a command, without line breaks, because help wraps the text.
func paragraphs(texts ...string) string { return strings.Join(texts, "\n\n") }

// named matches the name of a flag or a command at the start of a line of help.
var named = regexp.MustCompile(`(?m)^ +(-\w, )?(--)?[a-z][\w-]*`)

// help writes the help of a command. It does not query the terminal, because some terminals never
// answer.
func help(env Env, c *cobra.Command) error {
	bold := lipgloss.NewStyle()
	name := lipgloss.NewStyle()
	if env.styled() {
		bold = bold.Bold(true)
		name = name.Foreground(lipgloss.Cyan)
	}
	width := env.width()
	var b strings.Builder
	b.WriteString(wrapped(cmp.Or(c.Long, c.Short), width) + "\n")
	section := func(heading, text string) {
		if text != "" {
			fmt.Fprintf(&b, "\n%s\n%s\n", bold.Render(heading+":"), strings.TrimRight(text, "\n"))
		}
	}
	list := func(text string) string {
		return named.ReplaceAllStringFunc(text, func(s string) string { return name.Render(s) })
	}
	usage := c.UseLine()
	if c.HasAvailableSubCommands() {
		usage += ", or " + c.CommandPath() + " [command]"
	}
	fmt.Fprintf(&b, "\n%s %s\n", bold.Render("Usage:"), usage)
	if c.Example != "" {
		section("Examples", "  "+strings.ReplaceAll(c.Example, "\n", "\n  "))
	}
	var commands, does []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			commands = append(commands, "  "+sub.Name())
			does = append(does, sub.Short)
		}
	}
	section("Commands", list(strings.Join(sideBySide("   ", commands, does), "\n")))
	var first, others []*pflag.Flag
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" {
			f.Usage = "show this help"
		}
		switch _, isSetting := settings.KnobNamed(f.Name); {
		case f.Hidden:
		case isSetting, f.Name == dataFlag:
			first = append(first, f)
		default:
			others = append(others, f)
		}
	})
	section("Settings", list(flagLines(first, width)))
	if c.HasParent() {
		section("Flags", list(flagLines(others, width)))
	} else {
		section("View", list(flagLines(others, width)))
		b.WriteString("\n" + wrapped(bold.Render("Guide:")+" "+strings.Join(topicNames(), ", "), width) + "\n")
	}
	_, err := fmt.Fprint(env.Out, b.String())
	return err
}

// wrapped returns a text with lines of at most width cells.
func wrapped(text string, width int) string { return strings.Join(screen.Break(text, width), "\n") }

// flagLines returns the names of flags beside meanings that wrap at a width. It replaces pflag's
// FlagUsages, because that writes --help[=true|false] and counts bytes for cells.
func flagLines(flags []*pflag.Flag, width int) string {
	const gap = "  "
	var names, meanings []string
	wide := 0
	for _, f := range flags {
		name := "      --" + f.Name
		if f.Shorthand != "" {
			name = "  -" + f.Shorthand + ", --" + f.Name
		}
		kind, meaning := pflag.UnquoteUsage(f)
		if kind != "" {
			name += " " + kind
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" {
			meaning += " (default " + f.DefValue + ")"
		}
		names = append(names, name)
		meanings = append(meanings, meaning)
		wide = max(wide, lipgloss.Width(name))
	}
	for i, meaning := range meanings {
		meanings[i] = wrapped(meaning, width-wide-len(gap))
	}
	return strings.Join(sideBySide(gap, names, meanings), "\n")
}
