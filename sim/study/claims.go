package study

import (
	"fmt"
	"math"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
)

// Holds is the verdict on a claim.
type Holds int

// The verdicts on a claim.
const (
	NotChecked Holds = iota // too little was run to check it
	Unclear                 // chance could explain the difference
	DoesHold
	DoesNotHold
)

// String returns "not checked", "unclear", "holds" or "does not hold".
func (h Holds) String() string {
	return [...]string{"not checked", "unclear", "holds", "does not hold"}[h]
}

// Claim is a statement of the paper about one of its figures, or another statement about figures,
// with the verdict of a study.
type Claim struct {
	Figure   string // "a", "b", "c" or "d"
	Text     string // the statement, one sentence
	Besides  bool   // not in the paper
	Holds    Holds
	Measured string // the deciding numbers, one sentence
}

// Claims returns the paper's claims about the domain of a summary, in the order of the figures,
// even if the settings differ from the paper's. The verdict is DoesHold or DoesNotHold if the
// differences are larger than chance makes any of them with a probability of 5 %. Fewer than
// FewestTrials decide nothing. times, for figure (c), may be nil; for that figure alone the
// Summary needs nothing but its Plan.
func Claims(s *Summary, times []TimeRow) []Claim {
	var a, b []Claim
	switch s.Plan.Settings.Problem.Domain {
	case "random-walk":
		a = []Claim{s.oneAndBest("The best λ < 1 has a lower root MSVE than λ = 1", above), s.gapShrinks()}
		b = []Claim{s.gap("narrow: under", below)}
	case "2048":
		a = []Claim{s.oneAndBest("The best λ < 1 has a lower root MSVE than λ = 1", above), s.bestGrows()}
		b = []Claim{s.farFromWorst()}
	case "mountain-car":
		a = []Claim{s.oneAndBest("λ = 1 has the lowest root MSVE", below), s.oneIsChosen()}
		b = []Claim{s.gap("large: over", above)}
	}
	out := append(a, s.likeNaive(), s.nearLSTD(), s.nearRLSTD())
	out = append(out, b...)
	out = append(out, s.beatsChance(), s.mostAreRuledOut())
	return append(out, muchFasterThanNaive(times), asFastAsLSTD(s.Plan.Settings.Problem.Domain, times))
}

// unmeasured returns the reason why trials decide nothing; "" if they do.
func (s *Summary) unmeasured() string {
	switch {
	case len(s.Sizes) == 0 || s.Trials == 0:
		return "There are no trials of it so far."
	case s.Trials < FewestTrials:
		few := fmt.Sprintf("%d trials decide", s.Trials)
		if s.Trials == 1 {
			few = "1 trial decides"
		}
		return fmt.Sprintf("%s nothing: at least %d do.", few, FewestTrials)
	}
	return ""
}

// each decides a claim about every number of trajectories. at returns the evidence of a size with
// a text; what introduces the texts. Texts of sizes without the claim say so.
func (s *Summary) each(c Claim, what string, at func(z *SizeSummary) (evidence, string)) Claim {
	if c.Measured = s.unmeasured(); c.Measured != "" {
		return c
	}
	all := make([]evidence, len(s.Sizes))
	parts := make([]string, len(s.Sizes))
	for i := range s.Sizes {
		all[i], parts[i] = at(&s.Sizes[i])
	}
	holds := decide(all)
	c.Holds = together(holds)
	c.Measured = s.bySize(what, func(i int) string {
		if holds[i] != DoesHold {
			return parts[i] + " (" + holds[i].String() + ")"
		}
		return parts[i]
	})
	return c
}

// compare decides a claim about every number of trajectories: that the root MSVE of a is above, or
// below, a ratio times the root MSVE of b.
func (s *Summary) compare(c Claim, what string, claimed func(a side, factor float64, b side) evidence, ratio float64, sides func(z *SizeSummary) (a, b side)) Claim {
	return s.each(c, what+", in %", func(z *SizeSummary) (evidence, string) {
		a, b := sides(z)
		return claimed(a, ratio*ratio, b), aboveText(a, b, len(s.Sizes))
	})
}

// bySize joins the texts of all numbers of trajectories.
func (s *Summary) bySize(what string, say func(i int) string) string {
	parts := make([]string, len(s.Sizes))
	for i := range s.Sizes {
		parts[i] = fmt.Sprintf("%d: %s", s.Sizes[i].Trajectories, say(i))
	}
	return what + ", by n = " + strings.Join(parts, "; ") + "."
}

// aboveText returns the percentage by which one root MSVE is above the other, with the interval
// that chance allows where some numbers together decide a claim: inside it neither above nor
// below would hold.
func aboveText(a, b side, numbers int) string {
	ratio := analysis.RootMSVE(meanOf(a.each).Mean) / analysis.RootMSVE(meanOf(b.each).Mean)
	if math.IsInf(ratio, 0) || math.IsNaN(ratio) {
		return "no ratio to 0"
	}
	low, high := ratioInterval(a, b, quantile(numbers))
	return percentText(ratio) + " (" + percentText(low) + " to " + percentText(high) + ")"
}

// percentText returns how far a ratio is above 1, in percent.
func percentText(ratio float64) string {
	if percent := 100 * (ratio - 1); math.Abs(percent) >= 0.05 {
		return strings.Replace(textfmt.FixedSigned(percent, 1), "-", "−", 1)
	}
	return "0"
}
