package estimator

import "math"

// The memory of leaveOut, in numbers.
const (
	// defaultBudget is what its sums and the scratch of two workers may take:
	// 16 MiB, as memory that is touched for the first time costs more than
	// accumulating once more does.
	defaultBudget = 2 << 20
	// scratchBudget bounds the scratch of all workers together: 24 MiB.
	scratchBudget = 3 << 20
	// sharing is how many λ's should share a pass.
	sharing = 8
)

// division is how leaveOut divides its work. It depends on the problem alone, as
// the order of sums does on it.
type division struct {
	chunk  int // λ's at a time
	group  int // trajectories whose systems are kept at a time
	fanOut int // groups in a part, and parts in a part of parts
}

// divide chooses the division for so many items and sensitivities a fold: groups
// of √n or so, more levels only where few λ's could share a pass otherwise.
func (p *problem) divide(n, views int) division {
	k := len(p.opt.Lambdas)
	var best division
	least := math.MaxInt // what one λ takes in the best so far
	for levels := 2; levels <= 6; levels++ {
		// Scratch is for two workers, and twice the systems of a group.
		group := max(1, int(math.Round(math.Pow(float64(n)/4, 1/float64(levels)))))
		if lanesPay(p.r) {
			group = max(group, min(n/4, laneCount)) // so that no lane is idle
		}
		fanOut := int(math.Ceil(math.Pow(float64((n+group-1)/group), 1/float64(levels-1)) - 1e-9))
		each := p.sumSize(views)*max(2, fanOut)*(levels-1) + p.systemSize()*2*group + views*(p.paddedSize()+p.folds())
		d := division{
			chunk:  max(1, min(k, p.budget/max(1, each))),
			group:  group,
			fanOut: max(2, fanOut),
		}
		d.chunk = equal(k, d.chunk)
		if d.chunk > best.chunk || least > p.budget && each < least {
			best, least = d, each
		}
		if best.chunk >= min(k, sharing) && least <= p.budget {
			break
		}
	}
	return best
}

// systemSize returns the numbers of a system.
func (p *problem) systemSize() int { return p.r*p.r + p.r }

// paddedSize returns the numbers of a system whose rows are padded to whole tiles.
func (p *problem) paddedSize() int { return roundUpTo(p.r, tileRows) * roundUpTo(p.r+1, tileCols) }

// sumSize returns the room for the sum of the systems of a part, which becomes that
// of its sensitivities.
func (p *problem) sumSize(views int) int { return max(p.systemSize(), views*p.paddedSize()) }
