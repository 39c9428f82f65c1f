package figures

import (
	"fmt"

	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// sentence is the finding of the current figure.
func (v *view) sentence() page.Sentence {
	s := v.trials.Now.Summary
	switch known := s != nil && len(s.Sizes) > 1 && len(s.Lambdas) > 1; {
	case v.sweeping():
		return v.sweepSentence()
	case v.onShow().err != nil:
		return page.Sentence{Headline: []string{"This figure has no result."}, Quiet: []string{"The sweep does without trials: o leads there."}}
	case v.shows(state.FigureLambda) && known:
		return lambdaSentence(s)
	case v.shows(state.FigureMethods) && known:
		return methodsSentence(s)
	case v.shows(state.FigureTimes):
		return timesSentence(v.times.Now, v.times.Running())
	}
	return page.Sentence{}
}

// lambdaSentence says where the best λ goes with more data.
func lambdaSentence(s *study.Summary) page.Sentence {
	last := len(s.Sizes) - 1
	few := &s.Sizes[0]
	many := &s.Sizes[last]
	from, to := textfmt.Number(s.Lambdas[few.Best]), textfmt.Number(s.Lambdas[many.Best])
	out := page.Sentence{Headline: []string{
		fmt.Sprintf("As n goes from %d to %d, the best λ goes from %s to %s.", few.Trajectories, many.Trajectories, from, to),
		fmt.Sprintf("The best λ goes from %s to %s.", from, to),
	}}
	if from == to {
		out.Headline = []string{fmt.Sprintf("The best λ is the same at n = %d and %d: %s.", few.Trajectories, many.Trajectories, from)}
	}
	if split := figure.SplitOf(s, last, false); split.Known() {
		out.Quiet = []string{fmt.Sprintf("n = %d: %s", many.Trajectories, split.Ends()), split.Ends()}
	}
	return out
}

// methodsSentence compares choosing λ with the best fixed λ at the smallest and the largest n.
func methodsSentence(s *study.Summary) page.Sentence {
	costs := func(z *study.SizeSummary) string {
		chosen := analysis.RootMSVE(z.ALLSTD.MSVE.Mean)
		best := analysis.RootMSVE(z.LSTD[z.Best].MSVE.Mean)
		percent := 100 * (chosen/best - 1)
		switch {
		case !(best > 0):
			return "nothing"
		case percent < 1:
			return "under 1 %"
		}
		return fmt.Sprintf("%.0f %%", percent)
	}
	few := &s.Sizes[0]
	many := &s.Sizes[len(s.Sizes)-1]
	return page.Sentence{
		Headline: []string{
			fmt.Sprintf("At n = %d choosing costs %s over the best fixed λ.", many.Trajectories, costs(many)),
			fmt.Sprintf("At n = %d choosing costs %s.", many.Trajectories, costs(many)),
		},
		Quiet: []string{fmt.Sprintf("At n = %d it costs %s. The best λ is known in hindsight alone.", few.Trajectories, costs(few))},
	}
}

// timesSentence compares the training times at the largest n with both times with those of LSTD at each λ.
func timesSentence(rows []study.TimeRow, running bool) page.Sentence {
	type run struct {
		method string
		n      int
	}
	seconds := make(map[run]float64) // of runs to the end
	for _, r := range rows {
		if !r.Stopped && r.Seconds > 0 {
			seconds[run{r.Method, r.Trajectories}] = r.Seconds
		}
	}
	n := 0
	for of := range seconds {
		if seconds[run{study.NameLSTD, of.n}] > 0 && seconds[run{study.NameALLSTD, of.n}] > 0 {
			n = max(n, of.n)
		}
	}
	switch {
	case n == 0 && running:
		return page.Sentence{Headline: []string{"Training times are being measured."}}
	case n == 0 && len(rows) == mostTimes():
		return page.Sentence{Headline: []string{"No n has training times of both LSTD and ALLSTD."}}
	case n == 0:
		return page.Sentence{Headline: []string{"Training times are not measured yet."}}
	}
	fits := seconds[run{study.NameLSTD, n}]
	out := page.Sentence{Headline: []string{fmt.Sprintf("At n = %d ALLSTD takes %s times as long as k × LSTD.", n, textfmt.Rounded(seconds[run{study.NameALLSTD, n}]/fits, 2))}}
	if naive, known := seconds[run{study.NameNaive, n}]; known {
		out.Quiet = []string{fmt.Sprintf("Cross-validation that fits every fold anew takes %s times as long.", textfmt.Rounded(naive/fits, 2))}
	}
	return out
}

// sweepSentence says where λ̂ goes along the sweep, or which of the compared settings is best.
func (v *view) sweepSentence() page.Sentence {
	now := v.Page.sweep.Now
	switch {
	case !v.Page.sweep.Begun():
		return page.Sentence{}
	case v.Page.sweep.Err != nil:
		return page.Sentence{Headline: []string{v.Page.sweep.Err.Error()}}
	case now.plan.compares():
		return now.comparison()
	}
	first, last := -1, -1
	for i, r := range now.rows {
		if r == nil || now.plan.over == state.FigureGamma && now.values[i] == "0" { // all λ's are the same at γ = 0
			continue
		}
		if first < 0 {
			first = i
		}
		last = i
	}
	if first < 0 || first == last {
		return page.Sentence{}
	}
	at := func(i int) string { return textfmt.Number(now.rows[i].Selection.Best().Lambda) }
	headline := []string{
		fmt.Sprintf("From %s = %s to %s, λ̂ goes from %s to %s.", now.plan.symbol(), now.values[first], now.values[last], at(first), at(last)),
		fmt.Sprintf("λ̂ goes from %s to %s.", at(first), at(last)),
	}
	if at(first) == at(last) {
		headline = []string{fmt.Sprintf("At %s = %s and at %s λ̂ is the same, %s.", now.plan.symbol(), now.values[first], now.values[last], at(first))}
	}
	quiet := fmt.Sprintf("%s = %s: %s; %s: %s (95 %%).", now.plan.symbol(), now.values[first], ruledOutText(now.rows[first]), now.values[last], ruledOutText(now.rows[last]))
	if v.Settings.Recorded() {
		quiet = "Figures a to c need fresh data and true values, which a file does not have."
	}
	return page.Sentence{Headline: headline, Quiet: []string{quiet}}
}
