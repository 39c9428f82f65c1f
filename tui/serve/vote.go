package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"lambdascope/tui/classroom"
	"lambdascope/tui/room"
)

// maxBallot bounds what a phone sends, in bytes.
const maxBallot = 1 << 10

// ballot is what a phone sends.
type ballot struct {
	Token string   `json:"token"` // by which the person is known
	Vote  int      `json:"vote"`  // the number of that which the guess is in
	Guess *float64 `json:"guess"` // nil for who asks how it stands
}

// addVote adds the page by which phones vote in the room of a code. Who has the code needs
// nothing else. In capitals, its address is shorter in a picture.
func (s *Server) addVote(mux *http.ServeMux) {
	for _, at := range []string{"/vote/{code}", "/VOTE/{code}"} {
		mux.HandleFunc("GET "+at, func(w http.ResponseWriter, r *http.Request) { serveAsset(w, r, "vote.html") })
		mux.HandleFunc("POST "+at, s.vote)
	}
}

// vote takes a phone's vote, and says how it stands. Each request is whole: between them
// the room alone knows the phone.
func (s *Server) vote(w http.ResponseWriter, r *http.Request) {
	var b ballot
	who := room.Guest{From: written(addressOf(s.visitor(r)))}
	switch err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBallot)).Decode(&b); {
	case foreign(r):
		refuse(w, http.StatusForbidden, "this vote is for the server's own page")
		return
	case err == nil:
		who.ID = known(b.Token)
	}
	if who.ID == "" {
		refuse(w, http.StatusBadRequest, "want a token and a vote")
		return
	}
	var phone *room.Phone
	var err error
	code := r.PathValue("code")
	look := func() bool {
		phone, err = s.rooms.Phone(code, who)
		return !errors.Is(err, room.ErrNoRoom) || s.rooms.Ended(code)
	}
	var wait time.Duration
	if s.rooms.Sits(code, who.ID) { // who votes goes on, whatever codes others try at the same address
		look()
	} else {
		_, wait = s.codes.Try(addressOf(s.visitor(r)), look)
	}
	switch {
	case wait > 0:
		s.warn("code not looked at", addressOf(s.visitor(r)), "too many were wrong")
		w.Header().Set("Retry-After", strconv.Itoa(int(wait/time.Second)+1))
		refuse(w, http.StatusTooManyRequests, "too many wrong codes were tried")
		return
	case errors.Is(err, room.ErrNoRoom):
		refuse(w, http.StatusNotFound, err.Error())
		return
	case err != nil:
		refuse(w, http.StatusForbidden, err.Error())
		return
	}
	var fault error
	if b.Guess != nil {
		fault = phone.Guess(b.Vote, *b.Guess)
	}
	answer := classroom.OnPhone(phone.Look())
	if fault != nil {
		answer.Says = "Not voted: " + fault.Error() + ". " + answer.Says
	}
	say(w, http.StatusOK, answer)
}

// refuse says why a phone can't vote.
func refuse(w http.ResponseWriter, status int, why string) {
	say(w, status, classroom.Phone{Says: fmt.Sprintf("No vote: %s.", why)})
}

func say(w http.ResponseWriter, status int, answer classroom.Phone) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer) // fails for one that has gone
}
