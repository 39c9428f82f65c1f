package overlay

import (
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// sign is a mark of a chart with its meaning.
type sign struct {
	ink  chart.Ink
	mark string
	text string
}

// signs returns the marks of each page's charts, boxed or not. The last row is a note without a mark.
func signs(s *screen.Styles, boxed bool) [state.NumPages][]sign {
	dot := sign{chart.InkEstimate, "•", "The value that LSTD(λ) estimates from one of 30 data sets; a dot for each; : is two in a cell, ⠇ three."}
	mean := sign{chart.InkEstimate, "━", "The mean of the dots."}
	if !boxed { // where the Dial has lines in place of dots
		dot = sign{chart.InkEstimate, "│", "From the lowest to the highest of the values that LSTD(λ) estimates from 30 data sets, thick for the middle half."}
		mean = sign{chart.InkEstimate, "●", "Their mean."}
	}
	variance := "█"
	if !s.Coloured() || s.Glyphs() == chart.Plain {
		variance = "⣿"
	}
	return [state.NumPages][]sign{
		state.PageDial: {
			{chart.InkEstimate, "○", "A state of the walk. The column below it is how much its estimate counts for the first step at this λ."},
			{chart.InkSelected, "■", "The end of the walk. The column below it is how much what followed counts."},
			dot,
			mean,
			{chart.InkTruth, "◆", "The true value, after z. Its distance from the mean is the bias."},
			{chart.InkEstimate, variance, "Variance over the data sets, a column for each λ."},
			{chart.InkTruth, "█", "Bias², below the variance, after z. Together they are the error."},
			{chart.InkTruth, "▼", "The λ of the lowest error."},
			{chart.InkFaint, "", "An axis from lowest to highest has the states in fifths, by true value."},
			{chart.InkFaint, "", "With λ the estimates lean less on each other and more on what followed: bias falls, variance rises."},
		},
		state.PageFolds: {
			{chart.InkEstimate, "+", "The trajectory speaks for this λ: its own error is lower than at λ̂."},
			{chart.InkAgainst, "−", "It speaks against this λ. The stronger the colour, the more."},
			{chart.InkSelected, "λ̂", "without it: the λ that would be chosen if the trajectory were left out, where that is another one; ≈ is an estimate."},
			{chart.InkEstimate, "▃▅", "Its states in order: of a walk the state, of the car the height, of 2048 the largest tile, of a file the first feature. ■+1: it ended with reward 1."},
			{chart.InkCursor, "▸", "The selected trajectory. ⏎ opens its replay, step by step, with the eligibility trace."},
			{chart.InkEstimate, "●", "LOTO error of all trajectories; the other curve is without the selected one."},
			{chart.InkFaint, "", "Trajectories stand by influence: the most that one adds to the difference of some λ from λ̂."},
		},
		state.PageTrials: {
			{chart.InkEstimate, variance, "Variance of the fits over the trials, a column for each λ."},
			{chart.InkTruth, "█", "Bias², below the variance. Together they are the MSVE, the error against the true values."},
			{chart.InkTruth, "▼", "The λ of the lowest error."},
			{chart.InkSelected, "★", "Under the axis: how often each λ is λ̂. Among the rules: ALLSTD, which chooses λ̂."},
			{chart.InkEstimate, "●", "Mean estimate of a state, with one standard deviation on either side. The level beside it is the true value."},
			{chart.InkTruth, "●", "Root MSVE of a rule for choosing λ, with its 95 % interval."},
			{chart.InkFaint, "", "One data set cannot show which rule is best. Trials repeat the experiment with fresh data."},
		},
		state.PageFigures: {
			{chart.InkSelected, "a", "Root MSVE against λ, a curve for each n. ▼ is the best λ in hindsight."},
			{chart.InkSelected, "b", "Root MSVE against n, as a multiple of that of the best fixed λ (▼) in hindsight. ★ is ALLSTD, ▲ the worst λ."},
			{chart.InkSelected, "c", "Training time against n for each method, on logarithmic scales."},
			{chart.InkSelected, "★", "In the sweep: λ̂ of a row. A colour says how far a λ is above it."},
			{chart.InkSelected, "▼", "In the sweep: the λ with the lowest true error."},
			{chart.InkFaint, "", "o goes to the next figure. Recorded data have the sweep alone, because their true values are unknown."},
		},
		state.PageExplore: {
			{chart.InkEstimate, "●", "LOTO error: fit LSTD(λ) to all trajectories but one, test on it; the mean."},
			{chart.InkSelected, "★", "λ̂, the λ of the lowest LOTO error. The axis counts from there, because every LOTO error contains the variance of the returns."},
			{chart.InkEstimate, "│", "The difference from λ̂, with 95 % confidence."},
			{chart.InkEstimate, "○", "Still in: the bar crosses the line. Chance alone may have put it above."},
			{chart.InkAgainst, "×", "Ruled out: the whole bar is above the line."},
			{chart.InkTruth, "⠒ ⠒", "True error (MSVE), moved to meet at λ̂. Real problems do not show it."},
			{chart.InkTruth, "⠒⠒⠒", "True value of a state; ● is its estimate at the λ cursor."},
			{chart.InkFaint, "", "Which λ is best on average over such data sets? LOTO can answer that. Which is best for the fit to these very data? Often it cannot say; 3 Trials shows how often each λ is λ̂."},
		},
	}
}
