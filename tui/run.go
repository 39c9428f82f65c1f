package tui

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/charmbracelet/colorprofile"

	"lambdascope/tui/class"
	"lambdascope/tui/controls"
	"lambdascope/tui/lessonrun"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
	"lambdascope/tui/terminal"
)

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
		exports: exporter{context: ctx, folder: c.Folder, files: c.Files, terminal: c.Terminal},
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
	m.player.playerConfig = playerConfig{
		context: ctx, check: m.config.check, settle: m.controls.Settle,
		of: func(s *page.Snapshot) page.Play { return m.pages[s.Page].Play(s) },
	}
	if c.Remote != nil {
		m.player.least = remotePause
	}
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
		m.bindings[i] = slices.Concat(first, []page.Binding{m.player.binding()}, p.Bindings(), common, m.class.Leaving())
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
