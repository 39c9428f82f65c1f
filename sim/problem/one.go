package problem

import (
	"runtime"
	"sync"
	"weak"
)

// identity is what problems are equal by.
type identity struct{ source, text string }

// used holds the problems in use, so that equal ones are stored once, as by unique.Make.
// Nothing that a problem computes depends on it.
var used struct {
	sync.Mutex
	problems map[identity]weak.Pointer[Problem]
}

// one returns the problem in use that equals p, p itself where there is none.
func one(p *Problem) *Problem {
	key := identity{p.Source, p.Text}
	used.Lock()
	defer used.Unlock()
	if other := used.problems[key].Value(); other != nil {
		return other
	}
	if used.problems == nil {
		used.problems = make(map[identity]weak.Pointer[Problem])
	}
	pointer := weak.Make(p)
	used.problems[key] = pointer
	runtime.AddCleanup(p, forget, forgotten{key, pointer})
	return p
}

// forgotten is an entry of used whose problem is gone.
type forgotten struct {
	key     identity
	pointer weak.Pointer[Problem]
}

// forget removes the entry, unless another problem has taken its place.
func forget(f forgotten) {
	used.Lock()
	defer used.Unlock()
	if used.problems[f.key] == f.pointer {
		delete(used.problems, f.key)
	}
}
