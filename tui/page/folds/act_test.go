package folds

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// playAct starts the app on the page, inside a bubble whose clock does not wait, and
// plays the act, until a picture of it is the last. look, where it is given, sees every
// picture and says whether it is. Keys are pressed as it begins.
func playAct(t *testing.T, width, height int, change func(*apptest.Config), look func(a *apptest.App, p *Page) (last bool), keys ...string) (*apptest.App, *Page) {
	t.Helper()
	a, p := startFolds(t, width, height, change)
	ended := false
	msgs, awaited := make(chan tea.Msg), 0
	start := func(cmds ...tea.Cmd) {
		for _, cmd := range cmds {
			if cmd != nil {
				awaited++
				go func() { msgs <- cmd() }()
			}
		}
	}
	take := func(msg tea.Msg) {
		if batch, ok := msg.(tea.BatchMsg); ok {
			start(batch...)
		} else if !ended && msg != nil {
			_, next := a.Update(msg)
			ended = look(a, p)
			start(next)
		}
	}
	for _, k := range append([]string{"w"}, keys...) {
		take(drive.KeyPress(k))
	}
	for ; awaited > 0; awaited-- {
		take(<-msgs)
	}
	return a, p
}

// few makes the data of an act small.
func few(n int) func(*apptest.Config) {
	return func(c *apptest.Config) { c.Settings.Trajectories = n }
}

// TestActBeginsAgain: ended before the first fit is there, it finds that when it is played
// again.
func TestActBeginsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		a, _ := playAct(t, 120, 36, few(8), func(*apptest.App, *Page) bool { return time.Since(start) > time.Minute }, "esc", "w")
		if a.LeavingOut() {
			t.Error("it stands still")
		}
	})
}

// TestActPlays plays leave-one-out to its end: beat by beat, faster and faster, and
// what it ends with is the LOTO error.
func TestActPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 40
		start, took := time.Now(), []time.Duration{}
		last, beats := beat(-1), []beat{}
		a, p := playAct(t, 120, 36, few(n), func(a *apptest.App, p *Page) bool {
			v := p.view(a.Snapshot())
			if now := v.actBeat(); now != last {
				last = now
				beats = append(beats, now)
			}
			for len(took) < a.LeaveOut.Value {
				took, start = append(took, time.Since(start)), time.Now()
			}
			a.Check()
			return false
		})
		if a.LeavingOut() || a.LeaveOut != state.Some(n) || p.act.playing || p.act.Running() {
			t.Fatalf("the act ends with %v trajectories, playing %v", a.LeaveOut, p.act.playing)
		}
		each := []beat{beatOut, beatFit, beatPredict, beatFall, beatRest}
		for i, want := range each {
			if beats[i] != want {
				t.Errorf("beat %d is %d, want %d", i, beats[i], want)
			}
		}
		if end := beats[len(beats)-3:]; end[0] != beatRest || end[1] != beatClose || end[2] != beatEnd {
			t.Errorf("the last beats are %v", end)
		}
		total := time.Duration(0)
		for i, d := range took {
			total += d
			if i > 0 && i < slow && d >= took[i-1] {
				t.Errorf("trajectory %d takes %v, the one before %v", i, d, took[i-1])
			}
		}
		if took[0] < 6*time.Second || total > 20*time.Second {
			t.Errorf("the first trajectory takes %v, all take %v", took[0], total)
		}
		for k, c := range a.Snapshot().Result.Selection.Candidates {
			if got := p.act.mean.at(k); math.Abs(got-c.LOTO) > 1e-12*c.LOTO {
				t.Errorf("λ %v: the act ends with an error of %v, the LOTO error is %v", c.Lambda, got, c.LOTO)
			}
		}
		a.Wants("LOTO error", "▼", "Any key goes back")
	})
}

// TestActOfMany: the errors of many trajectories fall in a few seconds.
func TestActOfMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start, pictures := time.Now(), 0
		a, _ := playAct(t, 80, 24, few(3000), func(*apptest.App, *Page) bool { pictures++; return false })
		if took := time.Since(start); took > 40*time.Second || pictures > 250 || a.LeavingOut() {
			t.Errorf("3000 trajectories take %v and %d pictures", took, pictures)
		}
	})
}

// TestActDrawn compares the pictures with what they are of.
func TestActDrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fell, axis := []int{}, map[string]bool{}
		playAct(t, 120, 36, few(10), func(a *apptest.App, p *Page) bool {
			v := p.view(a.Snapshot())
			lines := strings.Split(a.Check(), "\n")
			text := strings.Join(lines, "\n")
			l := v.moment()
			in := a.Snapshot()
			in.Class = &page.Class{Presenter: state.Some(.3)}
			if spec := p.Show(in).Views[1].Spec(page.Place{Width: 80}); !slices.ContainsFunc(spec.Series, func(q chart.Series) bool { return q.Name == "presenter" && len(q.Y) == 1 }) {
				t.Errorf("beat %d has no mark of the presenter's cursor", l.beat)
			}
			if l.closing > 0 || !detailed(l.trajectory) || p.act.Value == nil {
				return l.closing > 0
			}
			out := strings.Index(lines[1], fmt.Sprintf("● %d left out", l.trajectory))
			if out < 0 {
				t.Fatalf("no trajectory is left out:\n%s", text)
			}
			if got := strings.Count(lines[2], "●"); got != 9 {
				t.Errorf("%d trajectories stay, want 9:\n%s", got, text)
			}
			if got, want := strings.Contains(text, "predicted by the fit to the others"), l.beat >= beatPredict; got != want {
				t.Errorf("beat %d: predictions are on show: %v, want %v", l.beat, got, want)
			}
			chart := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "a trajectory's error") })
			for _, l := range lines[chart+1:] {
				if _, l, ok := strings.Cut(l, "│"); ok && strings.Contains(l, "┤") {
					axis[strings.TrimSpace(l[:strings.Index(l, "┤")])] = true
				}
			}
			if l.trajectory == 0 && l.beat == beatFall {
				for y, line := range lines {
					if y > chart && strings.Contains(line, "●") {
						fell = append(fell, y)
					}
				}
			}
			if n := l.landed(); n > 0 {
				if want := fmt.Sprintf("mean of %d:", n); !strings.Contains(text, want) {
					t.Errorf("no %q:\n%s", want, text)
				}
			}
			return false
		})
		if len(fell) < 5 {
			t.Fatalf("the error falls in %d pictures", len(fell))
		}
		for i := 1; i < len(fell); i++ {
			if fell[i] < fell[i-1] {
				t.Errorf("the error falls through rows %v", fell)
			}
		}
		if len(axis) > 5 {
			t.Errorf("the axis of errors changes: its labels are %v", axis)
		}
	})
}

// TestActHurries: + goes on to the next picture at once and makes the act faster, - slower;
// the next act begins as slowly as the first did.
func TestActHurries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		toEnd := func(_ *apptest.App, _ *Page) bool { return false }
		took := func(keys ...string) time.Duration {
			start := time.Now()
			a, p := playAct(t, 80, 24, few(8), toEnd, keys...)
			if !a.LeaveOut.Set || a.LeavingOut() || p.act.playing {
				t.Fatalf("%v: the act is at %v, playing %v", keys, a.LeaveOut, p.act.playing)
			}
			return time.Since(start)
		}
		plain, once, most := took(), took("+"), took("+", "+", "+", "+", "+", "+")
		if once > plain*6/10 || most > plain/8 {
			t.Errorf("the act takes %v, after + %v, after as many as count %v", plain, once, most)
		}
		if got := took("-", "-"); got != plain {
			t.Errorf("slower than at first it takes %v, want %v", got, plain)
		}
		if got, want := took("+", "+", "-"), took("+", "+"); got <= want {
			t.Errorf("after ++- it takes %v, after ++ %v", got, want)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		now := func(_ *apptest.App, p *Page) bool { return p.act.hurry == 2 }
		a, p := playAct(t, 80, 24, few(8), now, "+", "+")
		a.Wants("+ - speed", "any other key back")
		a.Press("esc")
		if _, _ = a.Update(drive.KeyPress("w")); p.act.hurry != 0 || !p.act.playing {
			t.Errorf("begun again: hurry %d, playing %v", p.act.hurry, p.act.playing)
		}
	})
}

// TestActEnds: any other key ends the act, at any beat, and does nothing else; + and - do
// so once it is at its end.
func TestActEnds(t *testing.T) {
	beats := []beat{beatOut, beatPredict, beatFall, beatClose, beatEnd}
	for i, key := range []string{"esc", "w", "space", "q", "x", "2", "right", "s", "z"} {
		some := beats
		if i > 0 {
			some = []beat{beats[i%len(beats)]} // each beat ends by two keys at least
		}
		for _, at := range some {
			synctest.Test(t, func(t *testing.T) {
				a, p := playAct(t, 60, 20, few(6), func(a *apptest.App, p *Page) bool {
					return p.view(a.Snapshot()).acting() && p.view(a.Snapshot()).actBeat() == at
				})
				before := a.State
				old := actMsg{p.act.ticks}
				a.Press(key)
				before.LeaveOut = state.Optional[int]{}
				if a.State != before || p.act.playing {
					t.Fatalf("%s at beat %d: state %+v, want %+v, playing %v", key, at, a.State, before, p.act.playing)
				}
				if _, next := a.Update(old); next != nil || a.State != before {
					t.Errorf("a tick moves an act that has ended")
				}
				a.Wants("by influence")
			})
		}
	}
}

// TestActByState: a state starts the act, holds where it is, and ends it; leaving the
// page stops it, and coming back takes the trajectory up again.
func TestActByState(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, p := startFolds(t, 120, 36, few(8))
		next := a.State
		next.LeaveOut = state.Some(3)
		a.Go(next) // whose command is not run: nothing moves
		if !a.LeavingOut() || !p.act.playing || p.act.trajectory != 3 {
			t.Fatalf("playing %v, trajectory %d", p.act.playing, p.act.trajectory)
		}
		a.Wants("● 3 left out", "mean of 3:")
		if got := a.Args(); !strings.Contains(got, "--leave-out 3") {
			t.Errorf("the command is %s", got)
		}
		away := a.State
		away.Page = state.PageExplore
		a.Go(away)
		if _, cmd := a.Update(actMsg{p.act.ticks}); cmd != nil || p.act.playing {
			t.Error("it plays on while another page is on show")
		}
		away.Page = state.PageFolds
		a.Go(away)
		if !p.act.playing || p.act.trajectory != 3 || p.act.beat != beatOut {
			t.Errorf("playing %v, trajectory %d, beat %d", p.act.playing, p.act.trajectory, p.act.beat)
		}
		next.LeaveOut = state.Optional[int]{}
		a.Go(next)
		if p.act.playing {
			t.Error("it plays on without a state")
		}
		a.Wants("by influence")
	})
}

// TestGoldenAct compares pictures of the act with those on file.
func TestGoldenAct(t *testing.T) {
	type picture struct {
		domain        string
		width, height int
		glyphs        chart.Glyphs
		at            beat
	}
	var all []picture
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, at := range []beat{beatPredict, beatRest, beatEnd} {
			all = append(all, picture{"random-walk", size[0], size[1], chart.Braille, at})
		}
	}
	for _, domain := range []string{"random-walk", "2048", "mountain-car", "file"} {
		all = append(all, picture{domain, 80, 24, chart.Plain, beatPredict})
	}
	names := [...]string{beatPredict: "predict", beatRest: "rest", beatEnd: "end"}
	for _, c := range all {
		t.Run(fmt.Sprintf("%s/%dx%d/%s/%s", c.domain, c.width, c.height, screen.GlyphNames()[c.glyphs], names[c.at]), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a, _ := playAct(t, c.width, c.height, func(config *apptest.Config) {
					if c.domain == "file" {
						apptest.Recorded(t)(config)
					} else {
						apptest.Domain(t, c.domain)(config)
						config.Settings.Trajectories = 6
					}
					config.Glyphs, config.Theme = c.glyphs, screen.ThemeMono
					config.Cursor = state.Some(.5)
				}, func(a *apptest.App, p *Page) bool {
					v := p.view(a.Snapshot())
					return v.acting() && v.actBeat() == c.at && (c.at == beatEnd || a.LeaveOut.Value == 1 && v.moment().shown != nil)
				})
				golden.RequireEqual(t, a.Check())
			})
		})
	}
}

// TestActLegend: in every picture each mark is named, and until the chart closes in on
// the mean the errors have the same legend, so that nothing moves.
func TestActLegend(t *testing.T) {
	for _, size := range [][2]int{{44, 15}, {60, 20}} {
		synctest.Test(t, func(t *testing.T) {
			rows := map[int]bool{}
			playAct(t, size[0], size[1], few(12), func(a *apptest.App, p *Page) bool {
				v := p.view(a.Snapshot())
				if !v.acting() {
					return false
				}
				area := a.Snapshot().Body()
				var shown []string
				for _, l := range v.actBody(area) {
					shown = append(shown, ansi.Strip(l))
				}
				if unnamed := drive.Unnamed(strings.Join(shown, "\n"), chart.Braille); unnamed != "" {
					t.Errorf("at %v: no legend of %s\n%s", size, unnamed, strings.Join(shown, "\n"))
				}
				if v.act.trajectory >= slow && v.actBeat() < beatClose {
					rows[slices.IndexFunc(shown, func(l string) bool { return strings.Contains(l, "┤") })] = true
				}
				return v.actBeat() == beatEnd
			})
			if len(rows) > 1 {
				t.Errorf("at %v the axis begins in rows %v", size, rows)
			}
		})
	}
}
