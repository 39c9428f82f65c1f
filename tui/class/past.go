package class

import (
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
)

// WithVotes returns an export with the closed votes in words and as a table.
func (m *Model) WithVotes(e page.Export) page.Export {
	if len(m.past) == 0 {
		return e
	}
	past := slices.Clone(m.past)
	e.Sentences = append(slices.Clip(e.Sentences), "What the class answered:")
	for i := range past {
		e.Sentences = append(e.Sentences, past[i].inWords())
	}
	votes := page.Table{
		Name: "votes", Header: []string{"vote", "question", "answer", "votes", "right"},
		Rows: func() [][]string { return votesRows(past) },
	}
	e.Views = append(slices.Clip(e.Views), page.Exported{Tables: []page.Table{votes}})
	return e
}

// answer returns a guess in words, without a number.
func (q Question) answer(guess float64) string {
	if q.OfLambda() {
		return q.Written(guess)
	}
	return q.Answers[int(guess)]
}

// inWords returns the question and the result of a closed vote.
func (v *Vote) inWords() string {
	var parts []string
	for _, c := range v.counts() {
		if c.votes > 0 {
			parts = append(parts, v.answer(c.guess)+": "+textfmt.Count(c.votes, "vote"))
		}
	}
	said := v.Text + " "
	if len(parts) > 0 {
		said += strings.Join(parts, "; ") + ". "
	}
	return said + v.resultText()
}

// votesRows returns a row for each answer of each vote.
func votesRows(past []Vote) (out [][]string) {
	for i := range past {
		v := &past[i]
		for _, c := range v.counts() {
			answer := v.answer(c.guess)
			if v.OfLambda() {
				answer = report.Exact(c.guess)
			}
			right := ""
			if v.Truth.Set {
				right = strconv.FormatBool(v.Truth.Value == c.guess)
			}
			out = append(out, []string{strconv.Itoa(i + 1), v.Text, answer, strconv.Itoa(c.votes), right})
		}
	}
	return out
}
