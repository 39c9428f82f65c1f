package lesson

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"lambdascope/sim/words"
	"lambdascope/tui/shell"
)

// schemes are those that links may have: a lesson is handed out as Markdown too, which
// others show in a browser.
func schemes() []string { return []string{"http", "https", "mailto"} }

// harmless notes HTML, links that do more than lead somewhere, and characters that are
// written so that readable does not see them.
func (p *parser) harmless(tree ast.Node) {
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.HTMLBlock:
			p.fail(n.Pos(), "HTML: want Markdown alone")
		case *ast.RawHTML:
			p.fail(n.Segments.At(0).Start, "HTML: want Markdown alone")
		case *ast.Link:
			p.link(n, n.Destination)
		case *ast.Image:
			p.link(n, n.Destination)
		case *ast.AutoLink:
			if n.AutoLinkType == ast.AutoLinkURL {
				p.link(n, n.URL(p.source))
			}
		}
		return ast.WalkContinue, nil
	})
	for _, at := range regexp.MustCompile(`&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);`).FindAllIndex(p.source, -1) {
		written := p.source[at[0]:at[1]]
		for _, r := range resolved(written) {
			if !shell.Printable(r) {
				p.fail(at[0], "character %U, written %s: want none that is invisible or changes the direction of text", r, written)
				break
			}
		}
	}
}

// link notes a destination that is of none of schemes.
func (p *parser) link(n ast.Node, destination []byte) {
	seen := strings.Map(func(r rune) rune { // as browsers leave these out
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return -1
		}
		return r
	}, resolved(util.UnescapePunctuations(destination)))
	found := regexp.MustCompile(`^([a-zA-Z][a-zA-Z0-9+.-]*):`).FindStringSubmatch(seen)
	if found == nil || slices.Contains(schemes(), strings.ToLower(found[1])) {
		return
	}
	for n.Pos() < 0 && n.Parent() != nil {
		n = n.Parent()
	}
	p.fail(max(0, n.Pos()), "a link %s: want one of %s", shell.Escape(seen), words.Or(schemes()))
}

// resolved returns a text with characters in place of their names in HTML.
func resolved(source []byte) string {
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(source)))
}

// braceInHeading says what is wrong with a number in a heading.
const braceInHeading = "a brace in a heading: want numbers in the text below it"

// headings notes braces in the headings of a step below its title.
func (p *parser) headings(n ast.Node) {
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		h, ok := n.(*ast.Heading)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		if i := strings.IndexAny(string(h.Lines().Value(p.source)), "{}"); i >= 0 {
			p.fail(h.Lines().At(0).Start, braceInHeading)
		}
		return ast.WalkSkipChildren, nil
	})
}
