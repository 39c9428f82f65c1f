package folds

import (
	"fmt"
	"strconv"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim"
	"lambdascope/sim/words"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// reachRows is how high the arrows of a reward are.
const reachRows = 3

// reach shows how far back the reward of the step on show changes the fit, and how
// strongly: an arrow from each step to the one before it, and (λγ)^k, times the importance
// ratios of these k steps, which the step k before has in the eligibility trace.
func (v *view) reach(w int) []string {
	if v.Hidden {
		return v.Styles.Fill(nil, w, reachRows)
	}
	t := v.traceStep()
	title := v.Styles.Line(w).First(chart.InkFaint, v.reachTitles(t)...)
	names := make([]string, 0, t+1) // from the present step back
	var shares []float64
	const least, link = .005, 5 // share that still shows; cells of an arrow with its spaces
	wide := 4
	for s, share := t, 1.; s >= 0 && share >= least; s-- {
		names, shares = append(names, v.stepName(s)), append(shares, share)
		wide = max(wide, ansi.StringWidth(names[len(names)-1]))
		if len(names)*(4+link) > w+link {
			break
		}
		if s > 0 {
			share *= v.shown.Trace.Decay * v.shown.ratio(s-1)
		}
	}
	fit := max(1, (w-2+link)/(wide+link))
	more := len(names) > fit
	names = names[:min(fit, len(names))]
	k := v.Styles.Canvas(w, 2)
	x := 0
	if more {
		k.Text(0, 0, "…", chart.InkFaint)
		x = 2
	}
	for i := len(names) - 1; i >= 0; i-- {
		share := shares[i]
		ink, line := reachLook(share)
		if i == 0 {
			ink = chart.InkCursor
		}
		k.Centred(x+wide/2, 0, names[i], ink)
		k.Centred(x+wide/2, 1, words.WithoutZero(strconv.FormatFloat(share, 'f', 2, 64)), ink)
		x += wide
		if i > 0 {
			k.Text(x, 0, " ◂"+string([]rune{line, line})+" ", ink)
			x += link
		}
	}
	return append([]string{title.String()}, k.Lines()...)
}

// reachLook is how an arrow to a step is drawn of which the trace has some share.
func reachLook(share float64) (ink chart.Ink, line rune) {
	const strong, weak = .5, .1
	switch {
	case share >= strong:
		return chart.InkText, '━'
	case share >= weak:
		return chart.InkText, '─'
	}
	return chart.InkFaint, '╌'
}

// reachTitles say what the arrows are, the longest first.
func (v *view) reachTitles(t int) []string {
	what := "step"
	switch v.shown.Replay.(type) {
	case *sim.WalkReplay, *sim.ProcessReplay:
		what = "state"
	}
	reward := screen.Plain(v.shown.Trajectory.Rewards()[t], 3)
	if v.shown.Trace.Decay == 0 {
		return []string{"λγ = 0: the reward " + reward + " changes the fit at this " + what + " alone", "λγ = 0: it reaches this " + what + " alone", "it reaches this " + what + " alone"}
	}
	if v.shown.weighted() {
		const all = "the reward %s, times its ratio %s, changes the fit at this %s and at those before, by their share of the trace"
		return []string{
			fmt.Sprintf(all, reward, screen.Plain(v.shown.ratio(t), 3), what),
			fmt.Sprintf("how far back %s, times its ratio %s, reaches", reward, screen.Plain(v.shown.ratio(t), 3)),
			"how far back it reaches",
		}
	}
	return []string{
		fmt.Sprintf("the reward %s changes the fit at this %s and at those before, by their share of the trace", reward, what),
		fmt.Sprintf("how far back the reward %s reaches", reward),
		"how far back it reaches",
	}
}

// stepName names the state of a step: by its number on a walk, by its name in a problem,
// else by the step.
func (v *view) stepName(t int) string {
	switch s := v.shown.Replay.(type) {
	case *sim.WalkReplay:
		return strconv.Itoa(s.At[t] + 1)
	case *sim.ProcessReplay:
		return s.Name(t)
	}
	return strconv.Itoa(t)
}
