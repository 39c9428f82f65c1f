package room

import (
	"crypto/rand"
	"errors"
	"math/big"
	"strings"
	"sync"
)

// The errors of those who come. That a code is of no room, and that its room takes no
// newcomers, are one error: codes do not tell which rooms there are.
var (
	ErrNoRoom       = errors.New("no room that takes newcomers has this code: want the four letters that its presenter sees")
	ErrFull         = errors.New("the room is full")
	ErrMany         = errors.New("there are as many rooms as there can be: try again later")
	ErrSecret       = errors.New("no room has this secret")
	ErrOver         = errors.New("this seat has been left")
	ErrOusted       = errors.New("the presenter has put this seat out")
	ErrNoVote       = errors.New("no vote is open")
	ErrNotPresenter = errors.New("the presenter alone can do this")
)

// Rooms are all rooms that there are. Each lives whole in one place.
type Rooms interface {
	// Open opens a room, of which it returns the presenter's seat.
	Open() (*Seat, error)
	// Join takes a seat in the room of a code.
	Join(code string, who Guest) (*Seat, error)
	// Present takes over the room of a secret, as its presenter.
	Present(secret string) (*Seat, error)
}

// Options bound rooms. A number of zero bounds nothing.
type Options struct {
	Rooms int // at once
	Seats int // of one room, those that are kept included
}

// Memory is rooms in the memory of one process.
type Memory struct {
	options Options

	mu    sync.Mutex
	rooms map[string]*Room // by code
}

// NewMemory returns no rooms yet.
func NewMemory(o Options) *Memory { return &Memory{options: o, rooms: make(map[string]*Room)} }

// Open opens a room, which ends when it has been empty for KeepRoom.
func (m *Memory) Open() (*Seat, error) {
	r, err := m.open(false)
	if err != nil {
		return nil, err
	}
	return r.Lead()
}

// Class opens a room that never ends.
func (m *Memory) Class() (*Room, error) { return m.open(true) }

func (m *Memory) open(lasts bool) (*Room, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.options.Rooms > 0 && len(m.rooms) >= m.options.Rooms || len(m.rooms) >= numCodes/2 {
		return nil, ErrMany
	}
	code := newCode()
	for m.rooms[code] != nil {
		code = newCode()
	}
	r := newRoom(code, rand.Text(), m.options.Seats, lasts, func() { m.remove(code) })
	m.rooms[code] = r
	return r, nil
}

func (m *Memory) remove(code string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.rooms, code)
}

// Len returns how many rooms there are.
func (m *Memory) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.rooms)
}

// Join takes a seat in the room of a code, in letters of either case.
func (m *Memory) Join(code string, who Guest) (*Seat, error) {
	m.mu.Lock()
	r := m.rooms[strings.ToUpper(strings.TrimSpace(code))]
	m.mu.Unlock()
	if r == nil {
		return nil, ErrNoRoom
	}
	return r.Join(who)
}

// Present takes over the room of a secret. All rooms are looked at, so that the time it
// takes does not tell which it is.
func (m *Memory) Present(secret string) (*Seat, error) {
	var found *Room
	m.mu.Lock()
	for _, r := range m.rooms {
		if r.isSecret(secret) {
			found = r
		}
	}
	m.mu.Unlock()
	if found == nil {
		return nil, ErrSecret
	}
	return found.Lead()
}

// Holds returns the code of the room that a secret is of.
func (m *Memory) Holds(secret string) (code string, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.rooms {
		if r.isSecret(secret) {
			return r.code, true
		}
	}
	return "", false
}

// letters are those of codes: without vowels, so that no word comes about, and without
// those that are taken for others.
const letters = "BCDFGHJKLMNPQRSTVWXZ"

// codeLength is how many letters a code has.
const codeLength = 4

// numCodes is how many codes there are.
const numCodes = len(letters) * len(letters) * len(letters) * len(letters)

// newCode returns a code that nobody can foresee.
func newCode() string {
	var b strings.Builder
	for range codeLength {
		i, err := rand.Int(rand.Reader, big.NewInt(int64(len(letters))))
		if err != nil {
			panic(err) // crypto/rand never fails
		}
		b.WriteByte(letters[i.Int64()])
	}
	return b.String()
}
