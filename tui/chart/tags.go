package chart

import (
	"cmp"
	"math"
	"slices"
)

// tag is a legend entry beside the plot, at the end of its line or part.
type tag struct {
	entry
	end float64 // on the y axis
}

// Tags returns the entries that may stand beside the plot; nil unless the chart is Named.
func (s *Spec) Tags() (out []Entry) {
	if !s.Named {
		return nil
	}
	for _, e := range s.Entries() {
		if e.Ends {
			out = append(out, e)
		}
	}
	return out
}

// end returns the last finite y of a line; false without a line or without any such y.
func (q *Series) end() (y float64, ok bool) {
	if q.Line <= LineNone || q.Line > LineDotted || q.Ink == InkPinned {
		return 0, false
	}
	for i := q.Len() - 1; i >= 0; i-- {
		if finite(q.X[i]) && finite(q.Y[i]) {
			return q.Y[i], true
		}
	}
	return 0, false
}

// end returns the y in the middle of a part in the last column.
func (k *Stack) end(part int) (y float64, ok bool) {
	n := k.Len()
	if n == 0 {
		return 0, false
	}
	tops, foot := k.Tops(n-1), 0.
	if part > 0 {
		foot = tops[part-1]
	}
	return (foot + tops[part]) / 2, true
}

// layTags returns the tags of a chart of w × h cells; nil without room.
func (p *painter) layTags(w, h int) []tag {
	const (
		share      = 3 // the tags take at most 1/share of the width
		besidePlot = 6 // rows for legend and axis
	)
	of := p.Tags()
	if len(of) == 0 || len(of) > h-besidePlot {
		return nil
	}
	for _, name := range []func(Entry) string{func(e Entry) string { return e.Name }, func(e Entry) string { return e.Short }} {
		var out []tag
		for _, e := range of {
			out = append(out, tag{entry{sample: p.sample(e), sampleInk: e.Ink, name: p.text(name(e))}, e.End})
		}
		if share*tagRoom(out) <= w {
			return out
		}
	}
	return nil
}

// tagRoom returns the number of cells that tags take at the right of the plot.
func tagRoom(tags []tag) (n int) {
	for _, t := range tags {
		n = max(n, 1+t.width())
	}
	return n
}

// drawTags writes the tags in the order of their ends, each as close to its end as the neighbours
// allow.
func (p *painter) drawTags() {
	if p.tags == nil || p.axisRow < 0 { // too small for sides
		return
	}
	tags, rows := slices.Clone(p.tags), make([]int, len(p.tags))
	slices.SortStableFunc(tags, func(a, b tag) int { return cmp.Compare(b.end, a.end) })
	next := p.plot.Min.Y
	for i, t := range tags {
		share := max(0, min(1, p.yRange.Place(t.end)))
		if math.IsNaN(share) {
			share = 0
		}
		rows[i] = max(next, p.plot.Max.Y-1-int(math.Round(float64(share*float64(p.plot.Dy()-1)))))
		next = rows[i] + 1
	}
	last := p.plot.Max.Y - 1
	for i := len(rows) - 1; i >= 0; i-- {
		rows[i] = min(rows[i], last)
		last = rows[i] - 1
	}
	for i, t := range tags {
		p.drawRow([]entry{t.entry}, rows[i], p.plot.Max.X+1, 0)
	}
}
