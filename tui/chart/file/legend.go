package file

import "lambdascope/tui/chart"

// entry is a legend entry with its printed name.
type entry struct {
	chart.Entry
	name   string
	sample float64 // the width of the sample before the name, with the gap between
}

const (
	sampleWidth = 24 // of a line
	entryGap    = 14
)

// sampleSize returns the width of a sample.
func (p *page) sampleSize(e chart.Entry) float64 {
	switch {
	case e.Sample == chart.SampleKey:
		return p.keyWidth()
	case e.Sample != chart.SampleMark, e.Marker == chart.MarkPoint:
		return 14
	case e.Line.Drawn():
		return sampleWidth
	case e.Marker.Drawn():
		return 2*radius + 2*halo
	}
	return 0
}

// legendRows divides the legend among rows of at most a width.
func (p *page) legendRows(width float64) [][]entry {
	var all []entry
	for _, e := range p.Entries() {
		q := entry{Entry: e, sample: p.sampleSize(e)}
		if q.sample > 0 {
			q.sample += gap
		}
		q.name = p.fit(e.Name, textSize, width-q.sample)
		if q.name != "" || e.Sample == chart.SampleKey {
			all = append(all, q)
		}
	}
	rows := chart.Rows(all, func(row []entry) bool { return p.rowWidth(row) <= width })
	// Further rows would leave less than half of the page to the plot.
	return rows[:min(len(rows), int(p.h/2/legendRow)-4)]
}

// rowWidth returns the width of entries side by side.
func (p *page) rowWidth(row []entry) float64 {
	n := -float64(entryGap)
	for _, e := range row {
		n += entryGap + p.entryWidth(e)
	}
	return n
}

func (p *page) entryWidth(e entry) float64 { return e.sample + p.width(e.name, textSize) }

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
			p.write(e.name, x+e.sample, y, textSize, start)
			x += p.entryWidth(e) + entryGap
		}
	}
}

// drawSample draws a sample from x to the right, centred on the height y.
func (p *page) drawSample(e entry, x, y float64) {
	switch w := e.sample - gap; {
	case e.Sample == chart.SampleKey:
		p.drawKey(x, y)
	case e.Sample == chart.SampleBar:
		p.segment(colour(e.Ink), weight(e.Ink), x+w/2, y-5, x+w/2, y+5)
	case e.Sample == chart.SampleEdges:
		p.fill(translucent(e.Ink), x, y-4, x+w, y+4)
	case e.Sample == chart.SamplePart:
		p.fill(colour(e.Ink), x, y-4, x+w, y+4)
	case e.Line.Drawn():
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
