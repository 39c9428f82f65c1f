package folds

import (
	"fmt"
	"math"
	"strconv"
	"strings"

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
	from := "return "
	without := "without it "
	const wide = 100
	if v.Width >= wide {
		from = "return from here "
		without = "predicted without it "
	}
	ended := t == v.last() && s.Trajectory.Terminated()
	switch {
	case t < v.last():
		reward := "reward " + textfmt.Trimmed(s.Trajectory.Rewards()[t], 3)
		if ratios := s.Trajectory.Ratios(); ratios != nil {
			reward += " × ratio " + textfmt.Trimmed(ratios[t], 3)
		}
		parts = []screen.Part{{Ink: chart.InkText, Text: reward}, {Ink: chart.InkText, Text: from + textfmt.Trimmed(s.Returns[t], 3)}}
	case ended:
		parts = []screen.Part{{Ink: chart.InkText, Text: "terminated: the value here is 0", Short: "terminated"}}
	default:
		parts = []screen.Part{{Ink: chart.InkText, Text: "cut off here", Short: "cut off"}}
	}
	if !ended {
		parts = append(parts,
			screen.Part{Ink: chart.InkEstimate, Text: without + textfmt.Trimmed(s.Without[t], 3)},
			screen.Part{Ink: chart.InkEstimateDim, Text: "with it " + textfmt.Trimmed(s.With[t], 3)})
	}
	parts = append(parts, screen.Part{Ink: chart.InkFaint, Text: v.stateText()})
	return fmt.Sprintf(" λ %s · step %d of %d", s.lambdaText(), t, v.last()), parts
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

// sentence returns the error of the predictions of the trajectory by the others and, quietly, by all.
func (v replayView) sentence() (out page.Sentence) {
	if v.replay.Err != nil {
		return page.Sentence{Headline: []string{v.replay.Err.Error()}}
	}
	s := v.shown
	if s == nil {
		return page.Sentence{}
	}
	a := s.analysis
	c := &a.Selection.Candidates[s.lambda]
	loto := c.Folds[s.trajectory]
	predicted := meanSquare(s.Without, s.Returns)
	others := "others"
	name := foldName(a, s.trajectory)
	quiet := "The fit that has seen it has an error of " + textfmt.Trimmed(meanSquare(s.With, s.Returns), 3) + "."
	const rounding = 1e-6
	switch deficient := c.Status[s.trajectory] == estimator.FoldDeficient; {
	case a.Groups != nil:
		others = "other groups"
		name = episodeName(a, s.trajectory)
		quiet = "The error of the group when left out is " + textfmt.Trimmed(loto, 3) + "."
	case a.Selection.Tail == estimator.TailBootstrap && !s.Trajectory.Terminated():
		predicted = loto
		quiet = "The error is of returns that the fit completes beyond the cut."
	case deficient && math.Abs(predicted-loto) > rounding*loto:
		out.Warnings = []string{"Without it some feature has no data and counts as 0; its error in the LOTO error is " +
			textfmt.Trimmed(loto, 3) + ", by another of the fits that are as good on the others."}
	case deficient:
		out.Warnings = []string{"Without it some feature has no data and counts as 0."}
	}
	at := "At λ = " + textfmt.Number(c.Lambda) + " the " + others + " predict "
	end := " with error " + textfmt.Trimmed(predicted, 3) + "."
	out.Headline = []string{at + name + end, at + "it" + end}
	out.Quiet = []string{quiet}
	return out
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
		fmt.Sprintf("%s has %d steps and %s. %s", upper(name), v.last(), end, strings.Join(v.sentence().Text(), " ")),
	}
}

// lambdaText is the λ of the predictions.
func (s *replayed) lambdaText() string {
	return textfmt.Number(s.analysis.Selection.Candidates[s.lambda].Lambda)
}

// table has a row for each step: observations, predictions, features and trace.
func (s *replayed) table() page.Table {
	header := []string{s.analysis.FoldNoun(), "lambda", "t", "reward", "return", "predicted_with", "predicted_without"}
	if s.Trajectory.Ratios() != nil {
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

func (s *replayed) rows() (out [][]string) {
	for t, reward := range s.Trajectory.Rewards() {
		row := []string{
			foldLabel(s.analysis, s.trajectory), s.lambdaText(), strconv.Itoa(t), report.Exact(reward),
			report.Exact(s.Returns[t]), report.Exact(s.With[t]), report.Exact(s.Without[t]),
		}
		if ratios := s.Trajectory.Ratios(); ratios != nil {
			row = append(row, report.Exact(ratios[t]))
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
