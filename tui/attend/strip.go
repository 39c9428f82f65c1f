package attend

// Rows returns the number of rows that the strip takes from the page; 0 without a lesson.
func (x *Lessons) Rows() int {
	if x.run == nil {
		return 0
	}
	return x.run.Rows(x.Window())
}

// Strip returns the lines of the strip, and whether they cover a part of the page, as in a
// small window.
func (x *Lessons) Strip() (lines []string, over bool) {
	w := x.Window()
	return x.run.Draw(w), w.Small() && !x.run.Folded
}

// Folded reports whether the text of the lesson is folded away.
func (x *Lessons) Folded() bool { return x.run.Folded }

// ScrollBy scrolls the text by lines.
func (x *Lessons) ScrollBy(lines int) { x.run.ScrollBy(lines, x.Window()) }
