package file

import (
	"cmp"
	"math"
	"slices"
)

// tagEntries returns the entries beside the plot with their printed names; nil without room.
func (p *page) tagEntries() []entry {
	const share = 3 // the tags take at most 1/share of width and height
	var out []entry
	for _, e := range p.Tags() {
		out = append(out, entry{Entry: e, name: p.clean(e.Name)})
	}
	if len(out) == 0 || share*p.rowsWidth(out) > p.w || float64(len(out))*legendRow > p.h/share {
		return nil
	}
	return out
}

// rowsWidth returns the width of entries at the right of the plot, one entry a row.
func (p *page) rowsWidth(entries []entry) (w float64) {
	for _, e := range entries {
		w = max(w, gap+p.rowWidth([]entry{e}))
	}
	return w
}

// drawTags writes the tags in the order of their ends, each as close to its end as the neighbours
// allow.
func (p *page) drawTags() {
	tags := slices.Clone(p.tags)
	slices.SortStableFunc(tags, func(a, b entry) int { return cmp.Compare(a.End, b.End) })
	heights, next := make([]float64, len(tags)), p.bottom
	for i, t := range tags {
		y := min(p.top, max(p.bottom, p.atY(t.End)))
		if math.IsNaN(y) {
			y = p.bottom
		}
		heights[i] = max(next, y)
		next = heights[i] + legendRow
	}
	last := p.top
	for i := len(tags) - 1; i >= 0; i-- {
		heights[i] = min(heights[i], last)
		last = heights[i] - legendRow
	}
	for i, t := range tags {
		p.drawSample(t, p.right+gap, heights[i])
		p.write(t.name, p.right+gap+t.sample(), heights[i]-.33*textSize, textSize, start)
	}
}
