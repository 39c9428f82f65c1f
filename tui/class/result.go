package class

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// result is the panel with the result of the last vote.
type result struct{ *Model }

// Press closes the panel, and leaves the keys of the page to the page.
func (o *result) Press(msg tea.KeyPressMsg) (a page.Action, taken bool) {
	switch msg.String() {
	case "V", "esc", "enter":
		return page.Action{Close: true}, true
	case "q", " ", "space", "pgup", "pgdown":
		return a, false
	}
	return page.Action{Close: true}, false
}

// Hints returns the hint that any key closes the panel.
func (o *result) Hints() []page.Hint {
	return []page.Hint{{Key: "esc", Does: "closes, and so does any key of the charts", Press: "esc", Alone: true}}
}

// Text returns the panel.
func (o *result) Text(s *screen.Styles, width int) []string {
	p := panel{styles: s, width: min(width, overlay.ReadingWidth)}
	v := o.Look.Vote
	if v == nil || v.Open {
		p.say(chart.InkText, "There is no result.")
		return p.lines
	}
	p.say(chart.InkSelected, "%s", v.Text)
	p.gap()
	p.bars(v.bars())
	p.gap()
	p.say(chart.InkText, "%s", v.resultText())
	return p.lines
}

// countText returns the number of votes, phones and seats, in words. Voters may have left, so
// that votes can exceed the sum of phones and seats.
func (v *Vote) countText() string {
	return fmt.Sprintf("%d voted%s · %s", v.Voted, v.phonesText(" · "), textfmt.Count(v.Here+v.Away, "seat"))
}

// phonesText returns the number of phones after a separator; empty without phones.
func (c Counts) phonesText(separator string) string {
	if c.Phones == 0 {
		return ""
	}
	return separator + textfmt.Count(c.Phones, "phone") + " from " + textfmt.Count(c.Addresses, "address")
}

// resultText returns the result of a closed vote in words.
func (v *Vote) resultText() string {
	text := "Nobody has voted."
	if len(v.Result) > 0 {
		text = v.countText() + "."
		if v.OfLambda() {
			text += " Median " + v.Written(math.Round(1000*median(v.Result))/1000) + "."
		}
	}
	if v.Truth.Set {
		text += " Right is " + v.Written(v.Truth.Value) + "."
	}
	return text
}

// count is the number of votes for a guess.
type count struct {
	guess float64
	votes int
}

// counts returns the votes for each answer, or for each λ that has votes or is right.
func (v *Vote) counts() (all []count) {
	guesses := slices.Clone(v.Result)
	for i := range v.Answers {
		guesses = append(guesses, float64(i))
	}
	if v.Truth.Set {
		guesses = append(guesses, v.Truth.Value)
	}
	slices.Sort(guesses)
	for _, g := range slices.Compact(guesses) {
		all = append(all, count{guess: g})
	}
	for _, g := range v.Result {
		i := slices.IndexFunc(all, func(c count) bool { return c.guess == g })
		all[i].votes++
	}
	return all
}

// bar is a row of the result.
type bar struct {
	name       string
	count      int
	right, own bool // holds the truth, holds the own vote
}

// maxBars bounds the rows of a vote on λ, so that the panel fits a small window.
const maxBars = 7

// bars returns the distribution of the votes. Neighbouring λ's share a row where there are too
// many.
func (v *Vote) bars() (out []bar) {
	counts := v.counts()
	share := 1
	if v.OfLambda() {
		share = max(1, (len(counts)+maxBars-1)/maxBars)
	}
	for row := range slices.Chunk(counts, share) {
		first := row[0].guess
		last := row[len(row)-1].guess
		b := bar{name: v.Written(first)}
		if first != last {
			b.name += " to " + textfmt.Number(last)
		}
		holds := func(g float64) bool { return first <= g && g <= last }
		for _, c := range row {
			b.count += c.votes
		}
		b.right = v.Truth.Set && holds(v.Truth.Value)
		b.own = v.Own.Set && holds(v.Own.Value)
		out = append(out, b)
	}
	return out
}

// note returns the note behind a bar.
func (b bar) note() string {
	switch {
	case b.right && b.own:
		return "right, yours"
	case b.right:
		return "right"
	case b.own:
		return "yours"
	}
	return ""
}

// bars writes bars between names and counts. Names get the room that the shortest bars leave.
func (p *panel) bars(all []bar) {
	const (
		gap        = 2
		countWidth = 6
		signWidth  = 2
	)
	const minBar, maxBar = 10, 40
	var names, notes int
	most := 1
	for _, b := range all {
		names = max(names, ansi.StringWidth(p.styles.Text(b.name)))
		notes = max(notes, len(b.note()))
		most = max(most, b.count)
	}
	left := p.width - gap - countWidth - signWidth - notes
	names = max(1, min(names, left-minBar))
	longest := max(1, min(maxBar, left-names))
	for _, b := range all {
		ink := chart.InkEstimate
		if b.right {
			ink = chart.InkTruth
		}
		line := p.styles.Line(p.width)
		line.Add(chart.InkText, ansi.Truncate(p.styles.Text(b.name), names, p.styles.Text("…"))).To(names + gap)
		if b.count > 0 {
			line.Draw(max(1, b.count*longest/most), false, func(k *chart.Canvas) { k.Row(0, k.Width, 0, '█', ink) }).To(line.At() + 1)
		}
		line.Add(chart.InkText, strconv.Itoa(b.count))
		if note := b.note(); note != "" {
			line.Add(chart.InkCursor, "  "+note)
		}
		p.lines = append(p.lines, line.String())
	}
}
