//go:build unix

package serve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/room"
)

// TestRoomsSurviveAStop: rooms that people opened are there again when a server stops
// and another begins, without the class of another.
func TestRoomsSurviveAStop(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "rooms")
	o := Options{Engine: analysis.NewEngine(64 << 20), Grace: time.Second, RoomsFolder: folder}
	_, address, _, stop := serving(t, o)
	leads := in(t, address, "present", 80, 24)
	leads.AwaitText("● live")
	code, secret := leads.Room()
	leads.Type(":n 33\r")
	leads.AwaitText("n ‹33›")
	class := filepath.Join(folder, room.ClassName+roomFile)
	must.Succeed(t, os.WriteFile(class, []byte("of a class"), 0o600))
	stop()
	name := filepath.Join(folder, code+roomFile)
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", info, err)
	}

	_, address, log, stop := serving(t, o)
	defer stop()
	leads = in(t, address, "present "+secret, 80, 24)
	leads.AwaitText("n ‹33›")
	follows := in(t, address, "join "+code+" --name Ana", 100, 30)
	follows.AwaitText("● live")
	leads.AwaitText("1 here")
	if text, err := os.ReadFile(class); err != nil || string(text) != "of a class" || strings.Contains(log.String(), "class") {
		t.Errorf("the class of another: %q, %v; the log has\n%s", text, err, log)
	}
}

// TestWrongFilesOfRooms are named in the log, and the server begins without them.
func TestWrongFilesOfRooms(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"BBBB.json": "{", "CCCC.json": `{"version":99}`, "DDDD.json": strings.Repeat(" ", maxRoomFile+1),
		"class.json": "null", ".lambdascope-0123.tmp": "unfinished",
	} {
		must.Succeed(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	must.Succeed(t, os.Mkdir(filepath.Join(folder, "FFFF.json"), 0o700))
	s, _, log, stop := serving(t, Options{Engine: analysis.NewEngine(1), Class: true, RoomsFolder: folder})
	defer stop()
	for _, want := range []string{
		"BBBB.json error=\"unexpected end", "CCCC.json error=\"version 99: want 1\"", "DDDD.json error=\"is larger than 2 MiB",
		"FFFF.json error=\"is no file\"", "class.json error=\"version 0: want 1\"",
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %s in the log:\n%s", want, log)
		}
	}
	if rooms, _, _ := s.rooms.Numbers(); rooms != 1 || len(s.Secret()) != 26 {
		t.Errorf("%d rooms, secret %q", rooms, s.Secret())
	}
	if _, err := os.Stat(filepath.Join(folder, ".lambdascope-0123.tmp")); err == nil {
		t.Error("an unfinished file stays")
	}
}

// TestOneServerKeepsRooms: a second one with the same folder says that it does not, and
// works; when the first has stopped, a class has its secret again.
func TestOneServerKeepsRooms(t *testing.T) {
	folder := t.TempDir()
	o := Options{Engine: analysis.NewEngine(1), Class: true, RoomsFolder: folder}
	first, _, _, stop := serving(t, o)
	second, _, log, stopSecond := serving(t, o)
	if !strings.Contains(log.String(), `rooms are not kept`) || !strings.Contains(log.String(), "in use by another process") {
		t.Errorf("the log of the second server:\n%s", log)
	}
	if first.Secret() == second.Secret() {
		t.Error("two servers have one class")
	}
	stopSecond()
	stop()
	third, _, _, stopThird := serving(t, o)
	defer stopThird()
	if third.Secret() != first.Secret() || third.class.Code() != first.class.Code() {
		t.Error("the class has another secret")
	}
}
