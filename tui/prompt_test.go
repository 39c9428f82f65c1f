package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/state"
)

// typed types a text, a key for each character.
func (a *app) typed(text string) {
	a.Helper()
	for _, r := range text {
		a.send(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

// TestPrompt types commands, at every size.
func TestPrompt(t *testing.T) {
	for _, size := range [][2]int{{44, 15}, {60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		a := startApp(t, size[0], size[1], nil)
		a.press(":")
		a.typed("n 200")
		a.wants(": n 200")
		a.press("enter")
		a.wants("λ̂ =")
		if a.Settings.Trajectories != 200 || a.analysis.Selection.Trajectories != 200 {
			t.Errorf("%v: %d trajectories", size, a.Settings.Trajectories)
		}
		a.press(":")
		a.typed("gamma 3")
		a.press("enter")
		a.wants("gamma 3: want 0", ": gamma 3") // to be mended
		a.press("esc", "u")
		if a.State != a.initial || a.prompt != nil {
			t.Errorf("%v: undo leaves %q", size, a.args())
		}
	}
}

// TestPromptCompletes by tab, and says what there is to type.
func TestPromptCompletes(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	a.press(":")
	a.wants("a setting and its value")
	a.typed("fea")
	a.press("tab")
	a.typed("d")
	a.press("tab")
	a.wants(": features dependent")
	a.press("enter")
	if a.Settings.Problem.Features != "dependent" {
		t.Errorf("features %s", a.Settings.Problem.Features)
	}
	a.press(":")
	a.typed("page tri")
	a.press("tab", "enter")
	if a.Page != state.PageTrials {
		t.Errorf("page %v", a.Page)
	}
	a.press(":")
	a.typed("help")
	a.press("enter")
	a.wants("How to read Trials")
}

// TestPromptLeaves by esc, and by deleting beyond the start; no key means anything
// else.
func TestPromptLeaves(t *testing.T) {
	a := startApp(t, 80, 24, nil)
	for _, leave := range []string{"esc", "backspace"} {
		a.press(":")
		a.typed("q")
		if a.prompt == nil {
			t.Fatal("the line is closed")
		}
		a.press("backspace")
		a.press(leave)
		if a.prompt != nil || a.State != a.initial {
			t.Errorf("%s leaves the line open, or another state", leave)
		}
	}
	a.press(":")
	a.typed("q")
	_, cmd := a.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	if cmd == nil {
		t.Fatal(":q does nothing")
	}
	if _, quits := cmd().(tea.QuitMsg); !quits {
		t.Error(":q does not quit")
	}
}

// TestCommandPasted opens the line with a command such as y copies, and with nothing
// else.
func TestCommandPasted(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	a.send(tea.PasteMsg{Content: "some text\n"})
	if a.prompt != nil {
		t.Error("any text opens a line")
	}
	a.send(tea.PasteMsg{Content: "lambdascope --states 7 -n 50 --page folds\n"})
	if a.State != a.initial {
		t.Error("it is done before it was accepted")
	}
	a.press("enter")
	if a.Settings.Problem.States != 7 || a.Settings.Trajectories != 50 || a.Page != state.PageFolds {
		t.Errorf("%q", a.args())
	}
}

// TestPromptIsLimited: what a session may not ask for by a control it may not ask for
// by a command.
func TestPromptIsLimited(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) { c.Limits.Trials = 10 })
	a.press(":")
	a.typed("trials 11")
	a.press("enter")
	a.wants("trials 11: want")
	if a.State != a.initial {
		t.Errorf("%q", a.args())
	}
	a.press("esc", ":")
	a.typed("lambdascope --data /etc/passwd")
	a.press("enter")
	a.wants("data /etc/passwd: another file is opened by a command of its own")
}

// TestJump goes to controls by the letters of their labels; any other key ends it and
// means what it always means.
func TestJump(t *testing.T) {
	a := startApp(t, 80, 24, nil)
	for keys, want := range map[string]string{"f": "features", "m": "max-steps", "g": "gamma", "γ": "gamma", "se": "seed", "st": "states", "r": "ridge"} {
		a.press("/")
		a.wants("letters jump to a control")
		a.typed(keys)
		if a.focus != want {
			t.Errorf("/%s goes to %s, want %s", keys, a.focus, want)
		}
		a.press("esc")
	}
	a.press("/", "f", "right")
	if a.Settings.Problem.Features == "1-hot" || a.jump != nil {
		t.Errorf("three keys leave features at %s", a.Settings.Problem.Features)
	}
	a.press("/", "q")
	a.wants(`no control begins with "q"`)
	a.press("enter", "2")
	if a.Page != state.PageFolds {
		t.Error("the search goes on")
	}
}
