package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/guide"
	"lambdascope/tui/markdown"
	"lambdascope/tui/screen"
)

// guideWidth is the width of pages without a terminal, in cells.
const guideWidth = 80

const themeFlag = "theme"

type guideFlags struct {
	env   Env
	theme *choice
	ascii bool
}

func newGuide(env Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "guide [TOPIC]",
		Short: "The guide, page by page",
		Long: paragraphs(
			"guide lists the topics of the guide. With a topic it shows that page: in a terminal with keys to scroll it, else as text of 80 columns.",
			"The topics are "+strings.Join(topicNames(), ", ")+"."),
		Example: `lambdascope guide
lambdascope guide data
lambdascope guide json | less`,
		Args: onlyTopic,
		ValidArgsFunction: completeFirst(cobra.ShellCompDirectiveNoFileComp, func(*cobra.Command) (out []cobra.Completion) {
			for _, t := range guide.Topics() {
				out = append(out, cobra.CompletionWithDesc(t.Name, t.Title))
			}
			return out
		}),
	}
	g := &guideFlags{env: env}
	flags := c.Flags()
	flags.SortFlags = false
	g.theme = addChoice(env, c, themeFlag, "colours in a terminal: auto, dark, light, mono", screen.ThemeNames())
	flags.BoolVar(&g.ascii, asciiFlag, false, "only 7-bit characters")
	c.RunE = func(c *cobra.Command, args []string) error { return g.run(c.Context(), args) }
	return c
}

func topicNames() (names []string) {
	for _, t := range guide.Topics() {
		names = append(names, t.Name)
	}
	return names
}

func onlyTopic(c *cobra.Command, args []string) error {
	switch {
	case len(args) > 1:
		return Misuse("%d topics: %s takes one at a time%s", len(args), c.CommandPath(), seeHelp(c))
	case len(args) == 0 || slices.Contains(guide.Names(), args[0]):
		return nil
	}
	return Misuse("unknown topic %q: want %s", args[0], textfmt.Or(topicNames()))
}

func (g *guideFlags) run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return g.write(strings.Join(topicLines(), "\n") + "\n")
	}
	topic := args[0]
	if t := g.env.Terminal; t.In && t.Out && g.env.getenv("TERM") != "dumb" {
		return g.show(ctx, topic)
	}
	page, err := guide.Page(topic)
	if err != nil {
		return err
	}
	style := markdown.Style{Target: guide.Target, Plain: true}
	if g.ascii {
		style.Characters = chart.ASCII // before wrapping, because some ASCII texts are wider
	}
	return g.write(strings.Join(page.Lines(guideWidth, style), "\n") + "\n")
}

// show shows a page in the terminal.
func (g *guideFlags) show(ctx context.Context, topic string) error {
	glyphs := chart.Braille
	if g.ascii {
		glyphs = chart.Plain
	}
	pager, err := newPager(topic, screen.Theme(g.theme.index), glyphs)
	if err != nil {
		return err
	}
	return g.env.display().Show(ctx, pager)
}

func (g *guideFlags) write(text string) error { return g.env.print("page", text, g.ascii) }

func topicLines() []string {
	var names, titles []string
	for _, t := range guide.Topics() {
		names = append(names, t.Name)
		titles = append(titles, t.Title)
	}
	return sideBySide("   ", names, titles)
}
