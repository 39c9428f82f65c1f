package estimator

import (
	"context"

	"lambdascope/estimator/internal/kernels"
)

// keptLoaded is how many numbers the episodes have at most that are kept loaded: 40 MiB.
const keptLoaded = 5 << 20

// keepLoaded keeps all episodes loaded, where there is room, for a method that goes
// through the data many times. Nothing else works on p then.
func (p *problem) keepLoaded(ctx context.Context) {
	rows := p.steps + len(p.data)
	if 2*rows*(kernels.RoundUpTo(p.r, kernels.TileRows)+kernels.RoundUpTo(p.r+1, kernels.TileCols)) > keptLoaded {
		return
	}
	loaded := make([]episode, len(p.data))
	_, err := p.overGroups(ctx, func(_, lo, hi int) {
		var scratch episode
		for i := lo; i < hi && ctx.Err() == nil; i++ {
			e := &loaded[i]
			e.own, e.buffer = scratch.own, scratch.buffer
			p.load(e, i)
			scratch.own, scratch.buffer = e.own, e.buffer
			e.own, e.buffer = nil, nil
		}
	})
	if err == nil {
		p.loaded = loaded
	}
}

// show makes e what another episode has loaded, which is not to be written to, with
// scratch of its own. Inlined, the copy takes kilobytes of the program.
//
//go:noinline
func (e *episode) show(from *episode) {
	own, buffer, columns, decays := e.own, e.buffer, e.columns, e.decays
	*e = *from
	e.own, e.buffer, e.columns, e.decays, e.shown = own, buffer, columns, decays, true
}

// release empties e but for its scratch.
func (e *episode) release() {
	e.show(new(episode))
	e.shown = false
}
