package chart

import (
	"image"
	"slices"
)

// layout holds the places of a chart's parts; a row of −1 means that the chart omits the part.
type layout struct {
	legendRow, headRow, axisRow, stripRow, strips int
	labelRow                                      int     // of the x axis; usually axisRow
	title                                         text    // of the panel line; nil without a title
	inTitle                                       []entry // the legend in the panel line
	gutter                                        int     // cells left of the y axis line
	plot                                          plot
	xRange, yRange                                Scale    // from edge to edge of the data
	aligned                                       rowScale // of the y axis; zero without a row layout
	scale                                         HeatScale
	grid                                          *heatGrid // nil without a heat map
	xTicks, yTicks                                []label
	entries                                       [][]entry // by row of the legend
	outside                                       *entry    // the legend entry of points outside the axes; nil without any
	tags                                          []tag     // names beside the plot; nil for names in the legend
}

// The least sizes, in cells, at which a part of the chart is worth its room.
const (
	heightForAxis   = 4
	heightForStrip  = 5 // below the legend
	heightForLegend = 3 // marks need a legend
	heightForKey    = 5 // of a heat map
	heightForHead   = 18
	heightPerLegend = 16 // for every further row of the legend
	heightBelow     = 3  // of plot and axis, below a legend that takes more rows for all names
	heightForPlot   = 2  // between legend and axis
	widthForAxis    = 8
)

// lay divides the canvas; false without room for a plot.
func (p *painter) lay() bool {
	if !p.divide() {
		return false
	}
	// The second pass is needed because only a complete layout shows whether points lie outside,
	// and the legend must name their marks.
	if e, any := p.beyondEntry(); any {
		p.outside = &e
		p.divide()
	}
	return true
}

func (p *painter) divide() bool {
	w, h := p.c.w, p.c.h
	if w < 3 || h < 2 {
		return false
	}
	p.layout = layout{labelRow: -1, legendRow: -1, headRow: -1, axisRow: -1, outside: p.outside}
	top, bottom := 0, h
	least := heightForLegend
	if p.Heat != nil {
		least = heightForKey
		p.scale = p.Heat.Scale()
	}
	p.tags = p.layTags(w, h)
	if len(p.Titles) > 0 {
		top = 1
	}
	if !p.layTitle(w) {
		p.entries = p.legendRows(w, 1+h/heightPerLegend, h-top-heightBelow)
		if h-top >= least && len(p.entries) > 0 {
			p.legendRow = top
			top += len(p.entries)
		}
	}
	for p.strips < len(p.Strips) && h-top-p.strips >= heightForStrip {
		p.strips++
	}
	bottom -= p.strips
	p.stripRow = bottom
	hasAxis := h >= heightForAxis && bottom-top > heightForPlot && w >= widthForAxis
	if hasAxis {
		if len(p.X.Marks) > 0 && bottom-top > heightForPlot+1 {
			bottom--
			p.labelRow = bottom
		}
		bottom--
		p.axisRow = bottom
		if p.labelRow < 0 {
			p.labelRow = bottom
		}
	}
	if h >= heightForHead && p.headNeeded() {
		p.headRow = top
		top++
	}

	p.xRange, p.yRange = p.Scales()
	p.plot.x, p.plot.y, p.plot.named = p.xRange, p.yRange, p.Heat == nil && len(p.Y.Names) > 0
	p.plot.Rectangle = image.Rect(0, top, w, bottom)
	p.alignRows()
	if p.Heat != nil || p.Stack != nil {
		p.plot.y = p.yRange.inset(p.plot.Dy())
	}
	if hasAxis {
		p.laySides(w)
	}
	p.laySlots()
	if p.Heat != nil {
		p.plot.x = p.xRange.inset(p.plot.Dx())
		p.grid = p.heatGrid()
	}
	if hasAxis {
		p.xTicks = p.xLabels()
	}
	return true
}

// laySides reserves room for the labels on either side of the plot.
func (p *painter) laySides(w int) {
	p.yTicks = p.yLabels()
	p.gutter = widest(p.yTicks)
	if p.gutter > 0 {
		for _, s := range []string{p.X.Label, p.stripLabel()} {
			if n := len(p.text(s)) + 1; n <= max(w/7, p.gutter+2) {
				p.gutter = max(p.gutter, n)
			}
		}
	}
	if w-p.gutter-1 < max(widthForAxis, w/2) {
		p.gutter, p.yTicks = 0, nil
	}
	p.plot.Min.X = p.gutter + 1
	if p.tags != nil {
		p.plot.Max.X -= tagRoom(p.tags)
	}
}

func (p *painter) stripLabel() string {
	label := ""
	for _, s := range p.Strips {
		if len(s.Label) > len(label) {
			label = s.Label
		}
	}
	return label
}

// headNeeded reports whether the y label adds to the legend, because no series has the same name.
func (p *painter) headNeeded() bool {
	return p.Y.Label != "" && !slices.ContainsFunc(p.Series, func(s Series) bool { return s.Name == p.Y.Label })
}

func widest(ls []label) (w int) {
	for _, l := range ls {
		w = max(w, len(l.text))
	}
	return w
}
