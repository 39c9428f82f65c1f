package estimator

// Against returns by how much the LOTO error at λ̂ exceeds that at λ̂ of another selection,
// from the same trajectories with other features or another ridge; the standard error of
// that with refits, as Candidate.RefitSE; and whether this one is not ruled out as better
// on average than the other, as Candidate.NotRuledOut. Returns do not depend on features,
// so that the two errors compare, but for truncated trajectories with TailBootstrap, whose
// returns each selection completes by its own fits.
func (s *Selection) Against(best *Selection) (diff, se float64, not bool) {
	diff, paired := meanAndError(s.Best().Folds, best.Best().Folds, best.weights)
	se = standardError(s.influence, best.influence)
	se = widened(se, paired, s.Best().shrinkage, best.Best().shrinkage)
	return diff, se, diff <= float64(best.Quantile*se)+best.rounding()
}

// BestOf returns the index of the selection of the least LOTO error, all from the same
// trajectories; of those within rounding of it the one of the fewest features, and the
// first of these.
func BestOf(selections []*Selection) int {
	score := func(k int) float64 { return selections[k].Best().Score }
	meanG2 := selections[0].MeanSquaredReturn
	best := smallestWithin(len(selections), score, meanG2)
	for k := best + 1; k < len(selections); k++ {
		within := score(k) <= score(best)+float64(selectionTolerance*max(score(best), meanG2))
		if within && selections[k].Features < selections[best].Features {
			best = k
		}
	}
	return best
}
