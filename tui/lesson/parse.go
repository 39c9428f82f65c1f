package lesson

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"lambdascope/sim/analysis"
	"lambdascope/tui/markdown"
	"lambdascope/tui/shell"
)

// blockName is what the blocks of code are called that set scenes.
const blockName = "lambdascope"

// Parse reads a lesson. Nothing is computed yet. The error joins an Error for each
// thing that is wrong; file is what they call the source.
func Parse(e *analysis.Engine, file string, source []byte) (*Lesson, error) {
	p := &parser{engine: e, source: clean(source), lesson: &Lesson{Name: nameOf(file), Key: nameOf(file), file: file}}
	p.lesson.source = p.source
	if !p.readable() {
		return nil, errors.Join(p.errs...)
	}
	var err error
	if p.document, err = markdown.Parse(p.source); err != nil {
		p.errs = append(p.errs, fmt.Errorf("%s: %w", file, err)) // which names the line
		return nil, errors.Join(p.errs...)
	}
	for _, s := range p.sections() {
		p.section(s)
	}
	if len(p.errs) == 0 && len(p.lesson.Steps) == 0 {
		p.fail(len(bytes.TrimRight(p.source, "\n")), "no step: want ## and a title of one")
	}
	if len(p.errs) > 0 {
		return nil, errors.Join(p.errs...)
	}
	return p.lesson, nil
}

// nameOf returns the name of the lesson in a file.
func nameOf(file string) string {
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// clean returns a source with line ends alike, and without the mark that some editors
// begin a file with.
func clean(source []byte) []byte {
	source = bytes.TrimPrefix(source, []byte("\ufeff"))
	return bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n"))
}

// parser reads a lesson.
type parser struct {
	engine   *analysis.Engine
	source   []byte
	document markdown.Document // of the source
	lesson   *Lesson
	errs     []error
	// noScene tells that the last block with flags is wrong, and with it the scene of
	// steps that go on from it: what they say can't be checked.
	noScene bool
}

// fail notes what is wrong at an offset of the source.
func (p *parser) fail(offset int, format string, args ...any) {
	p.failLine(p.line(offset), fmt.Errorf(format, args...))
}

func (p *parser) failLine(line int, err error) {
	p.errs = append(p.errs, &Error{p.lesson.file, line, err})
}

// line returns the line of an offset, from 1.
func (p *parser) line(offset int) int {
	return 1 + bytes.Count(p.source[:min(offset, len(p.source))], []byte("\n"))
}

// readable tells whether the source is text of a size that can be read.
func (p *parser) readable() bool {
	if len(bytes.TrimSpace(p.source)) == 0 {
		p.fail(0, "nothing is in it: want # and the title of the lesson first")
		return false
	}
	if n := len(p.source); n > maxBytes {
		p.fail(maxBytes, "%d bytes: want at most %d", n, maxBytes)
		return false
	}
	for i := 0; i < len(p.source); {
		r, size := utf8.DecodeRune(p.source[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			p.fail(i, "byte %#x: want text in UTF-8", p.source[i])
			return false
		case unicode.IsControl(r) && r != '\n' && r != '\t':
			p.fail(i, "control character %U: want none but tabs and ends of lines", r)
			return false
		case !unicode.IsControl(r) && !shell.Printable(r):
			p.fail(i, "character %U: want none that is invisible or changes the direction of text", r)
			return false
		}
		i += size
	}
	return true
}

// section is a part of the source: what is before the first step, or a step.
type section struct {
	heading    *ast.Heading // nil where the source does not begin with one
	start, end int          // of what follows the heading
	blocks     []*ast.FencedCodeBlock
}

// sections returns the parts of the source by its headings of levels 1 and 2.
func (p *parser) sections() []section {
	tree := p.document.Tree
	p.harmless(tree)
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if c, ok := n.(*ast.FencedCodeBlock); ok && entering && p.setsScene(c) && c.Parent() != tree {
			p.fail(c.Pos(), "a block %s within a list or a quote: want it to begin at the margin", blockName)
		}
		return ast.WalkContinue, nil
	})
	var out []section
	for n := tree.FirstChild(); n != nil; n = n.NextSibling() {
		h, ok := n.(*ast.Heading)
		switch {
		case ok && h.Level <= 2:
			if len(out) > 0 {
				out[len(out)-1].end = p.startOfLine(h.Pos())
			}
			out = append(out, section{heading: h, start: p.endOfLine(h.Pos()), end: len(p.source)})
		case len(out) == 0:
			out = append(out, section{end: len(p.source)})
		}
		if title := out[len(out)-1].heading; title != nil && title.Level == 2 && n != ast.Node(title) {
			p.headings(n)
		}
		if c, ok := n.(*ast.FencedCodeBlock); ok && p.setsScene(c) {
			last := &out[len(out)-1]
			last.blocks = append(last.blocks, c)
		}
	}
	return out
}

// setsScene tells whether a block of code is one that sets a scene.
func (p *parser) setsScene(c *ast.FencedCodeBlock) bool {
	return string(c.Language(p.source)) == blockName
}

func (p *parser) startOfLine(offset int) int {
	return 1 + bytes.LastIndexByte(p.source[:offset], '\n')
}

// endOfLine returns where the next line begins.
func (p *parser) endOfLine(offset int) int {
	if n := bytes.IndexByte(p.source[offset:], '\n'); n >= 0 {
		return offset + n + 1
	}
	return len(p.source)
}

// section reads a part of the source.
func (p *parser) section(s section) {
	title, ok := p.title(s)
	if !ok {
		return
	}
	if s.heading.Level == 2 {
		p.step(title, s)
		return
	}
	p.lesson.Title = title
	intro := string(p.source[s.start:s.end])
	p.lesson.Intro = strings.TrimSpace(intro)
	if i := strings.IndexAny(intro, "{}"); i >= 0 {
		p.fail(s.start+i, "a brace before the first step: want numbers in steps")
	}
	for _, c := range s.blocks {
		p.fail(c.Pos(), "a block %s before the first step", blockName)
	}
	p.lesson.Minutes = minutes(p.lesson.Intro)
}

// title returns the text of a heading.
func (p *parser) title(s section) (title string, ok bool) {
	titled := p.lesson.Title != ""
	switch {
	case s.heading == nil:
		p.fail(0, "want # and the title of the lesson first")
		return "", false
	case s.heading.Level == 1 && titled:
		p.fail(s.heading.Pos(), "a second title: want ## before the title of a step")
		return "", false
	}
	at := s.heading.Pos()
	line := string(p.source[p.startOfLine(at):p.endOfLine(at)])
	if !strings.HasPrefix(line, "#") {
		p.fail(at, "want headings that begin with # or ##")
		return "", false
	}
	title = strings.TrimSpace(p.document.TextOf(s.heading))
	switch {
	case title == "":
		p.fail(at, "a heading without a text")
	case !shell.Plain(title):
		p.fail(at, "a heading with characters that no screen shows: %s", shell.Escape(title))
	case strings.ContainsAny(title, "{}"):
		p.fail(at, braceInHeading)
	case s.heading.Level == 2 && !titled && len(p.errs) == 0:
		p.fail(at, "a step before the title: want # and the title of the lesson first")
	default:
		return title, true
	}
	return title, s.heading.Level == 1
}

// minutes finds how long a lesson takes in the text that says what it is about.
func minutes(text string) string {
	number := `(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty)`
	found := regexp.MustCompile(`(?i)\b(?:` + number + `(?:\s+(?:to|or)\s+|\s*[-–]\s*))?` + number + `\s+minutes?\b`).FindString(text)
	return strings.ToLower(strings.Join(strings.Fields(found), " "))
}
