package markdown

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// Parse reads a document. The error is of a source that is too large or nested
// too deeply.
func Parse(source []byte) (Document, error) {
	if err := check(source); err != nil {
		return Document{}, err
	}
	r := reader{source}
	tree := goldmark.New(goldmark.WithExtensions(extension.Table)).Parser().Parse(text.NewReader(source))
	return Document{Blocks: r.blocks(tree)}, nil
}

// reader turns goldmark's nodes, which point into the source, into blocks.
type reader struct{ source []byte }

// blocks returns the blocks in a node.
func (r reader) blocks(parent ast.Node) []Block {
	var out []Block
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if b := r.block(n); b != nil {
			out = append(out, b)
		}
	}
	return out
}

// block returns the block of a node, nil for none.
func (r reader) block(n ast.Node) Block {
	switch n := n.(type) {
	case *ast.Heading:
		return Heading{Level: n.Level, Text: r.spans(n)}
	case *ast.Paragraph, *ast.TextBlock:
		return Paragraph{Text: r.spans(n)}
	case *ast.FencedCodeBlock:
		c := Code{Lines: r.lines(n)}
		if n.Info != nil {
			c.Info = unescape(n.Info.Value(r.source))
		}
		return c
	case *ast.CodeBlock:
		return Code{Lines: r.lines(n)}
	case *ast.HTMLBlock:
		return r.html(n)
	case *ast.Blockquote:
		return Quote{Blocks: r.blocks(n)}
	case *ast.List:
		l := List{Ordered: n.IsOrdered(), Start: n.Start, Tight: n.IsTight}
		for item := n.FirstChild(); item != nil; item = item.NextSibling() {
			l.Items = append(l.Items, r.blocks(item))
		}
		return l
	case *ast.ThematicBreak:
		return Rule{}
	case *tables.Table:
		return r.table(n)
	}
	return nil
}

// lines returns the lines of a block without their ends.
func (r reader) lines(n ast.Node) []string {
	var out []string
	for _, segment := range n.Lines().Sliced(0, n.Lines().Len()) {
		out = append(out, strings.TrimRight(string(segment.Value(r.source)), "\r\n"))
	}
	return out
}

// html returns a block of HTML as code, or nil for a comment.
func (r reader) html(n *ast.HTMLBlock) Block {
	lines := r.lines(n)
	if n.HasClosure() {
		lines = append(lines, strings.TrimRight(string(n.ClosureLine.Value(r.source)), "\r\n"))
	}
	if len(lines) == 0 || strings.HasPrefix(strings.TrimSpace(lines[0]), "<!--") {
		return nil
	}
	return Code{Lines: lines}
}

func (r reader) table(n *tables.Table) Block {
	var t Table
	for _, a := range n.Alignments {
		switch a {
		case tables.AlignRight:
			t.Align = append(t.Align, AlignRight)
		case tables.AlignCenter:
			t.Align = append(t.Align, AlignCenter)
		default:
			t.Align = append(t.Align, AlignLeft)
		}
	}
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		cells := make([]Cell, len(t.Align))
		i := 0
		for c := row.FirstChild(); c != nil && i < len(cells); c = c.NextSibling() {
			cells[i] = r.spans(c)
			i++
		}
		if _, ok := row.(*tables.TableHeader); ok {
			t.Head = cells
		} else {
			t.Rows = append(t.Rows, cells)
		}
	}
	return t
}

// spans returns the text in a node.
func (r reader) spans(parent ast.Node) []Span {
	return r.inline(nil, parent, Span{})
}

// inline appends the text in a node to spans; like has the properties that
// the text has from around it.
func (r reader) inline(spans []Span, parent ast.Node, like Span) []Span {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		s := like
		switch n := n.(type) {
		case *ast.Text:
			if s.Text = string(n.Value(r.source)); !s.Code && !n.IsRaw() {
				s.Text = unescape([]byte(s.Text))
			}
			if n.SoftLineBreak() {
				s.Text += " "
			}
			spans = append(spans, s)
			if n.HardLineBreak() {
				spans = append(spans, Span{Break: true})
			}
		case *ast.String:
			s.Text = string(n.Value)
			spans = append(spans, s)
		case *ast.CodeSpan:
			s.Code = true
			spans = r.inline(spans, n, s)
		case *ast.Emphasis:
			s.Emphasis = s.Emphasis || n.Level == 1
			s.Strong = s.Strong || n.Level > 1
			spans = r.inline(spans, n, s)
		case *ast.Link:
			s.Link = &Link{Destination: string(n.Destination)}
			spans = r.inline(spans, n, s)
		case *ast.AutoLink:
			s.Link = &Link{Destination: string(n.URL(r.source))}
			s.Text = string(n.Label(r.source))
			spans = append(spans, s)
		case *ast.Image:
			s.Image = string(n.Destination)
			s.Text = Plain(r.inline(nil, n, Span{}))
			spans = append(spans, s)
		case *ast.RawHTML:
			for _, segment := range n.Segments.Sliced(0, n.Segments.Len()) {
				s.Text += string(segment.Value(r.source))
			}
			if !strings.HasPrefix(s.Text, "<!--") {
				spans = append(spans, s)
			}
		}
	}
	return spans
}
