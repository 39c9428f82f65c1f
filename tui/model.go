// Package tui is the terminal app: the root model. It holds the state with results and history,
// routes messages, carries out actions and lays out the screen. Controls, the current
// lesson and the class are models of their own: tui/controls, tui/lessonrun and
// tui/class. The root knows pages by their interface and imports none of them, nor tui/cli
// or tui/serve.
package tui

import (
	"context"
	"errors"
	"image"
	"slices"
	"strconv"

	"github.com/charmbracelet/colorprofile"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/tui/background"
	"lambdascope/tui/class"
	"lambdascope/tui/controls"
	"lambdascope/tui/disk"
	"lambdascope/tui/lesson"
	"lambdascope/tui/lessonrun"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
	"lambdascope/tui/terminal"
)

// Config has everything the app needs.
type Config struct {
	Engine *analysis.Engine
	// State is the first state.
	state.State
	state.Preferences
	// Pages makes the pages, in the order of the state's.
	Pages func(page.Env) [state.NumPages]page.Page
	// Welcome shows on the first page until the settings change.
	Welcome string
	// CommandLine returns the command that opens the app with flags.
	CommandLine func(args []string) string
	// Build is the version of the program in exports.
	Build string
	// Folder is the folder for exports, on the disk of Files, or "".
	Folder string
	Files  disk.Files
	// Lessons returns the lessons of the list; nil for an app without lessons.
	Lessons func() []*lesson.Lesson
	// Lesson, unless nil, is the first lesson, and LessonStep a step from 0.
	Lesson     *lesson.Lesson
	LessonStep int
	// Class is the session's entry to the class; nil without a class. With Apart, the app opens
	// with its own view.
	Class *class.Entry
	Apart bool
	// Problems are problems besides the shipped problems.
	Problems []*problem.Problem
	// Moves lets marks glide to new places. Sessions over a connection have no such motion, because
	// each frame takes bytes of a link that may be slow.
	Moves bool
	// Limits bound settings and trials.
	Limits engine.Limits
	terminal.Terminal
}

// args returns the flags that open the app with a state.
func (c *Config) args(s state.State) []string { return append(s.Args(), c.Preferences.Args()...) }

// command returns the command that opens the app with a state.
func (c *Config) command(s state.State) string { return c.CommandLine(c.args(s)) }

// check returns the next state with settings in their usual form, or the error of a state beyond the
// limits.
func (c *Config) check(now, next state.State) (state.State, error) {
	var err error
	if next.Settings != now.Settings {
		if next.Settings, err = c.Engine.Check(analysis.Request{Settings: next.Settings}); err == nil {
			err = c.Limits.Check(next.Settings)
		}
	}
	if err == nil && next.Trials != now.Trials {
		err = c.Limits.CheckTrials(next.Trials)
	}
	return next, err
}

// model is the app. It routes messages to pages, controls, lessons and the class, carries out
// actions, and lays out the screen of a state with results.
type model struct {
	config Config
	look
	window
	messages

	view
	chosen  *view // under a preview; nil without a preview
	results       // of the state
	held    heldAxes
	most    page.Memo[settings.Settings, int]

	pages    [state.NumPages]page.Page
	bindings [state.NumPages][]page.Binding
	controls *controls.Model
	drag     func(s *page.Snapshot, at image.Point) page.Action // nil without a held button
	overlays overlay.Stack
	exports  background.Job[string, exportedFiles]
	player   player
	glide    *page.Glide // of the charts

	lessons *lessonrun.Model
	before  *restorePoint // of the current lesson; nil without one
	class   *class.Model
}

// view is the state on the screen with its past.
type view struct {
	state.State
	initial  state.State // that reset goes back to
	history  state.History
	welcome  string // text until other settings are chosen, or the truth hidden or shown
	revealed bool   // the answer was hidden until the last change of settings
}

// messages are short texts for the user.
type messages struct {
	news    string // until the next key
	fault   string // error of the last key
	unknown bool   // a key without effect was pressed in this session
}

// look is the appearance of the app.
type look struct {
	styles  *screen.Styles
	dark    bool                 // background of the terminal
	profile colorprofile.Profile // colours of the terminal
}

// repaint makes the styles for the preferences.
func (l *look) repaint(p state.Preferences) {
	l.styles = screen.New(p.Theme, l.dark, p.Glyphs, l.profile)
}

// Run shows the app until the user quits or ctx ends. It returns the arguments that reopen the last
// view, with the error of ctx if ctx ended.
func Run(ctx context.Context, c Config) (args []string, err error) {
	work, cancel := context.WithCancel(ctx) // ends work under way when the app does
	defer cancel()
	m := newModel(work, c)
	if err = c.Show(ctx, m); errors.Is(err, terminal.ErrPanicked) {
		return nil, err
	}
	return m.reopens(), err
}

// reopens returns the arguments that open the app in the current view: the step of the lesson,
// or the flags of the state.
func (m *model) reopens() []string {
	if m.lessons.Taken() {
		at := m.lessons.Place()
		return append([]string{"lesson", at.Lesson, "--at", strconv.Itoa(at.Step + 1)}, m.config.Preferences.Args()...)
	}
	return m.config.args(m.committed())
}

// Model is the app as a Bubble Tea model.
type Model = model

// New returns the app. Its work ends with ctx.
func New(ctx context.Context, c Config) *Model { return newModel(ctx, c) }

func newModel(ctx context.Context, c Config) *model {
	m := &model{
		config:  c,
		look:    look{dark: true, profile: colorprofile.TrueColor},
		results: results{Env: page.Env{Context: ctx, Engine: c.Engine}},
		view:    view{State: c.State, initial: c.State, welcome: c.Welcome},
		glide:   page.NewGlide(),
	}
	m.repaint(c.Preferences)
	m.controls = controls.New(controls.Config{
		Problems: c.Problems,
		Own:      func(s *page.Snapshot) []state.Knob { return m.pages[m.Page].Controls(s) },
		Settle:   func() { m.history.Settle() },
		Chosen:   func() (state.State, state.Preferences) { return m.committed(), m.config.Preferences },
		Check:    m.config.check,
		Commands: func(p state.Page) []page.Binding { return m.bindings[p] },
		Ask:      func(question string) error { return m.class.AskTyped(question) },
	})
	m.lessons = &lessonrun.Model{Config: lessonrun.Config{
		Context: ctx, Engine: c.Engine, Listed: c.Lessons, Opened: c.Lesson,
		Window: m.stripWindow, Leads: func() bool { return m.class.Leads() },
	}}
	m.class = class.NewModel(class.Config{
		Context: ctx, Analyze: c.Engine.Run, Entry: c.Class,
		Screen: m.Snapshot, Shown: m.currentView, Question: m.lessons.Question, Title: m.lessons.Title,
		Remote: c.Remote != nil,
		Truth:  func() state.Optional[float64] { return rightLambda(m.Snapshot(), m.pages[m.Page]) },
	}, c.Apart)
	m.pages = c.Pages(m.Env)
	first := slices.Concat(m.class.Bindings(), m.lessons.Bindings(), m.controls.Bindings()) // in the order of the footer
	common := m.common()
	for i, p := range m.pages {
		m.bindings[i] = slices.Concat(first, []page.Binding{m.playBinding()}, p.Bindings(), common, m.class.Leaving())
	}
	m.controls.FocusFirst(m.Snapshot())
	if c.Lesson != nil {
		m.keepView()
		a := m.lessons.Begin(c.Lesson, c.LessonStep) // Init computes its texts
		m.State = *a.State
		m.initial = m.State
		m.controls.FocusFirst(m.Snapshot())
	}
	return m
}
