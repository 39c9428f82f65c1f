package file

import (
	"lambdascope/tui/chart"
)

// entry is a legend entry with its printed name.
type entry struct {
	chart.Entry
	name string
	key  float64 // the width of the heat map's key; 0 for other entries
}

const (
	sampleWidth = 24 // of a line
	entryGap    = 14
)

// sample returns the width of the sample before the name.
func (e entry) sample() float64 {
	switch {
	case e.key > 0:
		return e.key + gap
	case e.Swarm != chart.SwarmNone:
		return 18 + gap
	case e.Errors, e.Band, e.Bars:
		return 14 + gap
	case drawn(e.Line):
		return sampleWidth + gap
	case e.Marker == chart.MarkPoint:
		return 14 + gap
	case e.Marker.Rank() > 0:
		return 2*radius + 2*halo + gap
	}
	return 0
}

// legendRows divides the legend among rows of at most a width.
func (p *page) legendRows(width float64) (rows [][]entry) {
	used := 0.
	all := p.Entries()
	key := p.fitKey(width - gap)
	if key > 0 {
		all = append([]chart.Entry{{Name: p.Heat.Name}}, all...)
	}
	for i, e := range all {
		q := entry{Entry: e}
		if i == 0 {
			q.key = key
		}
		if e.Ends && p.tags != nil {
			continue
		}
		q.name = p.fit(e.Name, textSize, width-q.sample())
		if q.name == "" && q.key == 0 {
			continue
		}
		n := q.sample() + p.lettering.width(q.name, textSize)
		if len(rows) == 0 || used+entryGap+n > width {
			rows, used = append(rows, nil), -entryGap
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], q)
		used += entryGap + n
	}
	// Further rows would leave less than half of the page to the plot.
	return rows[:min(len(rows), int(p.h/2/legendRow)-4)]
}

// legend draws the rows above the plot.
func (p *page) legend() {
	widest := 0.
	for _, row := range p.rows {
		widest = max(widest, p.rowWidth(row))
	}
	from := max(margin, min(p.left, p.w-margin-widest))
	for i, row := range p.rows {
		x, y := from, p.rowsAt-float64(float64(i)*legendRow)
		for _, e := range row {
			p.drawSample(e, x, y+.33*textSize)
			p.write(e.name, x+e.sample(), y, textSize, start)
			x += e.sample() + p.lettering.width(e.name, textSize) + entryGap
		}
	}
}

func (p *page) rowWidth(row []entry) float64 {
	n := -float64(entryGap)
	for _, e := range row {
		n += entryGap + e.sample() + p.lettering.width(e.name, textSize)
	}
	return n
}

// drawSample draws a sample from x to the right, centred on the height y.
func (p *page) drawSample(e entry, x, y float64) {
	w := e.sample() - gap
	switch {
	case e.key > 0:
		p.drawKey(x, y)
	case e.Swarm != chart.SwarmNone:
		p.swarmSample(e, x, y, w)
	case e.Errors:
		p.stroke(colour(e.Ink), weight(e.Ink), nil, point(x+w/2, y-5), point(x+w/2, y+5))
	case e.Band:
		p.fill(translucent(e.Ink), x, y-4, x+w, y+4)
	case e.Bars:
		p.fill(colour(e.Ink), x, y-4, x+w, y+4)
	case drawn(e.Line):
		p.stroke(colour(e.Ink), weight(e.Ink), dashes(e.Line), point(x, y), point(x+w, y))
		p.marker(e.Marker, e.Ink, x+w/2, y)
	case e.Marker == chart.MarkPoint:
		for i, dy := range []float64{2, -2, 0, 2.5, -1} {
			p.point(e.Ink, x+float64(i+1)*w/6, y+dy)
		}
	case w > 0:
		p.marker(e.Marker, e.Ink, x+w/2, y)
	}
}
