//go:build unix

package serve

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// TestBrowserVotes votes on each kind of question with the page itself, on the screen of a
// phone, dark and light.
func TestBrowserVotes(t *testing.T) {
	ctx := chromium(t)
	v, _ := newVoting(t)
	says := func(text string) string {
		return fmt.Sprintf("document.getElementById('says').textContent.includes(%q)", text)
	}
	do := func(script string) { value[bool](t, ctx, "("+script+", true)") }
	step(t, ctx, chromedp.EmulateViewport(390, 844), chromedp.Navigate(v.url+"/VOTE/"+v.code))
	shows(t, ctx, says("the question appears here"))
	for i, c := range []struct {
		room.Question
		vote, voted, result string
	}{
		{
			room.Question{Kind: room.OfChoice, Text: "Which λ̂ will 5 trajectories choose?", Answers: []string{"less than with 50", "the same", "more"}, Truth: state.Some(0.)},
			"document.querySelectorAll('form button')[1].click()", "Your vote: 2, the same.", "Right is 1, less than with 50.",
		},
		{
			room.Question{Kind: room.OfLambda, Text: "Which λ has the lowest true error?"},
			"s = document.querySelector('input'), s.value = 7, s.dispatchEvent(new Event('input')), document.querySelector('[type=submit]').click()",
			"Your vote: λ = 0.7.", "median λ = 0.7",
		},
		{
			room.Question{Kind: room.OfTrajectories, Text: "How many trajectories?"},
			"document.querySelector('input').value = 120, document.querySelector('[type=submit]').click()", "Your vote: n = 120.", "median n = 120",
		},
	} {
		v.ask(c.Question)
		shows(t, ctx, fmt.Sprintf("document.getElementById('text').textContent === %q && document.querySelector('form').hasChildNodes()", c.Text))
		shows(t, ctx, says("You have not voted."))
		do(c.vote)
		shows(t, ctx, says(c.voted))
		for _, scheme := range []string{"light", "dark"} {
			step(t, ctx, prefers(scheme))
			axe(t, ctx, c.Text)
			picture(t, ctx, fmt.Sprintf("vote-%d-%s", i, scheme))
		}
		if i == 0 {
			shows(t, ctx, "document.querySelector('[aria-pressed=true]').textContent === '2, the same'")
			step(t, ctx, chromedp.Reload()) // a page keeps its vote
			shows(t, ctx, says(c.voted))
		}
		if wide := value[float64](t, ctx, "document.documentElement.scrollWidth"); wide > 390 {
			t.Errorf("%s: %v pixels wide", c.Text, wide)
		}
		if err := v.leads.CloseVote(); err != nil {
			t.Fatal(err)
		}
		shows(t, ctx, says(c.result))
		shows(t, ctx, "!document.querySelector('form').hasChildNodes()")
		axe(t, ctx, "the result")
		picture(t, ctx, fmt.Sprintf("vote-%d-result", i))
	}
	if n := len(v.leads.Look().Vote.Result); n != 1 {
		t.Errorf("%d votes, want 1", n)
	}
}
