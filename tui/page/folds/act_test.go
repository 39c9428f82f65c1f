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

	"lambdascope/sim/must"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
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

// toTheEnd looks at the act until it has ended.
func toTheEnd(*apptest.App, *Page) bool { return false }

// TestActPlays plays leave-one-out to its end: each picture shows what it is of, it goes
// faster and faster, and what it ends with is the LOTO error.
func TestActPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 20
		start, took := time.Now(), []time.Duration{}
		var beats []beat
		fell, axis := []int{}, map[string]bool{}
		a, p := playAct(t, 120, 36, few(n), func(a *apptest.App, p *Page) bool {
			v := p.view(a.Snapshot())
			if now := v.actBeat(); len(beats) == 0 || now != beats[len(beats)-1] {
				beats = append(beats, now)
			}
			for len(took) < a.LeaveOut.Value {
				took, start = append(took, time.Since(start)), time.Now()
			}
			l, lines := v.moment(), strings.Split(a.Check(), "\n")
			if v.acting() {
				body := ansi.Strip(strings.Join(v.actBody(a.Snapshot().Body()), "\n"))
				if unnamed := drive.Unnamed(body, chart.Braille); unnamed != "" {
					t.Errorf("no legend of %s\n%s", unnamed, body)
				}
			}
			if l.closing > 0 || !detailed(l.trajectory) || p.act.Value == nil {
				return false
			}
			text := strings.Join(lines, "\n")
			drive.Wants(t, lines[1], fmt.Sprintf("● %d left out", l.trajectory))
			if stay := strings.Count(lines[2], "●"); stay != n-1 {
				t.Errorf("%d trajectories stay, want %d:\n%s", stay, n-1, text)
			}
			if got, want := strings.Contains(text, "predicted by the fit to the others"), l.beat >= beatPredict; got != want {
				t.Errorf("beat %d: predictions are on show: %v, want %v", l.beat, got, want)
			}
			if landed := l.landed(); landed > 0 {
				drive.Wants(t, text, fmt.Sprintf("mean of %d:", landed))
			}
			chart := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "a trajectory's error") })
			for y, line := range lines[chart+1:] {
				_, line, _ := strings.Cut(line, "│")
				if label, _, ok := strings.Cut(line, "┤"); ok {
					axis[strings.TrimSpace(label)] = true
				}
				if l.trajectory == 0 && l.beat == beatFall && strings.Contains(line, "●") {
					fell = append(fell, y)
				}
			}
			return false
		})
		if a.LeavingOut() || a.LeaveOut != state.Some(n) || p.act.playing || p.act.Running() {
			t.Fatalf("the act ends with %v trajectories, playing %v", a.LeaveOut, p.act.playing)
		}
		if !slices.Equal(beats[:5], []beat{beatOut, beatFit, beatPredict, beatFall, beatRest}) || !slices.Equal(beats[len(beats)-3:], []beat{beatRest, beatClose, beatEnd}) {
			t.Errorf("the beats are %v", beats)
		}
		if len(fell) < 5 || !slices.IsSorted(fell) || len(axis) > 5 {
			t.Errorf("the error falls through rows %v, at an axis with labels %v", fell, axis)
		}
		total := took[0]
		for i := 1; i < len(took); i++ {
			if total += took[i]; i < slow && took[i] >= took[i-1] {
				t.Errorf("trajectory %d takes %v, the one before %v", i, took[i], took[i-1])
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

// TestActHurries: the errors of many trajectories fall in a few seconds. + goes on to the
// next picture at once and makes the act faster, - slower; one that is ended before the
// first fit is there, and played again, begins as slowly as the first did.
func TestActHurries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		took := func(n int, keys ...string) time.Duration {
			start := time.Now()
			a, p := playAct(t, 80, 24, few(n), toTheEnd, keys...)
			if !a.LeaveOut.Set || a.LeavingOut() || p.act.playing {
				t.Fatalf("%v: the act is at %v, playing %v", keys, a.LeaveOut, p.act.playing)
			}
			return time.Since(start)
		}
		if many := took(3000); many > 40*time.Second {
			t.Errorf("3000 trajectories take %v", many)
		}
		plain, once, most := took(8), took(8, "+"), took(8, "+", "+", "+", "+", "+", "+")
		if once > plain*6/10 || most > plain/8 {
			t.Errorf("the act takes %v, after + %v, after as many as count %v", plain, once, most)
		}
		for _, keys := range []string{"- -", "+ + esc w"} {
			if got := took(8, strings.Fields(keys)...); got != plain {
				t.Errorf("after %s it takes %v, want %v", keys, got, plain)
			}
		}
		if got, want := took(8, "+", "+", "-"), took(8, "+", "+"); got <= want {
			t.Errorf("after ++- it takes %v, after ++ %v", got, want)
		}
	})
}

// TestActEnds: any other key ends the act, at any beat, and does nothing else.
func TestActEnds(t *testing.T) {
	for at, keys := range map[beat]string{beatOut: "esc s", beatPredict: "w z", beatFall: "space q", beatClose: "x right", beatEnd: "2 esc"} {
		for key := range strings.FieldsSeq(keys) {
			synctest.Test(t, func(t *testing.T) {
				a, p := playAct(t, 60, 20, few(6), func(a *apptest.App, p *Page) bool {
					return p.view(a.Snapshot()).acting() && p.view(a.Snapshot()).actBeat() == at
				})
				before := a.State
				old := actMsg{p.act.ticks}
				drive.Tell(a, key+" | by influence")
				before.LeaveOut = state.Optional[int]{}
				if _, next := a.Update(old); next != nil || a.State != before || p.act.playing {
					t.Fatalf("%s at beat %d: state %+v, want %+v, playing %v", key, at, a.State, before, p.act.playing)
				}
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
		drive.Tell(a, "| ● 3 left out | mean of 3: | $ … --leave-out 3")
		away := a.State
		away.Page = state.PageExplore
		a.Go(away)
		if _, cmd := a.Update(actMsg{p.act.ticks}); cmd != nil || p.act.playing {
			t.Error("it plays on while another page is on show")
		}
		a.Go(next)
		if !p.act.playing || p.act.trajectory != 3 || p.act.beat != beatOut {
			t.Errorf("playing %v, trajectory %d, beat %d", p.act.playing, p.act.trajectory, p.act.beat)
		}
		next.LeaveOut = state.Optional[int]{}
		a.Go(next)
		drive.Tell(a, "| by influence")
	})
}

// TestActOfGroups leaves out groups, one after another.
func TestActOfGroups(t *testing.T) {
	grouped := apptest.Grouped(t)
	synctest.Test(t, func(t *testing.T) {
		seen := ""
		playAct(t, 160, 40, grouped, func(a *apptest.App, p *Page) bool {
			seen += a.Screen()
			return p.act.beat == beatEnd
		})
		for _, want := range []string{"4 groups", "Leave group 0 (day 1) out. The dots are the returns of its first trajectory", "each of 4 groups predicted by a fit"} {
			if !strings.Contains(seen, want) {
				t.Errorf("no %q", want)
			}
		}
	})
}

// TestGoldenAct compares pictures of the act with those on file.
func TestGoldenAct(t *testing.T) {
	picture := func(domain, sizes string, glyphs chart.Glyphs, name string, at beat) {
		change := apptest.Recorded(t)
		if domain != "file" {
			change = apptest.Domain(t, domain)
		}
		for size := range strings.FieldsSeq(sizes) {
			t.Run(fmt.Sprintf("%s/%s/%s/%s", domain, size, screen.GlyphNames()[glyphs], name), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var width, height int
					must.Have(fmt.Sscanf(size, "%dx%d", &width, &height))(t)
					a, _ := playAct(t, width, height, func(c *apptest.Config) {
						if change(c); domain != "file" {
							c.Settings.Trajectories = 6
						}
						c.Glyphs, c.Theme, c.Cursor = glyphs, screen.ThemeMono, state.Some(.5)
					}, func(a *apptest.App, p *Page) bool {
						v := p.view(a.Snapshot())
						return v.acting() && v.actBeat() == at && (at == beatEnd || a.LeaveOut.Value == 1 && v.moment().shown != nil)
					})
					golden.RequireEqual(t, a.Check())
				})
			})
		}
	}
	for name, at := range map[string]beat{"predict": beatPredict, "rest": beatRest, "end": beatEnd} {
		picture("random-walk", "60x20 120x36", chart.Braille, name, at)
	}
	picture("file", "60x20", chart.Plain, "predict", beatPredict)
}
