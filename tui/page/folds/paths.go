package folds

import (
	"context"
	"image"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/problem"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// path is a trajectory as heights: the states of a walk, the height of the car, the logarithm of the
// largest tile, or the first recorded feature.
type path struct {
	heights []float64 // of H+1 states; NaN at an end without a height
	walk    bool      // the heights are states
	end     string    // the last reward of a terminated trajectory; empty for others
}

// paths are the paths of some trajectories of an analysis.
type paths struct {
	of     map[int]path
	within chart.Range // of all heights
}

// pathsKey identifies paths: those around a block of blockRows rows.
type pathsKey struct {
	analysis *analysis.Result
	block    int
}

// blockRows is more than the rows of most screens. A page of rows lies in a block and its neighbours.
const blockRows = 64

// followPaths computes the paths around the selected trajectory.
func (p *Page) followPaths(s *page.Snapshot) tea.Cmd {
	v := p.view(s)
	if v.folds == nil {
		return nil
	}
	f, engine := v.folds, p.env.Engine
	key := pathsKey{f.Analysis, f.rank[v.selected()] / blockRows}
	if p.paths.Key.analysis != key.analysis {
		p.paths.Now = paths{}
	}
	return p.paths.Ensure(p.env.Context, key, func(ctx context.Context, put func(paths)) error {
		out := paths{of: make(map[int]path)}
		var heights [][]float64
		for r := max(0, (key.block-1)*blockRows); r < min(len(f.Order), (key.block+2)*blockRows); r++ {
			e, err := engine.Episode(ctx, f.Analysis, f.Order[r])
			if err != nil {
				return err
			}
			found := pathOf(e)
			out.of[f.Order[r]] = found
			heights = append(heights, found.heights)
			if w, ok := e.Replay.(*sim.WalkReplay); ok {
				heights = append(heights, []float64{0, float64(w.States + 1)})
			}
		}
		out.within = chart.RangeOf(heights...)
		put(out)
		return nil
	})
}

// pathOf returns the path of an episode.
func pathOf(e *analysis.Episode) path {
	t := e.Trajectory
	p := path{heights: make([]float64, t.Len()+1)}
	if t.Terminated() {
		reward := t.Rewards()[t.Len()-1]
		p.end = textfmt.Trimmed(reward, 3)
		if reward > 0 {
			p.end = "+" + p.end
		}
	}
	for step := range p.heights {
		var height float64
		switch s := e.Replay.(type) {
		case *sim.WalkReplay:
			p.walk = true
			height = float64(s.At[step] + 1)
		case *sim.ProcessReplay:
			p.walk = true
			height = float64(s.At[step])
			if s.At[step] == problem.End {
				height = math.NaN()
			}
		case *sim.CarReplay:
			height = math.Sin(3 * s.Positions[step])
		case *sim.BoardReplay:
			largest := 1
			for _, tile := range s.Boards[step] {
				largest = max(largest, tile)
			}
			height = math.Log2(float64(largest))
		default:
			height = t.Features(step)[0]
		}
		p.heights[step] = height
	}
	return p
}

// heightName names the heights of the paths of an analysis.
func (v *view) heightName() string {
	s := v.folds.Analysis.Settings
	switch {
	case s.Recorded():
		return s.FeatureNames()[0]
	case s.Problem.Domain == "mountain-car":
		return "height"
	case s.Problem.Domain == "2048":
		return "largest tile"
	}
	return "walk"
}

// sparkline draws a path in some cells: a bar for each state, ■ and the last reward. It has the first
// states of a longer walk, and states at even distances of other paths. Bars of walks are two cells wide
// where the longest has the room.
func (v *view) sparkline(add func(ink chart.Ink, text string), p path, cells int, ink chart.Ink) {
	if len(p.heights) == 0 {
		return
	}
	const more = "…"
	room := cells - chart.Width(more+"■"+p.end)
	states := p.heights
	if p.end != "" {
		states = states[:len(states)-1]
	}
	wide := 1
	if p.walk && 2*slices.Max(v.folds.Steps) <= room {
		wide = 2
	}
	n := min(len(states), max(0, room))
	within := v.paths.Now.within
	var b strings.Builder
	for i := range n {
		at := i
		if !p.walk {
			at = i * len(states) / n
		}
		level := 0.
		if within.Lo < within.Hi {
			level = 8 * (states[at] - within.Lo) / (within.Hi - within.Lo)
		}
		b.WriteString(strings.Repeat(string('▁'+rune(min(7, level))), wide))
	}
	add(ink, b.String())
	if p.walk && n < len(states) {
		add(chart.InkFaint, more)
	}
	if p.end == "" {
		return
	}
	end := chart.InkText
	if p.end == "0" {
		end = chart.InkFaint
	}
	add(end, "■"+p.end)
}

// pathView is the path of the selected trajectory by step.
func (v rowsView) pathView() page.View {
	i := v.selected()
	name := upper(v.noun()) + " " + foldLabel(v.folds.Analysis, i)
	return page.View{Titles: []string{name}, Spec: func(int) *chart.Spec { return v.pathSpec(i) }}
}

func (v rowsView) pathSpec(i int) *chart.Spec {
	p, ok := v.paths.Now.of[i]
	if !ok {
		return nil
	}
	within := v.paths.Now.within
	s := &chart.Spec{Y: chart.Axis{Min: within.Lo, Max: within.Hi}}
	line := chart.Series{Ink: chart.InkEstimate, Line: chart.LineSolid}
	last := len(p.heights) - 1
	for t, height := range p.heights {
		line.X = append(line.X, float64(t))
		line.Y = append(line.Y, height)
	}
	s.X = chart.Axis{Label: "step", Max: float64(max(1, last))}
	s.Series = []chart.Series{{Name: textfmt.Count(v.folds.Steps[i], "step")}, line}
	if p.end != "" {
		at := last
		if math.IsNaN(p.heights[last]) {
			at--
		}
		s.Series = append(s.Series, chart.Series{X: line.X[last:], Y: line.Y[at : at+1], Ink: chart.InkText, Marker: chart.MarkSquare})
	}
	switch v.folds.Analysis.Settings.Problem.Domain {
	case "2048":
		for e := math.Ceil(within.Lo); e <= within.Hi; e++ {
			s.Y.Ticks = append(s.Y.Ticks, e)
			s.Y.Names = append(s.Y.Names, textfmt.Number(math.Exp2(e)))
		}
	case "random-walk":
		for at := within.Lo; at <= within.Hi; at++ {
			name := textfmt.Number(at)
			if at == within.Lo || at == within.Hi {
				name = "■"
			}
			s.Y.Ticks = append(s.Y.Ticks, at)
			s.Y.Names = append(s.Y.Names, name)
		}
	}
	return s
}

// pathPanel draws the path of the selected trajectory above its error.
func (v rowsView) pathPanel() page.Block {
	f, i := v.folds, v.selected()
	best := f.Analysis.Selection.Best()
	number := func(x float64) string { return v.Styles.Render(chart.InkEstimate, textfmt.Rounded(x, 3)) }
	quiet := func(text string) string { return v.Styles.Render(chart.InkFaint, v.Styles.Text(text)) }
	text := quiet("its mean squared error when left out, at λ̂ ") + number(best.Folds[i]) + quiet("; all ") + number(best.LOTO)
	return func(area image.Rectangle) []string {
		inner := image.Rect(area.Min.X+1, area.Min.Y, area.Max.X-1, area.Max.Y-1)
		words := screen.Break(text, inner.Dx()-2)
		above := inner
		above.Max.Y -= len(words)
		lines := v.ChartOf(v.pathView(), above).Lines
		for _, l := range words {
			lines = append(lines, v.Styles.Line(inner.Dx()).To(1).Styled(l).String())
		}
		return v.Styles.Box(lines, area.Dx())
	}
}
