package classroom

import (
	"fmt"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/screen"
)

// Votes is the panel of how all have voted.
type Votes struct{ Look func() (room.Look, bool) }

// Press closes the panel by the key that opens it, and by every key that means something
// on the page: what it means there it does, too.
func (o *Votes) Press(msg tea.KeyPressMsg) (a page.Action, taken bool) {
	switch msg.String() {
	case "V", "esc", "enter":
		return page.Action{Close: true}, true
	case "q", " ", "space", "pgup", "pgdown":
		return a, false
	}
	return page.Action{Close: true}, false
}

// Hints say that there is nothing to be closed first.
func (o *Votes) Hints() []page.Hint {
	return []page.Hint{{Key: "esc", Does: "closes, and so does any key of the charts", Press: "esc", Alone: true}}
}

// Text returns the panel.
func (o *Votes) Text(s *screen.Styles, width int) []string {
	l, _ := o.Look()
	p := paper{styles: s, width: min(width, overlay.ReadingWidth)}
	v := l.Vote
	if v == nil || v.Open {
		p.say(chart.InkText, "There is no result.")
		return p.lines
	}
	p.say(chart.InkSelected, "%s", v.Text)
	p.gap()
	p.bars(resultBars(v))
	p.gap()
	p.say(chart.InkText, "%s", VoteText(v))
	return p.lines
}

// resultBars has a row for each of what was voted for, but none for a λ, as pages show
// those.
func resultBars(v *room.Vote) []bar {
	switch v.Kind {
	case room.OfTrajectories:
		return numberBars(v)
	case room.OfChoice:
		return answerBars(v)
	}
	return nil
}

// VoteText says what has come out of a vote.
func VoteText(v *room.Vote) string {
	if len(v.Result) == 0 {
		return "Nobody has voted." + truthText(v)
	}
	text := countText(v)
	switch median := room.Median(v.Result); v.Kind {
	case room.OfLambda:
		text += ", median λ = " + textfmt.Number(math.Round(1000*median)/1000)
	case room.OfTrajectories:
		text += ", median n = " + textfmt.Number(median)
	}
	return text + "." + truthText(v)
}

func truthText(v *room.Vote) string {
	switch {
	case !v.Truth.Set:
		return ""
	case v.Beyond && v.Least > 0:
		return " Never: these features allow no less than " + textfmt.Rounded(v.Least, 2) + "."
	case v.Beyond:
		return " On these data it takes more than n = " + textfmt.Number(v.Truth.Value) + "."
	case v.Kind == room.OfTrajectories:
		return " On these data it is n = " + textfmt.Number(v.Truth.Value) + "."
	}
	return " Right is " + v.Written(v.Truth.Value) + "."
}

// answerBars has a row for each answer that has votes or is right: the panel has to fit into
// a small window.
func answerBars(v *room.Vote) []bar {
	out := make([]bar, len(v.Answers))
	for i, a := range v.Answers {
		out[i] = bar{name: fmt.Sprintf("%d %s", i+1, a), answer: i}
	}
	for _, g := range v.Result {
		out[int(g)].count++
	}
	note(out, v, func(g float64) int { return int(g) })
	return slices.DeleteFunc(out, func(b bar) bool { return b.count == 0 && !b.right })
}

// mostRows is how many rows of numbers there are at most: the panel has to fit into a
// small window.
const mostRows = 7

// numberBars has a row for each number of trajectories that has votes or is the truth.
// Where these are too many, neighbours share a row.
func numberBars(v *room.Vote) []bar {
	all := slices.Clone(v.Result)
	if v.Truth.Set && !v.Beyond {
		all = append(all, v.Truth.Value)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) == 0 {
		return nil
	}
	share := (len(all) + mostRows - 1) / mostRows
	var out []bar
	var ends []float64 // the last number of each row
	for row := range slices.Chunk(all, share) {
		name := fmt.Sprintf("%.0f", row[0])
		if len(row) > 1 {
			name += fmt.Sprintf("–%.0f", row[len(row)-1])
		}
		out, ends = append(out, bar{name: name}), append(ends, row[len(row)-1])
	}
	at := func(g float64) int {
		i, _ := slices.BinarySearch(ends, g)
		return min(i, len(ends)-1)
	}
	for _, g := range v.Result {
		out[at(g)].count++
	}
	note(out, v, at)
	return out
}

// note marks the rows of the truth and of one's own vote, if that counts.
func note(bars []bar, v *room.Vote, at func(guess float64) int) {
	if v.Truth.Set && !v.Beyond {
		i := at(v.Truth.Value)
		bars[i].right, bars[i].truth = true, v.Kind == room.OfTrajectories
	}
	if v.Own.Set && slices.Contains(v.Result, v.Own.Value) {
		bars[at(v.Own.Value)].own = true
	}
}
