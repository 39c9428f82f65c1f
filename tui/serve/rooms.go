package serve

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"lambdascope/tui/room"
)

// maxRooms bounds the rooms at once, and maxOpened those that one session opens: at the
// rate at which an address may connect by default, it can't take all of them in the time
// that an empty one lasts.
const (
	maxRooms  = 20_000
	maxOpened = 5
)

// desk is where a session finds rooms.
type desk struct{ *session }

// errOneRoom is the error of who would present, on a server with one room.
var errOneRoom = errors.New("this server has one room: want the secret that it printed when it began, or a key of --presenters")

// keep notes a seat as the session's.
func (d desk) keep(s *room.Seat, err error) (*room.Seat, error) {
	if err != nil {
		return nil, err
	}
	if before := d.activity.seat.Swap(s); before != nil {
		before.Leave()
	}
	return s, nil
}

// First returns a seat in the server's own room.
func (d desk) First() (*room.Seat, error) {
	class := d.server.class
	if class == nil {
		return nil, nil
	}
	s, err := d.keep(class.Join(d.guest()))
	if errors.Is(err, room.ErrNoRoom) { // it is closed: the app is there without it
		return nil, nil
	}
	return s, err
}

// Open opens a room; where the server has its own, it leads that.
func (d desk) Open() (*room.Seat, error) {
	switch class := d.server.class; {
	case class == nil && d.opened.Add(1) > maxOpened:
		return nil, fmt.Errorf("this session has opened %d rooms: want one of them", maxOpened)
	case class == nil:
		return d.keep(d.server.rooms.Open())
	case d.mayPresent():
		return d.keep(class.Lead())
	}
	return nil, errOneRoom
}

// mayPresent tells whether the session's key leads the server's own room.
func (d desk) mayPresent() bool {
	return d.server.access.Load().presents(d.conn.login.key)
}

// Present takes over the room of a secret, or opens one. Secrets are too long to be
// guessed: wrong ones cost nothing, so that nobody keeps a presenter out.
func (d desk) Present(secret string) (*room.Seat, error) {
	if secret == "" {
		return d.Open()
	}
	return d.keep(d.server.rooms.Present(secret))
}

// Join takes a seat in the room of a code. An address can guess few wrong codes.
func (d desk) Join(_ context.Context, code string) (s *room.Seat, err error) {
	_, wait := d.server.codes.Try(d.conn.address, func() bool {
		s, err = d.server.rooms.Join(code, d.guest())
		return !errors.Is(err, room.ErrNoRoom)
	})
	if wait > 0 {
		d.server.notices.note("code not looked at", d.conn.address, "too many were wrong")
		return nil, fmt.Errorf("too many wrong codes were tried: try again in %v", (wait + time.Second).Round(time.Second))
	}
	return d.keep(s, err)
}

// Command returns the command that a person types to join or present. In the server's own
// room everybody is from the start.
func (d desk) Command(words ...string) string {
	if d.server.class != nil && words[0] == "join" {
		return strings.Replace(strings.TrimSuffix(d.call(nil), " lambdascope"), "ssh -t", "ssh", 1)
	}
	return d.server.roomCommand(d.call, words)
}

func (s *Server) roomCommand(call func([]string) string, words []string) string {
	return strings.Replace(call(words), " lambdascope ", " ", 1)
}

// guest is by what the session's person is known who was dropped and comes back: the
// key, else the address, the client and the terminal.
func (d desk) guest() room.Guest {
	if key := d.conn.login.key; key != nil {
		return room.Guest(fingerprint(key))
	}
	return room.Guest(fmt.Sprint(d.conn.address, d.client, d.environ, d.size))
}

// drop has the session's seat kept, if it has one, for when the person comes back.
func (v *session) drop() {
	if s := v.activity.seat.Load(); s != nil {
		s.Drop()
	}
}

// Secret is that of the server's own room, empty where it has none.
func (s *Server) Secret() string {
	if s.class == nil {
		return ""
	}
	return s.class.Secret()
}
