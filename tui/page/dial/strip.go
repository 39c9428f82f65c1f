package dial

import (
	"fmt"
	"image"
	"math"
	"strconv"
	"strings"

	"lambdascope/sim"
	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// episodes are the states of the first data set.
type episodes struct {
	states []string // of one episode, with their signs, and its end
	names  []string // of the same states; nil without names
	walks  [][]int  // all random walks; nil for other problems
}

// The number of steps of a good example: enough to see weights fall, few enough to tell apart.
const (
	leastSteps = 5
	mostSteps  = 9
)

// most is the largest number of episodes among which an example is sought.
const most = 100

// episodesOf returns the states of the first data set of settings.
func episodesOf(s settings.Settings) (*episodes, error) {
	domain, err := sim.New(s.Problem)
	if err != nil {
		return nil, err
	}
	replayer, named := domain.(sim.Replayer)
	named = named && short(s)
	out := new(episodes)
	example := 0
	var shown sim.Replay
	for i := 0; named && i < min(most, s.Trajectories); i++ {
		r := replayer.Replay(s.Seed, i)
		if w, ok := r.(*sim.WalkReplay); ok {
			out.walks = append(out.walks, w.At)
		}
		if shown == nil || better(r.Len(), shown.Len()) {
			shown = r
			example = i
		}
	}
	trajectory, err := domain.Trajectory(s.Seed, example)
	if err != nil {
		return nil, err
	}
	rewards := trajectory.Rewards()
	end := "…"
	if trajectory.Terminated() && len(rewards) <= mostSteps {
		sign := ""
		if rewards[len(rewards)-1] > 0 {
			sign = "+"
		}
		end = "■ " + sign + textfmt.Trimmed(rewards[len(rewards)-1], 2)
	}
	for t := range min(len(rewards), mostSteps) {
		name := strconv.Itoa(t)
		switch r := shown.(type) {
		case *sim.WalkReplay:
			name = strconv.Itoa(r.At[t] + 1)
		case *sim.ProcessReplay:
			name = r.Name(t)
			out.names = append(out.names, name)
		}
		out.states = append(out.states, sign(t, name))
	}
	out.states = append(out.states, end)
	return out, nil
}

// better reports whether a number of steps makes a better example than another: one that is not too
// large, then the first that is not too small.
func better(steps, than int) bool {
	if than > mostSteps {
		return steps <= mostSteps
	}
	return steps <= mostSteps && than < leastSteps && steps > than
}

// sign returns the text of the state before step t.
func sign(t int, name string) string {
	switch name {
	case "sign up":
		return "▲up"
	case "sign down":
		return "▼down"
	}
	name, _, _ = strings.Cut(name, " ") // of the arm
	if t == 0 {
		return "◎" + name
	}
	return "○" + name
}

// weights returns the weights of the estimates 1, 2, … steps after the first state; the last weight is
// that of the return.
func weights(lambda float64, steps int) []float64 {
	var out []float64
	left := 1.
	for range steps - 1 {
		out = append(out, float64((1-lambda)*left))
		left *= lambda
	}
	return append(out, left)
}

// strip draws an episode, and below each state how much its estimate counts for the first step.
func (v *view) strip(area image.Rectangle, f *found) []string {
	w := area.Dx() - 2
	// The signs of the states, because without colours the columns look alike.
	keys := []screen.Key{{Ink: chart.InkEstimate, Sign: "○", Name: "an estimate on the way"}, {Ink: chart.InkText, Sign: "■", Name: "what really followed"}}
	if w < 100 {
		keys[0].Name = "estimates"
		keys[1].Name = "what followed"
	}
	title := v.Styles.Fitting(w-screen.KeysWidth(keys)-6, "One "+episodeName(f.settings)+", and what its first step learns from",
		"What the first step learns from", "The first step learns from")
	return v.panel(title, func(k *chart.Canvas) { v.drawEpisode(k, f) }, keys...)(area)
}

// drawEpisode draws the states in a row, and below each state a column for its weight.
func (v *view) drawEpisode(k *chart.Canvas, f *found) {
	const (
		namesWidth = 72
		namesRoom  = 11
		widest     = 14
	)
	states := f.episodes.states
	steps := len(states) - 1
	from := 3
	foot := k.Height - 2
	if k.Width >= namesWidth || v.Boxed() {
		from = namesRoom
		k.Text(1, 0, episodeName(f.settings), chart.InkFaint)
		k.Text(1, foot, "counts", chart.InkFaint)
	}
	apart := max(1, min(widest, (k.Width-from-6)/steps))
	place := func(i int) int { return from + i*apart }
	k.Row(place(0), place(steps), 0, '─', chart.InkRule)
	for i, text := range states {
		ink := chart.InkFaint
		if i == 0 || i == steps {
			ink = chart.InkSelected
		}
		if i < steps {
			text = cut(text, apart-1) + " "
		}
		k.Text(place(i)-1, 0, " "+text, ink)
		if i > 0 && i < steps {
			k.Set(place(i), 0, '○', chart.InkEstimate)
		}
	}
	for i, weight := range weights(f.summary.Lambdas[v.at(f)], steps) {
		x := place(i + 1)
		ink := chart.InkEstimate
		words := chart.InkEstimate
		if i == steps-1 {
			ink = chart.InkText
			words = chart.InkText
		}
		percent := int(math.Round(100 * weight))
		if percent == 0 {
			words = chart.InkFaint
		}
		text := fmt.Sprintf("%d %%", percent)
		if len(text) >= apart {
			text = fmt.Sprintf("%d%%", percent)
		}
		height := float64(weight * float64(foot))
		if k.Glyphs == chart.Plain { // the signs of parts of a cell look like other marks
			height = math.Round(height)
		}
		width := max(1, min(5, apart-2))
		k.Column(x-width/2, width, foot, height, ink)
		k.Text(max(0, min(k.Width-len(text), x-len(text)/2)), k.Height-1, text, words)
	}
}

// cut returns at most n characters of a text.
func cut(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:max(0, n)])
	}
	return text
}
