package folds

import (
	"fmt"
	"math"
	"strconv"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// readout returns reward, return and predictions at the current step.
func (v replayView) readout() (at string, parts []screen.Part) {
	s := v.shown
	if s == nil {
		return "", nil
	}
	t := v.step()
	at = fmt.Sprintf(" step %d of %d", t, v.last())
	if t == v.last() {
		return at, v.endParts()
	}
	from, without := "return ", "without it "
	const wide = 100
	if v.Width >= wide {
		from, without = "return from here ", "predicted without it "
	}
	reward := "reward " + textfmt.Trimmed(s.Trajectory.Rewards()[t], 3)
	if s.weighted() {
		reward += " × ratio " + textfmt.Trimmed(s.ratio(t), 3)
	}
	return at, []screen.Part{
		{Ink: chart.InkText, Text: reward},
		{Ink: chart.InkThird, Text: from + textfmt.Trimmed(s.Returns[t], 3)},
		{Ink: chart.InkEstimate, Text: without + textfmt.Trimmed(s.Without[t], 3)},
		{Ink: chart.InkText, Text: "with it " + textfmt.Trimmed(s.With[t], 3)},
		{Ink: chart.InkFaint, Text: v.stateText()},
	}
}

// endParts tells how the trajectory ended.
func (v replayView) endParts() []screen.Part {
	if s := v.shown; !s.Trajectory.Terminated() {
		return []screen.Part{
			{Ink: chart.InkText, Text: "cut off here", Short: "cut off"},
			{Ink: chart.InkEstimate, Text: "predicted without it " + textfmt.Trimmed(s.Without[v.step()], 3)},
			{Ink: chart.InkText, Text: "with it " + textfmt.Trimmed(s.With[v.step()], 3)},
			{Ink: chart.InkFaint, Text: v.stateText()},
		}
	}
	return []screen.Part{{Ink: chart.InkText, Text: "terminated: the value here is 0", Short: "terminated"}, {Ink: chart.InkFaint, Text: v.stateText()}}
}

// stateText describes the current state and its action.
func (v replayView) stateText() string {
	t := v.step()
	switch s := v.shown.Replay.(type) {
	case *sim.WalkReplay:
		switch at := s.At[t]; at {
		case -1:
			return "left end"
		case s.States:
			return "right end"
		default:
			return fmt.Sprintf("state %d", at+1)
		}
	case *sim.BoardReplay:
		if t < s.Len() {
			return "moves " + s.Moves[t].String()
		}
		return "no move left"
	case *sim.CarReplay:
		text := fmt.Sprintf("x %s, v %s", textfmt.Signed(s.Positions[t], 2), textfmt.Signed(s.Velocities[t], 2))
		if t < s.Len() {
			text += ", " + actionName(s.Actions[t])
		}
		return text
	case *sim.ProcessReplay:
		return s.Name(t)
	}
	return ""
}

// actionName names an action of Mountain Car.
func actionName(action int) string {
	return [...]string{"reverse", "neutral", "forward"}[action+1]
}

// sentence says how well the trajectory is predicted.
func (v replayView) sentence() page.Sentence {
	if v.replay.Err != nil {
		return page.Sentence{Headline: []string{v.replay.Err.Error()}}
	}
	s := v.shown
	if s == nil {
		return page.Sentence{}
	}
	out := page.Sentence{Headline: []string{v.quality()}}
	if s.analysis.Selection.Candidates[s.lambda].Status[s.trajectory] == estimator.FoldDeficient {
		out.Warnings = []string{"Without it some feature has no data and counts as 0."}
	}
	if s.Replay == nil {
		out.Quiet = []string{"Recorded states have no picture: these are their features."}
	}
	return out
}

// quality compares the predictions of the trajectory by the others and by all.
func (v replayView) quality() string {
	s := v.shown
	c := &s.analysis.Selection.Candidates[s.lambda]
	loto, seen := c.Folds[s.trajectory], meanSquare(s.Without, s.Returns)
	if s.analysis.Groups != nil {
		return fmt.Sprintf("At λ = %s the fit to the other groups predicts the returns of %s with a mean squared error of %s. The error of the group when left out is %s.",
			textfmt.Number(c.Lambda), episodeName(s.analysis, s.trajectory), textfmt.Trimmed(seen, 3), textfmt.Trimmed(loto, 3))
	}
	text := fmt.Sprintf("At λ = %s the fit to the others predicts the returns of trajectory %d with a mean squared error of ", textfmt.Number(c.Lambda), s.trajectory)
	if s.analysis.Selection.Tail == estimator.TailBootstrap && !s.Trajectory.Terminated() {
		return text + textfmt.Trimmed(loto, 3) + ", its error when left out, with returns that the fit completes beyond the cut."
	}
	const rounding = 1e-6
	if c.Status[s.trajectory] == estimator.FoldDeficient && math.Abs(seen-loto) > rounding*loto {
		return text + fmt.Sprintf("%s; its error in the LOTO error is %s, by another of the many fits that are as good on the others.", textfmt.Trimmed(seen, 3), textfmt.Trimmed(loto, 3))
	}
	return text + fmt.Sprintf("%s: its error when left out. The fit that has seen it has %s.", textfmt.Trimmed(loto, 3), textfmt.Trimmed(meanSquare(s.With, s.Returns), 3))
}

// meanSquare returns the mean squared difference over the steps that y has.
func meanSquare(x, y []float64) float64 {
	sum := 0.0
	for t, v := range y {
		sum += float64((x[t] - v) * (x[t] - v))
	}
	return sum / float64(len(y))
}

// says returns the title of the files and the sentences of the text.
func (v replayView) says() (title string, sentences []string) {
	s := v.shown
	if s == nil {
		return "", nil
	}
	end := "terminated"
	if !s.Trajectory.Terminated() {
		end = "was cut off"
	}
	name := episodeName(s.analysis, s.trajectory)
	return fmt.Sprintf("%s, %s, λ = %s", report.Subject(s.analysis), name, s.lambdaText()), []string{
		report.Problem(s.analysis, report.Source(s.analysis.Settings)) + ".",
		fmt.Sprintf("%s has %d steps and %s. %s", upper(name), v.last(), end, v.quality()),
	}
}

// lambdaText is the λ of the predictions.
func (s *replayed) lambdaText() string {
	return textfmt.Number(s.analysis.Selection.Candidates[s.lambda].Lambda)
}

// table has a row for each step: observations, predictions, features and trace.
func (s *replayed) table() page.Table {
	header := []string{s.analysis.FoldNoun(), "lambda", "t", "reward", "return", "predicted_with", "predicted_without"}
	if s.weighted() {
		header = append(header, "ratio")
	}
	for j := range s.Trace.Sizes {
		header = append(header, "x_"+strconv.Itoa(j))
	}
	for j := range s.Trace.Sizes {
		header = append(header, "z_"+strconv.Itoa(j))
	}
	return page.Table{Header: header, Rows: s.rows}
}

func (s *replayed) rows() [][]string {
	var out [][]string
	for t, reward := range s.Trajectory.Rewards() {
		row := []string{
			foldLabel(s.analysis, s.trajectory), s.lambdaText(), strconv.Itoa(t), report.Exact(reward),
			report.Exact(s.Returns[t]), report.Exact(s.With[t]), report.Exact(s.Without[t]),
		}
		if s.weighted() {
			row = append(row, report.Exact(s.ratio(t)))
		}
		for _, values := range [][]float64{s.Trajectory.Features(t), s.Trace.At(t)} {
			for _, v := range values {
				row = append(row, report.Exact(v))
			}
		}
		out = append(out, row)
	}
	return out
}
