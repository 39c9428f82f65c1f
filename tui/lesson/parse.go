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

// blockName is the language of the blocks of code that set scenes.
const blockName = "lambdascope"

// Parse reads a lesson and opens its scenes. It computes no number; see Check. The error
// joins an Error for each fault; file names the source in them.
func Parse(e *analysis.Engine, file string, source []byte) (*Lesson, error) {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	p := &parser{engine: e, lesson: &Lesson{Name: name, file: file}}
	source = bytes.TrimPrefix(source, []byte("\ufeff")) // with which some editors begin a file
	source = bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n"))
	if p.readable(source) {
		p.sections(strings.Split(string(source), "\n"))
	}
	if len(p.errs) > 0 {
		return nil, errors.Join(p.errs...)
	}
	return p.lesson, nil
}

// parser reads a lesson.
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
		p.errs = append(p.errs, fmt.Errorf("%s: %w", p.lesson.file, err)) // which names the line
		return false
	}
	return true
}

// numbered is text of the source with the number of its first line.
type numbered struct {
	text string
	line int
}

// sections reads the lines of a source.
func (p *parser) sections(lines []string) {
	code := codeIn(lines)
	start := -1 // of the section, by its heading; none before the first
	for i := range len(lines) + 1 {
		ends := i == len(lines)
		if !ends && (code[i] != noCode || !strings.HasPrefix(lines[i], "# ") && !strings.HasPrefix(lines[i], "## ")) {
			if start < 0 && strings.TrimSpace(lines[i]) != "" {
				p.fail(i+1, "want # and the title of the lesson first")
				return
			}
			continue
		}
		if start >= 0 {
			p.section(lines[start:i], code[start:i], start+1)
		}
		start = i
	}
	switch {
	case len(p.errs) > 0:
	case p.lesson.Title == "":
		p.fail(1, "want # and the title of the lesson first")
	case len(p.lesson.Steps) == 0:
		p.fail(len(lines), "no step: want ## and the title of one")
	}
}

// code is the role of a line in a block of code.
type code int

const (
	noCode code = iota
	opens
	inside
	closes
)

// fence begins a block of code.
var fence = regexp.MustCompile("^ *(```+|~~~+) *([^`]*)$")

// codeIn returns the role of each line in blocks of code.
func codeIn(lines []string) []code {
	out := make([]code, len(lines))
	open := ""
	for i, line := range lines {
		found := fence.FindStringSubmatch(line)
		switch {
		case open != "" && strings.TrimSpace(line) == open:
			open = ""
			out[i] = closes
		case open != "":
			out[i] = inside
		case found != nil:
			open = found[1]
			out[i] = opens
		}
	}
	return out
}

// section reads the lines of a section from its heading on, at line first.
func (p *parser) section(lines []string, code []code, first int) {
	marks, title, _ := strings.Cut(lines[0], " ")
	title = strings.TrimSpace(title)
	lines, code, first = lines[1:], code[1:], first+1
	switch isStep := marks == "##"; {
	case title == "":
		p.fail(first-1, "a heading without a text")
	case !isStep && p.lesson.Title != "":
		p.fail(first-1, "a second title: want ## before the title of a step")
	case isStep && p.lesson.Title == "":
		p.fail(first-1, "a step before the title: want # and the title of the lesson first")
	case isStep:
		p.step(title, lines, code, first)
	default:
		p.lesson.Title = title
		p.lesson.Intro = strings.TrimSpace(strings.Join(lines, "\n"))
		p.lesson.Minutes = regexp.MustCompile(`\d+ minutes?\b`).FindString(p.lesson.Intro)
	}
}

// step reads the lines of a step, below its title.
func (p *parser) step(title string, lines []string, code []code, first int) {
	step := Step{Title: title}
	known := len(p.errs)
	above, below := len(lines), len(lines) // where the block begins, and where it has ended
	for i, line := range lines {
		if code[i] != opens || fence.FindStringSubmatch(line)[2] != blockName {
			continue
		}
		if step.block > 0 {
			p.fail(first+i, "a second block %s: want one in a step", blockName)
			continue
		}
		step.block = first + i
		above = i
		end := slices.Index(code[i:], closes)
		if end < 0 {
			p.fail(step.block, "the block is not closed")
			return
		}
		below = i + end + 1
	}
	switch last := len(p.lesson.Steps) - 1; {
	case step.block > 0:
		p.block(&step, lines[above+1:below-1])
	case last >= 0:
		step.Scene = p.lesson.Steps[last].Scene
		step.done = step.Scene
		step.block = p.lesson.Steps[last].block
		step.Chart = p.lesson.Steps[last].Chart
	default:
		p.fail(first-1, "no scene: want a block of code named %s in the first step", blockName)
	}
	step.before = p.text(numbered{strings.Join(lines[:above], "\n"), first})
	step.after = p.text(numbered{strings.Join(lines[below:], "\n"), first + below})
	if len(p.errs) == known && step.Until == nil && strings.TrimSpace(strings.Join(lines[below:], "")) != "" {
		p.fail(first+below, "text below the block of a step that waits for nothing: want it above, or until: in the block")
	}
	p.lesson.Steps = append(p.lesson.Steps, step)
}
