package estimator

import "context"

// project calls projected for every item, λ and view.
func (l *leaver) project(ctx context.Context) {
	if l.views == 0 {
		return
	}
	const most = 64 // tasks
	n, size := len(l.items), l.paddedSize()
	tasks := min(n, most)
	sums := l.narrowed()
	l.opt.Do(ctx, tasks, func(task int) {
		ws := l.borrow()
		defer l.giveBack(ws)
		for i := task * n / tasks; i < (task+1)*n/tasks && ctx.Err() == nil; i++ {
			index := l.items[i].index
			for j, own := range sums {
				system := l.store.system(j, i)
				for v := range l.views {
					l.projected(l.ks[j], index, v, longDot(system, own[v*len(system):(v+1)*len(system)]))
				}
			}
			l.opt.Progress.add(len(l.ks))
			if len(sums) == len(l.ks) {
				continue
			}
			for _, t := range l.together(index) {
				if ctx.Err() != nil {
					return
				}
				l.load(&ws.episode, t)
				shared := l.shared(ws, l.sharing(true))
				for j := len(sums); j < len(l.ks) && ctx.Err() == nil; j++ {
					own := l.padded(ws, shared, l.ks[j])
					for v := range l.views {
						l.projected(l.ks[j], index, v, longDot(own, l.sensitivities[j][v*size:(v+1)*size]))
					}
				}
			}
		}
	})
}

// narrowed returns the sums of sensitivities at the λ's whose systems are kept, laid
// out as these are.
func (l *leaver) narrowed() [][]float64 {
	r, q, size := l.r, l.systemSize(), l.paddedSize()
	ld := roundUpTo(r+1, tileCols)
	out := make([][]float64, l.store.lambdas)
	for j := range out {
		out[j] = make([]float64, l.views*q)
		for v := range l.views {
			s := system(out[j][v*q : (v+1)*q])
			for a := range r {
				row := l.sensitivities[j][v*size+a*ld:][:r+1]
				copy(s[a*r:(a+1)*r], row)
				s.vector(r)[a] = row[r]
			}
		}
	}
	return out
}
