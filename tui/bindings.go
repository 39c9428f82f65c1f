package tui

import (
	"fmt"
	"slices"
	"strconv"

	"lambdascope/tui/controls"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// common returns the keys of all pages.
func (m *model) common() []page.Binding {
	var beforeDial state.State // of the last visit of the Dial; zero without one
	help := func(s *page.Snapshot) page.Action {
		keys := page.Applying(page.Listed(m.bindings[s.Page]), s)
		if !m.class.Known() {
			keys = slices.DeleteFunc(keys, func(b page.Binding) bool { return b.Group == page.GroupClass })
		}
		return page.Action{Open: &overlay.Help{Page: s.Page, Theme: m.config.Theme, Bindings: keys}}
	}
	goTo := func(s *page.Snapshot, p state.Page) page.Action {
		p = (p%state.NumPages + state.NumPages) % state.NumPages
		next := s.State
		switch {
		case p == s.Page:
		case p == state.PageDial:
			beforeDial = s.State
			next = s.State.OnDial()
		case s.Page == state.PageDial && beforeDial != (state.State{}):
			next = s.State.OffDial(beforeDial)
		}
		next.Page = p
		return page.Go(next)
	}
	to := func(p state.Page) page.Binding {
		b := page.Binding{Keys: strconv.Itoa(int(p)), Does: p.About(), Told: true, Do: func(s *page.Snapshot) page.Action { return goTo(s, p) }}
		if p == state.PageDial {
			b = page.Binding{Keys: b.Keys, Label: "0 … 4", Does: "pages: Dial, Explore, Folds, Trials, Figures", Group: page.GroupPages, Do: b.Do}
		}
		return b
	}
	along := func(by state.Page) func(*page.Snapshot) page.Action {
		return func(s *page.Snapshot) page.Action { return goTo(s, s.Page+by) }
	}
	cursor := func(by int) func(*page.Snapshot) page.Action {
		return func(s *page.Snapshot) page.Action { return s.MoveCursor(by) }
	}
	travel := func(to func(now state.State) (state.State, bool), does string) func(*page.Snapshot) page.Action {
		return func(s *page.Snapshot) page.Action {
			next, ok := to(s.State)
			if !ok {
				return page.Action{Fault: "nothing to " + does}
			}
			return page.Action{Cmd: m.stage(next)}
		}
	}
	export := page.Binding{Keys: "e", Does: "export data and charts of the page to a new folder", Told: true, Do: func(*page.Snapshot) page.Action { return m.writeExport() }}
	taking := page.Binding{Keys: "y", Label: "y t", Does: "copy the command; the page in words", Command: "copy", Group: page.GroupTaking, Do: func(s *page.Snapshot) page.Action { return m.copyCommand(m.config.command(s.State)) }, Hint: page.Says("copy")}
	if m.config.Folder != "" {
		export.Command = "export"
		export.Hint = page.Says("export")
		taking.Label = "y e t"
		taking.Does = "copy the command, export, page in words"
	}
	text := func(*page.Snapshot) page.Action {
		return page.Action{Open: &overlay.Summary{
			Summary: m.summary(), NoFiles: m.config.Folder == "",
			ToFiles: m.writeExport,
			Copy:    m.copySummary,
		}}
	}
	return []page.Binding{
		to(state.PageDial), to(state.PageExplore), to(state.PageFolds), to(state.PageTrials), to(state.PageFigures),
		{Keys: "pgup", Label: "pgup pgdn", Does: "the page before, the next page", Group: page.GroupPages, Do: along(-1)},
		{Keys: "pgdown", Does: "the next page", Told: true, Do: along(+1)},

		{Keys: ",", Label: ", .", Does: "λ cursor left, right; < > to the ends", Group: page.GroupCursor, Do: cursor(-1)},
		{Keys: ".", Does: "λ cursor right", Told: true, Do: cursor(+1), Hint: always(", .", "λ cursor")},
		{Keys: "<", Does: "λ cursor to the first λ", Told: true, Do: cursor(-page.Farthest)},
		{Keys: ">", Does: "λ cursor to the last λ", Told: true, Do: cursor(page.Farthest)},
		{Keys: "esc", Does: "close; λ cursor back", Group: page.GroupCursor, Do: cursorBack},

		{Keys: "enter", Label: "⏎", Does: "type a value, or pick it from a list", Group: page.GroupControls, Do: m.controls.Pick, Hint: m.controls.HintPick},
		{Keys: "/", Does: "jump to a control by its letters", Group: page.GroupControls, Do: m.controls.Search},
		{Keys: controls.MoreKey, Does: "more settings, or fewer", Group: page.GroupScreen, When: func(s *page.Snapshot) bool { return s.Page != state.PageDial }, Do: m.controls.ToggleMore},

		{Keys: "p", Label: "p P", Does: "pin the curve; take a pin away", Command: "pin", Group: page.GroupComparing, Do: m.pin, Hint: where("pin", func(s *page.Snapshot) bool {
			return s.Page == state.PageExplore && !slices.Contains(s.Pins.List(), s.Settings)
		})},
		{Keys: "P", Does: "take the last pin away", Command: "unpin", Told: true, Do: unpin},
		{Keys: "s", Does: "new data: the next seed", Command: "new data", Group: page.GroupControls, Do: (*page.Snapshot).NewSeed, Hint: page.HintSeed},
		{Keys: ":", Does: "a list of all settings and commands", Group: page.GroupControls, Do: m.controls.Open, Hint: page.Says("command")},
		{Keys: "z", Does: "hide the truth, or show it", Command: "hide or reveal", Group: page.GroupControls, Do: hide, Hint: hintHide},

		{Keys: "=", Does: "hold the scale, or let it fit", Command: "hold", Group: page.GroupScreen, Do: hold},
		// Pages with another chart have a key of their own.
		{Keys: "o", Do: func(*page.Snapshot) page.Action { return page.Action{Fault: "no other chart here"} }},
		{Keys: "?", Label: "? q", Does: "this help; quit", Command: "help", Group: page.GroupLeaving, Do: help, Hint: stays("help")},
		{Keys: "m", Does: "mouse on, or off for selecting text", Group: page.GroupScreen, Do: func(*page.Snapshot) page.Action {
			m.config.MouseOff = !m.config.MouseOff
			if m.config.MouseOff {
				return page.Action{News: "Mouse off: select text with it. m turns it on again."}
			}
			return page.Action{News: "Mouse on: click a control, a page or a key; drag the λ cursor; turn with the wheel."}
		}},

		{Keys: "u", Label: "u U", Does: "undo, redo", Command: "undo", Group: page.GroupChanges, Do: travel(m.history.Undo, "undo"), Hint: where("undo", func(*page.Snapshot) bool { return m.history.Undoes() })},
		{Keys: "U ctrl+r", Does: "redo", Command: "redo", Told: true, Do: travel(m.history.Redo, "redo")},
		taking,
		export,
		{Keys: "t", Does: "the page in words and numbers", Command: "text", Told: true, Do: text, Hint: page.Says("text")},
		{Keys: "x", Does: "reset all controls", Command: "reset", Group: page.GroupChanges, Do: func(s *page.Snapshot) page.Action {
			next := s.State.Reset(m.initial)
			if next.SameChoices(s.State) {
				return page.Action{Fault: "nothing to reset"}
			}
			return page.Go(next)
		}, Hint: where("reset", func(s *page.Snapshot) bool { return !s.State.Reset(m.initial).SameChoices(s.State) })},

		{Keys: "q", Does: "quit", Command: "quit", Told: true, Do: m.class.Quit, Hint: stays("quit")},
	}
}

// always returns the hint of keys under another name.
func always(key, does string) func(*page.Snapshot) page.Hint {
	return func(*page.Snapshot) page.Hint { return page.Hint{Key: key, Does: does} }
}

// stays returns a hint in every footer.
func stays(does string) func(*page.Snapshot) page.Hint {
	return func(*page.Snapshot) page.Hint { return page.Hint{Does: does, Stays: true} }
}

// where returns a hint while a key has an effect.
func where(does string, works func(*page.Snapshot) bool) func(*page.Snapshot) page.Hint {
	return func(s *page.Snapshot) page.Hint {
		if !works(s) {
			return page.Hint{}
		}
		return page.Hint{Does: does}
	}
}

func hintHide(s *page.Snapshot) page.Hint {
	main := s.Page != state.PageFolds // where little is hidden
	switch {
	case s.Settings.Recorded():
		return page.Hint{}
	case s.Hidden:
		return page.Hint{Does: "reveal", Main: main}
	case s.Result != nil && s.Result.Truth == nil:
		return page.Hint{}
	}
	return page.Hint{Does: "hide", Main: main}
}

// cursorBack is the action of putting the λ cursor back to λ̂.
func cursorBack(s *page.Snapshot) page.Action {
	next := s.State
	next.Cursor = state.Optional[float64]{}
	return page.Go(next)
}

// pin is the action of keeping the current curve in sight.
func (r *results) pin(s *page.Snapshot) (a page.Action) {
	switch {
	case r.analysis == nil:
		return a
	case slices.Contains(s.Pins.List(), r.analysis.Settings):
		return page.Action{Fault: "this curve is pinned already"}
	case s.Page != state.PageExplore:
		a.News = "Pinned. The curve is on Explore."
	case len(s.Pins.List()) == state.MaxPins:
		a.News = fmt.Sprintf("Pinned. The oldest of %d pinned curves made room.", state.MaxPins)
	}
	next := s.State
	next.Pins = next.Pins.With(r.analysis.Settings)
	a.State = &next
	return a
}

// unpin is the action of taking the last pinned curve away.
func unpin(s *page.Snapshot) (a page.Action) {
	next := s.State
	next.Pins = next.Pins.Without()
	if next == s.State {
		return page.Action{Fault: "nothing is pinned"}
	}
	if s.Page != state.PageExplore {
		a.News = fmt.Sprintf("Unpinned. %d pinned on Explore.", len(next.Pins.List()))
	}
	a.State = &next
	return a
}

// hide is the action of hiding or revealing the true errors.
func hide(s *page.Snapshot) (a page.Action) {
	if s.Result != nil && s.Result.Truth == nil && !s.Hidden {
		return page.Action{Fault: "there are no true errors to hide"}
	}
	next := s.State
	next.Hidden = !next.Hidden
	switch replay := s.Step.Set; {
	case s.Page != state.PageFolds: // no truth to hide but the trace in a replay
	case next.Hidden && replay:
		a.News = "The trace is hidden, and so are true errors and values on the other pages. z shows them."
	case next.Hidden:
		a.News = "True errors and values are hidden on the other pages. z shows them."
	case replay:
		a.News = "The trace shows again, and so do true errors and values on the other pages."
	default:
		a.News = "True errors and values show again on the other pages."
	}
	a.State = &next
	return a
}

// hold is the action of holding the scales, or of fitting scales again.
func hold(s *page.Snapshot) page.Action {
	a := page.Action{News: "All scales are held. = lets them fit the data again."}
	if s.Hold {
		a.News = "Scales fit the data again."
	}
	next := s.State
	next.Hold = !next.Hold
	a.State = &next
	return a
}
