package file

import (
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
)

// canvas returns one of 80 × 60 pixels, of which a point is one.
func canvas() *raster { return newRaster(80, 60, int(vg.Inch)) }

// covered returns how many pixels' worth of black c has.
func covered(c *raster) float64 {
	sum := 0
	for i := 3; i < len(c.image.Pix); i += 4 {
		sum += int(c.image.Pix[i])
	}
	return float64(sum) / 255
}

func (c *raster) isBlack(x, y int) bool { return c.image.RGBAAt(x, y) == color.RGBA{A: 255} }

func lines(pts ...vg.Point) (p vg.Path) {
	for i, pt := range pts {
		if i == 0 {
			p.Move(pt)
		} else {
			p.Line(pt)
		}
	}
	return p
}

func TestAreasOfFills(t *testing.T) {
	square := lines(point(10, 10), point(30, 10), point(30, 30), point(10, 30))
	circle := vg.Path{}
	circle.Move(point(50, 30))
	circle.Arc(point(30, 30), 20, 0, 2*math.Pi)
	circle.Close()
	var halfDisc, parabola, cubic vg.Path
	halfDisc.Arc(point(30, 30), 20, 0, math.Pi) // starts where the arc does
	parabola.Move(point(10, 10))
	parabola.QuadTo(point(30, 50), point(50, 10))
	cubic.Move(point(10, 10))
	cubic.CubeTo(point(10, 50), point(50, 50), point(50, 10))
	var ring vg.Path // filled twice where the squares overlap
	ring = append(append(ring, square...), lines(point(20, 20), point(40, 20), point(40, 40), point(20, 40))...)
	for name, c := range map[string]struct {
		path vg.Path
		want float64
	}{
		"square":   {square, 400},
		"circle":   {circle, 400 * math.Pi},
		"halfDisc": {halfDisc, 200 * math.Pi},
		"parabola": {parabola, 2. / 3 * 40 * 20},
		"cubic":    {cubic, 3. / 5 * 40 * 40},
		"two":      {ring, 700},
	} {
		r := canvas()
		r.Fill(c.path)
		if got := covered(r); math.Abs(got-c.want) > .005*c.want {
			t.Errorf("%s covers %v, want %v", name, got, c.want)
		}
	}
}

func TestDashes(t *testing.T) {
	line := lines(point(10, 30), point(30, 30), point(70, 30)) // of 60
	for _, c := range []struct {
		lengths []vg.Length
		offset  vg.Length
		want    float64 // of the length
	}{
		{nil, 0, 60},
		{[]vg.Length{0, 0}, 0, 60},
		{[]vg.Length{10, 5}, 0, 40},
		{[]vg.Length{10, 5}, 10, 40},
		{[]vg.Length{50, 50}, 20, 30},
		{[]vg.Length{50, 50}, -20, 40},
		{[]vg.Length{25}, 0, 35},
		{[]vg.Length{10, 5, 20}, 0, 35}, // 10, a gap of 5, 20, a gap of 10, 5, a gap of 10
	} {
		r := canvas()
		r.SetLineWidth(4)
		r.SetLineDash(c.lengths, c.offset)
		r.Stroke(line)
		if got := covered(r) / 4; math.Abs(got-c.want) > .1 {
			t.Errorf("dashes %v from %v: %v are drawn, want %v", c.lengths, c.offset, got, c.want)
		}
	}
}

func TestTransformations(t *testing.T) {
	r := canvas()
	r.Push()
	r.SetColor(color.White)
	r.SetLineWidth(9)
	r.Translate(point(50, 10))
	r.Rotate(math.Pi / 2)
	r.Scale(2, 1)
	r.SetColor(nil)
	corner := lines(point(0, 0), point(10, 0), point(10, 10), point(0, 10))
	r.Fill(corner) // 20 up, 10 to the left
	for _, p := range []struct {
		x, y int
		want bool
	}{{41, 31, true}, {48, 48, true}, {51, 40, false}, {38, 40, false}, {45, 28, false}, {45, 51, false}} {
		if got := r.isBlack(p.x, p.y); got != p.want {
			t.Errorf("pixel %d, %d is black: %v, want %v", p.x, p.y, got, p.want)
		}
	}
	r.Pop()
	if r.width != 1 || r.ink != color.Black {
		t.Errorf("after Pop, lines are %v wide in %v", r.width, r.ink)
	}
	r.Fill(corner)
	if !r.isBlack(1, 58) || !r.isBlack(8, 51) || r.isBlack(11, 48) {
		t.Error("after Pop, the transformation is not what it was")
	}
}

func TestColoursAreLaidOver(t *testing.T) {
	r := canvas()
	all := lines(point(0, 0), point(80, 0), point(80, 60), point(0, 60))
	r.SetColor(color.White)
	r.Fill(all)
	r.SetColor(color.NRGBA{R: 255, A: 51}) // a fifth
	r.Fill(all)
	if got, want := r.image.RGBAAt(40, 30), (color.RGBA{255, 204, 204, 255}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}
