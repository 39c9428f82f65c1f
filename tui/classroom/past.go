package classroom

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/room"
)

// mostPast is how many votes that are over a seat remembers.
const mostPast = 100

// remember takes down what the class has answered. The truth of a vote may come later.
func (r *seat) remember() {
	v := r.Look.Vote
	if v == nil || v.Open {
		return
	}
	if n := len(r.past); n > 0 && r.past[n-1].ID == v.ID {
		r.past = r.past[:n-1]
	}
	r.past = append(r.past, *v)
	if len(r.past) > mostPast {
		r.past = r.past[1:]
	}
}

// WithVotes returns an export with the answers of the class in this room so far.
func (x *Room) WithVotes(e page.Export) page.Export {
	if x.seat == nil || len(x.seat.past) == 0 {
		return e
	}
	past := slices.Clone(x.seat.past)
	e.Sentences = append(slices.Clip(e.Sentences), "What the class answered:")
	for i := range past {
		e.Sentences = append(e.Sentences, pastText(&past[i]))
	}
	votes := page.Table{
		Name: "votes", Header: []string{"vote", "question", "answer", "votes", "right"},
		Rows: func() [][]string { return votesRows(past) },
	}
	e.Views = append(slices.Clip(e.Views), page.Exported{Tables: []page.Table{votes}})
	return e
}

// counted is how many voted for something.
type counted struct {
	guess float64
	votes int
}

// counts returns how many voted for each answer, or for each number that somebody voted
// for.
func counts(v *room.Vote) []counted {
	var out []counted
	if v.Kind == room.OfChoice {
		for i := range v.Answers {
			out = append(out, counted{guess: float64(i)})
		}
	}
	for _, g := range v.Result { // which are sorted
		i := slices.IndexFunc(out, func(c counted) bool { return c.guess == g })
		if i < 0 {
			i, out = len(out), append(out, counted{guess: g})
		}
		out[i].votes++
	}
	return out
}

// pastText says what was asked, and how all answered.
func pastText(v *room.Vote) string {
	var parts []string
	for _, c := range counts(v) {
		if c.votes > 0 {
			name := v.Written(c.guess)
			if v.Kind == room.OfChoice {
				name = v.Answers[int(c.guess)]
			}
			parts = append(parts, fmt.Sprintf("%s: %s", name, countOf(c.votes, "vote")))
		}
	}
	said := v.Text + " "
	if len(parts) > 0 {
		said += strings.Join(parts, "; ") + ". "
	}
	return said + VoteText(v)
}

// votesRows has a row for each answer of each vote.
func votesRows(past []room.Vote) [][]string {
	var out [][]string
	for i := range past {
		v := &past[i]
		for _, c := range counts(v) {
			answer, right := report.Exact(c.guess), ""
			if v.Kind == room.OfChoice {
				answer = v.Answers[int(c.guess)]
			}
			if v.Truth.Set && !v.Beyond {
				right = strconv.FormatBool(v.Truth.Value == c.guess)
			}
			out = append(out, []string{strconv.Itoa(i + 1), v.Text, answer, strconv.Itoa(c.votes), right})
		}
	}
	return out
}
