package file

import (
	"math"

	freetype "github.com/golang/freetype/raster"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/math/fixed"
)

// outline is a path as polygonal lines in pixels; curves are lines of short segments.
type outline struct {
	transform f64.Aff3 // of the coordinates that the methods take
	lines     [][]dot
}

// dot is a point of the image, in pixels from its top left.
type dot struct{ x, y float64 }

// between returns the point a part t of the way from p to q.
func (p dot) between(q dot, t float64) dot {
	return dot{p.x + float64(t*(q.x-p.x)), p.y + float64(t*(q.y-p.y))}
}

func (p dot) distance(q dot) float64 { return math.Hypot(q.x-p.x, q.y-p.y) }

func (p dot) fixed() fixed.Point26_6 { return fixed.Point26_6{X: fixed26(p.x), Y: fixed26(p.y)} }

func fixed26(x float64) fixed.Int26_6 { return fixed.Int26_6(math.Round(x * 64)) }

func (o *outline) at(x, y float64) dot {
	x, y = apply(&o.transform, x, y)
	return dot{x, y}
}

// add extends the last line, or starts the first.
func (o *outline) add(p dot) {
	if len(o.lines) == 0 {
		o.lines = [][]dot{nil}
	}
	last := &o.lines[len(o.lines)-1]
	*last = append(*last, p)
}

func (o *outline) moveTo(x, y float64) { o.lines = append(o.lines, []dot{o.at(x, y)}) }

func (o *outline) lineTo(x, y float64) { o.add(o.at(x, y)) }

func (o *outline) close() {
	if n := len(o.lines); n > 0 {
		o.add(o.lines[n-1][0])
	}
}

// flatness is how far, in pixels, a segment may be from its curve: the rasterizer
// tells no less apart.
const flatness = 1. / 64

// segments returns how many segments a curve needs of which one segment would be
// off by an error, which falls with the square of their number.
func segments(err float64) int {
	const most = 1000
	return int(max(1, min(most, math.Ceil(math.Sqrt(err/flatness)))))
}

// arc adds an arc about a centre, and a line to its start.
func (o *outline) arc(x, y, radius, start, angle float64) {
	// The sagitta of an arc is about radius × angle² / 8.
	t := &o.transform
	scale := max(math.Hypot(t[0], t[3]), math.Hypot(t[1], t[4]))
	n := segments(scale * radius * angle * angle / 8)
	for i := range n + 1 {
		sin, cos := math.Sincos(start + angle*float64(i)/float64(n))
		o.lineTo(x+float64(radius*cos), y+float64(radius*sin))
	}
}

// quadraticTo adds a quadratic Bézier curve from the last point, as the cubic that
// it equals.
func (o *outline) quadraticTo(ax, ay, x, y float64) {
	a, end := o.at(ax, ay), o.at(x, y)
	from := o.last(a)
	o.cubic(from, from.between(a, 2./3), end.between(a, 2./3), end)
}

// cubicTo adds a cubic Bézier curve from the last point.
func (o *outline) cubicTo(ax, ay, bx, by, x, y float64) {
	a := o.at(ax, ay)
	o.cubic(o.last(a), a, o.at(bx, by), o.at(x, y))
}

// last returns the last point, which is start if there is none.
func (o *outline) last(start dot) dot {
	if len(o.lines) == 0 {
		o.add(start)
	}
	line := o.lines[len(o.lines)-1]
	return line[len(line)-1]
}

func (o *outline) cubic(p, a, b, q dot) {
	// One segment is off by at most 3/4 of the larger second difference of the points,
	// which is twice how far the inner one is from the middle of its neighbours.
	bend := 2 * max(a.distance(p.between(b, .5)), b.distance(a.between(q, .5)))
	n := segments(.75 * bend)
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		ab := a.between(b, t)
		o.add(p.between(a, t).between(ab, t).between(ab.between(b.between(q, t), t), t))
	}
}

// dashed returns the dashes of a line: lengths of line and gap in turn, repeated
// from an offset on. Without lengths it is the line.
func dashed(line []dot, lengths []float64, offset float64) [][]dot {
	total := 0.
	for _, l := range lengths {
		total += l
	}
	if !(total > 0) {
		return [][]dot{line}
	}
	i, left := 0, lengths[0]
	if offset = math.Mod(offset, 2*total); offset < 0 { // an odd number of lengths repeats after two turns
		offset += 2 * total
	}
	next := func() { i++; left = lengths[i%len(lengths)] }
	for offset >= left {
		offset -= left
		next()
	}
	left -= offset
	var dashes [][]dot
	dash := line[:1:1]
	at := line[0]
	end := func() {
		if i%2 == 0 && len(dash) > 1 {
			dashes = append(dashes, dash)
		}
	}
	for _, p := range line[1:] {
		d := at.distance(p)
		for ; d > left; next() {
			at = at.between(p, left/d)
			d -= left
			dash = append(dash, at)
			end()
			dash = []dot{at}
		}
		left -= d
		at = p
		dash = append(dash, p)
	}
	end()
	return dashes
}

// strokable returns a line without the points that are so close to the one before
// that the stroker, which computes in 64ths of a pixel, gets no direction from them.
func strokable(line []dot) freetype.Path {
	const closest = 4
	var path freetype.Path
	last := line[0].fixed()
	path.Start(last)
	for _, p := range line[1:] {
		at := p.fixed()
		if d := at.Sub(last); max(d.X, -d.X)+max(d.Y, -d.Y) > closest {
			path.Add1(at)
			last = at
		}
	}
	return path
}
