package lesson

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lambdascope/sim/analysis"
	"lambdascope/tui/markdown"
	"lambdascope/tui/shell"
)

// blockName is the language of a block of code that sets a scene.
const blockName = "lambdascope"

// Parse reads a lesson and opens the scenes. It computes no numbers; see Check. The error joins an
// Error with the name file for each fault.
func Parse(e *analysis.Engine, file string, source []byte) (*Lesson, error) {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	p := &parser{engine: e, lesson: &Lesson{Name: name, file: file}}
	source = bytes.TrimPrefix(source, []byte("\ufeff")) // because some editors write this mark
	source = bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n"))
	if p.readable(source) {
		p.sections(linesOf(string(source)))
	}
	if len(p.errs) > 0 {
		return nil, errors.Join(p.errs...)
	}
	return p.lesson, nil
}

type parser struct {
	engine *analysis.Engine
	lesson *Lesson
	errs   []error
}

// fail notes a fault of a line, from 1.
func (p *parser) fail(line int, format string, args ...any) {
	p.errs = append(p.errs, &Error{p.lesson.file, line, fmt.Errorf(format, args...)})
}

// readable reports whether the source is plain, printable text.
func (p *parser) readable(source []byte) bool {
	if len(source) > maxBytes {
		p.fail(1, "%d bytes: want at most %d", len(source), maxBytes)
		return false
	}
	for i, line := range bytes.Split(source, []byte("\n")) {
		if !utf8.Valid(line) {
			p.fail(i+1, "want text in UTF-8")
			return false
		}
		for _, r := range string(line) {
			if r != '\t' && !unicode.Is(unicode.Zs, r) && !shell.Printable(r) {
				p.fail(i+1, "character %U: want none that is invisible or changes the direction of text", r)
				return false
			}
		}
	}
	if _, err := markdown.Parse(source); err != nil {
		p.errs = append(p.errs, fmt.Errorf("%s: %w", p.lesson.file, err)) // names the line
		return false
	}
	return true
}

// line is a line of the source.
type line struct {
	text   string
	number int  // from 1
	code   bool // in a block of code, including its fences
}

// fence begins and ends a block of code.
const fence = "```"

// linesOf returns the lines of a source.
func linesOf(source string) (out []line) {
	inside := false
	for i, text := range strings.Split(source, "\n") {
		isFence := strings.HasPrefix(text, fence)
		out = append(out, line{text, i + 1, inside || isFence})
		inside = inside != isFence
	}
	return out
}

// isHeading reports whether the line begins a section.
func (l line) isHeading() bool {
	return !l.code && (strings.HasPrefix(l.text, "# ") || strings.HasPrefix(l.text, "## "))
}

// opensScene reports whether the line opens a block that sets a scene.
func (l line) opensScene() bool { return l.text == fence+blockName }

// joined returns lines as text.
func joined(lines []line) string {
	var out []string
	for _, l := range lines {
		out = append(out, l.text)
	}
	return strings.Join(out, "\n")
}

// sections reads the lines of a source.
func (p *parser) sections(lines []line) {
	last := len(lines)
	for len(lines) > 1 && strings.TrimSpace(lines[0].text) == "" {
		lines = lines[1:]
	}
	if !lines[0].isHeading() {
		p.fail(lines[0].number, "want # and the title of the lesson first")
		return
	}
	for len(lines) > 0 {
		end := len(lines)
		if i := slices.IndexFunc(lines[1:], line.isHeading); i >= 0 {
			end = i + 1
		}
		p.section(lines[0], lines[1:end])
		lines = lines[end:]
	}
	if len(p.errs) == 0 && len(p.lesson.Steps) == 0 {
		p.fail(last, "no step: want ## and the title of one")
	}
}

// section reads the lines of a section below a heading.
func (p *parser) section(heading line, lines []line) {
	marks, title, _ := strings.Cut(heading.text, " ")
	title = strings.TrimSpace(title)
	switch isStep := marks == "##"; {
	case title == "":
		p.fail(heading.number, "a heading without a text")
	case !isStep && p.lesson.Title != "":
		p.fail(heading.number, "a second title: want ## before the title of a step")
	case isStep && p.lesson.Title == "":
		p.fail(heading.number, "a step before the title: want # and the title of the lesson first")
	case isStep:
		p.step(title, heading.number, lines)
	default:
		p.lesson.Title = title
		p.lesson.Intro = strings.TrimSpace(joined(lines))
		p.lesson.Minutes = regexp.MustCompile(`\d+ minutes?\b`).FindString(p.lesson.Intro)
	}
}

// step reads the lines of a step below the title, which is on line at.
func (p *parser) step(title string, at int, lines []line) {
	step := Step{Title: title}
	known := len(p.errs)
	start := slices.IndexFunc(lines, line.opensScene)
	if start < 0 {
		p.fail(at, "no scene: want a block of code named %s", blockName)
		return
	}
	step.block = lines[start].number
	length := slices.IndexFunc(lines[start:], func(l line) bool { return l.text == fence })
	if length < 0 {
		p.fail(step.block, "the block is not closed")
		return
	}
	above := lines[:start]
	below := lines[start+length+1:]
	p.block(&step, lines[start+1:start+length])
	if i := slices.IndexFunc(below, line.opensScene); i >= 0 {
		p.fail(below[i].number, "a second block %s: want one in a step", blockName)
	}
	step.before = p.text(above)
	step.after = p.text(below)
	if len(p.errs) == known && step.Until == nil && strings.TrimSpace(joined(below)) != "" {
		p.fail(below[0].number, "text below the block of a step that waits for nothing: want it above, or until: in the block")
	}
	p.lesson.Steps = append(p.lesson.Steps, step)
}
