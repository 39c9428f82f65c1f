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
// with the verdicts of a study.
type Claim struct {
	Figure  string   // "a", "b", "c" or "d"
	Lines   string   // of the paper's TeX source; "" for a statement that is not in the paper
	Text    string   // one sentence
	Printed Decision // on the paper's algorithm: errors weighted by trajectory, rank-one updates
	Here    Decision // on this program's: the weighting of the settings, method cached
	Few     string   // the verdict on Printed by the paper's number of trials; "" for times, and without more trials
	Why     string   // where the verdicts differ: one sentence
}

// Sentences returns the measurements by the two algorithms, or one if they agree, then the reason for
// different verdicts and the verdict by few trials.
func (c Claim) Sentences() []string {
	out := []string{"As printed: " + c.Printed.Measured, "Here: " + c.Here.Measured}
	if c.Printed == c.Here {
		out = []string{c.Here.Measured}
	}
	for _, text := range []string{c.Why, c.Few} {
		if text != "" {
			out = append(out, text)
		}
	}
	return out
}

// Decision is the result of a test of a claim.
type Decision struct {
	Holds    study.Holds
	Measured string // the deciding numbers, sentences
}

// summary is a study of a domain, with the algorithm that a test is about.
type summary struct {
	*study.Summary
	times   []study.TimeRow
	printed bool
}

// chosen returns ALLSTD by the weighting of the algorithm.
func (s summary) chosen(z *study.SizeSummary) study.Side {
	if s.printed {
		return z.Printed
	}
	return z.ALLSTD
}

// algorithm returns ALLSTD's name in figure (c).
func (s summary) algorithm() string {
	if s.printed {
		return study.NameRSM
	}
	return study.NameALLSTD
}

// test decides a claim about a study.
type test func(s summary) Decision

// paperTrials is the number of trials in the paper.
const paperTrials = 80

// Reasons why the verdicts on the two algorithms differ.
const (
	byWeighting = "The paper divides the errors of each trajectory by its length, so that short episodes count as much as long ones."
	byAlgorithm = "The paper updates inverses by every transition; here every fold is solved once, from sums that are kept for each trajectory."
)

// claims are the claims that trials or times decide, in the order of the figures. A claim
// without a domain is about all domains.
var claims = []struct {
	domain, figure, lines, text string
	test                        test
	why                         string
}{
	{"random-walk", "a", "278", "λ < 1 results in lower error: the best λ < 1 has a lower root MSVE than λ = 1, at every number of trajectories.", oneAndBest(study.Above), ""},
	{"random-walk", "a", "278", "The difference between λ < 1 and λ = 1 decreases as the number of trajectories grows: in root MSVE, from the smallest n to the largest.", gapShrinks, ""},
	{"2048", "a", "290", "λ < 1 results in lower error: the best λ < 1 has a lower root MSVE than λ = 1, at every number of trajectories.", oneAndBest(study.Above), ""},
	{"mountain-car", "a", "306", "λ = 1 achieves the smallest error, at every number of trajectories.", oneAndBest(study.Below), ""},
	{"", "b", "42, 244, 256, 268", "ALLSTD achieves the same performance as NaiveCV+LSTD, up to rounding.", likeNaive, ""},
	{"", "b", "58, 280, 292, 308", "ALLSTD achieves roughly the same error level as LSTD(best): a root MSVE at most 10 % above, at every number of trajectories.", nearLSTD, byWeighting},
	{"", "b", "280, 292, 308", "ALLSTD achieves roughly the same error level as RLSTD(best): a root MSVE at most 10 % above, at every number of trajectories.", nearRLSTD, byWeighting},
	{"random-walk", "b", "280", "The gap between LSTD(best) and LSTD(worst) is narrow: under 25 % in root MSVE, at every number of trajectories.", gap(study.Below), ""},
	{"2048", "b", "292", "ALLSTD performs significantly better than LSTD(worst) and RLSTD(worst) for a small number of trajectories: with the fewest these are over 25 % above in root MSVE.", farFromWorst, byWeighting},
	{"mountain-car", "b", "308", "The difference between LSTD(best) and LSTD(worst) is large: over 25 % in root MSVE, at every number of trajectories.", gap(study.Above), ""},
	{"", "b", "42", "Function optimization searches λ efficiently: over all λ in [0, 1] it has a lower root MSVE than the grid, at every number of trajectories where it was run.", refining, ""},
	{"", "b", "", "ALLSTD has a lower root MSVE than a λ drawn at random from the grid, at every number of trajectories.", beatsChance, byWeighting},
	{"", "b", "", "Most λ's can be ruled out (95 %): fewer than half remain, at every number of trajectories.", mostAreRuledOut, ""},
	{"", "c", "42, 58, 65, 244, 256, 268, 282, 294, 310", "ALLSTD is significantly faster than NaiveCV+LSTD, by about an order of magnitude or more: by over " + orderText + ".", muchFasterThanNaive, byAlgorithm},
	{"", "c", "166, 282", "ALLSTD takes roughly the time of solving LSTD for k different λ's, or less: no more than " + orderText + ".", asFastAsLSTD, byAlgorithm},
}

// Claims returns the claims about the domain of a summary, even if the settings differ from the
// paper's. A verdict is DoesHold or DoesNotHold at a level of 95 % over all numbers of trajectories
// together. Fewer than FewestTrials trials decide nothing. times, for
// figure (c), may be nil; for that figure alone the Summary needs nothing but its Plan.
func Claims(of *study.Summary, times []study.TimeRow) (out []Claim) {
	for _, c := range claims {
		if c.domain != "" && c.domain != of.Plan.Settings.Problem.Domain {
			continue
		}
		claim := Claim{Figure: c.figure, Lines: c.lines, Text: c.text}
		claim.Here = c.test(summary{of, times, false})
		claim.Printed = c.test(summary{of, times, true})
		if claim.Printed.Holds != claim.Here.Holds {
			claim.Why = c.why
		}
		if of.Trials > paperTrials && c.figure != "c" && claim.Printed.Holds != study.NotChecked {
			first := c.test(summary{of.First(paperTrials), times, true})
			claim.Few = fmt.Sprintf("By %d trials, as in the paper, as printed: %v.", paperTrials, first.Holds)
		}
		out = append(out, claim)
	}
	return out
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

// each decides a claim about every number of trajectories. at returns the evidence for a size and a
// text, and what introduces the texts. The text of a size at which the claim does not hold says so.
func (s summary) each(what string, at func(z *study.SizeSummary) (study.Evidence, string)) (v Decision) {
	if v.Measured = s.unmeasured(); v.Measured != "" {
		return v
	}
	all := make([]study.Evidence, len(s.Sizes))
	parts := make([]string, len(s.Sizes))
	for i := range s.Sizes {
		all[i], parts[i] = at(&s.Sizes[i])
	}
	holds := study.Decide(all)
	for i, h := range holds {
		if h != study.DoesHold {
			parts[i] += " (" + h.String() + ")"
		}
	}
	v.Holds = study.Together(holds)
	v.Measured = s.bySize(what, func(i int) string { return parts[i] })
	return v
}

// compare tests at every number of trajectories that the root MSVE of a is above, or below, a ratio
// times the root MSVE of b.
func compare(what string, claimed func(a study.Side, factor float64, b study.Side) study.Evidence, ratio float64, sides func(s summary, z *study.SizeSummary) (a, b study.Side)) test {
	return func(s summary) Decision {
		return s.each(what+", in %", func(z *study.SizeSummary) (study.Evidence, string) {
			a, b := sides(s, z)
			return claimed(a, ratio*ratio, b), aboveText(a, b, len(s.Sizes))
		})
	}
}

// bySize joins the texts of all numbers of trajectories.
func (s summary) bySize(what string, say func(i int) string) string {
	parts := make([]string, len(s.Sizes))
	for i := range s.Sizes {
		parts[i] = fmt.Sprintf("%d: %s", s.Sizes[i].Trajectories, say(i))
	}
	return what + ", by n = " + strings.Join(parts, "; ") + "."
}

// aboveText returns the percentage by which one root MSVE is above the other, with the 95 % interval for
// a claim about several numbers of trajectories together.
func aboveText(a, b study.Side, numbers int) string {
	ratio := analysis.RootMSVE(a.MSVE.Mean) / analysis.RootMSVE(b.MSVE.Mean)
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
