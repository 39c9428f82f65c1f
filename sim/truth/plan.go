package truth

import "fmt"

// Plan says how moments are drawn; with the chain and its feature maps it
// determines them.
type Plan struct {
	Seed     uint64 // of the streams
	Episodes int    // from whose transitions all moments but E[ν²] come
	Every    int    // of these, every so many-th branches
	Rollouts int    // from each state where it does, in each of two halves

	States        int // that charts show, drawn
	Pool          int // from the states of so many of the episodes
	StateRollouts int // from each, in each of two halves
}

// check returns an error unless the plan draws anything.
func (p *Plan) check() error {
	if min(p.Every, p.Rollouts, p.States, p.Pool, p.StateRollouts) < 1 || p.Pool > p.Episodes || p.Episodes/p.Every < batches {
		return fmt.Errorf("plan %+v: want at least %d episodes that branch, 1 of all else, and no larger a pool than episodes", *p, batches)
	}
	return nil
}
