package report

import (
	"fmt"
	"math"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
)

// Claim is a statement of the paper about one of its figures, or another statement about figures,
// with the verdict of a study.
type Claim struct {
	Figure   string // "a", "b", "c" or "d"
	Text     string // the statement, one sentence
	Besides  bool   // not in the paper
	Holds    study.Holds
	Measured string // the deciding numbers, one sentence
}

// summary is a Summary with the words of claims.
type summary struct{ *study.Summary }

// Claims returns the paper's claims about the domain of a summary, in the order of the figures,
// even if the settings differ from the paper's. The verdict is DoesHold or DoesNotHold if the
// differences are larger than chance makes any of them with a probability of 5 %. Fewer than
// FewestTrials decide nothing. times, for figure (c), may be nil; for that figure alone the
// Summary needs nothing but its Plan.
func Claims(of *study.Summary, times []study.TimeRow) []Claim {
	s := summary{of}
	var a, b []Claim
	switch s.Plan.Settings.Problem.Domain {
	case "random-walk":
		a = []Claim{s.oneAndBest("The best λ < 1 has a lower root MSVE than λ = 1", study.Above), s.gapShrinks()}
		b = []Claim{s.gap("narrow: under", study.Below)}
	case "2048":
		a = []Claim{s.oneAndBest("The best λ < 1 has a lower root MSVE than λ = 1", study.Above), s.bestGrows()}
		b = []Claim{s.farFromWorst()}
	case "mountain-car":
		a = []Claim{s.oneAndBest("λ = 1 has the lowest root MSVE", study.Below), s.oneIsChosen()}
		b = []Claim{s.gap("large: over", study.Above)}
	}
	out := append(a, s.likeNaive(), s.nearLSTD(), s.nearRLSTD())
	out = append(out, b...)
	out = append(out, s.beatsChance(), s.mostAreRuledOut())
	return append(out, muchFasterThanNaive(times), asFastAsLSTD(s.Plan.Settings.Problem.Domain, times))
}

// unmeasured returns the reason why trials decide nothing; "" if they do.
func (s summary) unmeasured() string {
	switch {
	case len(s.Sizes) == 0 || s.Trials == 0:
		return "There are no trials of it so far."
	case s.Trials < study.FewestTrials:
		few := fmt.Sprintf("%d trials decide", s.Trials)
		if s.Trials == 1 {
			few = "1 trial decides"
		}
		return fmt.Sprintf("%s nothing: at least %d do.", few, study.FewestTrials)
	}
	return ""
}

// each decides a claim about every number of trajectories. at returns the evidence of a size with
// a text; what introduces the texts. Texts of sizes without the claim say so.
func (s summary) each(c Claim, what string, at func(z *study.SizeSummary) (study.Evidence, string)) Claim {
	if c.Measured = s.unmeasured(); c.Measured != "" {
		return c
	}
	all := make([]study.Evidence, len(s.Sizes))
	parts := make([]string, len(s.Sizes))
	for i := range s.Sizes {
		all[i], parts[i] = at(&s.Sizes[i])
	}
	holds := study.Decide(all)
	c.Holds = study.Together(holds)
	c.Measured = s.bySize(what, func(i int) string {
		if holds[i] != study.DoesHold {
			return parts[i] + " (" + holds[i].String() + ")"
		}
		return parts[i]
	})
	return c
}

// compare decides a claim about every number of trajectories: that the root MSVE of a is above, or
// below, a ratio times the root MSVE of b.
func (s summary) compare(c Claim, what string, claimed func(a study.Side, factor float64, b study.Side) study.Evidence, ratio float64, sides func(z *study.SizeSummary) (a, b study.Side)) Claim {
	return s.each(c, what+", in %", func(z *study.SizeSummary) (study.Evidence, string) {
		a, b := sides(z)
		return claimed(a, ratio*ratio, b), aboveText(a, b, len(s.Sizes))
	})
}

// bySize joins the texts of all numbers of trajectories.
func (s summary) bySize(what string, say func(i int) string) string {
	parts := make([]string, len(s.Sizes))
	for i := range s.Sizes {
		parts[i] = fmt.Sprintf("%d: %s", s.Sizes[i].Trajectories, say(i))
	}
	return what + ", by n = " + strings.Join(parts, "; ") + "."
}

// aboveText returns the percentage by which one root MSVE is above the other, with the interval
// that chance allows where some numbers together decide a claim: inside it neither above nor
// below would hold.
func aboveText(a, b study.Side, numbers int) string {
	ratio := analysis.RootMSVE(a.Mean().Mean) / analysis.RootMSVE(b.Mean().Mean)
	if math.IsInf(ratio, 0) || math.IsNaN(ratio) {
		return "no ratio to 0"
	}
	low, high := study.RatioInterval(a, b, study.Quantile(numbers))
	return percentText(ratio) + " (" + percentText(low) + " to " + percentText(high) + ")"
}

// percentText returns how far a ratio is above 1, in percent.
func percentText(ratio float64) string {
	if percent := 100 * (ratio - 1); math.Abs(percent) >= 0.05 {
		return strings.Replace(textfmt.FixedSigned(percent, 1), "-", "−", 1)
	}
	return "0"
}
