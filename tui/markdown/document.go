// Package markdown draws Markdown as styled lines of a given width, from the tree of goldmark. The
// caller chooses the styles. Glamour takes 60 to 200 ms for a page of the guide, 10 to 20 times as long,
// because of slow tables.
//
// The package supports CommonMark and the tables of GitHub Flavored Markdown. It shows HTML as text and
// drops comments.
package markdown

import (
	"bufio"
	stdhtml "html"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	gmtext "github.com/yuin/goldmark/text"
)

// Document is a text in Markdown.
type Document struct {
	Source []byte
	Tree   ast.Node // points into Source
}

// Parse reads a document. Lists and quotes nested too deeply are an error.
func Parse(source []byte) (Document, error) {
	if err := checkNesting(source); err != nil {
		return Document{}, err
	}
	tree := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser().Parse(gmtext.NewReader(source))
	return Document{source, tree}, nil
}

// In returns the visible children of a node: all except comments and definitions of references. A nil node
// has no children.
func (d Document) In(parent ast.Node) (out []ast.Node) {
	if parent == nil {
		return nil
	}
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

// TextOf returns the text of a node without its styles.
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

// unescape replaces backslash escapes and HTML entities by their characters.
func unescape(source string) string {
	if !strings.ContainsAny(source, `\&`) {
		return source
	}
	var out strings.Builder
	w := bufio.NewWriterSize(&out, len(source))
	html.DefaultWriter.Write(w, []byte(source)) // writes &, <, > and quotes as entities
	_ = w.Flush()                               // a Builder returns no errors
	return stdhtml.UnescapeString(out.String())
}
