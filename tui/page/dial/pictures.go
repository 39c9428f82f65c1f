package dial

import (
	"image"
	"slices"
	"strconv"

	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// picture returns the picture of a problem; nil for problems without one.
func (v *view) picture(f *found) page.Block {
	switch p := f.settings.Problem.Problem; {
	case inMaze(f.settings):
		return v.panel("The T-maze", drawMaze, screen.Key{Name: "a sign, three cells, an end"})
	case p != nil && p.Source == grid:
		cells := make(map[string]bool)
		for _, s := range p.States {
			cells[s.Name] = true
		}
		return v.panel("The grid", func(k *chart.Canvas) { drawGrid(k, cells, f.episodes.names) }, screen.Key{Name: "a step is random, ends are final"})
	}
	return nil
}

// panel returns a block of a drawing with a title.
func (v *view) panel(title string, draw func(*chart.Canvas), keys ...screen.Key) page.Block {
	return func(area image.Rectangle) []string {
		w, h := area.Dx(), area.Dy()-1
		if v.Boxed() {
			w -= 2
			h--
		}
		lines := chart.Draw(w, h, v.Styles.ChartOptions(), draw)
		return v.Styles.Panel(title, lines, area.Dx(), area.Dy(), v.Boxed(), keys...)
	}
}

// drawMaze draws the two arms of the T-maze, with dotted lines between cells that look alike.
func drawMaze(k *chart.Canvas) {
	first, apart, end := 15, 8, 38
	if k.Width < end+len("+1 ± 2")+2 {
		first, apart, end = 12, 6, 28
	}
	for y, arm := range map[int][2]string{0: {"▲ up", "■ +1 ± 2"}, 4: {"▼ down", "■ −1 ± 2"}} {
		k.Text(2, y, arm[0], chart.InkText)
		k.Row(9, end-1, y, '─', chart.InkRule)
		k.Text(end, y, arm[1], chart.InkText)
	}
	for i := range 3 {
		x := first + i*apart
		for _, y := range []int{0, 4} {
			k.Text(x-1, y, " ○ ", chart.InkText)
		}
		for _, y := range []int{1, 3} {
			k.Set(x, y, '┊', chart.InkFaint)
		}
		k.Text(x, 2, strconv.Itoa(i+1), chart.InkEstimate)
	}
	k.Text(end-1, 2, "look alike", chart.InkFaint)
}

// grid is the problem of 5×5 cells, named by column and row: "a1" is the start, "e5" the goal.
const grid = "grid"

// drawGrid draws the cells of the grid. Ends of episodes have no state.
func drawGrid(k *chart.Canvas, states map[string]bool, visited []string) {
	const side = 5
	cell := func(name string) (sign rune, ink chart.Ink) {
		switch {
		case name == "a1":
			return '◎', chart.InkSelected
		case name == "e5":
			return '■', chart.InkSelected
		case !states[name]:
			return '×', chart.InkTruth
		case slices.Contains(visited, name):
			return '○', chart.InkEstimate
		}
		return '·', chart.InkFaint
	}
	for row := range side {
		k.Text(2, row, strconv.Itoa(row+1), chart.InkFaint)
		for column := range side {
			sign, ink := cell(string(rune('a'+column)) + strconv.Itoa(row+1))
			k.Set(5+3*column, row, sign, ink)
			k.Set(5+3*column, side, rune('a'+column), chart.InkFaint)
		}
	}
	for row, line := range []struct {
		ink        chart.Ink
		sign, name string
	}{
		{chart.InkSelected, "◎", "the start"},
		{chart.InkSelected, "■", "the goal, +1"},
		{chart.InkTruth, "×", "pits, −1"},
		{chart.InkEstimate, "○", "one episode"},
	} {
		k.Text(22, row, line.sign, line.ink)
		k.Text(24, row, line.name, chart.InkFaint)
	}
}

// paths returns the random walks of the first data set as paths downwards; nil for other problems.
func (v *view) paths(f *found) page.Block {
	walks := f.episodes.walks
	if walks == nil {
		return nil
	}
	states := f.settings.Problem.States
	return v.panel("The walks of one person", func(k *chart.Canvas) {
		const bands = 2
		const gap = 3
		most := max(1, (k.Width-gap)/(states+2+gap)) // beside each other
		across := min(most, (len(walks)+bands-1)/bands)
		apart := (k.Width - gap) / across
		height := k.Height / bands
		for i, walk := range walks[:min(len(walks), bands*across)] {
			drawPath(k, gap+i%across*apart, i/across*height, height-1, states, walk)
		}
	}, screen.Key{Name: "steps go down"})
}

// drawPath draws a walk below a row of its states, as far as the rows suffice.
func drawPath(k *chart.Canvas, x, y, rows, states int, walk []int) {
	for at := range states + 2 {
		sign := '·'
		if at == 0 || at == states+1 {
			sign = '■'
		}
		k.Set(x+at, y, sign, chart.InkFaint)
	}
	for t := range len(walk) - 1 {
		from, to := walk[t]+1, walk[t+1]+1
		if t+2 == rows {
			k.Set(x+from, y+1+t, '…', chart.InkFaint)
			return
		}
		sign := '╲'
		if to < from {
			sign = '╱'
		}
		k.Set(x+min(from, to), y+1+t, sign, chart.InkEstimate)
	}
	switch y += len(walk); walk[len(walk)-1] {
	case -1:
		k.Text(x, y, "■ 0", chart.InkText)
	case states:
		k.Text(x+states-2, y, "+1 ■", chart.InkText)
	}
}

// The T-maze is the other problem of the dial. Its sign foretells the end, but the cells of the corridor
// look alike, so that only the trace carries the sign across.
const (
	maze             = "t-maze"
	mazeTrajectories = 50 // enough for the signs to stand apart
)

// inMaze reports whether the T-maze is the problem.
func inMaze(s settings.Settings) bool {
	p := s.Problem.Problem
	return p != nil && p.Source == maze
}

// swapProblem is the action of going to the T-maze, or from there back to the walk, each
// with the truth hidden.
func swapProblem(s *page.Snapshot) page.Action {
	next := s.State
	next.Cursor = state.Optional[float64]{}
	next.Hidden = true
	a := page.Action{State: &next}
	if inMaze(s.Settings) {
		var err error
		if next.Settings, err = state.OpeningOn(state.PageDial); err != nil {
			return page.Action{Fault: err.Error()}
		}
		a.News = "The walk again. o goes to the T-maze."
		return a
	}
	p, err := problem.Shipped(maze)
	if err != nil {
		return page.Action{Fault: err.Error()}
	}
	next.Settings = settings.ProblemDefaults(p)
	next.Settings.Trajectories = mazeTrajectories
	next.Settings.Seed = s.Settings.Seed
	a.News = "T-maze: three cells look alike in both arms. o goes back."
	return a
}

// hintProblem names the problem that the key leads to.
func hintProblem(s *page.Snapshot) page.Hint {
	if inMaze(s.Settings) {
		return page.Hint{Does: "walk", Main: true} // the way back
	}
	return page.Hint{Does: "T-maze"}
}
