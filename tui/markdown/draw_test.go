package markdown

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/sim/testutil"
	"lambdascope/tui/chart"
)

// target names the page that a link goes to.
func target(destination string) string {
	if name, _, ok := strings.Cut(destination, ".md"); ok {
		return "guide " + name
	}
	return destination
}

func sample(t testing.TB) string {
	t.Helper()
	text := testutil.Get(os.ReadFile("testdata/sample.md"))(t)
	return string(text)
}

// TestGolden compares a document that has everything with files that were looked
// at. go test ./tui/markdown -update writes them anew.
func TestGolden(t *testing.T) {
	colour := func(c string) lipgloss.Style { return lipgloss.NewStyle().Foreground(lipgloss.Color(c)) }
	styles := map[string]Style{
		"plain": {Plain: true, Target: target},
		"ascii": {Characters: chart.ASCII, Target: target},
		"dark":  {Heading: colour("#FFFFFF").Bold(true), Code: colour("#2FBF95"), Link: colour("#56B4E9"), Faint: colour("#8A8F98"), Target: target},
		"mono":  {Heading: lipgloss.NewStyle().Bold(true), Code: lipgloss.NewStyle().Bold(true), Faint: lipgloss.NewStyle().Faint(true)},
	}
	for name, s := range styles {
		for _, width := range []int{60, 120} {
			if width == 120 && name != "plain" {
				continue // the width of 60 shows the differences between the styles
			}
			t.Run(fmt.Sprintf("%s/%d", name, width), func(t *testing.T) {
				lines := parse(t, sample(t)).Lines(width, s)
				if !s.Plain {
					checkLines(t, lines, width)
				}
				golden.RequireEqual(t, []byte(strings.Join(lines, "\n")+"\n"))
			})
		}
	}
}

func TestLines(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		width            int
	}{
		{"wrap", "one two three", "one two\nthree", 8},
		{"long word", "a abcdefghijk b", "a\nabcdefgh\nijk b", 8},
		{"combining", "λ̂λ̂λ̂λ̂ λ̂λ̂λ̂ λ̂", "λ̂λ̂λ̂λ̂ λ̂λ̂λ̂\nλ̂", 8},
		{"wide", "漢字かな交じり文", "漢字かな\n交じり文", 8},
		{"control characters", "a\x1b[31mb\x07", `a\x1b[31mb\a`, 20},
		{"in code", "```\n\x1b]0;x\x07\n```", `  \x1b]0;x\a`, 20},
		{"direction", "a\u202eb", `a\u202eb`, 20},
		{"link", "see [the data](data.md#csv).", "see the data (guide data).", 40},
		{"link that says it", "see [guide data](data.md).", "see guide data.", 40},
		{"soft and hard breaks", "a\nb\\\nc  \nd", "a b\nc\nd", 20},
		{"comments", "a <!-- b -->c\n\n<!--\nd\n-->\n\ne", "a c\n\ne", 20},
		{"HTML", "<p>\nx\n</p>\n\na <b>c", "  <p>\n  x\n  </p>\n\na <b>c", 20},
		{"entities", `&lt;\&lt;&#955;\*`, "<&lt;λ*", 20},
		{"rule", "a\n\n---", "a\n\n────────", 8},
		{"image", "![a *b*](c.png)", "[a b]", 40},
		{"deeply nested list", "- a\n  - b\n    - c\n      - d", "• a\n  • \n  b\n  • \n  c\n  • \n  d", 10},
		{"numbers", "9. a\n10. b", " 9. a\n10. b", 20},
		{"quote", "> a\n>\n> b", "│ a\n│ \n│ b", 20},
		{"code in a list", "- a\n\n  ```\n  b\n   c\n  ```", "• a\n\n    b\n     c", 20},
		{"long code", "```\n abcd efgh ijk\n```", "   abcd\n     efgh\n     ijk", 11},
		{"table", "|a|b|\n|-|-:|\n|cc|1|\n|c|10|", "a    b\n──────\ncc   1\nc   10", 20},
		{"table with little room", "|a|b|c|d|\n|-|-|-|-|\n|x|y|||\n|u|v|w|x|", "a  b  c \n────────\nx  y\nu  v  w ", 8},
		{
			"table of words that have no room side by side", "|name|first|second|\n|-|-|-|\n|alpha|some_longer_words|other|\n|beta||x|",
			"name   first      second\n────────────────────────\nalpha  some_long  other\n       er_words\nbeta              x", 24,
		},
		{"narrow", "a b", "a b", 0},
		{"nothing", "", "", 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ansi.Strip(draw(t, c.text, c.width, Style{Target: target}))
			if got != c.want {
				t.Errorf("got\n%q\nwant\n%q", got, c.want)
			}
		})
	}
}
