package estimator

// Caveat is a reason for which the λ's that are not ruled out are about something
// other than the least MSVE on average, or about nothing.
type Caveat int

const (
	// CaveatNoRewards: every return is 0, be it that the rewards were all cut off.
	// Every λ predicts 0, and there is nothing to compare.
	CaveatNoRewards Caveat = iota
	// CaveatCutReturns: returns of truncated trajectories are scored as they were
	// cut, and miss what weighs much. The set is about predicting returns up to the
	// cut, and can miss the best λ by MSVE, the more so the more data there are.
	CaveatCutReturns
	// CaveatBootstrappedReturns: what was cut weighs much, and each fold's own fit
	// stands for it. The set is about that score. It can miss the best λ by MSVE, too,
	// the more so the more data there are: not on the walk, but on 2048 and the car.
	CaveatBootstrappedReturns
	// CaveatOwnScore: trajectories of different lengths have the same weight. The set
	// is about that score, whose best λ on average can be another than that by MSVE.
	CaveatOwnScore
	// CaveatShrunk: the ridge takes more than 5 % of θ, where derivatives alone are
	// too narrow; Candidate.RefitSE is the wider of two.
	CaveatShrunk
	// CaveatFew: four folds or fewer, which rule out little.
	CaveatFew
)

// Caveats returns what holds of the selection, the gravest first.
func (s *Selection) Caveats() []Caveat {
	const few = 4
	var out []Caveat
	for _, c := range []struct {
		holds bool
		Caveat
	}{
		{s.MeanSquaredReturn == 0, CaveatNoRewards},
		{s.CutWeight > cutLimit && s.Tail == TailNone, CaveatCutReturns},
		{s.CutWeight > cutLimit && s.Tail == TailBootstrap, CaveatBootstrappedReturns},
		{s.Weighting == ByTrajectory && s.varied, CaveatOwnScore},
		{s.Shrinkage > shrinkageLimit, CaveatShrunk},
		{s.Folds <= few, CaveatFew},
	} {
		if c.holds {
			out = append(out, c.Caveat)
		}
	}
	return out
}

var caveatNames = []string{
	"there is nothing to compare: every return is 0",
	"λ's are compared by returns that miss what came after the cut, not by MSVE",
	"λ's are compared by returns that each fold's own fit completes, not by MSVE",
	"λ's are compared by a mean in which trajectories of any length weigh the same, not by MSVE",
	"the ridge takes more than 5 % of θ: the set of λ's that are not ruled out is widened",
	"so few folds rule out little",
}

// String returns a sentence without a full stop.
func (c Caveat) String() string { return caveatNames[c] }
