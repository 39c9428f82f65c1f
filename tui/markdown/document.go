// Package markdown draws Markdown as styled lines of a given width, from the tree
// that goldmark parses. It imports no other package of the app but shell, so that
// any of them can use it: the caller hands in the styles.
//
// It knows CommonMark and the tables of GitHub Flavored Markdown. HTML is shown
// as text, except comments, which are left out.
package markdown

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gmtext "github.com/yuin/goldmark/text"
)

// Document is a text in Markdown.
type Document struct {
	Source []byte
	Tree   ast.Node // which points into Source
}

// Parse reads a document. The error is of a source that is too large or nested
// too deeply.
func Parse(source []byte) (Document, error) {
	if err := check(source); err != nil {
		return Document{}, err
	}
	tree := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser().Parse(gmtext.NewReader(source))
	return Document{source, tree}, nil
}

// In returns the nodes in another that are shown, none for nil: comments and
// definitions of references are not.
func (d Document) In(parent ast.Node) []ast.Node {
	if parent == nil {
		return nil
	}
	var out []ast.Node
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n.Kind() {
		case ast.KindHTMLBlock, ast.KindRawHTML:
			if strings.HasPrefix(strings.TrimSpace(d.TextOf(n)), "<!--") {
				continue
			}
		case ast.KindLinkReferenceDefinition:
			continue
		}
		out = append(out, n)
	}
	return out
}

// TextOf returns the text of a node without what Markdown makes of it.
func (d Document) TextOf(n ast.Node) string {
	switch n := n.(type) {
	case *ast.Text:
		text := string(n.Value(d.Source))
		if !n.IsRaw() {
			text = unescape(text)
		}
		if n.SoftLineBreak() || n.HardLineBreak() {
			text += " "
		}
		return text
	case *ast.AutoLink:
		return string(n.Label(d.Source))
	case *ast.RawHTML:
		return string(n.Segments.Value(d.Source))
	case *ast.HTMLBlock:
		text := n.Lines().Value(d.Source)
		if n.HasClosure() {
			text = append(text, n.ClosureLine.Value(d.Source)...)
		}
		return string(text)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		return string(n.Lines().Value(d.Source))
	}
	var text strings.Builder
	for _, c := range d.In(n) {
		text.WriteString(d.TextOf(c))
	}
	return text.String()
}

// Title returns the text of the first heading, or "".
func (d Document) Title() string {
	for _, n := range d.In(d.Tree) {
		if n.Kind() == ast.KindHeading {
			return d.TextOf(n)
		}
	}
	return ""
}
