package room

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"lambdascope/sim/problem"
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
	ErrKeptOut      = errors.New("the presenter has put out somebody with your key or of your address: ask the presenter to let you in")
	ErrNoVote       = errors.New("no vote is open")
	ErrNotPresenter = errors.New("the presenter alone can do this")
)

// Options bound rooms. A number of zero bounds nothing.
type Options struct {
	Rooms   int // at once
	PerFrom int // of them, opened by one visitor: see Guest.From
	Seats   int // of one room, those that are kept included

	Problems []*problem.Problem // that views may be of, besides those that ship

	Store Store       // where rooms are kept; nil for nowhere
	Note  func(Event) // is called for each event; nil for nothing
}

// Memory is rooms in the memory of one process.
type Memory struct {
	options Options
	seats   atomic.Int64 // that are taken
	phones  atomic.Int64

	mu      sync.Mutex
	rooms   map[string]*Room            // by code
	secrets map[[sha256.Size]byte]*Room // by the hash: how long a look-up takes tells nothing of a secret
	opened  map[string]int              // rooms, by who opened them
	ended   []string                    // the last codes whose rooms have ended
	class   *Room                       // that never ends; nil for none
}

// NewMemory returns no rooms yet.
func NewMemory(o Options) *Memory {
	return &Memory{options: o, rooms: make(map[string]*Room), secrets: make(map[[sha256.Size]byte]*Room), opened: make(map[string]int)}
}

// Open opens a room, which ends when it has been empty for KeepRoom.
func (m *Memory) Open(who Guest) (*Seat, error) {
	m.mu.Lock()
	most := m.options.PerFrom
	if most > 0 && m.opened[who.From] >= most {
		m.mu.Unlock()
		return nil, fmt.Errorf("%d rooms were opened from your address or with your key: want one of them, or wait until one has ended", most)
	}
	r, err := m.open(who.From, false)
	m.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return r.Lead(who)
}

// Class returns the room that never ends, which is opened if it is not there.
func (m *Memory) Class() (*Room, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.class != nil {
		return m.class, nil
	}
	return m.open("", true)
}

// open opens a room. It is called with the lock, as add.
func (m *Memory) open(from string, lasts bool) (*Room, error) {
	if m.full() {
		return nil, ErrMany
	}
	code := newCode()
	for m.rooms[code] != nil {
		code = newCode()
	}
	r := m.newRoom(code, rand.Text(), from, lasts)
	m.add(r)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.vacate()
	r.keep()
	return r, nil
}

func (m *Memory) full() bool {
	return m.options.Rooms > 0 && len(m.rooms) >= m.options.Rooms || len(m.rooms) >= numCodes/2
}

func (m *Memory) newRoom(code, secret, from string, lasts bool) *Room {
	r := &Room{
		code: code, secret: secret, from: from, lasts: lasts, name: code, most: m.options.Seats,
		note: m.options.Note, store: m.options.Store, inAll: &m.seats, phones: &m.phones, seats: make(map[int]*place), tally: &tally{},
	}
	if lasts {
		r.name = ClassName
	}
	r.ended = func() { m.remove(r) }
	return r
}

func (m *Memory) add(r *Room) {
	m.rooms[r.code] = r
	m.secrets[sha256.Sum256([]byte(r.secret))] = r
	if r.lasts {
		m.class = r
	} else {
		m.opened[r.from]++
	}
}

func (m *Memory) remove(r *Room) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.rooms, r.code)
	m.ended = append(m.ended[max(0, len(m.ended)-mostEnded+1):], r.code)
	delete(m.secrets, sha256.Sum256([]byte(r.secret)))
	if m.opened[r.from]--; m.opened[r.from] == 0 {
		delete(m.opened, r.from)
	}
}

// mostEnded is how many codes are remembered whose rooms have ended.
const mostEnded = 1000

// Ended reports whether a code was that of a room that has ended: who names it guesses
// nothing.
func (m *Memory) Ended(code string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Contains(m.ended, strings.ToUpper(strings.TrimSpace(code)))
}

// Numbers returns how many rooms there are, how many seats are taken in them, and how many
// phones vote.
func (m *Memory) Numbers() (rooms, seats, phones int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.rooms), int(m.seats.Load()), int(m.phones.Load())
}

// Sits reports whether who has an ID has a seat in the room of a code, or one that is kept.
func (m *Memory) Sits(code, id string) bool {
	r := m.coded(code)
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.newest(id, func(*place) bool { return true }) != nil
}

// Join takes a seat in the room of a code, in letters of either case.
func (m *Memory) Join(code string, who Guest) (*Seat, error) {
	r := m.coded(code)
	if r == nil {
		return nil, ErrNoRoom
	}
	return r.Join(who)
}

// coded returns the room of a code, nil for none.
func (m *Memory) coded(code string) *Room {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.rooms[strings.ToUpper(strings.TrimSpace(code))]
}

// Present takes over the room of a secret.
func (m *Memory) Present(secret string, who Guest) (*Seat, error) {
	m.mu.Lock()
	r := m.secrets[sha256.Sum256([]byte(secret))]
	m.mu.Unlock()
	if r == nil {
		return nil, ErrSecret
	}
	return r.Lead(who)
}

// Holds returns the code of the room that a secret is of.
func (m *Memory) Holds(secret string) (code string, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.secrets[sha256.Sum256([]byte(secret))]
	if r == nil {
		return "", false
	}
	return r.code, true
}

// letters are those of codes: without vowels, so that no word comes about, and without
// those that are taken for others.
const letters = "BCDFGHJKLMNPQRSTVWXZ"

// codeLength is how many letters a code has.
const codeLength = 4

// secretLength is how many letters a secret has: 130 bits.
const secretLength = 26

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
