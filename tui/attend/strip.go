package attend

// Rows is how many rows the strip of the lesson takes from the page; 0 without one.
func (x *Lessons) Rows() int {
	if x.run == nil {
		return 0
	}
	return x.run.Rows(x.Window())
}

// Strip returns the lines of the strip, and whether they lie over the page, as they do in
// a small window.
func (x *Lessons) Strip() (lines []string, over bool) {
	w := x.Window()
	return x.run.Draw(w), w.Small() && !x.run.Folded
}

// Folded reports whether the text of the lesson is folded away.
func (x *Lessons) Folded() bool { return x.run.Folded }

// ScrollBy shows what follows in the text by lines, or what precedes.
func (x *Lessons) ScrollBy(lines int) { x.run.ScrollBy(lines, x.Window()) }
