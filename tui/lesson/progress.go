package lesson

// Progress keeps how far a person has come in lessons, by their keys. It is safe for
// concurrent use.
type Progress interface {
	// Reached returns the step, from 0, that a lesson was left at, and whether it has
	// been taken to its end; ok is false for one that was never opened.
	Reached(key string) (step int, ended, ok bool)
	// Reach keeps how far a lesson has come now.
	Reach(key string, step int, ended bool) error
}

// GoOn returns the step, from 0, that a lesson goes on at: where it was left, or at its
// start where that was its last step.
func GoOn(p Progress, l *Lesson) int {
	step, _, _ := p.Reached(l.Key)
	if step >= len(l.Steps)-1 {
		return 0
	}
	return step
}
