package analysis

import "time"

// How much of an analysis is analysed before it, for a first picture.
const (
	// partsWorth is how long an analysis is expected to take that has parts.
	partsWorth = 200 * time.Millisecond
	// partsShare bounds what its parts take together, as a share of that.
	partsShare = 0.06
	// partsRatio is by how much each part is larger than the one before.
	partsRatio = 4
	// fewestOfPart are the trajectories that a part has at least: the first few say little.
	fewestOfPart = 8
)

// Parts returns numbers of trajectories, increasing, whose analyses come soon, before
// that of settings in their usual form, which they delay a little: its first trajectories
// are its own, so that each is a result of a smaller n. There are none where the whole
// comes soon, is in the cache, or has few trajectories for what it takes.
func (e *Engine) Parts(s Settings) []int {
	e.mu.Lock()
	_, known := e.cache.entries[s]
	e.mu.Unlock()
	whole := e.Expected(s, Extra{})
	if known || whole < partsWorth {
		return nil
	}
	left := time.Duration(partsShare * float64(whole))
	part := s
	var out []int
	for part.Trajectories /= partsRatio; part.Trajectories >= fewestOfPart; {
		cost := e.Expected(part, Extra{})
		if cost > left {
			part.Trajectories = part.Trajectories * 3 / 4
			continue
		}
		rounded := part
		rounded.Trajectories = roundPart(part.Trajectories)
		if _, err := e.Check(rounded); err != nil { // all of one group, as are fewer
			break
		}
		left -= cost
		out = append([]int{rounded.Trajectories}, out...)
		part.Trajectories /= partsRatio
	}
	return out
}

// roundPart rounds a number of trajectories down to two digits.
func roundPart(n int) int {
	unit := 1
	for n/unit >= 100 {
		unit *= 10
	}
	return n / unit * unit
}
