package trials

import (
	"fmt"
	"strconv"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/report"
)

// says returns the title of the files and the sentences of the text.
func (v *view) says() (title string, sentences []string) {
	s := v.filed()
	if s == nil {
		_, why := v.unavailable()
		return "", why
	}
	at := s.Plan.Settings
	title = fmt.Sprintf("%d trials of %s, n = %d, γ = %s, seeds from %d", s.Trials, report.Source(at), at.Trajectories, textfmt.Number(at.Gamma), at.Seed)
	sentences = append([]string{title + "."}, trialFindings(s)...)
	if len(s.Lambdas) > 1 {
		sentences = append(sentences, charts{v, s}.differences().findings(s)...)
	}
	if class := v.Class.Of(v.Settings); class != nil {
		sentences = append(sentences, classFindings(class, v.sampledTrials(s))...)
	}
	z := &s.Sizes[0]
	sentences = append(sentences, fmt.Sprintf("λ̂ is at an end of the grid in %d of %d trials.", z.AtEnd, s.Trials))
	if z.TruthSE > 0 {
		sentences = append(sentences, fmt.Sprintf("The true values are themselves estimated: that alone gives the MSVE a standard error of %s, the same in all trials, which all intervals include. Most of it cancels between λ's.", textfmt.Rounded(z.TruthSE, 2)))
	}
	return title, sentences
}

// filed returns the summary for files and text; nil before the first trials of the settings.
func (v *view) filed() *study.Summary {
	if v.run.Now.Summary == nil {
		return nil
	}
	return v.newest()
}

// eachRows has a row for each trial: λ̂ and the cost of λ̂.
func eachRows(s *study.Summary, trials []*study.Trial) [][]string {
	var out [][]string
	best := s.Sizes[0].Best
	for _, t := range trials {
		o := &t.Outcomes[0]
		sum := 0.0
		for _, v := range o.MSVE {
			sum += v
		}
		out = append(out, []string{
			strconv.Itoa(t.Index), strconv.FormatUint(t.Seed, 10), textfmt.Number(s.Lambdas[o.Selected]),
			report.Exact(o.MSVE[o.Selected]), report.Exact(o.MSVE[best]), report.Exact(sum / float64(len(o.MSVE))), strconv.Itoa(o.NotRuledOutCount()),
		})
	}
	return out
}
