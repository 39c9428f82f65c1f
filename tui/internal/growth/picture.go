package main

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"lambdascope/tui/chart"
	"lambdascope/tui/chart/file"
)

// quantity is what a picture shows against the sizes.
type quantity int

// The quantities.
const (
	processorTime quantity = iota
	memory
)

// The layout of a picture: charts in rows, each of that size.
const (
	chartsInRow = 2
	chartWidth  = 4.4 // inches
	chartHeight = 3.2
	chartDPI    = 120
)

// picture returns a PNG with a chart for each sweep.
func picture(rows []row, what quantity) ([]byte, error) {
	all := sweeps()
	width, height := int(chartWidth*chartDPI), int(chartHeight*chartDPI)
	whole := image.NewRGBA(image.Rect(0, 0, chartsInRow*width, (len(all)+chartsInRow-1)/chartsInRow*height))
	draw.Draw(whole, whole.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	for i, s := range all {
		var one bytes.Buffer
		if err := file.Write(&one, s.chart(rows, what), file.PNG, file.Options{Width: chartWidth, Height: chartHeight, DPI: chartDPI}); err != nil {
			return nil, err
		}
		drawn, err := png.Decode(&one)
		if err != nil {
			return nil, err
		}
		at := image.Pt(i%chartsInRow*width, i/chartsInRow*height)
		draw.Draw(whole, drawn.Bounds().Add(at), drawn, image.Point{}, draw.Src)
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&out, whole)
	return out.Bytes(), err
}

// chart returns the chart of a sweep, both axes logarithmic.
func (s sweep) chart(rows []row, what quantity) *chart.Spec {
	spec := &chart.Spec{X: chart.Axis{Label: s.label, Log: true}, Y: chart.Axis{Log: true}}
	if what == processorTime {
		spec.Y.Label = "processor time (s)"
	} else {
		spec.Y.Label = "memory (MB)"
	}
	for _, m := range s.methods {
		own := of(rows, s.name, m.method)
		series, theory := look(m.method), chart.Series{Ink: look(m.method).Ink, Line: chart.LineDotted}
		for _, r := range own {
			x := float64(*s.at(&r.point))
			series.X, theory.X = append(series.X, x), append(theory.X, x)
			if what == processorTime {
				series.Y, theory.Y = append(series.Y, r.seconds()), append(theory.Y, r.operations())
			} else {
				series.Y, theory.Y = append(series.Y, float64(r.Working)/1e6), append(theory.Y, r.room()/1e6)
			}
		}
		if what == processorTime {
			meet(theory.Y, series.Y)
		}
		if m.method != passes && (what == processorTime || m.method == auto) {
			spec.Series = append(spec.Series, theory)
		}
		spec.Series = append(spec.Series, series)
	}
	spec.Notes = []chart.Note{{Text: "dotted: theory"}}
	if what == memory {
		data := chart.Series{Name: "data", Ink: chart.InkFaint, Line: chart.LineDashed}
		for _, r := range of(rows, s.name, auto) {
			data.X, data.Y = append(data.X, float64(*s.at(&r.point))), append(data.Y, float64(r.Data)/1e6)
		}
		spec.Series = append(spec.Series, data)
	}
	return spec
}

// meet scales theory so that it meets what was measured at the largest size.
func meet(theory, measured []float64) {
	last := len(theory) - 1
	by := measured[last] / theory[last]
	for i := range theory {
		theory[i] *= by
	}
}

// look returns how a method is drawn.
func look(method string) chart.Series {
	s := chart.Series{Name: method, Line: chart.LineSolid}
	switch method {
	case auto:
		s.Ink, s.Marker = chart.InkEstimate, chart.MarkDot
	case cached:
		s.Ink, s.Marker = chart.InkCursor, chart.MarkDiamond
	case rsm:
		s.Ink, s.Marker = chart.InkTruth, chart.MarkSquare
	case naive:
		s.Ink, s.Marker = chart.InkThird, chart.MarkCross
	case passes:
		s.Ink, s.Marker = chart.InkBandSpread, chart.MarkRing
	}
	return s
}
