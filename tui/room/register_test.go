package room

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/must"
	"lambdascope/tui/shell"
)

// TestRegister: who owns the room reads who sits where; others do not.
func TestRegister(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, leads, _ := class(t, 0)
		code := leads.Look().Code
		ann := must.Have(m.Join(code, Guest{ID: "a", Name: " Ann\x1b[31m  Lee "}))(t)
		bob := must.Have(m.Join(code, Guest{ID: "b"}))(t)
		eve := must.Have(m.Join(code, Guest{ID: "e", Name: "Eve"}))(t)
		must.Succeed(t, leads.OpenVote(Question{}))
		must.Succeed(t, ann.Guess(.5))
		bob.Wander(true)
		eve.Drop()
		rest()
		want := []Listed{
			{Number: 1, Presents: true},
			{Number: 2, Name: "Ann[31m Lee", Voted: true},
			{Number: 3, Presence: OwnView},
			{Number: 4, Name: "Eve", Presence: Dropped},
		}
		if got := leads.Look().Seats; !slices.Equal(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
		if l := ann.Look(); l.Seats != nil || l.Name != "Ann[31m Lee" {
			t.Errorf("a follower sees %+v", l)
		}
		_ = must.Have(m.Join(code, Guest{ID: "e"}))(t)
		bob.Drop()
		must.Have(m.Join(code, Guest{ID: "b", Name: "Bob"}))(t)
		rest()
		if l := leads.Look().Seats; l[2].Name != "Bob" || l[3].Name != "Eve" || l[2].Presence != Follows {
			t.Errorf("%+v", l)
		}
	})
}

// TestKeptOut: who is put out stays out, with all who come from there, but for those who
// sit there and those who were dropped. The owner lets them in again.
func TestKeptOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var events []Event
		m := NewMemory(Options{Note: func(e Event) { events = append(events, e) }})
		leads := must.Have(m.Open(Guest{}))(t)
		code := leads.Look().Code
		join := func(id, from string) (*Seat, error) { return m.Join(code, Guest{ID: id, From: from, Name: id}) }
		bad := must.Have(join("bad", "lab"))(t)
		sits, dropped := must.Have(join("sits", "lab"))(t), must.Have(join("dropped", "lab"))(t)
		dropped.Drop()
		number := bad.Look().Number
		if err := sits.PutOut(number); !errors.Is(err, ErrNotPresenter) {
			t.Errorf("a follower puts out: %v", err)
		}
		must.Succeed(t, leads.PutOut(number))
		for _, again := range []string{"bad", "worse"} {
			if _, err := join(again, "lab"); !errors.Is(err, ErrKeptOut) {
				t.Errorf("%s comes again: %v", again, err)
			}
		}
		if sits.Look().Over != nil {
			t.Error("who sits there is put out")
		}
		if s := must.Have(join("dropped", "lab"))(t); s.Look().Number != 4 {
			t.Error("who was dropped has another seat")
		}
		must.Have(join("good", "elsewhere"))(t)
		if got, want := leads.Look().Out, []Out{{number, "bad", "lab"}}; !slices.Equal(got, want) {
			t.Errorf("kept out are %+v, want %+v", got, want)
		}
		if leads.LetIn(99) == nil || sits.LetIn(number) == nil {
			t.Error("let in")
		}
		must.Succeed(t, leads.LetIn(number))
		must.Have(join("bad", "lab"))(t)
		if l := leads.Look(); len(l.Out) != 0 {
			t.Errorf("kept out are %+v", l.Out)
		}
		want := []Event{{PutOut, code, number, "lab"}, {LetIn, code, number, "lab"}}
		if !slices.Equal(events, want) {
			t.Errorf("%+v, want %+v", events, want)
		}
		sits.Drop() // a seat that is kept is put out, too
		must.Succeed(t, leads.PutOut(sits.Look().Number))
		if _, err := join("sits", "lab"); !errors.Is(err, ErrKeptOut) {
			t.Errorf("who was dropped and put out comes again: %v", err)
		}
		must.Have(m.Present(leads.Look().Secret, Guest{From: "lab"}))(t) // a role goes with the secret
	})
}

// TestKeptOutWithAllSeats: one who has several seats is put out of all that are surely
// theirs. Where people are known by their address, they may be alike.
func TestKeptOutWithAllSeats(t *testing.T) {
	for name, c := range map[string]struct {
		id, from string
		stays    bool // who sits at another seat
	}{"by a key": {"key", "key", false}, "by an address": {"screen", "lab", true}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := NewMemory(Options{})
				leads := must.Have(m.Open(Guest{}))(t)
				join := func() (*Seat, error) {
					return m.Join(leads.Look().Code, Guest{ID: c.id, From: c.from})
				}
				kept, sits, out := must.Have(join())(t), must.Have(join())(t), must.Have(join())(t)
				kept.Drop()
				must.Succeed(t, leads.PutOut(out.Look().Number))
				if _, err := join(); !errors.Is(err, ErrKeptOut) {
					t.Errorf("comes back to a seat that was kept: %v", err)
				}
				if stays := sits.Look().Over == nil; stays != c.stays {
					t.Errorf("another seat stays: %t, want %t", stays, c.stays)
				}
			})
		})
	}
}

// TestRoomsOfOneVisitor are few at once.
func TestRoomsOfOneVisitor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory(Options{PerFrom: 2})
		first := must.Have(m.Open(Guest{From: "here"}))(t)
		must.Have(m.Open(Guest{From: "here"}))(t)
		if _, err := m.Open(Guest{From: "here"}); err == nil {
			t.Error("one room more")
		}
		must.Have(m.Open(Guest{From: "there"}))(t)
		first.Leave()
		synctest.Wait()
		if _, err := m.Open(Guest{From: "here"}); err == nil {
			t.Error("one room more while the first is kept")
		}
		time.Sleep(KeepRoom)
		synctest.Wait()
		must.Have(m.Open(Guest{From: "here"}))(t)
	})
}

func TestCleanName(t *testing.T) {
	for name, want := range map[string]string{
		"":                             "",
		"  Ana  María ":                "Ana María",
		"a\x1b]0;x\x07b\n\tc":          "a]0;xbc",
		"\u202eevil\u202c\u200b\ufeff": "evil",
		"見本見本見本見本見本見本見本":                          "見本見本見本見本見本見本",
		"e\u0301\u0301\u0301\u0301":               "e\u0301\u0301",
		"\u0301x":                                 "x",
		"\xff\xfe":                                "",
		strings.Repeat("n", 100):                  strings.Repeat("n", MaxName),
		"\u1161" + strings.Repeat("\u1161", 1000): strings.Repeat("\u1161", maxRunes),
	} {
		if got := CleanName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// FuzzCleanName: a name is plain, short, and clean once it has been cleaned.
func FuzzCleanName(f *testing.F) {
	for _, name := range []string{"Ana", " \x1b[2J\u202e", "見本 é", "\U0001f468\u200d\U0001f469"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		got := CleanName(name)
		if !shell.Plain(got) || ansi.StringWidth(got) > MaxName || len([]rune(got)) > maxRunes || CleanName(got) != got {
			t.Errorf("%+q becomes %+q", name, got)
		}
	})
}
