package study

// Helps tells whether ALLSTD has a lower mean MSVE than a λ drawn at random from the
// grid: it does, or does not, where the difference, paired over trials, exceeds what
// chance makes of it once in 20 times. Fewer than ten trials decide nothing.
func (z *SizeSummary) Helps() Holds { return z.decide(evidence{z.RandomLoss, z.Random.Mean}) }

// Loses tells in the same way whether ALLSTD has a higher mean MSVE than the best λ
// in hindsight, which is a little lower than it would be in other trials, as it is
// the least of several.
func (z *SizeSummary) Loses() Holds { return z.decide(evidence{z.Regret, z.LSTD[z.Best].Mean}) }

func (z *SizeSummary) decide(v evidence) Holds {
	if len(z.outcomes) < FewestTrials {
		return Unclear
	}
	return decide([]evidence{v})[0]
}
