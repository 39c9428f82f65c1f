//go:build unix

package serve

import (
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/room"
	"lambdascope/tui/serve/internal/client"
)

// in opens a session in a terminal of some size.
func in(t *testing.T, address, command string, width, height int, auth ...gossh.AuthMethod) *client.Session {
	t.Helper()
	return client.Open(t, connect(t, address, auth...), client.View{Width: width, Height: height, Command: command})
}

// TestClassInSessions: every session follows from its start, the secret presents, and
// takes the class over when the presenter's connection is cut.
func TestClassInSessions(t *testing.T) {
	t.Parallel()
	s, address, _, stop := serving(t, Options{Engine: analysis.NewEngine(64 << 20), Class: true, Grace: time.Second})
	defer stop()
	first := in(t, address, "", 60, 20)
	first.AwaitText("○ no presenter")
	for _, forged := range []string{"present", "present x", "present " + s.Secret()[1:]} {
		if out, errs, code := client.Run(t, connect(t, address), forged); code == 0 || out != "" || !strings.Contains(errs, "lambdascope: ") || strings.Contains(errs, s.Secret()) {
			t.Errorf("%s: exit %d, %q, %q", forged, code, out, errs)
		}
	}
	wrong := in(t, address, "present AAAABBBBCCCCDDDDEEEEFFFFGG", 80, 24)
	wrong.AwaitText("no room has this secret")
	line := connect(t, address)
	leads := client.Open(t, line, client.View{Width: 80, Height: 24, Command: "present " + s.Secret()})
	leads.AwaitText("1 here")
	late := in(t, address, "", 200, 60)
	apart := in(t, address, "lambdascope --domain 2048 --page trials", 100, 30)
	apart.AwaitText("○ your own view")
	leads.AwaitText("2 here ·  1 away")
	leads.Type(":n 33\r")
	late.AwaitText("33 trajectories")
	first.AwaitText("n ‹33›")
	if screen := apart.Screen(); !strings.Contains(screen, "2048") {
		t.Errorf("pulled along:\n%s", screen)
	}
	apart.Type("r")
	apart.AwaitText("‹ 33 ›")
	_ = line.Close() // the teacher's network
	late.AwaitText("○ no presenter")
	late.AwaitText("33 trajectories")
	again := in(t, address, "lambdascope present "+s.Secret(), 80, 24)
	again.AwaitText("n ‹33›")
	again.Type("2")
	for _, f := range []*client.Session{first, late, apart} {
		f.AwaitText("2·Folds")
	}
	first.Type("q")
	if code := first.Ends(t); code != 0 {
		t.Errorf("exit %d", code)
	}
	again.AwaitText("2 here")
	back := in(t, address, "", 60, 20)
	back.Type("R")
	back.AwaitText("seat 1.")
}

// TestRoomsInSessions opens a room, joins it by its code, and takes it over.
func TestRoomsInSessions(t *testing.T) {
	t.Parallel()
	_, address, log, stop := serving(t, Options{Engine: analysis.NewEngine(64 << 20), Grace: time.Second})
	defer stop()
	leads := in(t, address, "present", 80, 24)
	leads.AwaitText("● live")
	code, token := leads.Room()
	follows := in(t, address, "join "+strings.ToLower(code), 80, 24)
	follows.AwaitText("● live")
	leads.AwaitText("1 here")
	if out, errs, code := client.Run(t, connect(t, address), "join"); code != 2 || out != "" || !strings.Contains(errs, "lambdascope: ") {
		t.Errorf("join: exit %d, %q, %q", code, out, errs)
	}
	guess := "BBBB"
	if code == guess {
		guess = "CCCC"
	}
	wrong := in(t, address, "join "+guess, 80, 24)
	wrong.AwaitText("no room that takes newcomers has this code")
	over := in(t, address, "present "+token, 80, 24)
	over.AwaitText("● live")
	leads.AwaitText("Somebody else presents now")
	if strings.Contains(log.String(), code) || strings.Contains(log.String(), token) {
		t.Error("the log has the code or the secret")
	}
}

// TestAddressOpensFewRooms: it can't take all that there can be, with any number of
// sessions.
func TestAddressOpensFewRooms(t *testing.T) {
	s := must.Have(New(Options{Engine: analysis.NewEngine(1), HostKey: newSigner(t)}))(t)
	open := func(address string) error {
		d := desk{&session{server: s, activity: newActivity(), conn: &conn{address: netip.MustParsePrefix(address)}}}
		_, err := d.Open()
		return err
	}
	for range maxRoomsFrom {
		must.Succeed(t, open("192.0.2.1/32"))
	}
	if err := open("192.0.2.1/32"); err == nil {
		t.Error("one room more is opened")
	}
	if err := open("192.0.2.2/32"); err != nil {
		t.Error(err)
	}
	if rooms, seats, _ := s.rooms.Numbers(); rooms != maxRoomsFrom+1 || seats != rooms {
		t.Errorf("%d rooms, %d seats", rooms, seats)
	}
	var metrics strings.Builder
	s.WriteMetrics(&metrics)
	for _, want := range []string{"\nlambdascope_rooms 9\n", "\nlambdascope_room_seats 9\n"} {
		if !strings.Contains(metrics.String(), want) {
			t.Errorf("no %q in the metrics", want)
		}
	}
}

// TestPutOutInSessions: the presenter reads names, puts a seat out that does not come
// back, and lets it in again; the log has the seat and the address, and no name.
func TestPutOutInSessions(t *testing.T) {
	t.Parallel()
	s, address, log, stop := serving(t, Options{Engine: analysis.NewEngine(64 << 20), Class: true, Grace: time.Second})
	defer stop()
	if _, errs, code := client.Run(t, connect(t, address), "join"); code == 0 || !strings.Contains(errs, "want ssh -t") {
		t.Errorf("exit %d, %q", code, errs)
	}
	ana := in(t, address, "join --name 'Ana  Lee'", 80, 24)
	ana.AwaitText("○ no presenter")
	ana.Type("R")
	ana.AwaitText("The presenter sees your name, Ana Lee.")
	quiet := in(t, address, "", 100, 30)
	quiet.AwaitText("○ no presenter")
	quiet.Type("R")
	quiet.AwaitText("join --name NAME")
	leads := in(t, address, "present "+s.Secret(), 120, 36)
	leads.AwaitText("2 here")
	leads.Type("R")
	leads.AwaitText("1 Ana Lee live")
	leads.Type("1x")
	leads.AwaitText("Kept out: 1 Ana Lee")
	ana.AwaitText("the presenter has put this seat out")
	again := in(t, address, "", 60, 20)
	again.AwaitText("the presenter has put out somebody")
	leads.Type("1i")
	leads.Await("nobody is kept out", func(screen string) bool { return !strings.Contains(screen, "Kept out") })
	again = in(t, address, "", 60, 20)
	again.AwaitText("● live")
	for _, want := range []string{
		`msg="seat put out" room=` + s.class.Code() + " seat=1 from=127.0.0.1\n", `msg="seat let in again" room=` + s.class.Code() + " seat=1 from=127.0.0.1\n",
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %s in the log:\n%s", want, log)
		}
	}
	if strings.Contains(log.String(), "Ana") {
		t.Errorf("the log has a name:\n%s", log)
	}
}

// TestPresentersKeys: a key that is named presents without the secret, and needs no
// other way in; others with keys do not present. Where anybody may come, nobody is asked.
func TestPresentersKeys(t *testing.T) {
	t.Parallel()
	teacher, student := newSigner(t), newSigner(t)
	nothing := gossh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) { return nil, nil })
	for _, c := range []struct {
		keys []gossh.PublicKey
		auth gossh.AuthMethod // of a student
	}{{[]gossh.PublicKey{student.PublicKey()}, gossh.PublicKeys(student)}, {nil, nothing}} {
		_, address, _, stop := serving(t, Options{
			Engine: analysis.NewEngine(64 << 20), Class: true, Grace: time.Second,
			Access: Access{AuthorizedKeys: c.keys, Presenters: []gossh.PublicKey{teacher.PublicKey()}},
		})
		defer stop()
		in(t, address, "present", 80, 24, c.auth).AwaitText("this server has one room")
		follows := in(t, address, "", 80, 24, c.auth)
		follows.AwaitText("○ no presenter")
		leads := in(t, address, "present", 80, 24, gossh.PublicKeys(teacher))
		leads.AwaitText("1 here")
		follows.AwaitText("● live")
	}
}

// TestFollowersAreNotIdle as long as somebody presents.
func TestFollowersAreNotIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rooms := room.NewMemory(room.Options{})
		leads := must.Have(rooms.Open(room.Guest{}))(t)
		follows := must.Have(rooms.Join(leads.Look().Code, room.Guest{}))(t)
		a, b := newActivity(), newActivity()
		a.seat.Store(leads)
		b.seat.Store(follows)
		time.Sleep(time.Hour)
		if a.idle() != time.Hour || b.idle() != 0 {
			t.Errorf("idle for %v and %v, want an hour and nothing", a.idle(), b.idle())
		}
		leads.Leave()
		time.Sleep(time.Hour)
		if b.idle() != time.Hour {
			t.Errorf("idle for %v without a presenter, want an hour", b.idle())
		}
		follows.Leave()
	})
}
