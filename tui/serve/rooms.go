package serve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// The bounds of rooms. A room is small, and so are a thousand of them; a visitor who
// takes all that one may have leaves nearly all to others.
const (
	maxRooms     = 1000
	maxRoomsFrom = 8 // opened with one key, or from one address
	maxSeats     = 1000
)

// openRooms makes the rooms, with those of a former run, and the server's own.
func (s *Server) openRooms() error {
	o := room.Options{Rooms: maxRooms, PerFrom: maxRoomsFrom, Seats: maxSeats, Problems: s.options.Problems, Note: s.noteRoom}
	if folder := s.options.RoomsFolder; folder != "" {
		var err error
		if s.keep, err = openKeep(folder, s.log); err != nil {
			s.log.Error("rooms are not kept", "folder", folder, "error", disk.Cause(err).Error())
		} else {
			o.Store = s.keep
		}
	}
	s.rooms = room.NewMemory(o)
	if s.keep != nil {
		s.keep.restore(s.rooms, s.options.Class)
	}
	if !s.options.Class {
		return nil
	}
	var err error
	s.class, err = s.rooms.Class()
	return err
}

// closeRooms keeps what is new of the rooms.
func (s *Server) closeRooms() {
	if s.keep != nil {
		s.rooms.Flush()
		s.keep.close()
	}
}

// noteRoom writes what happens in rooms to the log.
func (s *Server) noteRoom(e room.Event) {
	message := "seat put out"
	if e.Kind == room.LetIn {
		message = "seat let in again"
	}
	s.log.Info(message, "room", e.Code, "seat", e.Seat, "from", e.From)
}

// desk is where a session finds rooms.
type desk struct{ *session }

var (
	errOneRoom = errors.New("this server has one room: want the secret that it printed when it began")
	errClosed  = errors.New("the room takes no newcomers now")
)

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

// First returns a seat in the room of before, or in the server's own.
func (d desk) First() (*room.Seat, error) {
	if d.rejoins != "" {
		return d.Join(d.ctx, d.rejoins, "")
	}
	class := d.server.class
	if class == nil {
		return nil, nil
	}
	s, err := d.keep(class.Join(d.guest("")))
	if errors.Is(err, room.ErrNoRoom) { // it is closed: the app is there without it
		return nil, nil
	}
	return s, err
}

// Open opens a room, where the server has none of its own.
func (d desk) Open() (*room.Seat, error) {
	if d.server.class != nil {
		return nil, errOneRoom
	}
	return d.keep(d.server.rooms.Open(d.guest("")))
}

// Present takes over the room of a secret, or opens one. Secrets are too long to be
// guessed: wrong ones cost nothing, so that nobody keeps a presenter out.
func (d desk) Present(secret string) (*room.Seat, error) {
	if secret == "" {
		return d.Open()
	}
	return d.keep(d.server.rooms.Present(secret, d.guest("")))
}

// Join takes a seat in the room of a code, or without one in the server's own. An address
// can guess few wrong codes.
func (d desk) Join(_ context.Context, code, name string) (s *room.Seat, err error) {
	if code == "" {
		return d.joinClass(name)
	}
	_, wait := d.server.codes.Try(d.conn.address, func() bool {
		s, err = d.server.rooms.Join(code, d.guest(name))
		return !errors.Is(err, room.ErrNoRoom)
	})
	if wait > 0 {
		d.server.warn("code not looked at", d.conn.address, "too many were wrong")
		return nil, fmt.Errorf("too many wrong codes were tried: try again in %v", (wait + time.Second).Round(time.Second))
	}
	return d.keep(s, err)
}

// joinClass takes a seat in the server's own room.
func (d desk) joinClass(name string) (*room.Seat, error) {
	class := d.server.class
	if class == nil {
		return nil, cli.Misuse("no code: want the four letters that the presenter of a room sees")
	}
	s, err := class.Join(d.guest(name))
	if errors.Is(err, room.ErrNoRoom) {
		err = errClosed
	}
	return d.keep(s, err)
}

// Command returns the command that a person types to join or present. The server's own
// room needs no code, and no command for who gives no name.
func (d desk) Command(words ...string) string {
	if d.server.class != nil && words[0] == "join" {
		words = slices.Delete(slices.Clone(words), 1, 2)
		if len(words) == 1 {
			return strings.Replace(strings.TrimSuffix(d.call(nil), " lambdascope"), "ssh -t", "ssh", 1)
		}
	}
	return d.server.roomCommand(d.call, words)
}

// VoteLink returns the link by which a phone votes in the room of a code. It has the host
// that the session came to, where the server has no name.
func (d desk) VoteLink(code string) string {
	link, at := d.call(nil), d.server.web
	if !state.IsLink(link) {
		if at == nil {
			return ""
		}
		if tcp, ok := at.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
			if came, ok := d.conn.LocalAddr().(*net.TCPAddr); ok {
				at = &net.TCPAddr{IP: came.IP, Port: tcp.Port}
			}
		}
		link = d.server.options.link(at)
	}
	return strings.TrimSuffix(link, "/") + "/vote/" + code
}

func (s *Server) roomCommand(call func([]string) string, words []string) string {
	return strings.Replace(call(words), " lambdascope ", " ", 1)
}

// guest is what rooms know of the session's person. By the key, by the token of a page, or
// by the address, the client and the terminal, a person is known who was dropped and comes back; all who
// have one key or address are one visitor.
func (d desk) guest(name string) room.Guest {
	if key := d.conn.login.key; key != nil {
		return room.Guest{ID: fingerprint(key), From: fingerprint(key), Name: name}
	}
	if d.person != "" {
		return room.Guest{ID: d.person, From: written(d.conn.address), Name: name}
	}
	known := sha256.Sum256(fmt.Append(nil, d.conn.address, d.client, d.environ, d.size))
	return room.Guest{ID: hex.EncodeToString(known[:]), From: written(d.conn.address), Name: name}
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
