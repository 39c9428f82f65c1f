package problem

import "sync"

// identity is what problems are equal by.
type identity struct{ source, text string }

// used has the problems by identity, so that equal ones are stored once. Problems are files
// of whoever runs the program: few, which stay.
var used sync.Map

// one returns the problem that equals p, p itself where there is none.
func one(p *Problem) *Problem {
	first, _ := used.LoadOrStore(identity{p.Source, p.Text}, p)
	return first.(*Problem)
}
