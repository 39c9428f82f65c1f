package folds

import (
	"context"
	"math"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

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
	heights []float64 // of H+1 states
	names   []string  // of the heights 0, 1, 2 …; nil for numbers
	walk    bool      // the heights are states
	end     string    // the last reward of a terminated trajectory; empty for others
}

// within returns the range of the heights, or of all states for a walk.
func (p *path) within() chart.Range {
	if p.walk {
		return chart.Range{Hi: float64(len(p.names) - 1)}
	}
	return chart.RangeOf(p.heights)
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

// blockRows is larger than most screens, so that the visible rows lie in a block and its neighbours.
const blockRows = 64

// followPaths computes the paths around the selected trajectory.
func (p *Page) followPaths(s *page.Snapshot) tea.Cmd {
	v := p.view(s)
	if v.folds == nil {
		return nil
	}
	f := v.folds
	key := pathsKey{f.Analysis, f.rank[v.selected()] / blockRows}
	if p.paths.Key.analysis != key.analysis {
		p.paths.Now = paths{}
	}
	return p.paths.Ensure(p.env.Context, key, func(ctx context.Context, put func(paths)) error {
		out := paths{of: make(map[int]path)}
		near := f.Order[max(0, (key.block-1)*blockRows):min(len(f.Order), (key.block+2)*blockRows)]
		a, err := p.env.Engine.Run(ctx, analysis.Request{Settings: f.Analysis.Settings, Episodes: near})
		if err != nil {
			return err
		}
		for r, e := range a.Episodes {
			found := pathOf(e)
			if len(out.of) == 0 {
				out.within = found.within()
			}
			out.within = out.within.Union(found.within())
			out.of[near[r]] = found
		}
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
	const end = "■"
	var height func(step int) float64
	switch s := e.Replay.(type) {
	case *sim.WalkReplay:
		p.walk = true
		p.names = []string{end}
		for at := range s.States {
			p.names = append(p.names, strconv.Itoa(at+1))
		}
		p.names = append(p.names, end)
		height = func(step int) float64 { return float64(s.At[step] + 1) }
	case *sim.ProcessReplay:
		p.walk = true
		for _, state := range s.Problem.States {
			p.names = append(p.names, state.Name)
		}
		p.names = append(p.names, end)
		height = func(step int) float64 {
			if s.At[step] == problem.End {
				return float64(len(s.Problem.States))
			}
			return float64(s.At[step])
		}
	case *sim.CarReplay:
		height = func(step int) float64 { return math.Sin(3 * s.Positions[step]) }
	case *sim.BoardReplay:
		const largest = 17 // exponent of any tile
		for e := range largest + 1 {
			p.names = append(p.names, strconv.Itoa(1<<e))
		}
		height = func(step int) float64 { return math.Log2(float64(max(1, slices.Max(s.Boards[step][:])))) }
	default:
		height = func(step int) float64 { return t.Features(step)[0] }
	}
	for step := range p.heights {
		p.heights[step] = height(step)
	}
	return p
}

// heightName names the heights of the paths of an analysis.
func (v *view) heightName() string {
	switch s := v.folds.Analysis.Settings; {
	case s.Recorded():
		return s.FeatureNames()[0]
	case s.Problem.Domain == "mountain-car":
		return "height"
	case s.Problem.Domain == "2048":
		return "largest tile"
	case s.Problem.Domain == "random-walk":
		return "walk"
	}
	return "path"
}

// sparkline draws a path in some cells of a line: a bar for each state, ■ and the last reward. Of a
// longer walk it draws the first states, because steps of a walk cannot be skipped; of other paths,
// states at even distances. Bars of walks are two cells wide if the longest walk has the room.
func (v *view) sparkline(l *screen.Line, filled bool, p path, cells int, ink chart.Ink) {
	if len(p.heights) == 0 {
		return
	}
	states := p.heights
	end := ""
	if p.end != "" {
		states = states[:len(states)-1]
		end = "■" + p.end
	}
	room := cells - ansi.StringWidth("…■"+p.end)
	wide := 1
	if p.walk && 2*slices.Max(v.folds.Steps) <= room {
		wide = 2
	}
	n := min(len(states), max(0, room))
	more := ""
	if p.walk && n < len(states) {
		more = "…"
	}
	within := v.paths.Now.within
	l.Draw(n*wide+ansi.StringWidth(v.Styles.Text(more+end)), filled, func(k *chart.Canvas) {
		for i := range n {
			at := i
			if !p.walk {
				at = i * len(states) / n
			}
			level := 0.
			if within.Lo < within.Hi {
				level = 8 * (states[at] - within.Lo) / (within.Hi - within.Lo)
			}
			k.Column(i*wide, wide, 0, (1+math.Floor(min(7, level)))/8, ink)
		}
		k.Text(n*wide, 0, more, chart.InkFaint)
		endInk := chart.InkText
		if p.end == "0" {
			endInk = chart.InkFaint
		}
		k.Text(k.Width-ansi.StringWidth(v.Styles.Text(end)), 0, end, endInk)
	})
}

// pathView is the path of the selected trajectory by step, in a replay with the step.
func (v *view) pathView() page.View {
	i := v.selected()
	label := foldLabel(v.folds.Analysis, i)
	titles := []string{upper(v.noun()) + " " + label}
	if v.folds.Analysis.Groups != nil {
		titles = []string{"First trajectory of group " + label, "First of group " + label, "First of " + label}
	}
	out := page.View{Titles: titles, Spec: func(int) *chart.Spec { return v.pathSpec(i) }}
	if v.open() {
		out.Mouse = v.moveStep
	}
	return out
}

func (v *view) pathSpec(i int) *chart.Spec {
	p, ok := v.paths.Now.of[i]
	if !ok {
		return nil
	}
	within := v.paths.Now.within
	last := len(p.heights) - 1
	line := chart.Series{Y: p.heights, Ink: chart.InkEstimate, Line: chart.LineSolid}
	for t := range p.heights {
		line.X = append(line.X, float64(t))
	}
	s := &chart.Spec{
		X:      stepAxis(last),
		Y:      chart.Axis{Min: within.Lo, Max: within.Hi},
		Series: []chart.Series{{Name: textfmt.Count(last, "step")}, line},
	}
	if p.walk {
		s.Y.Steps = len(p.names) - 1
	}
	if p.end != "" {
		s.Series = append(s.Series, chart.Series{X: line.X[last:], Y: line.Y[last:], Ink: chart.InkText, Marker: chart.MarkSquare})
	}
	for at, name := range p.names {
		if height := float64(at); within.Lo <= height && height <= within.Hi {
			s.Y.Ticks = append(s.Y.Ticks, height)
			s.Y.Names = append(s.Y.Names, name)
		}
	}
	if v.open() {
		now := min(v.step(), last)
		s.Cursor = &line.X[now]
		s.Series = append(s.Series, chart.Series{X: line.X[now : now+1], Y: line.Y[now : now+1], Ink: chart.InkCursor, Marker: chart.MarkDot})
	}
	return s
}

// stepAxis is the axis of a trajectory's steps.
func stepAxis(last int) chart.Axis {
	axis := chart.Axis{Label: "step", Max: float64(max(1, last))}
	const few = 12 // steps; round numbers would lie between the steps
	for t := 0; last <= few && t <= last; t++ {
		axis.Ticks = append(axis.Ticks, float64(t))
	}
	return axis
}
