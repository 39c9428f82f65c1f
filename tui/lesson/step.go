package lesson

import (
	"errors"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"

	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// step reads a step.
func (p *parser) step(title string, s section) {
	if len(p.lesson.Steps) == maxSteps {
		p.fail(s.heading.Pos(), "more than %d steps", maxSteps)
		return
	}
	step := Step{Title: title}
	before := p.errs
	end, rest := s.end, s.end
	switch {
	case len(s.blocks) > 1:
		p.fail(s.blocks[1].Pos(), "a second block %s: want one in a step", blockName)
	case len(s.blocks) == 1:
		end, rest = p.scene(&step, s.blocks[0])
	case len(p.lesson.Steps) == 0:
		p.noScene = true
		p.fail(s.heading.Pos(), "no scene: want a block of code named %s in the first step", blockName)
	default:
		last := &p.lesson.Steps[len(p.lesson.Steps)-1]
		step.Scene, step.done, step.block, step.Chart = last.Scene, last.Scene, last.block, last.Chart
	}
	if len(p.errs) == len(before) && !p.noScene {
		step.before = p.text(s.start, end, step.Scene)
		step.below = [2]int{rest, s.end}
		step.after = p.text(rest, s.end, step.done)
		after := string(p.source[rest:s.end])
		if blank := len(after) - len(strings.TrimSpace(after)); blank < len(after) && step.Until == nil {
			p.fail(rest+strings.Index(after, strings.TrimSpace(after)), "text below the block in a step that waits for nothing: want it above, or until: in the block")
		}
		if strings.TrimSpace(string(p.source[s.start:end])) == "" {
			p.fail(s.heading.Pos(), "a step without a text")
		}
	}
	p.lesson.Steps = append(p.lesson.Steps, step) // also one that is wrong: what follows may go on from it
}

// scene reads the block of a step, and returns the ends of the text above it and of the
// block itself.
func (p *parser) scene(step *Step, c *ast.FencedCodeBlock) (above, below int) {
	first, before := p.line(c.Pos()), len(p.errs)
	step.block = first
	var flags []numbered
	var until *numbered
	below = p.endOfLine(c.Pos())
	for i, segment := range c.Lines().Sliced(0, c.Lines().Len()) {
		below = p.endOfLine(segment.Start)
		line := numbered{strings.TrimSpace(string(segment.Value(p.source))), first + 1 + i}
		condition, is := strings.CutPrefix(line.text, "until:")
		switch {
		case line.text == "":
		case until != nil && is:
			p.failLine(line.line, fmt.Errorf("a second until: want one, of line %d, with its conditions joined by and", until.line))
		case until != nil:
			p.failLine(line.line, errors.New("a line below until: want what is said then below the block"))
		case strings.HasPrefix(line.text, chartWants):
			if step.chart.line > 0 {
				p.failLine(line.line, fmt.Errorf("a second chart: want one, of line %d", step.chart.line))
			}
			step.chart = numbered{strings.TrimSpace(strings.TrimPrefix(line.text, chartWants)), line.line}
		case p.asks(step, line):
		case is:
			until = &numbered{strings.TrimSpace(condition), line.line}
		default:
			flags = append(flags, line)
		}
	}
	if !strings.HasPrefix(strings.TrimLeft(string(p.source[below:p.endOfLine(below)]), " "), string(p.source[c.Pos()])) {
		p.failLine(first, errors.New("the block is not closed"))
	}
	below = p.endOfLine(below)
	p.checkQuestion(step)
	p.setScene(step, flags)
	step.done = step.Scene
	if until != nil && len(p.errs) == before && !p.noScene {
		step.until = until.line
		conditions, done, err := p.until(until.text, step.Scene)
		if err != nil {
			p.failLine(until.line, fmt.Errorf("until: %w", err))
		}
		step.Until, step.done = conditions, done
	}
	p.setChart(step)
	return p.startOfLine(c.Pos()), below
}

// chartWants begins the line that names the chart that a step is about.
const chartWants = "chart:"

// setChart has the scene of a step show the chart that the step is about, on the page
// that is on show when what it waits for has come.
func (p *parser) setChart(step *Step) {
	if step.chart.line == 0 || p.noScene {
		return
	}
	page := step.done.Page
	scene, err := step.Scene.WithChart(page, step.chart.text)
	if err != nil {
		p.failLine(step.chart.line, fmt.Errorf("%s %w", chartWants, err))
		return
	}
	step.done, _ = step.done.WithChart(page, step.chart.text)
	step.Scene, step.Chart = scene, state.Some(page)
}

// numbered is a line of the source.
type numbered struct {
	text string
	line int
}

// setScene sets the scene of a step by the lines of its block. Without any it stays
// that of the step before.
func (p *parser) setScene(step *Step, lines []numbered) {
	if len(lines) == 0 {
		if n := len(p.lesson.Steps); n > 0 {
			step.Scene = p.lesson.Steps[n-1].Scene
			return
		}
		p.noScene = true
		p.failLine(step.block, errors.New("no flags: want those that open the scene, as y copies them"))
		return
	}
	var texts []string
	for _, l := range lines {
		texts = append(texts, strings.TrimSpace(strings.TrimSuffix(l.text, `\`)))
	}
	scene, err := openScene(p.engine, strings.Join(texts, " "))
	if p.noScene = err != nil; p.noScene {
		p.failLine(lineOf(lines, err), err)
		return
	}
	step.Scene = scene
}

// lineOf returns which line an error is about: that with the flag that it names.
func lineOf(lines []numbered, err error) int {
	name, _, _ := strings.Cut(strings.TrimLeft(strings.TrimPrefix(err.Error(), "unknown flag: "), "-"), " ")
	for _, l := range lines {
		if strings.Contains(l.text, "--"+strings.TrimSuffix(name, ":")) {
			return l.line
		}
	}
	return lines[0].line
}

// openScene returns the state that flags open, with or without the program's name
// before them.
func openScene(e *analysis.Engine, line string) (state.State, error) {
	args, err := shell.Split(line)
	if err != nil {
		return state.State{}, err
	}
	if len(args) > 0 && args[0] != state.Program && args[0] != "ssh" {
		line = state.Program + " " + line
	}
	for _, arg := range args {
		if arg == "--data" || strings.HasPrefix(arg, "--data=") {
			return state.State{}, errors.New("data: a lesson opens no files; want --domain")
		}
	}
	s, err := state.State{}.Command(line, analysis.File{})
	if err != nil {
		return s, err
	}
	return checked(e, s)
}

// checked returns a state with its settings in their usual form, or says what a session
// over a network could not ask for.
func checked(e *analysis.Engine, s state.State) (state.State, error) {
	limits := analysis.SessionLimits()
	var fault error
	s = s.Each(func(settings analysis.Settings) analysis.Settings {
		usual, err := e.Check(settings)
		if err == nil {
			err = limits.Check(usual)
		}
		if fault == nil {
			fault = err
		}
		return usual
	})
	if fault == nil {
		fault = limits.CheckTrials(s.Trials)
	}
	if fault == nil && s.Page == state.PageTrials {
		plan := study.Plan{Settings: s.Settings, Sizes: []int{s.Settings.Trajectories}, Trials: s.Trials}
		fault = affordable("the trials of this scene", planCost(plan))
	}
	return s, fault
}
