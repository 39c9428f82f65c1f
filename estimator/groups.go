package estimator

import "fmt"

// grouping is the partition of the trajectories into folds: groups, or single trajectories. Folds
// are numbered by the first trajectory of each.
type grouping struct {
	members     [][]int   // the trajectories of each fold, in the order of the data
	length      []int     // of each fold, Σ H_j
	foldWeights []float64 // the weight of each ℓ_i in the LOTO error
	totalWeight float64   // Σ of the weights
	items       []item    // distinct folds, see findRepeats
	same        []int     // of each fold, the first equal fold
}

// setFolds sets the folds of the options, and their weights.
func (p *problem) setFolds() error {
	n := len(p.data)
	if p.opt.Groups != nil && len(p.opt.Groups) != n {
		return fmt.Errorf("groups of %d trajectories: want one for each of %d", len(p.opt.Groups), n)
	}
	of, count := foldsOf(n, p.opt.Groups)
	p.grouping = grouping{members: make([][]int, count), length: make([]int, count), foldWeights: make([]float64, count)}
	for i, fold := range of {
		p.members[fold] = append(p.members[fold], i)
		p.length[fold] += p.data[i].Len()
		weight := p.opt.Weighting.Weight(p.data[i].Len())
		p.foldWeights[fold] += weight
		p.totalWeight += weight
	}
	p.weigh()
	return nil
}

// foldsOf returns the fold of each of n trajectories, and the number of folds. Groups are
// numbered by first appearance; without groups each trajectory is a fold.
func foldsOf(n int, groups []int) (of []int, count int) {
	of = make([]int, n)
	number := make(map[int]int)
	for i := range of {
		if of[i] = i; groups == nil {
			continue
		}
		at, ok := number[groups[i]]
		if !ok {
			at = len(number)
			number[groups[i]] = at
		}
		of[i] = at
	}
	if groups == nil {
		return of, n
	}
	return of, len(number)
}

// folds returns the number of folds.
func (g *grouping) folds() int { return len(g.length) }

// together returns the trajectories of a fold.
func (g *grouping) together(fold int) []int { return g.members[fold] }

// grouped reports whether any fold has more than one trajectory.
func (p *problem) grouped() bool { return p.folds() < len(p.data) }

// foldName returns the name of a fold for errors.
func (p *problem) foldName(fold int) string {
	if p.grouped() {
		return fmt.Sprintf("group of trajectory %d", p.together(fold)[0])
	}
	return fmt.Sprintf("trajectory %d", fold)
}

// weigh sets the weights a_j of the squares of each trajectory in the error of the fold,
//
//	ℓ = Σ_j v_j ℓ_j / V = (1/H) Σ_j a_j Σ_t e_{j,t}², a_j = H·v_j/(V·H_j),
//
// with H = Σ_j H_j, and V = Σ_j v_j of the weights in the LOTO error. It also sets the squared
// returns of each fold.
func (p *problem) weigh() {
	p.foldG2 = p.sumG2
	if !p.grouped() {
		return
	}
	p.squares = make([]float64, len(p.data))
	p.foldG2 = make([]float64, p.folds())
	for fold := range p.foldG2 {
		for _, j := range p.together(fold) {
			h := p.data[j].Len()
			p.squares[j] = float64(p.length[fold]) * p.opt.Weighting.Weight(h) / (p.foldWeights[fold] * float64(h))
			p.foldG2[fold] += float64(p.squares[j] * p.sumG2[j])
		}
	}
}

// foldError returns ℓ of a fold at θ from the data, and sets slope to half the derivative
// of H·ℓ.
func (p *problem) foldError(ws *workspace, fold int, theta, slope []float64) float64 {
	clear(slope)
	sum := 0.0
	for _, j := range p.together(fold) {
		if p.stop() {
			break
		}
		p.loadReturns(&ws.episode, j)
		sum += p.addSquaredError(&ws.episode, theta, slope)
	}
	return sum / float64(p.length[fold])
}
