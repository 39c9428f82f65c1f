package serve

import (
	"encoding/json"
	"net/http"
	"strings"

	"lambdascope/tui/class"
)

// maxBallot bounds a phone's request, in bytes.
const maxBallot = 1 << 10

// ballot is a phone's request.
type ballot struct {
	Token string   `json:"token"` // of the browser
	Vote  int      `json:"vote"`  // ID of the vote
	Guess *float64 `json:"guess"` // nil to ask for the state of the vote
}

// addVote adds the page for phones. Its link opens it without a password; on a server without a
// password the short address does, too. QR codes are smaller with addresses in capitals.
func (s *Server) addVote(mux *http.ServeMux) {
	if s.class == nil {
		return
	}
	for _, at := range []string{"/vote", "/vote/{token}", "/VOTE/{token}"} {
		mux.HandleFunc("GET "+at, func(w http.ResponseWriter, r *http.Request) { serveAsset(w, r, "vote.html") })
		mux.HandleFunc("POST "+at, s.vote)
	}
}

// vote answers a phone. Each request is complete, because a phone has no session.
func (s *Server) vote(w http.ResponseWriter, r *http.Request) {
	token := r.PathValue("token")
	open := !s.options.restricted()
	var b ballot
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBallot)).Decode(&b)
	who := class.Guest{ID: known(b.Token), From: written(addressOf(s.visitor(r))), Unique: true}
	switch {
	case foreign(r):
		refuse(w, http.StatusForbidden, s.refused(r, "Origin"))
		return
	case err != nil || who.ID == "":
		refuse(w, http.StatusBadRequest, "want a token and a vote")
		return
	case !strings.EqualFold(token, s.options.classToken()) && !(token == "" && open):
		refuse(w, http.StatusNotFound, "this is not the link of the class")
		return
	}
	answer, err := s.class.Ask(who, b.Vote, b.Guess)
	if err != nil {
		refuse(w, http.StatusForbidden, err.Error())
		return
	}
	say(w, http.StatusOK, answer)
}

// refuse gives a phone the reason why it cannot vote.
func refuse(w http.ResponseWriter, status int, reason string) {
	say(w, status, class.Phone{Says: "No vote: " + reason + "."})
}

func say(w http.ResponseWriter, status int, answer class.Phone) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer) // fails for a phone that has gone
}
