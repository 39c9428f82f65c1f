package truth

import "fmt"

// Plan determines moments, together with the chain and its feature maps.
type Plan struct {
	Seed     uint64 // of the streams
	Episodes int    // for all moments except E[ν²]
	Every    int    // every Every-th episode branches
	Rollouts int    // from each branching state, in each of two halves

	States        int // shown in charts
	Pool          int // episodes from which the shown states are drawn
	StateRollouts int // from each shown state, in each of two halves
}

// check returns an error for a plan that draws nothing.
func (p *Plan) check() error {
	if min(p.Every, p.Rollouts, p.States, p.Pool, p.StateRollouts) < 1 || p.Pool > p.Episodes || p.Episodes/p.Every < batches {
		return fmt.Errorf("plan %+v: want at least %d episodes that branch, 1 of all else, and no larger a pool than episodes", *p, batches)
	}
	return nil
}
