package study

import (
	"fmt"
	"math"
	"strings"

	"lambdascope/sim/analysis"
)

// Holds says what the figures make of a claim.
type Holds int

// What can be said of a claim.
const (
	NotChecked Holds = iota // nothing was run that it could be checked by, or too little
	Unclear                 // within what chance could do
	DoesHold
	DoesNotHold
)

// String returns what is said of a claim: "not checked", "unclear", "holds" or "does not
// hold".
func (h Holds) String() string {
	return [...]string{"not checked", "unclear", "holds", "does not hold"}[h]
}

// Claim is a statement of the paper about one of its figures, or about another finding,
// that a Summary can confirm or refute.
type Claim struct {
	Figure   string // "a", "b" or "c"
	Text     string // the statement, in one sentence
	Besides  bool   // not a statement of the paper's
	Holds    Holds
	Measured string // the figures that decide, in one sentence
}

// Claims returns the paper's claims about the domain of a summary, in the order of
// the figures; whether its settings are the paper's makes no difference to them.
// Where trials decide, a claim holds or does not hold if the differences exceed
// what chance makes of all those it compares together, once in 20 times; fewer
// than ten trials decide nothing. times, for figure (c), may be nil. A Summary that
// has its Plan alone will do for that figure.
func Claims(s *Summary, times []TimeRow) []Claim {
	var a, b []Claim
	switch s.Plan.Settings.Problem.Domain {
	case "random-walk":
		a = []Claim{s.belowOneIsBetter(), s.gapShrinks()}
		b = []Claim{s.gapIsNarrow()}
	case "2048":
		a = []Claim{s.belowOneIsBetter(), s.bestGrows()}
		b = []Claim{s.farFromWorst()}
	case "mountain-car":
		a = []Claim{s.oneIsBest(), s.oneIsChosen()}
		b = []Claim{s.gapIsLarge()}
	}
	out := append(a, s.likeNaive(), s.nearLSTD(), s.nearRLSTD())
	out = append(out, b...)
	out = append(out, s.beatsChance(), s.mostAreRuledOut())
	return append(out, muchFasterThanNaive(times), asFastAsLSTD(s.Plan.Settings.Problem.Domain, times))
}

// unmeasured says why there is nothing to decide a claim by, "" where there is.
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

// each decides a claim that is made of every number of trajectories, from what at
// says of one, after a few words of what it gives. The figures of those where it
// does not hold say so.
func (s *Summary) each(c Claim, what string, at func(z *SizeSummary) (evidence, string)) Claim {
	if c.Measured = s.unmeasured(); c.Measured != "" {
		return c
	}
	all, parts := make([]evidence, len(s.Sizes)), make([]string, len(s.Sizes))
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

// bySize joins what a func says of every number of trajectories.
func (s *Summary) bySize(what string, say func(i int) string) string {
	parts := make([]string, len(s.Sizes))
	for i := range s.Sizes {
		parts[i] = fmt.Sprintf("%d: %s", s.Sizes[i].Trajectories, say(i))
	}
	return what + ", by n = " + strings.Join(parts, "; ") + "."
}

// aboveText writes by how many percent a root MSVE is above another, as one of so many
// numbers that decide a claim together, with the interval of those that chance allows: at
// which neither above nor below would be said to hold.
func aboveText(a, b side, numbers int) string {
	ratio := analysis.RootMSVE(meanOf(a.each).Mean) / analysis.RootMSVE(meanOf(b.each).Mean)
	if math.IsInf(ratio, 0) || math.IsNaN(ratio) {
		return "no ratio to 0"
	}
	low, high := ratioInterval(a, b, quantile(numbers))
	return percentText(ratio) + " (" + percentText(low) + " to " + percentText(high) + ")"
}

// percentText writes a ratio as how far it is above 1, in percent.
func percentText(ratio float64) string {
	if percent := 100 * (ratio - 1); math.Abs(percent) >= 0.05 {
		return strings.Replace(fmt.Sprintf("%+.1f", percent), "-", "−", 1)
	}
	return "0"
}
