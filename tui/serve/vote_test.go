//go:build unix

package serve

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/tui/classroom"
	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// voting is a room in which phones vote.
type voting struct {
	testing.TB
	url    string // of the server
	client *http.Client
	leads  *room.Seat
	code   string
}

// newVoting opens a room on a server for browsers.
func newVoting(t *testing.T) (*voting, *Server) {
	t.Helper()
	s, web, _ := webServing(t, Options{}.WithLimits())
	v := &voting{TB: t, url: "http://" + web, client: newClient(t)}
	leads, err := s.rooms.Open(room.Guest{})
	if err != nil {
		t.Fatal(err)
	}
	settings, err := analysis.Defaults("")
	if err == nil {
		err = leads.Show(room.View{State: state.New(settings)})
	}
	if err != nil {
		t.Fatal(err)
	}
	v.leads, v.code = leads, leads.Look().Code
	return v, s
}

// newClient has its own connections, which end with the test.
func newClient(t *testing.T) *http.Client {
	t.Helper()
	c := &http.Client{Transport: &http.Transport{}}
	t.Cleanup(c.CloseIdleConnections)
	return c
}

func (v *voting) ask(q room.Question) int {
	v.Helper()
	if err := v.leads.OpenVote(q); err != nil {
		v.Fatal(err)
	}
	return v.leads.Look().Vote.ID
}

// phoneToken is that of the page of a phone.
func phoneToken(i int) string { return fmt.Sprintf("%032d", i) }

// send sends what a phone does, and returns the status and what is said.
func (v *voting) send(b ballot) (int, classroom.Phone) {
	v.Helper()
	body, err := json.Marshal(b)
	if err != nil {
		v.Fatal(err)
	}
	return v.post(v.code, v.url, body)
}

func (v *voting) post(code, origin string, body []byte) (int, classroom.Phone) {
	v.Helper()
	r, err := http.NewRequestWithContext(v.Context(), http.MethodPost, v.url+"/vote/"+code, bytes.NewReader(body))
	if err != nil {
		v.Error(err)
		return 0, classroom.Phone{}
	}
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	var p classroom.Phone
	answer, err := v.client.Do(r)
	if err != nil {
		v.Error(err)
		return 0, p
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&p); err != nil {
		v.Error(err)
	}
	return answer.StatusCode, p
}

func number(v float64) *float64 { return &v }

// TestVoteOfEveryKind asks each kind of question, takes a vote and another in its place,
// and shows the result.
func TestVoteOfEveryKind(t *testing.T) {
	t.Parallel()
	v, _ := newVoting(t)
	if status, p := v.send(ballot{Token: phoneToken(1)}); status != http.StatusOK || p.Vote != 0 || !strings.Contains(p.Says, "the question appears here") {
		t.Fatalf("before all questions: %d, %+v", status, p)
	}
	for name, c := range map[string]struct {
		room.Question
		first, then, wrong float64
		says               string // of the vote
		result             []string
		offers             func(classroom.Phone) bool
	}{
		"answers": {
			room.Question{Kind: room.OfChoice, Text: "Which?", Answers: []string{"this", "that"}, Truth: state.Some(1.)}, 0, 1, 2,
			"Your vote: 2, that. It can be changed", []string{"1 vote", "Right is 2, that.", "Your vote: 2, that."},
			func(p classroom.Phone) bool { return slices.Equal(p.Answers, []string{"1, this", "2, that"}) },
		},
		"λ": {
			room.Question{Kind: room.OfLambda, Text: "Which λ?"}, .5, .7, 1.5,
			"Your vote: λ = 0.7.", []string{"1 vote", "median λ = 0.7"},
			func(p classroom.Phone) bool { return len(p.Lambdas) == 11 && p.Lambdas[1] == .1 },
		},
		"n": {
			room.Question{Kind: room.OfTrajectories, Text: "How many?"}, 50, 200, 1,
			"Your vote: n = 200.", []string{"1 vote", "median n = 200"},
			func(p classroom.Phone) bool { return p.Most == analysis.MaxTrajectories },
		},
	} {
		id := v.ask(c.Question)
		if _, p := v.send(ballot{Token: phoneToken(1)}); p.Vote != id || p.Text != c.Text || !p.Open || p.Own != nil || !c.offers(p) || !strings.Contains(p.Says, "You have not voted.") {
			t.Errorf("%s: asked is %+v", name, p)
		}
		v.send(ballot{phoneToken(1), id, &c.first})
		if _, p := v.send(ballot{phoneToken(1), id, &c.then}); p.Own == nil || *p.Own != c.then || !strings.Contains(p.Says, c.says) {
			t.Errorf("%s: voted is %+v", name, p)
		}
		for fault, b := range map[string]ballot{"guess": {phoneToken(1), id, &c.wrong}, "no vote is open": {phoneToken(1), id + 1, &c.first}} {
			if _, p := v.send(b); *p.Own != c.then || !strings.Contains(p.Says, "Not voted: "+fault) {
				t.Errorf("%s: a wrong vote gives %+v", name, p)
			}
		}
		if err := v.leads.CloseVote(); err != nil {
			t.Fatal(err)
		}
		_, p := v.send(ballot{Token: phoneToken(1)})
		for _, text := range c.result {
			if !strings.Contains(p.Says, text) {
				t.Errorf("%s: no %q in %+v", name, text, p)
			}
		}
		if p.Open || p.Answers != nil || p.Lambdas != nil || p.Most != 0 || c.Kind != room.OfLambda && len(p.Result) == 0 {
			t.Errorf("%s: the result is %+v", name, p)
		}
	}
}

// TestVoteCountsOnce: a page has one vote, also beside a view of the room that has the same
// token.
func TestVoteCountsOnce(t *testing.T) {
	t.Parallel()
	v, s := newVoting(t)
	id := v.ask(room.Question{})
	for _, guess := range []float64{.1, .2, .3} {
		v.send(ballot{phoneToken(1), id, &guess})
	}
	v.send(ballot{phoneToken(2), id, number(.9)})
	grid, err := s.rooms.Join(v.code, room.Guest{ID: known(phoneToken(1))})
	if err == nil {
		err = grid.Guess(.4)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := v.leads.CloseVote(); err != nil {
		t.Fatal(err)
	}
	if r := v.leads.Look().Vote; !slices.Equal(r.Result, []float64{.4, .9}) || r.Here != 1 || r.Phones != 1 {
		t.Errorf("%+v", r)
	}
}

// TestVoteOfMany has a class vote at once from one address, each with a page, its files and
// a connection of its own, within the limits that a server has. With -load it is a hundred,
// within ten seconds.
func TestVoteOfMany(t *testing.T) {
	t.Parallel()
	people := 20
	load := flag.Lookup("load").Value.String() == "true" // of the tests from outside
	if load {
		people = 100
	}
	v, _ := newVoting(t)
	id := v.ask(room.Question{})
	began := time.Now()
	var all sync.WaitGroup
	for i := range people {
		all.Go(func() {
			v := *v
			v.client = newClient(t)
			for _, path := range []string{"/vote/" + v.code, "/web/vote.css", "/web/vote.js"} {
				if page, err := v.client.Get(v.url + path); err != nil || page.StatusCode != http.StatusOK {
					t.Errorf("%s: %v", path, err)
				} else {
					_, _ = io.Copy(io.Discard, page.Body)
					_ = page.Body.Close()
				}
			}
			guess := float64(i%11) / 10
			for _, b := range []ballot{{Token: phoneToken(i)}, {phoneToken(i), id, &guess}, {Token: phoneToken(i)}} {
				if status, p := v.send(b); status != http.StatusOK || b.Guess != nil && (p.Own == nil || *p.Own != guess) {
					t.Errorf("%d, %+v", status, p)
				}
			}
		})
	}
	all.Wait()
	took := time.Since(began)
	t.Logf("%d phones in %v", people, took)
	if load && took > 10*time.Second {
		t.Error("too slow")
	}
	if err := v.leads.CloseVote(); err != nil {
		t.Fatal(err)
	}
	if r := v.leads.Look().Vote; len(r.Result) != people || r.Phones != people {
		t.Errorf("%d votes of %d phones, want %d", len(r.Result), r.Phones, people)
	}
}

// TestVoteRefuses what is not from its own page, too long, or in no room, of which few are
// guessed.
func TestVoteRefuses(t *testing.T) {
	t.Parallel()
	v, _ := newVoting(t)
	id := v.ask(room.Question{})
	good, err := json.Marshal(ballot{phoneToken(1), id, number(.5)})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		origin string
		body   string
		want   int
	}{
		"no origin":        {"-", string(good), http.StatusForbidden},
		"null":             {"null", string(good), http.StatusForbidden},
		"another page":     {"https://evil.example", string(good), http.StatusForbidden},
		"no ballot":        {"", "", http.StatusBadRequest},
		"a number":         {"", "1", http.StatusBadRequest},
		"no token":         {"", `{"vote":1,"guess":1}`, http.StatusBadRequest},
		"a short token":    {"", `{"token":"1","vote":1,"guess":1}`, http.StatusBadRequest},
		"too long":         {"", `{"x":"` + strings.Repeat("x", maxBallot) + `",` + string(good[1:]), http.StatusBadRequest},
		"a long token":     {"", `{"token":"` + strings.Repeat("x", 100) + `"}`, http.StatusBadRequest},
		"a guess in words": {"", `{"token":"` + phoneToken(1) + `","vote":1,"guess":"one"}`, http.StatusBadRequest},
	} {
		origin := strings.TrimPrefix(cmp.Or(c.origin, v.url), "-")
		if status, p := v.post(v.code, origin, []byte(c.body)); status != c.want || p.Says == "" || p.Vote != 0 {
			t.Errorf("%s: %d, %+v, want %d", name, status, p, c.want)
		}
	}
	if l := v.leads.Look(); l.Phones != 0 || len(l.Seats) > 1 {
		t.Errorf("they have left seats: %+v", l)
	}
	wrong := "BBBB"
	if v.code == wrong {
		wrong = "CCCC"
	}
	var all []int
	for range 7 {
		status, _ := v.post(wrong, v.url, good)
		all = append(all, status)
	}
	if all[0] != http.StatusNotFound || all[6] != http.StatusTooManyRequests {
		t.Errorf("wrong codes: %d", all)
	}
	if status, _ := v.send(ballot{Token: phoneToken(2)}); status != http.StatusTooManyRequests {
		t.Errorf("a right code after so many wrong ones: %d", status)
	}
}

// TestVoteBesideGuesses: who votes already goes on where others of the address try wrong
// codes.
func TestVoteBesideGuesses(t *testing.T) {
	t.Parallel()
	v, s := newVoting(t)
	id := v.ask(room.Question{})
	v.send(ballot{Token: phoneToken(1)})
	var metrics strings.Builder
	s.WriteMetrics(&metrics)
	if !strings.Contains(metrics.String(), "\nlambdascope_room_phones 1\n") {
		t.Error("the phone is not in the metrics")
	}
	good, err := json.Marshal(ballot{Token: phoneToken(3)})
	if err != nil {
		t.Fatal(err)
	}
	wrong := "BBBB"
	if v.code == wrong {
		wrong = "CCCC"
	}
	for status := 0; status != http.StatusTooManyRequests; {
		status, _ = v.post(wrong, v.url, good)
	}
	if status, p := v.send(ballot{phoneToken(1), id, number(.5)}); status != http.StatusOK || p.Own == nil || *p.Own != .5 {
		t.Errorf("%d, %+v", status, p)
	}
}

// TestVotePage: the page is small and has no code and no style in its text, which
// the server's policy would refuse.
func TestVotePage(t *testing.T) {
	t.Parallel()
	total := 0
	for _, name := range []string{"vote.html", "vote.css", "vote.js"} {
		text, err := os.ReadFile("../../assets/web/" + name)
		if err != nil {
			t.Fatal(err)
		}
		total += len(text)
		for _, odd := range []string{"style=", " onclick=", "<style", "<script>", "innerHTML", "://"} {
			if strings.Contains(string(text), odd) {
				t.Errorf("%s has %q", name, odd)
			}
		}
	}
	if total > 20<<10 {
		t.Errorf("%d bytes", total)
	}
}

// from is a connection that came to an address.
type from struct {
	net.Conn
	local net.Addr
}

func (f from) LocalAddr() net.Addr { return f.local }

// TestVoteLink: it leads to the host that the session came to, unless the server has a name.
func TestVoteLink(t *testing.T) {
	t.Parallel()
	at := func(host string, port int) net.Addr { return &net.TCPAddr{IP: net.ParseIP(host), Port: port} }
	for _, c := range []struct {
		name string
		web  net.Addr
		call string
		want string
	}{
		{"", nil, "ssh -t host lambdascope", ""},
		{"", at("0.0.0.0", 8080), "ssh -t host lambdascope", "http://192.0.2.7:8080/vote/BCDF"},
		{"", at("192.0.2.8", 8080), "ssh -t host lambdascope", "http://192.0.2.8:8080/vote/BCDF"},
		{"host.example:22", at("0.0.0.0", 8080), "ssh -t host lambdascope", "http://host.example:8080/vote/BCDF"},
		{"host.example", at("0.0.0.0", 8080), "https://other.example/", "https://other.example/vote/BCDF"},
	} {
		s := &Server{options: Options{Name: c.name}, web: c.web}
		d := desk{&session{server: s, conn: &conn{Conn: from{local: at("192.0.2.7", 2222)}}, call: func([]string) string { return c.call }}}
		if link := d.VoteLink("BCDF"); link != c.want {
			t.Errorf("%q, want %q", link, c.want)
		}
	}
}

// TestVoteOnScreen: who presents sees the link, its picture, and how many phones there are;
// the vote ends on both sides.
func TestVoteOnScreen(t *testing.T) {
	t.Parallel()
	_, web, address := webServing(t, Options{})
	v := &voting{TB: t, url: "http://" + web, client: newClient(t)}
	leads := in(t, address, "present", 120, 36)
	leads.AwaitText("● live")
	code, _ := leads.Room()
	leads.Type("R")
	leads.AwaitText("http://" + web + "/vote/" + code)
	leads.AwaitText("██████████████") // of a QR code
	leads.Type("R")
	v.code = code
	v.send(ballot{Token: phoneToken(1)})
	leads.AwaitText("1 on phones")
	leads.Type("V")
	leads.AwaitText("Which λ has the lowest true error?")
	leads.Type("1")
	leads.AwaitText("The class votes: 0 votes, 0 here, 1 phone.")
	_, p := v.send(ballot{Token: phoneToken(1)})
	v.send(ballot{phoneToken(1), p.Vote, number(.3)})
	leads.AwaitText("The class votes: 1 vote, 0 here, 1 phone.")
	leads.Type("z")
	leads.AwaitText("1 vote, 0 here, 1 phone, median λ = 0.3.")
	if _, p := v.send(ballot{Token: phoneToken(1)}); p.Open || !strings.Contains(p.Says, "median λ = 0.3") {
		t.Errorf("%+v", p)
	}
}
