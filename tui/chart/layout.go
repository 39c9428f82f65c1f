package chart

import "image"

// layout holds the places of a chart's parts; a row of −1 means that the chart omits the part.
type layout struct {
	title          text      // of the panel line
	inTitle        []entry   // the legend in the panel line
	rows           [][]entry // the legend in rows of its own
	axisRow        int
	stripRows      []int // the last row of each strip that has room
	gutter         int   // the column of the y axis
	plot           plot
	xRange, yRange Scale  // from edge to edge of the data
	rowTicks       []Tick // of a y axis with a row layout
	xTicks, yTicks []label
}

// The least sizes, in cells, at which a part of the chart is worth its room.
const (
	heightForAxis   = 4
	heightForStrip  = 5  // below the legend
	heightPerLegend = 16 // for every row of the legend after the first
	heightBelow     = 2  // of plot and axis, below a legend
	heightForPlot   = 2  // between legend and axis
	widthForAxis    = 8
)

// lay divides the canvas.
func (p *painter) lay() {
	w, h := p.Width, p.Height
	p.layout = layout{axisRow: -1}
	top, bottom := min(1, len(p.Titles)), h
	if !p.layTitle(w) {
		p.rows = p.legendRows(w, h-top)
		top += len(p.rows)
	}
	strips := 0 // rows
	for i := range p.Strips {
		rows := max(1, p.Strips[i].Rows)
		if h-top-strips-rows < heightForStrip-1 {
			break
		}
		strips += rows
		p.stripRows = append(p.stripRows, strips-1)
	}
	bottom -= strips
	for i := range p.stripRows {
		p.stripRows[i] += bottom
	}
	hasAxis := h >= heightForAxis && bottom-top > heightForPlot && w >= widthForAxis
	if hasAxis {
		bottom--
		if p.X.Marks != nil { // the labels stand below the marks
			bottom--
		}
		p.axisRow = bottom
	}

	p.xRange, p.yRange = p.Scales()
	p.plot = plot{Rectangle: image.Rect(0, top, w, bottom), x: p.xRange, y: p.yRange, slots: p.slots()}
	if n := p.Y.Steps; n > 0 && p.plot.Dy() > n { // steps of whole rows; the rest stays blank
		p.plot.Min.Y = p.plot.Max.Y - 1 - n*((p.plot.Dy()-1)/n)
	}
	p.alignRows()
	if p.Heat != nil || p.Stack != nil {
		p.plot.y = p.yRange.inset(p.plot.Dy())
	}
	if hasAxis {
		p.layGutter(w)
		p.layColumns()
	}
	if n := p.plot.slots; n > 0 && p.plot.Dx() >= n { // equal slots; the rest stays blank
		p.plot.Max.X = p.plot.Min.X + n*(p.plot.Dx()/n)
	}
	if p.Heat != nil || p.plot.slots > 0 {
		p.plot.x = p.xRange.inset(p.plot.Dx())
	}
	if hasAxis {
		p.xTicks = p.xLabels()
	}
}

// layGutter reserves room for the labels left of the plot.
func (p *painter) layGutter(w int) {
	if p.Y.Off {
		p.gutter = -1 // outside of the drawing
		return
	}
	const margins = 2 // before and after a label
	p.yTicks = p.yLabels()
	for _, l := range p.yTicks {
		p.gutter = max(p.gutter, len(l.text)+margins)
	}
	names := []string{p.X.Label}
	for _, s := range p.Strips {
		names = append(names, s.Label)
	}
	for _, s := range names {
		if n := len(p.text(s)) + margins; p.gutter > 0 && n <= max(w/7, p.gutter+2) {
			p.gutter = max(p.gutter, n)
		}
	}
	if w-p.gutter-1 < max(widthForAxis, w/2) {
		p.gutter = 0
		p.yTicks = nil
	}
	p.plot.Min.X = p.gutter + 1
}

// layColumns leaves a column blank on either side of a plot with a numeric x axis, so that marks
// stand apart from the y axis and the border. Equal steps take whole columns; the rest is blank.
func (p *painter) layColumns() {
	if p.Heat != nil || p.plot.slots > 0 || p.plot.Dx() <= widthForAxis {
		return
	}
	p.plot.Min.X++
	p.plot.Max.X--
	const least = 2 // columns a step, since the rest would be too wide
	if n := p.X.Steps; n > 0 && p.plot.Dx() > least*n {
		p.plot.Max.X = p.plot.Min.X + n*((p.plot.Dx()-1)/n) + 1
	}
}
