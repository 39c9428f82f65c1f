package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/yuin/goldmark/ast"

	"lambdascope/sim/testutil"
	"lambdascope/tui/markdown"
	"lambdascope/tui/shell"
)

// NewRoot returns the command tree over an Env, with more commands.
func NewRoot(env Env, more ...func(Env) *cobra.Command) *cobra.Command {
	return newRoot(env, nil, more...)
}

// Pages returns the README and the pages of the guide, by file.
func Pages(t *testing.T) map[string]markdown.Document {
	t.Helper()
	files, err := filepath.Glob("../../assets/guide/*.md")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	pages := make(map[string]markdown.Document)
	reports := testutil.Get(filepath.Glob("../../assets/reports/*.md"))(t)
	for _, file := range append(append(files, reports...), "../../README.md") {
		pages[file] = testutil.Get(markdown.Parse(testutil.Get(os.ReadFile(file))(t)))(t)
	}
	return pages
}

// CommandLines returns the arguments of every command line of lambdascope in the blocks of code of
// the pages. It drops the explanation after two spaces and the file of a redirection.
func CommandLines(t *testing.T) [][]string {
	t.Helper()
	var all [][]string
	for file, page := range Pages(t) {
		for _, n := range page.In(page.Tree) {
			if k := n.Kind(); k != ast.KindCodeBlock && k != ast.KindFencedCodeBlock {
				continue
			}
			for line := range strings.Lines(page.TextOf(n)) {
				line, _, _ = strings.Cut(strings.TrimSpace(line), "  ")
				line, _, _ = strings.Cut(line, " > ")
				for part := range strings.SplitSeq(line, "|") {
					words, err := shell.Split(part)
					if err != nil || len(words) == 0 || filepath.Base(words[0]) != program {
						continue
					}
					t.Logf("%s: %s", file, line)
					all = append(all, words[1:])
				}
			}
		}
	}
	if len(all) < 20 {
		t.Fatalf("only %d command lines", len(all))
	}
	return all
}
