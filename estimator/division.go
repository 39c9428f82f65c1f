package estimator

import (
	"lambdascope/estimator/internal/kernels"

	"lambdascope/estimator/internal/dense"
)

// The memory of leaveOut, in numbers.
const (
	// defaultBudget is what its totals may take: 16 MiB, as memory that is touched for
	// the first time costs more than summing once more does.
	defaultBudget = 2 << 20
	// keptBudgets is for all that a pass over some λ's keeps, in budgets: 48 MiB.
	keptBudgets = 3
	// fewKept is how many λ's a chunk should have for its systems to be kept.
	fewKept = 3
	// sharing is how many λ's should share a pass.
	sharing = 8
	// mostParts bounds the parts that are summed each by itself, and fewParts is how many
	// there should be for many processors, if λ's share less for that.
	mostParts, fewParts = 64, 8
)

// division is how leaveOut divides its work. It depends on the problem alone, as
// the order of sums does on it.
type division struct {
	chunk int  // λ's at a time
	parts int  // of the items, that are summed each by itself
	block int  // items that are left out together
	keeps bool // the systems of items
}

// divide chooses the division for n items and some sensitivities a fold, but for whether
// systems are kept.
func (p *problem) divide(n, views int) division {
	k, q := len(p.opt.Lambdas), p.systemSize()
	d := division{block: 1}
	if p.r < dense.BlockedSize {
		d.block = kernels.LaneCount
	}
	each := max(2*q, views*p.paddedSize()) // of a part at a λ
	d.parts = max(2, min(mostParts, p.budget/(each*min(k, sharing)+1)), min(fewParts, keptBudgets*p.budget/(each+1)))
	d.parts = max(1, min(d.parts, n/d.block))
	beside := views * (p.paddedSize() + p.folds())
	d.chunk = equal(k, max(1, min(k, p.budget/(each*d.parts+beside+2*q+1))))
	return d
}

// atOnce returns a division that has all λ's at a time.
func (d division) atOnce(p *problem, views int) division {
	k := len(p.opt.Lambdas)
	each := max(2*p.systemSize(), views*p.paddedSize())
	d.chunk, d.parts = k, max(1, min(d.parts, max(2, keptBudgets*p.budget/(each*k+1))))
	return d
}

// keeping returns a division that keeps the systems of the items, where there is room for
// all of a chunk, beside what λ's share, which the problem keeps from here on; see keepLags.
func (d division) keeping(p *problem, items []item) division {
	k := len(p.opt.Lambdas)
	room := func() int { return (keptBudgets*p.budget-p.momentNumbers)/max(1, len(items)*p.systemSize()) - 1 }
	most := room()
	if most < k && p.keepLags(items, k) {
		// A chunk more takes little where λ's share what is kept, or nothing.
		if most = room(); most >= fewKept {
			d.chunk = equal(k, min(d.chunk, most))
		}
	}
	d.keeps = most >= d.chunk
	return d
}

// equal returns how many of k things to have in each of as few chunks of at most so
// many as there must be.
func equal(k, most int) int {
	chunks := (k + most - 1) / most
	return (k + chunks - 1) / chunks
}

// systemSize returns the numbers of a system.
func (p *problem) systemSize() int { return p.r*p.r + p.r }

// paddedSize returns the numbers of a system whose rows are padded to whole tiles.
func (p *problem) paddedSize() int {
	return kernels.RoundUpTo(p.r, kernels.TileRows) * kernels.RoundUpTo(p.r+1, kernels.TileCols)
}

// keptMoments is how many numbers keepLags keeps at most.
const keptMoments = 2 << 20

// keepLags keeps what k λ's share of each item from the first pass for the others,
// where there is room for all, perhaps in shorter blocks. It returns false where there
// is not; λ's may also have nothing to share.
func (p *problem) keepLags(items []item, k int) bool {
	if p.moments != nil || p.sparse { // these have a pass for each λ
		return true
	}
	const leastSharing = 8 // λ's, below which blocks would be too short
	for {
		total := 0
		for _, item := range items {
			for _, t := range p.together(item.index) {
				if h := p.data[t].Len(); lagsPay(k, h) && p.data[t].ratios == nil {
					total += blockSize(k, h) * p.paddedSize()
				}
			}
		}
		switch {
		case total == 0:
			return true
		case total <= keptMoments:
			p.moments, p.momentNumbers, p.lagLambdas = make([]lags, len(p.data)), total, k
			return true
		case k <= leastSharing:
			return false
		}
		k = max(leastSharing, k*3/4)
	}
}
