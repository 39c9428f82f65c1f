// Package markdown reads Markdown into a small document model and draws it as
// styled lines of a given width. It imports no other package of the app but
// shell, so that any of them can use it: the caller hands in the styles.
//
// It knows CommonMark and the tables of GitHub Flavored Markdown. HTML is shown
// as text, except comments, which are left out.
package markdown

// Document is a text in Markdown.
type Document struct {
	Blocks []Block
}

// Block is a part of a document that begins on a line of its own: one of
// Heading, Paragraph, Code, List, Quote, Table and Rule.
type Block interface{ block() }

// Heading is a heading.
type Heading struct {
	Level int // from 1
	Text  []Span
}

// Paragraph is a paragraph.
type Paragraph struct {
	Text []Span
}

// Code is a block of code.
type Code struct {
	Info  string // what follows the fence; its first word names the language
	Lines []string
}

// List is a list. Each item is a list of blocks.
type List struct {
	Ordered bool
	Start   int  // the first number of an ordered list
	Tight   bool // no blank lines between the items
	Items   [][]Block
}

// Quote is a block quote.
type Quote struct {
	Blocks []Block
}

// Table is a table. Each row has as many cells as Head.
type Table struct {
	Head []Cell
	Rows [][]Cell
	// Align has the alignment of each column.
	Align []Align
}

// Cell is the text of a cell.
type Cell []Span

// Align is the alignment of a column.
type Align int

// The alignments.
const (
	AlignLeft Align = iota
	AlignRight
	AlignCenter
)

// Rule is a horizontal rule.
type Rule struct{}

func (Heading) block()   {}
func (Paragraph) block() {}
func (Code) block()      {}
func (List) block()      {}
func (Quote) block()     {}
func (Table) block()     {}
func (Rule) block()      {}

// Span is a run of text with the same properties.
type Span struct {
	Text     string
	Strong   bool
	Emphasis bool
	Code     bool
	// Break tells that a line ends here; the span has no text.
	Break bool
	// Image is the file of an image, whose description is the text; or empty.
	Image string
	// Link is the link that the span belongs to, the same for all its spans; or
	// nil.
	Link *Link
}

// Link is a link.
type Link struct {
	Destination string
}

// Plain returns the text of spans without their properties.
func Plain(spans []Span) string {
	var text string
	for _, s := range spans {
		if s.Break {
			text += " "
		}
		text += s.Text
	}
	return text
}

// Title returns the text of the first heading, or "".
func (d Document) Title() string {
	for _, b := range d.Blocks {
		if h, ok := b.(Heading); ok {
			return Plain(h.Text)
		}
	}
	return ""
}
